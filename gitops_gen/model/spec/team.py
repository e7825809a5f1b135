"""Team: the team's own file. Who they are and what they use; nothing here gives it more."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import (
    ConfigKey,
    Date,
    Duration,
    Group,
    LabelValue,
    Name,
    Owner,
    Ports,
    Positive,
    SecretPath,
    State,
    Text,
    Url,
)
from gitops_gen.model.spec.workload_profile import Container, ProfileResources

Role = Literal["viewer", "developer", "admin"]


class StateChange(SpecModel):
    """Since when, and why; goes with every state but active."""

    date: Date
    reason: Text


def check_state_change(state: State, change: StateChange | None) -> None:
    """Refuse a state without its stateChange, and the reverse."""
    if state == "active" and change is not None:
        raise PydanticCustomError("state_change", "stateChange goes with a state other than active", {})
    if state != "active" and change is None:
        raise PydanticCustomError(
            "state_change", "state {state} needs stateChange with a date and a reason", {"state": state}
        )


class Access(SpecModel):
    """What a group may do in the team's namespaces."""

    role: Role


class PerPodCeiling(SpecModel):
    """A stricter ceiling than the profile's."""

    default: Positive | None = None
    max: Positive | None = None


class TeamProfileGpu(SpecModel):
    """Stricter ceilings on GPUs."""

    per_pod: PerPodCeiling = PerPodCeiling()
    max_pods: Positive | None = None


class TeamProfileLifecycle(SpecModel):
    """A stricter ceiling on time."""

    max_runtime: Duration | None = None


class TeamProfile(SpecModel):
    """A profile that the team uses, with what it changes."""

    container: Container | None = None
    resources: ProfileResources | None = None
    gpu: TeamProfileGpu | None = None
    lifecycle: TeamProfileLifecycle | None = None
    retired: Date | None = None
    """Takes the profile away: its templates lose their protection at this date and leave one run later."""


class Peer(SpecModel):
    """The other side of a flow: a team, an endpoint, or a namespace that is not generated."""

    team: Name | None = None
    namespace: Name | None = None
    """With team: the suffix of one of its namespaces. Alone: a namespace that is not generated."""
    environment: Name | None = None
    """With team: another environment in the same cluster."""
    endpoint: Name | None = None

    @model_validator(mode="after")
    def _shape(self) -> Self:
        if self.endpoint is not None and (self.team or self.namespace or self.environment):
            raise PydanticCustomError("one_of", "endpoint stands alone", {})
        if self.team is None and self.environment is not None:
            raise PydanticCustomError("one_of", "environment goes with team", {})
        if not (self.team or self.namespace or self.endpoint):
            raise PydanticCustomError("one_of", "expected team, namespace or endpoint", {})
        return self


class Egress(SpecModel):
    """A flow out of the team's namespaces."""

    to: Peer
    ports: Ports | None = None
    """Ports, or any. An endpoint brings its own."""


class Ingress(SpecModel):
    """A flow into the team's namespaces."""

    from_: Peer = Field(alias="from")
    ports: Ports


class Secret(SpecModel):
    """A secret that an operator fetches from a store; its value is never in this repository."""

    store: Name
    path: SecretPath
    keys: tuple[ConfigKey, ...] = Field(min_length=1)


class TeamSpec(SpecModel):
    """One team."""

    state: State = "active"
    state_change: StateChange | None = None
    display_name: Text | None = None
    department: Name
    cost_center: LabelValue | None = None
    owners: tuple[Owner, ...] = Field(min_length=1)
    access: dict[Group, Access] = {}
    profiles: dict[Name, TeamProfile] = {}
    repositories: tuple[Url, ...] = ()
    """What the team's own Argo CD applications may deploy from."""
    egress: dict[Name, Egress] = {}
    ingress: dict[Name, Ingress] = {}
    secrets: dict[Name, Secret] = {}

    @model_validator(mode="after")
    def _change(self) -> Self:
        check_state_change(self.state, self.state_change)
        return self


class Team(SpecModel):
    """One team."""

    api_version: ApiVersion
    kind: Literal["Team"]
    metadata: Metadata
    spec: TeamSpec

"""Allocation: what one team gets in one environment, as one namespace. The platform's file."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, StrictStr, model_validator

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.layers import Layered, Limits
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import (
    Bytes,
    BytesCeiling,
    Count,
    CpuCeiling,
    Date,
    Group,
    Kind,
    Money,
    Name,
    Share,
    State,
)
from gitops_gen.model.spec.team import Access, StateChange, check_state_change


class Budget(SpecModel):
    """Money a month, in the currency of the rates."""

    monthly: Money
    alert_at: tuple[Share, ...] = ()


class AllowedNetwork(SpecModel):
    """Which of the team's declarations hold here; default deny stays for the rest."""

    allow: tuple[Name, ...] = ()


class CloudIdentity(SpecModel):
    """A role in the cloud that a ServiceAccount may become."""

    role: StrictStr = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9@:/._+=-]{0,250}$")


class ResourceLimits(SpecModel):
    """Ceilings on limits where they differ from those on requests."""

    cpu: CpuCeiling | None = None
    memory: BytesCeiling | None = None
    ephemeral_storage: BytesCeiling | None = Field(default=None, alias="ephemeral-storage")


class AllocatedResources(ResourceLimits):
    """The namespace's whole ceiling, borrowing included."""

    tier: Name | None = None
    """A size of the Platform, below what is written here."""
    storage: dict[Name, Bytes] = {}
    """By storage class; a class that is not named is 0."""
    limits: ResourceLimits | None = None
    counts: Limits | None = None


class Promise(SpecModel):
    """GPUs of one kind."""

    guaranteed: Count = 0
    borrow: Count = 0
    """How much more may be used while others do not need theirs."""
    lend: Count | None = None
    """How much of the guarantee others may borrow; 0 keeps one's own."""


class AllocatedCluster(SpecModel):
    """What the namespace gets in one cluster."""

    resources: AllocatedResources = AllocatedResources()
    gpus: dict[Kind, Promise] = {}


class AllocationSpec(Layered):
    """One namespace of one team in one environment."""

    team: Name
    environment: Name
    namespace: Name | None = None
    """A suffix where a team has several: batch, serving."""
    profiles: tuple[Name, ...] = ()
    """Profiles allowed here."""
    budget: Budget | None = None
    network: AllowedNetwork = AllowedNetwork()
    access: dict[Group, Access | None] = {}
    """Adds to the team's; a group set to null has none here."""
    identities: dict[Name, CloudIdentity] = {}
    state: State = "active"
    state_change: StateChange | None = None
    review_after: Date | None = None
    clusters: dict[Name, AllocatedCluster] = Field(min_length=1)
    """Always named: a new cluster doubles nothing by itself."""

    @model_validator(mode="after")
    def _change(self) -> Self:
        check_state_change(self.state, self.state_change)
        return self


class Allocation(SpecModel):
    """What one team gets."""

    api_version: ApiVersion
    kind: Literal["Allocation"]
    metadata: Metadata
    spec: AllocationSpec

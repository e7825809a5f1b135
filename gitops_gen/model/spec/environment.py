"""Environment: policy. How strict, how much."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictBool

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.layers import Layered
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.platform import Naming
from gitops_gen.model.spec.scalars import Name, Version

EnvironmentTier = Literal["development", "staging", "production"]


class EnvironmentQueueing(SpecModel):
    """How unused capacity moves between teams."""

    lending: StrictBool = True
    reclaim_within_cohort: Literal["Any", "LowerPriority", "Never"] = "Any"
    within_cluster_queue: Literal["LowerPriority", "LowerOrNewerEqualPriority", "Never"] = "LowerPriority"
    fair_sharing: StrictBool = True


class ProfilePin(SpecModel):
    """The version of a profile that holds here; without a pin, the newest."""

    version: Version


class EnvironmentSpec(Layered):
    """Policy of one environment."""

    tier: EnvironmentTier
    """Drives defaults and parity rules."""
    naming: Naming | None = None
    """Overrides the Platform's."""
    queueing: EnvironmentQueueing = EnvironmentQueueing()
    profiles: dict[Name, ProfilePin] = {}


class Environment(SpecModel):
    """One environment, such as dev or prod."""

    api_version: ApiVersion
    kind: Literal["Environment"]
    metadata: Metadata
    spec: EnvironmentSpec

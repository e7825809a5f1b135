"""The values that come in layers: Platform, Environment, Cluster and Allocation may state them, the nearest last."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StrictStr

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.scalars import (
    Bytes,
    BytesCeiling,
    Count,
    Cpu,
    CpuCeiling,
    Key,
    LabelValue,
    PodSecurityLevel,
    Positive,
    Ratio,
    printable,
)

AnnotationValue = Annotated[StrictStr, Field(max_length=4096), AfterValidator(printable)]


class Limits(SpecModel):
    """Ceilings on counts in a namespace: the strictest of all layers holds."""

    pods: Positive | None = None
    jobs: Count | None = None
    cron_jobs: Count | None = None
    services: Count | None = None
    persistent_volume_claims: Count | None = None
    config_maps: Count | None = None
    secrets: Count | None = None


class ContainerResources(SpecModel):
    """Amounts of one container."""

    cpu: Cpu | None = None
    memory: Bytes | None = None
    ephemeral_storage: Bytes | None = Field(default=None, alias="ephemeral-storage")


class ContainerDefaults(ContainerResources):
    """What a container gets that asks for nothing: requests, and limits where they differ."""

    limits: ContainerResources | None = None


class NamespaceResources(SpecModel):
    """Default ceilings of a namespace that names none."""

    cpu: CpuCeiling | None = None
    memory: BytesCeiling | None = None
    ephemeral_storage: BytesCeiling | None = Field(default=None, alias="ephemeral-storage")


class Defaults(SpecModel):
    """Values for what is not said: the nearest layer holds."""

    container: ContainerDefaults | None = None
    resources: NamespaceResources | None = None
    pods: Positive | None = None


class Overcommit(SpecModel):
    """Highest ratios of promised to physical."""

    borrowable: Ratio | None = None
    """(guaranteed + borrow) / (yield - reserve) of a GPU kind."""
    shared: Ratio | None = None
    """Most replicas of one shared card."""
    cpu: Ratio | None = None
    memory: Ratio | None = None


class Layered(SpecModel):
    """A document that takes part in the layers."""

    labels: dict[Key, LabelValue | None] | None = None
    """Put on every object below this layer."""
    annotations: dict[Key, AnnotationValue | None] | None = None
    """Put on every object below this layer."""
    limits: Limits | None = None
    defaults: Defaults | None = None
    pod_security: PodSecurityLevel | None = None
    """The lowest Pod Security level; layers can only make it stricter."""
    overcommit: Overcommit | None = None


LAYERED_FIELDS = ("labels", "annotations", "limits", "defaults", "podSecurity", "overcommit")

"""WorkloadProfile: one way to work on GPUs, from which job templates are made."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StrictInt, StrictStr, model_validator
from pydantic_core import PydanticCustomError

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.layers import ContainerResources
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import (
    Bytes,
    Count,
    Duration,
    EnvName,
    ImageRef,
    Kind,
    MountPath,
    Name,
    Positive,
    Text,
    Version,
    printable,
)

Workload = Literal["Job", "JobSet", "TrainJob", "RayJob", "Deployment", "ScaledJob", "Notebook"]
Argument = Annotated[StrictStr, Field(max_length=4096), AfterValidator(printable)]


class Container(SpecModel):
    """What starts if the user changes nothing."""

    image: ImageRef | None = None
    command: tuple[Argument, ...] | None = None
    args: tuple[Argument, ...] | None = None
    env: dict[EnvName, Argument | None] = {}
    secrets: tuple[Name, ...] = ()
    """Secrets of the team, by name, mounted as files."""


class PerPod(SpecModel):
    """GPUs of one pod."""

    default: Positive = 1
    max: Positive | None = None

    @model_validator(mode="after")
    def _order(self) -> Self:
        if self.max is not None and self.default > self.max:
            raise PydanticCustomError(
                "order", "default is {default}, above max {max}", {"default": self.default, "max": self.max}
            )
        return self


class ProfileGpu(SpecModel):
    """GPUs that the profile runs on."""

    accepts: tuple[Kind, ...] = Field(min_length=1)
    """GPU kinds, the preferred first; the bare profile name belongs to the first."""
    per_pod: PerPod = PerPod()
    max_pods: Positive = 1


class ProfileResources(SpecModel):
    """CPU and memory of a pod: perGpu times its GPUs plus perPod, or what byGpu says for a kind."""

    per_gpu: ContainerResources = ContainerResources()
    per_pod: ContainerResources = ContainerResources()
    by_gpu: dict[Kind, ContainerResources] = {}
    shared_memory: Bytes | None = None
    """Size of /dev/shm; counts against the pod's memory."""


class Lifecycle(SpecModel):
    """How long it runs, how often it is retried, when it is cleaned up."""

    max_runtime: Duration | None = None
    delete_after: Duration | None = None
    retries: Count = 0
    grace_period: Duration = 30


class Placement(SpecModel):
    """Where it may run."""

    spot: Literal["allowed", "required", "forbidden"] = "forbidden"


class Checkpoint(SpecModel):
    """Where progress is kept, on a claim of the namespace."""

    path: MountPath
    size: Bytes
    storage_class: Name
    grace_period: Duration | None = None


class Artifact(SpecModel):
    """Model or data of a pinned version, pulled before start."""

    from_: Annotated[
        StrictStr, Field(alias="from", pattern=r"^(oci|s3)://[A-Za-z0-9][A-Za-z0-9._:/@-]*$", max_length=500)
    ]
    version: Text
    mount_path: MountPath


class Readiness(SpecModel):
    """When a server takes requests."""

    path: Annotated[StrictStr, Field(pattern=r"^/[A-Za-z0-9._~/-]{0,200}$")]
    port: Name | None = None


class Serve(SpecModel):
    """A Deployment's service."""

    ports: dict[
        Annotated[StrictStr, Field(pattern=r"^[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$")],
        Annotated[StrictInt, Field(ge=1, le=65535)],
    ] = Field(min_length=1)
    replicas: Count = 1
    readiness: Readiness | None = None


class Role(SpecModel):
    """One group of pods in a RayJob, JobSet or TrainJob."""

    pods: Positive = 1
    resources: ProfileResources = ProfileResources()


class RabbitMq(SpecModel):
    """A RabbitMQ queue whose length decides how many jobs run."""

    queue: Text
    messages_per_job: Positive = 1
    vhost: Text | None = None
    secret: Name | None = None
    """A secret of the team that holds the connection."""


class Queue(SpecModel):
    """Where a ScaledJob takes its work from."""

    rabbitmq: RabbitMq


class Metric(SpecModel):
    """What a Deployment scales on."""

    name: Text
    target: Positive


class Autoscale(SpecModel):
    """Bounds and the signal: metric for a Deployment, queue for a ScaledJob."""

    min: Count = 0
    max: Positive | None = None
    metric: Metric | None = None
    queue: Queue | None = None

    @model_validator(mode="after")
    def _order(self) -> Self:
        if self.max is not None and self.min > self.max:
            raise PydanticCustomError("order", "min is {min}, above max {max}", {"min": self.min, "max": self.max})
        return self


class WorkloadProfileSpec(SpecModel):
    """One version of a profile."""

    version: Version
    description: Text | None = None
    workload: Workload
    container: Container = Container()
    priority: Name | None = None
    """A priority of the Platform."""
    gpu: ProfileGpu | None = None
    """Absent: runs without GPUs."""
    resources: ProfileResources = ProfileResources()
    lifecycle: Lifecycle = Lifecycle()
    placement: Placement = Placement()
    checkpoint: Checkpoint | None = None
    artifacts: dict[Name, Artifact] = {}
    serve: Serve | None = None
    roles: dict[Name, Role] = {}
    autoscale: Autoscale | None = None


class WorkloadProfile(SpecModel):
    """One way to work on GPUs; several versions may live side by side."""

    api_version: ApiVersion
    kind: Literal["WorkloadProfile"]
    metadata: Metadata
    spec: WorkloadProfileSpec

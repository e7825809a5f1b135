"""NodePool: hardware of one cluster, and how its cards are cut or shared."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StrictInt, StrictStr, model_validator
from pydantic_core import PydanticCustomError

from gitops_gen.model import names
from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import Bytes, Count, Cpu, Date, Key, LabelValue, Name, Positive, SemVer

GpuIndex = Annotated[StrictInt, Field(ge=0, le=63)]
SliceName = Annotated[StrictStr, Field(pattern=r"^[1-7]g\.[0-9]{1,3}gb([+-][a-z.]{1,16})?$")]


def _node_name(value: str) -> str:
    if not names.is_subdomain(value):
        raise PydanticCustomError("refused", "a node is called as DNS allows; write a name such as prod-gpu-07", {})
    return value


NodeName = Annotated[StrictStr, Field(pattern=r"^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$"), AfterValidator(_node_name)]


class PoolGpu(SpecModel):
    """The cards of each node."""

    model: Name
    """A catalog id."""
    per_node: Annotated[StrictInt, Field(ge=1, le=64)]


class Nodes(SpecModel):
    """How many nodes: a count, or min and max with an autoscaler; from and until for reserved blocks."""

    count: Positive | None = None
    min: Count | None = None
    max: Positive | None = None
    from_: Date | None = Field(default=None, alias="from")
    until: Date | None = None

    @model_validator(mode="after")
    def _shape(self) -> Self:
        if (self.count is None) == (self.max is None) or (self.count is not None and self.min is not None):
            raise PydanticCustomError("one_of", "expected either count, or min and max", {})
        if self.max is not None and (self.min or 0) > self.max:
            raise PydanticCustomError("order", "min is {min}, above max {max}", {"min": self.min, "max": self.max})
        if self.from_ is not None and self.until is not None and self.from_ >= self.until:
            raise PydanticCustomError("order", "from must lie before until", {})
        return self


class Driver(SpecModel):
    """The GPU driver of the pool."""

    version: SemVer


class Allocatable(SpecModel):
    """What a node offers to pods (``kubectl get node -o yaml``, status.allocatable)."""

    cpu: Cpu
    memory: Bytes
    ephemeral_storage: Bytes | None = Field(default=None, alias="ephemeral-storage")


class Reserve(SpecModel):
    """Not promised: the loss of the best-yielding nodes of each GPU kind is survived."""

    nodes: Count = 0


class LayoutNodes(SpecModel):
    """Which nodes bear a layout: a count (the provisioner assigns), names, or a label selector."""

    count: Positive | None = None
    names: tuple[NodeName, ...] | None = Field(default=None, min_length=1)
    selector: dict[Key, LabelValue] | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(value is not None for value in (self.count, self.names, self.selector)) != 1:
            raise PydanticCustomError("one_of", "expected exactly one of count, names and selector", {})
        return self


class Layout(SpecModel):
    """How the cards of some nodes are cut."""

    nodes: LayoutNodes
    gpus: Literal["all"] | tuple[GpuIndex, ...] = "all"
    """Indices of the cards on a node that are cut; the others stay whole."""
    slices: dict[SliceName, Annotated[StrictInt, Field(ge=1, le=64)]] = Field(min_length=1)
    """MIG profile to instances on each card."""


class MigPartition(SpecModel):
    """Cards cut into slices by hardware."""

    strategy: Literal["single", "mixed"]
    layouts: dict[Name, Layout] | Literal["auto"]
    """Layouts by name, or auto: chosen for what is promised, which is not built yet and refused."""


class Sharing(SpecModel):
    """Several containers on one card, without isolation of memory."""

    replicas: Annotated[StrictInt, Field(ge=2, le=1000)]


class Partition(SpecModel):
    """How cards are divided: one of mig, timeSlicing and mps."""

    mig: MigPartition | None = None
    time_slicing: Sharing | None = None
    mps: Sharing | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(value is not None for value in (self.mig, self.time_slicing, self.mps)) != 1:
            raise PydanticCustomError("one_of", "expected exactly one of mig, timeSlicing and mps", {})
        return self


class Taint(SpecModel):
    """A taint on the pool's nodes. Give each pool a value of its own: a bare key separates nothing."""

    key: Key
    value: LabelValue
    effect: Literal["NoSchedule", "NoExecute", "PreferNoSchedule"]


class UsedBy(SpecModel):
    """Who may use the pool. Absent: all of the cluster."""

    environments: tuple[Name, ...] | None = Field(default=None, min_length=1)
    departments: tuple[Name, ...] | None = Field(default=None, min_length=1)


class Rdma(SpecModel):
    """Fast network cards offered to pods."""

    resource: Key
    per_node: Positive


class PoolNetwork(SpecModel):
    """The network of the pool's nodes."""

    rdma: Rdma | None = None
    topology: tuple[Key, ...] = ()
    """Node labels from the widest level to the narrowest."""


class NodePoolSpec(SpecModel):
    """Hardware of one kind in one cluster."""

    cluster: Name
    gpu: PoolGpu | None = None
    """Absent: a pool without GPUs."""
    nodes: Nodes
    driver: Driver | None = None
    allocatable: Allocatable
    reserve: Reserve = Reserve()
    capacity: Literal["on-demand", "spot", "reserved"] = "on-demand"
    backs: Literal["guaranteed", "borrow"] | None = None
    """Whether promises may rest on it. Default: guaranteed, for spot: borrow."""
    partition: Partition | Literal["none"] = "none"
    node_labels: dict[Key, LabelValue] = {}
    taints: tuple[Taint, ...] = ()
    used_by: UsedBy = UsedBy()
    provisioner: Literal["static", "karpenter", "cluster-autoscaler"] = "static"
    network: PoolNetwork = PoolNetwork()


class NodePool(SpecModel):
    """One pool of nodes."""

    api_version: ApiVersion
    kind: Literal["NodePool"]
    metadata: Metadata
    spec: NodePoolSpec

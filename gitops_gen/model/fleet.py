"""The resolved platform: what renderers and rules read. Every value that layers decided carries its origins.

All mappings are ordered by key, all tuples sorted by name, so that whoever iterates gets the same order everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from gitops_gen.model.gpu import GpuKind, GpuModel
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Document, Ref, Traced
from gitops_gen.model.spec import (
    Allocation,
    Cluster,
    Environment,
    Grant,
    NodePool,
    Platform,
    SpecModel,
    Team,
    WorkloadProfile,
)
from gitops_gen.model.spec.scalars import Port
from gitops_gen.model.spec.workload_profile import WorkloadProfileSpec

M = TypeVar("M", bound=SpecModel)


@dataclass(frozen=True, slots=True, eq=False)
class Spec(Generic[M]):
    """A document together with its typed form."""

    document: Document
    model: M

    @property
    def name(self) -> str:
        return self.document.name

    def ref(self, *path: str | int) -> Ref:
        """A reference to a value below ``spec``; without a path, to the document's name."""
        return Ref(self.document, ("spec", *path) if path else ("metadata", "name"))


@dataclass(frozen=True, slots=True)
class ResolvedLayout:
    """A MIG layout on some nodes of a pool. ``config`` is its name in the MIG manager's file."""

    name: str
    config: str
    nodes: int
    node_names: tuple[str, ...]
    gpus: tuple[int, ...]
    """Indices of the cards that are cut."""
    covers_all: bool
    slices: Mapping[str, int]
    """MIG profile to instances on each card."""
    ref: Ref


@dataclass(frozen=True, slots=True)
class NodeYield:
    """``count`` nodes that offer the same devices. ``layout`` is empty for nodes without one."""

    count: int
    layout: str
    devices: Mapping[GpuKind, int]


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """A node pool with what its cards yield."""

    spec: Spec[NodePool]
    model: GpuModel | None
    backs: str
    """guaranteed or borrow."""
    strategy: str
    """MIG strategy, or empty."""
    replicas: int
    """Replicas of a shared card; 0 when cards are not shared."""
    sharing: str
    """timeSlicing, mps or empty."""
    layouts: tuple[ResolvedLayout, ...]
    nodes: int
    """Nodes on which guarantees may rest."""
    most_nodes: int
    """Nodes there can be at most."""
    yields: tuple[NodeYield, ...]
    """Of the nodes on which guarantees may rest."""
    keys: Mapping[GpuKind, str]
    """GPU kind to the extended resource that it has on this pool."""

    @property
    def name(self) -> str:
        return self.spec.name

    def admits(self, environment: str, department: str) -> bool:
        """Whether work of this environment and department may use the pool."""
        used_by = self.spec.model.spec.used_by
        return (used_by.environments is None or environment in used_by.environments) and (
            used_by.departments is None or department in used_by.departments
        )


@dataclass(frozen=True, slots=True)
class PromisedGpus:
    """GPUs of one kind, grants included. ``granted`` is the part of ``guaranteed`` that grants add."""

    guaranteed: int
    borrow: int
    lend: int | None = None
    granted: int = 0


@dataclass(frozen=True, slots=True)
class GroupAccess:
    """A group of people that holds a role, without the API server's prefix."""

    group: str
    ref: Ref


@dataclass(frozen=True, slots=True)
class Flow:
    """A network flow that both sides agreed on.

    ``namespaces`` are others in the same cluster, ``cidrs`` networks outside, ``names`` DNS names (for network
    plug-ins that can). ``ports`` empty means any port.
    """

    name: str
    egress: bool
    namespaces: tuple[str, ...]
    cidrs: tuple[str, ...]
    names: tuple[str, ...]
    ports: tuple[Port, ...]
    peer_refs: tuple[Ref, ...]
    port_refs: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class ProfileKind:
    """A profile on one GPU kind: the amounts of its pod, and the pools where it may run.

    ``object_name`` is the template's name. ``requests`` include the GPU's extended resource.
    """

    kind: GpuKind | None
    object_name: str
    gpus: int
    key: str
    requests: Mapping[str, Traced[Quantity]]
    pools: tuple[Pool, ...]
    accepts_ref: Ref


@dataclass(frozen=True, slots=True, eq=False)
class TenantProfile:
    """A profile as a team uses it in one namespace: the merged body with its origins."""

    name: str
    version: str
    spec: WorkloadProfileSpec
    profile: Spec[WorkloadProfile]
    origins: Mapping[tuple[str | int, ...], tuple[Ref, ...]]
    kinds: tuple[ProfileKind, ...]
    protected: bool
    """Whether its templates are protected from pruning."""

    def refs(self, *path: str | int) -> tuple[Ref, ...]:
        """Origins of a value of the merged spec, or of its nearest ancestor that has any."""
        for length in range(len(path), 0, -1):
            found = self.origins.get(path[:length])
            if found:
                return found
        return (self.profile.ref(),)


@dataclass(frozen=True, slots=True, eq=False)
class Tenant:
    """One team's namespace in one cluster."""

    namespace: str
    allocation: Spec[Allocation]
    team: Spec[Team]
    environment: Spec[Environment]
    state: Traced[str]
    """active, frozen, drained, or removed (past its date)."""
    labels: Mapping[str, Traced[str]]
    annotations: Mapping[str, Traced[str]]
    pod_security: Traced[str]
    pod_security_warn: str
    pod_security_version: str
    """Such as v1.36: the lowest minor of the environment's clusters."""
    resources: Mapping[str, Traced[Quantity | None]]
    """cpu, memory, ephemeral-storage; None: unlimited; absent: never limited."""
    limits: Mapping[str, Traced[Quantity | None]]
    """The same for limits."""
    storage: Mapping[str, Traced[Quantity]]
    """Every storage class of the cluster; 0 where none was given."""
    counts: Mapping[str, Traced[int]]
    """pods, jobs, services … as in the spec language's limits."""
    container_requests: Mapping[str, Traced[Quantity]]
    container_limits: Mapping[str, Traced[Quantity]]
    largest_node: Mapping[str, Traced[Quantity]]
    """The most of each resource on any node that the namespace may use."""
    gpus: Mapping[GpuKind, Traced[PromisedGpus]]
    gpu_keys: Mapping[str, Traced[int]]
    """Every GPU resource of the cluster, with the sum of guaranteed and borrow of the kinds behind it."""
    access: Mapping[str, tuple[GroupAccess, ...]]
    """Role to groups: admin, developer, viewer; only roles that some group has."""
    flows: tuple[Flow, ...]
    profiles: tuple[TenantProfile, ...]

    def cluster_ref(self, cluster: str, *path: str | int) -> Ref:
        """A value below ``spec.clusters.<cluster>`` of the Allocation."""
        return self.allocation.ref("clusters", cluster, *path)


@dataclass(frozen=True, slots=True, eq=False)
class ResolvedCluster:
    """One cluster with its pools and the namespaces that it serves."""

    spec: Spec[Cluster]
    platform: Spec[Platform]
    engine: str
    """Id of the GitOps engine: argocd or flux."""
    environments: tuple[Spec[Environment], ...]
    pools: tuple[Pool, ...]
    tenants: tuple[Tenant, ...]
    labels: Mapping[str, Traced[str]]
    annotations: Mapping[str, Traced[str]]
    gpu_keys: tuple[str, ...]
    """Every GPU resource that exists in the cluster."""

    @property
    def name(self) -> str:
        return self.spec.name


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """Everything, resolved."""

    platform: Spec[Platform]
    as_of: date
    environments: Mapping[str, Spec[Environment]]
    teams: Mapping[str, Spec[Team]]
    profiles: Mapping[tuple[str, str], Spec[WorkloadProfile]]
    """By name and version."""
    allocations: Mapping[str, Spec[Allocation]]
    grants: Mapping[str, Spec[Grant]]
    clusters: tuple[ResolvedCluster, ...]
    gpus: Mapping[str, GpuModel]

"""What one node of a pool offers, whatever the number of nodes there are today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gitops_gen.model.fleet import Pool, ResolvedLayout
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.placement import Placed, place
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref


@dataclass(frozen=True, slots=True)
class NodeShape:
    """Nodes of a pool with one layout, or with none; ``ref`` is what decides the number of devices."""

    pool: Pool
    layout: ResolvedLayout | None
    devices: Mapping[GpuKind, int]
    ref: Ref


def node_shapes(pool: Pool) -> Iterator[NodeShape]:
    """One shape for each layout, and one for nodes that no layout covers. None where a layout is unknown."""
    gpu, model = pool.spec.model.spec.gpu, pool.model
    if gpu is None or model is None or (pool.strategy and not pool.layouts):
        return
    for layout in pool.layouts:
        devices = {GpuKind(model.id, name): count * len(layout.gpus) for name, count in layout.slices.items()}
        if not layout.covers_all:
            devices[GpuKind(model.id)] = gpu.per_node - len(layout.gpus)
        yield NodeShape(pool, layout, devices, layout.ref)
    if _has_bare_nodes(pool):
        kind = GpuKind(model.id, shared=bool(pool.sharing))
        ref = pool.spec.ref("partition", pool.sharing, "replicas") if pool.sharing else pool.spec.ref("gpu", "perNode")
        yield NodeShape(pool, None, {kind: gpu.per_node * (pool.replicas or 1)}, ref)


def exists(shape: NodeShape) -> bool:
    """Whether such a node can be: a layout that no card can take is refused elsewhere, and nothing follows from it."""
    mig = shape.pool.model.mig if shape.pool.model else None
    return shape.layout is None or mig is None or isinstance(place(mig, shape.layout.slices), Placed)


def _has_bare_nodes(pool: Pool) -> bool:
    nodes = pool.spec.model.spec.nodes
    covered = [layout.nodes for layout in pool.layouts]
    # -1: every node of the pool; 0: an unknown number, by a selector.
    return not any(count <= 0 for count in covered) and sum(covered) < (nodes.count or nodes.max or 0)


def most_devices(pool: Pool, kind: GpuKind) -> int:
    """The most devices of a kind on any node of the pool."""
    return max((shape.devices.get(kind, 0) for shape in node_shapes(pool)), default=0)


def allocatable(pool: Pool, resource: str) -> Quantity | None:
    """What a node offers of cpu, memory or ephemeral-storage; None where the pool does not say."""
    amount: Quantity | None = getattr(pool.spec.model.spec.allocatable, resource.replace("-", "_"))
    return amount

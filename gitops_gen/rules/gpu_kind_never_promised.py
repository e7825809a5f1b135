"""Devices that exist, and that a pool's reserve keeps from ever being promised, are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ResolvedCluster
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import MAIN_H100, RANKING_PROD
from gitops_gen.rules._words import counted, listed

ID = "gpu-kind-never-promised"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each cluster and kind."""
    for cluster in compiled.fleet.clusters:
        backing = [pool for pool in cluster.pools if pool.backs == "guaranteed"]
        for kind in sorted({kind for pool in backing for node in pool.yields for kind in node.devices}):
            pools = [pool for pool in backing if _total(pool, kind)]
            if pools and not any(_promisable(pool, kind) for pool in pools):
                yield _problem(cluster, kind, pools)


def _total(pool: Pool, kind: GpuKind) -> int:
    return sum(node.count * node.devices.get(kind, 0) for node in pool.yields)


def _promisable(pool: Pool, kind: GpuKind) -> int:
    """What is left without the best nodes of the kind, as many as the reserve says."""
    left, lost = pool.spec.model.spec.reserve.nodes, 0
    for node in sorted(pool.yields, key=lambda node: -node.devices.get(kind, 0)):
        taken = min(left, node.count)
        left, lost = left - taken, lost + taken * node.devices.get(kind, 0)
    return _total(pool, kind) - lost


def _problem(cluster: ResolvedCluster, kind: GpuKind, pools: list[Pool]) -> Problem:
    nodes = sum(node.count for pool in pools for node in pool.yields if node.devices.get(kind))
    total = sum(_total(pool, kind) for pool in pools)
    reserves = tuple((f"the reserve of {pool.name}", pool.spec.ref("reserve", "nodes")) for pool in pools)
    text = (
        f"{cluster.name} has {total} {kind} on {counted(nodes, 'node')} of {listed(pool.name for pool in pools)}, "
        "and the reserve takes them all: none can be promised"
    )
    at = next(_slices(pools, kind), reserves[0][1])
    return Problem(
        ID,
        text,
        at,
        "cut more nodes like this, or lower reserve.nodes and accept that the loss of a node breaks a promise",
        on_key=bool(kind.slice),
        related=reserves,
    )


def _slices(pools: Iterable[Pool], kind: GpuKind) -> Iterator[Ref]:
    for pool in pools:
        for layout in pool.layouts:
            if kind.slice in layout.slices:
                yield layout.ref.child("slices", kind.slice)


RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="The reserve leaves none of a GPU kind to promise",
    why=(
        "A pool's reserve survives the loss of its best nodes for each kind by itself. A kind that lies on no more "
        "nodes than are held back can therefore not be promised to anyone. Its devices exist, cost money, and serve "
        "only those whom no guarantee covers."
    ),
    fix="Put the layout on more nodes than the reserve holds back, or hold back fewer.",
    invalid=(
        Example(
            "a layout on a single node, and one node in reserve",
            (
                Edit(MAIN_H100, "names: [main-h100-3, main-h100-4]", "names: [main-h100-3]"),
                Edit(RANKING_PROD, ", h100-80gb/3g.40gb: {guaranteed: 6}", ""),
            ),
            at="slices: {3g.40gb: 2}",
        ),
    ),
    valid=(
        Example(
            "a layout on a single node, and none in reserve",
            (
                Edit(MAIN_H100, "names: [main-h100-3, main-h100-4]", "names: [main-h100-3]"),
                Edit(MAIN_H100, "reserve: {nodes: 1}", "reserve: {nodes: 0}"),
            ),
        ),
    ),
    check=check,
)

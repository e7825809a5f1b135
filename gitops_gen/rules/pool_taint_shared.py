"""A pool whose taints pods of another pool tolerate too is pointed out."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ResolvedCluster
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.spec.nodepool import Taint
from gitops_gen.rules._example import LAB_A30, LAB_L4
from gitops_gen.rules._words import listed

ID = "pool-taint-shared"
SOFT = "PreferNoSchedule"
"""An effect that keeps nobody out."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool that is not closed to pods of another; of two pools that are alike, the second."""
    for cluster in compiled.fleet.clusters:
        yield from _in_cluster(cluster)


def _in_cluster(cluster: ResolvedCluster) -> Iterator[Problem]:
    taints = {pool.name: _hard(pool) for pool in cluster.pools}
    bearers: dict[Taint, list[Pool]] = {}
    for pool in cluster.pools:
        for taint in taints[pool.name]:
            bearers.setdefault(taint, []).append(pool)
    for pool in cluster.pools:
        own = taints[pool.name]
        rare = min(own, key=lambda taint: len(bearers[taint]), default=None)
        others = [other for other in bearers.get(rare, ()) if other is not pool] if rare is not None else []
        open_to = [other for other in others if _tolerated(pool, own, other, taints[other.name])]
        if rare is not None and open_to:
            yield _problem(cluster, pool, own[rare], [(other, taints[other.name][rare]) for other in open_to])


def _hard(pool: Pool) -> dict[Taint, int]:
    """Taints that keep pods out, each with its position."""
    return {taint: position for position, taint in enumerate(pool.spec.model.spec.taints) if taint.effect != SOFT}


def _tolerated(pool: Pool, own: dict[Taint, int], other: Pool, theirs: dict[Taint, int]) -> bool:
    """Whether pods that tolerate all taints of the other pool tolerate all of this one."""
    return own.keys() < theirs.keys() or (own.keys() == theirs.keys() and other.name < pool.name)


def _problem(cluster: ResolvedCluster, pool: Pool, position: int, others: list[tuple[Pool, int]]) -> Problem:
    taint = pool.spec.model.spec.taints[position]
    shown = f"{taint.key}={taint.value}" if taint.value else f"{taint.key}, without a value"
    text = (
        f"pods for pool {listed(other.name for other, _ in others)} tolerate all taints of pool {pool.name} in "
        f"{cluster.name} too: both bear {shown}"
    )
    return Problem(
        ID,
        text,
        pool.spec.ref("taints", position),
        f"add a taint with a value that only pool {pool.name} bears",
        related=tuple((f"pool {other.name}", other.spec.ref("taints", at)) for other, at in others),
    )


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="Two pools share their taints",
    why=(
        "A toleration opens every pool that bears the taint. Pools with the same taints are one pool to the scheduler: "
        "a pod that may use one can be put on the other, and where their GPUs have one resource key it takes the wrong "
        "kind. A key without a value, or with the same value everywhere, separates nothing."
    ),
    fix="Give every pool a taint whose value is its own.",
    invalid=(
        Example(
            "one value for two pools",
            (Edit(LAB_A30, "value: a30, effect", "value: l4, effect"),),
            at="value: l4, effect",
            at_file=LAB_L4,
        ),
        Example(
            "a pool without a value of its own",
            (
                Edit(
                    LAB_A30,
                    "{key: orchard.example/pool, value: a30, effect: NoSchedule}",
                    '{key: orchard.example/gpu, value: "", effect: NoSchedule}',
                ),
                Edit(LAB_L4, "taints: [", 'taints: [{key: orchard.example/gpu, value: "", effect: NoSchedule}, '),
            ),
            at="orchard.example/gpu",
        ),
    ),
    valid=(
        Example(
            "a common taint beside one of their own",
            (
                Edit(LAB_A30, "taints: [", 'taints: [{key: orchard.example/gpu, value: "", effect: NoSchedule}, '),
                Edit(LAB_L4, "taints: [", 'taints: [{key: orchard.example/gpu, value: "", effect: NoSchedule}, '),
            ),
        ),
        Example(
            "a taint that only asks",
            (
                Edit(
                    LAB_A30,
                    "{key: orchard.example/pool, value: a30, effect: NoSchedule}",
                    "{key: orchard.example/pool, value: any, effect: PreferNoSchedule}",
                ),
                Edit(
                    LAB_L4,
                    "{key: orchard.example/pool, value: l4, effect: NoSchedule}",
                    "{key: orchard.example/pool, value: any, effect: PreferNoSchedule}",
                ),
            ),
        ),
    ),
    check=check,
)

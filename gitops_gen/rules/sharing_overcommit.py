"""More replicas of a card than an environment allows are refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ResolvedCluster, Spec, Tenant
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import DEV, LAB, LAB_L4, RANKING_DEV
from gitops_gen.rules._words import listed

ID = "sharing-overcommit"
BUILT_IN = Fraction(8)
"""``overcommit.shared`` where no document states it, as in ``data/defaults.yaml``."""


class Ceiling(NamedTuple):
    """The most replicas of a card, who says so for whom, and where; no place for the built-in one."""

    ratio: Fraction
    whose: str
    ref: Ref | None


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool that is shared too far."""
    for cluster in compiled.fleet.clusters:
        shared = [pool for pool in cluster.pools if pool.sharing]
        if shared:
            own = [tenant for tenant in cluster.tenants if _states(tenant.allocation)]
            for pool in shared:
                over = [ceiling for ceiling in _ceilings(cluster, pool, own) if pool.replicas > ceiling.ratio]
                if over:
                    yield _problem(cluster, pool, over)


def _ceilings(cluster: ResolvedCluster, pool: Pool, own: list[Tenant]) -> Iterator[Ceiling]:
    """Of every environment that the pool admits, and of namespaces there that have one of their own."""
    admitted = pool.spec.model.spec.used_by.environments
    for environment in cluster.environments:
        if admitted is None or environment.name in admitted:
            yield _merged(f"environment {environment.name}", (cluster.platform, environment, cluster.spec))
    kind = GpuKind(pool.model.id, shared=True) if pool.model else None
    for tenant in own:
        if kind in tenant.gpus and pool.admits(tenant.environment.name, tenant.team.model.spec.department):
            layers = (cluster.platform, tenant.environment, cluster.spec, tenant.allocation)
            yield _merged(f"namespace {tenant.namespace}", layers)


def _merged(whose: str, layers: tuple[Spec[Any], ...]) -> Ceiling:
    """The nearest layer holds; one that unsets the value (null) leaves what is built in."""
    ceiling = Ceiling(BUILT_IN, whose, None)
    for layer in layers:
        if _states(layer):
            overcommit = layer.model.spec.overcommit
            stated = overcommit.shared if overcommit is not None else None
            ceiling = Ceiling(BUILT_IN if stated is None else stated, whose, layer.ref("overcommit", "shared"))
    return ceiling


def _states(layer: Spec[Any]) -> bool:
    """Whether a document states the value, if only to unset it."""
    spec = layer.document.data.get("spec", {})
    return "overcommit" in spec and (spec["overcommit"] is None or "shared" in spec["overcommit"])


def _problem(cluster: ResolvedCluster, pool: Pool, over: list[Ceiling]) -> Problem:
    strictest = min(ceiling.ratio for ceiling in over)
    text = (
        f"{pool.replicas} replicas of each card of pool {pool.name} in {cluster.name} are above the "
        f"{float(strictest):g} that {listed(ceiling.whose for ceiling in over)} may have on a card"
    )
    return Problem(
        ID,
        text,
        pool.spec.ref("partition", pool.sharing, "replicas"),
        f"lower replicas to {int(strictest)}, raise overcommit.shared, or close the pool to them with usedBy"
        if strictest >= 2
        else "share no cards here, raise overcommit.shared, or close the pool to them with usedBy",
        related=tuple((f"the ceiling of {ceiling.whose}", ceiling.ref) for ceiling in over if ceiling.ref is not None),
    )


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="A card is shared by more than its environment allows",
    why=(
        "Containers that share a card by time slicing are kept apart neither in memory nor in faults: each of them can "
        "fill the card or bring it down for all. overcommit.shared is how many strangers an environment puts up with "
        "on one card. A pool that it may use must not go beyond that."
    ),
    fix="Lower replicas of the pool, keep the environment out of it with usedBy, or raise overcommit.shared.",
    invalid=(
        Example(
            "eight on a card where four are allowed", (Edit(LAB_L4, "replicas: 4", "replicas: 8"),), at="replicas: 8"
        ),
        Example(
            "a pool that another environment may use too",
            (Edit(LAB, "environments: [dev]", "environments: [dev, prod]"),),
            at="replicas: 4",
            at_file=LAB_L4,
        ),
        Example(
            "a namespace that wants fewer neighbours",
            (Edit(RANKING_DEV, "  environment: dev\n", "  environment: dev\n  overcommit: {shared: 2}\n"),),
            at="replicas: 4",
            at_file=LAB_L4,
        ),
    ),
    valid=(
        Example(
            "the stricter environment is kept out of the pool",
            (
                Edit(LAB, "environments: [dev]", "environments: [dev, prod]"),
                Edit(LAB_L4, "reserve: {nodes: 1}", "reserve: {nodes: 1}\n  usedBy: {environments: [dev]}"),
            ),
        ),
        Example(
            "where nobody says anything, eight may share",
            (Edit(DEV, "overcommit: {shared: 4}", "overcommit: {}"), Edit(LAB_L4, "replicas: 4", "replicas: 8")),
        ),
    ),
    check=check,
)

"""Promises against hardware, at ``asOf`` and at every later date on which something changes.

By cluster: GPUs by kind, then CPU and memory. Guarantees rest only on pools that back guarantees; a pool's reserve
takes its best-yielding nodes away for each kind by itself, so that the loss of any of them is survived.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from fractions import Fraction
from math import lcm

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import NodeYield, Pool, Spec
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref
from gitops_gen.model.spec import Cluster, Grant
from gitops_gen.resolve.demands import Demand
from gitops_gen.resolve.flow import Class, Shortfall, shortfall
from gitops_gen.resolve.pools import resolve_pool

MAX_BOUNDARIES = 200


def reserved_yield(pool: Pool, kind: GpuKind, yields: Iterable[NodeYield] | None = None) -> int:
    """Devices of a kind that a pool can promise: its yield less that of its best nodes."""
    groups = sorted(
        ((node.devices.get(kind, 0), node.count) for node in (pool.yields if yields is None else yields)), reverse=True
    )
    lost, total = pool.spec.model.spec.reserve.nodes, 0
    for devices, nodes in groups:
        total += devices * max(0, nodes - lost)
        lost = max(0, lost - nodes)
    return total


def total_yield(pool: Pool, kind: GpuKind) -> int:
    """Devices of a kind on all nodes of a pool."""
    return sum(node.devices.get(kind, 0) * node.count for node in pool.yields)


def boundaries(as_of: date, grants: Iterable[Spec[Grant]], pools: Iterable[Pool]) -> tuple[date, ...]:
    """``as_of`` and every later date at which a grant or a reserved block begins or ends."""
    dates = {as_of}
    for grant in grants:
        dates.update(day for day in (grant.model.spec.from_, grant.model.spec.until) if day and day > as_of)
    for pool in pools:
        nodes = pool.spec.model.spec.nodes
        dates.update(day for day in (nodes.from_, nodes.until) if day and day > as_of)
    return tuple(sorted(dates))[:MAX_BOUNDARIES]


def is_active(grant: Spec[Grant], day: date) -> bool:
    """Whether a grant adds at a date: ``from`` inclusive, ``until`` exclusive."""
    spec = grant.model.spec
    return (spec.from_ is None or spec.from_ <= day) and day < spec.until


def check_capacity(
    cluster: Spec[Cluster],
    pools: tuple[Pool, ...],
    demands: tuple[Demand, ...],
    grants: tuple[Spec[Grant], ...],
    *,
    as_of: date,
    problems: list[Problem],
) -> None:
    """Report every kind and every date at which more is promised than stands behind it."""
    reported: set[str] = set()
    for day in boundaries(as_of, grants, pools):
        now = (
            pools
            if day == as_of
            else tuple(resolve_pool(pool.spec, pool.model, as_of=day, problems=[]) for pool in pools)
        )
        active = tuple(grant for grant in grants if is_active(grant, day))
        backing = tuple(pool for pool in now if pool.backs == "guaranteed")
        for kind in sorted(
            {kind for demand in demands for kind in demand.gpus}
            | {kind for grant in active for kind in grant.model.spec.gpus}
        ):
            problem = _gpu_lack(cluster, kind, backing, demands, active, day=None if day == as_of else day)
            if problem is not None and str(kind) not in reported:
                reported.add(str(kind))
                problems.append(problem)
        for resource in ("cpu", "memory"):
            problem = _compute_lack(cluster, resource, backing, demands, active, day=None if day == as_of else day)
            if problem is not None and resource not in reported:
                reported.add(resource)
                problems.append(problem)


def _admits(keys: Iterable[Class], pools: Iterable[Pool]) -> dict[Class, frozenset[str]]:
    pools = tuple(pools)
    return {key: frozenset(pool.name for pool in pools if pool.admits(*key)) for key in keys}


def _gpu_lack(
    cluster: Spec[Cluster],
    kind: GpuKind,
    pools: tuple[Pool, ...],
    demands: tuple[Demand, ...],
    grants: tuple[Spec[Grant], ...],
    *,
    day: date | None,
) -> Problem | None:
    parts: list[tuple[Class, int, Ref]] = []
    for demand in demands:
        if demand.drained or kind not in demand.provable:
            continue
        amount, ref = demand.gpus.get(kind, (0, None))
        if amount and ref is not None:
            parts.append((demand.key, amount, ref))
        for grant in grants:
            added = grant.model.spec.gpus.get(kind)
            if grant.model.spec.allocation == demand.allocation.name and added is not None and added.guaranteed:
                parts.append((demand.key, added.guaranteed, grant.ref("gpus", str(kind), "guaranteed")))
    having = tuple(pool for pool in pools if kind in pool.keys)
    lack = _solve(parts, {pool.name: reserved_yield(pool, kind) for pool in having}, having)
    if lack is None:
        return None
    return _problem(
        "capacity-gpu",
        str(kind),
        shown=str,
        supply=str(lack.supply),
        cluster=cluster,
        lack=lack,
        parts=parts,
        pools=having,
        day=day,
        starting=_starting(grants, day),
        fix="lower a guarantee, end a grant, add nodes to a pool, or cut its cards differently",
    )


def _solve(
    parts: list[tuple[Class, int, Ref]], supplies: Mapping[str, int], pools: tuple[Pool, ...]
) -> Shortfall | None:
    demands: dict[Class, int] = {}
    for key, amount, _ in parts:
        demands[key] = demands.get(key, 0) + amount
    return shortfall(demands, supplies, _admits(demands, pools))


def _problem(
    rule: str,
    what: str,
    *,
    shown: Callable[[int], str],
    supply: str,
    cluster: Spec[Cluster],
    lack: Shortfall,
    parts: list[tuple[Class, int, Ref]],
    pools: tuple[Pool, ...],
    day: date | None,
    starting: frozenset[str],
    fix: str,
) -> Problem:
    """Point at a grant that begins then, else at the largest promise of the set that falls short; name the others."""
    involved = [part for part in parts if part[0] in lack.classes]
    involved.sort(key=lambda part: (str(part[2].document) not in starting, -part[1], part[2].location))
    promised = shown(sum(part[1] for part in involved))
    when = f" from {day} on" if day else ""
    behind = ", ".join(lack.pools)
    text = f"{promised} {what} are promised in {cluster.name} to {_who(lack.classes)}{when}, but " + (
        f"{behind} can promise {supply} after the reserve" if behind else "no pool that backs guarantees has any for it"
    )
    related = [(f"promises {shown(part[1])}", part[2]) for part in involved[1:9]]
    related += [(f"pool {pool.name}", pool.spec.ref("nodes")) for pool in pools if pool.name in lack.pools]
    return Problem(rule, text, involved[0][2], fix, related=tuple(related))


def _who(classes: Iterable[Class]) -> str:
    """Environments, each with its departments: ``prod (product, research)``."""
    departments: dict[str, list[str]] = {}
    for environment, department in sorted(classes):
        departments.setdefault(environment, []).append(department)
    return " and ".join(f"{environment} ({', '.join(names)})" for environment, names in departments.items())


def _compute_lack(
    cluster: Spec[Cluster],
    resource: str,
    pools: tuple[Pool, ...],
    demands: tuple[Demand, ...],
    grants: tuple[Spec[Grant], ...],
    *,
    day: date | None,
) -> Problem | None:
    parts: list[tuple[Class, int, Ref]] = []
    ratios: dict[Class, Fraction] = {}
    for demand in demands:
        amount, ref = demand.compute[resource]
        if demand.drained or amount is None:
            continue
        ratios[demand.key] = demand.ratios[resource]
        parts.append((demand.key, amount, ref))
        for grant in grants:
            added = grant.model.spec.resources
            extra = getattr(added, resource) if added is not None else None
            if grant.model.spec.allocation == demand.allocation.name and extra is not None:
                parts.append((demand.key, extra.nano, grant.ref("resources", resource)))
    supplies = {pool.name: _allocatable(pool, resource) for pool in pools}
    lack = _scaled(parts, ratios, supplies, pools)
    if lack is None:
        return None
    return _problem(
        "capacity-compute",
        resource,
        shown=lambda nano: str(Quantity(nano, binary=resource == "memory")),
        supply=_supply(resource, sum(supplies[name] for name in lack.pools), {ratios[key] for key in lack.classes}),
        cluster=cluster,
        lack=lack,
        parts=parts,
        pools=pools,
        day=day,
        starting=_starting(grants, day),
        fix="lower a ceiling, add nodes, or raise overcommit in the Environment",
    )


def _starting(grants: Iterable[Spec[Grant]], day: date | None) -> frozenset[str]:
    """Grants that begin at a later date: they are what changes then."""
    return frozenset(str(grant.document) for grant in grants if day is not None and grant.model.spec.from_ == day)


def _supply(resource: str, nano: int, ratios: set[Fraction]) -> str:
    """An amount, with the overcommit ratios where there are any."""
    amount = str(Quantity(nano, binary=resource == "memory"))
    if ratios == {Fraction(1)}:
        return amount
    return f"{amount} (overcommit {', '.join(str(float(ratio)) for ratio in sorted(ratios))})"


def _scaled(
    parts: list[tuple[Class, int, Ref]],
    ratios: Mapping[Class, Fraction],
    supplies: Mapping[str, int],
    pools: tuple[Pool, ...],
) -> Shortfall | None:
    """Divide each demand by its overcommit ratio, exactly: everything is multiplied by the ratios' common numerator."""
    common = lcm(*(ratio.numerator for ratio in ratios.values())) if ratios else 1
    demands: dict[Class, int] = {}
    for key, amount, _ in parts:
        factor = common / ratios[key]
        demands[key] = demands.get(key, 0) + int(amount * factor)
    return shortfall(demands, {name: supply * common for name, supply in supplies.items()}, _admits(demands, pools))


def _allocatable(pool: Pool, resource: str) -> int:
    """Nano units of a resource on the pool's nodes, less the reserve."""
    each: Quantity = getattr(pool.spec.model.spec.allocatable, resource)
    return each.nano * max(0, pool.nodes - pool.spec.model.spec.reserve.nodes)

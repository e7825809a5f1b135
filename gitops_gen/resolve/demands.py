"""What the proof of capacity counts: each namespace's promises as its allocation writes them, without grants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gitops_gen.model.fleet import Pool, Spec, Tenant
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref
from gitops_gen.model.spec import Allocation
from gitops_gen.resolve.flow import Class
from gitops_gen.resolve.tenants import Place


@dataclass(frozen=True, slots=True)
class Demand:
    """What one allocation is promised in one cluster, without grants. CPU and memory in nano units; None: unlimited."""

    allocation: Spec[Allocation]
    namespace: str
    key: Class
    gpus: Mapping[GpuKind, tuple[int, Ref]]
    compute: Mapping[str, tuple[int | None, Ref]]
    ratios: Mapping[str, Fraction]
    drained: bool
    provable: frozenset[GpuKind]
    """Kinds that a pool open to it has, as far as the pools are right. The others are refused before the proof."""


def provable_kinds(place: Place, pools: Iterable[Pool], doubtful: frozenset[str]) -> frozenset[GpuKind]:
    """Kinds that a pool open to the team has. What a faulty pool would have is left out: its fault is reported."""
    key = (place.environment.name, place.team.model.spec.department)
    return frozenset(kind for pool in pools if pool.admits(*key) for kind in pool.keys if kind.model not in doubtful)


def demand_of(place: Place, tenant: Tenant, provable: frozenset[GpuKind]) -> Demand:
    """What the proof counts: the allocation's own numbers, without grants (they count by their dates)."""
    written = place.allocation.model.spec.clusters[place.cluster.name]
    compute: dict[str, tuple[int | None, Any]] = {}
    ratios: dict[str, Any] = {}
    overcommit = place.policy.merged
    for name in ("cpu", "memory"):
        resource = tenant.resources.get(name)
        granted = sum(
            (getattr(grant.model.spec.resources, name) or Quantity(0)).nano
            for grant in place.grants
            if grant.model.spec.resources is not None
        )
        base = [ref for ref in resource.origins if ref.document.kind != "Grant"] if resource else []
        amount = resource.value.nano - granted if resource is not None and resource.value is not None else None
        compute[name] = (amount, base[-1] if base else place.ref)
        ratio = overcommit.traced("overcommit", name)
        ratios[name] = Fraction(str(ratio.value if ratio else 1))
    return Demand(
        allocation=place.allocation,
        namespace=tenant.namespace,
        key=(place.environment.name, place.team.model.spec.department),
        gpus={
            kind: (promise.guaranteed, place.ref.child("gpus", str(kind), "guaranteed"))
            for kind, promise in written.gpus.items()
        },
        compute=compute,
        ratios=ratios,
        drained=tenant.state.value in ("drained", "removed"),
        provable=provable,
    )

"""One team's namespace in one cluster: every value worked out from layers, tiers, grants and states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import GroupAccess, Pool, PromisedGpus, Spec
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.quantity import ZERO, Quantity
from gitops_gen.model.source import Ref, Traced
from gitops_gen.model.spec import Allocation, Cluster, Environment, Grant, Platform, Team
from gitops_gen.model.spec.layers import Limits
from gitops_gen.model.spec.scalars import UNLIMITED
from gitops_gen.resolve.policy import RESOURCES, Policy

ROLES = ("admin", "developer", "viewer")
COUNTS = tuple(sorted(field.alias or name for name, field in Limits.model_fields.items()))
LABEL_PREFIX = "gitops-gen.io/"
MANAGED_BY = "app.kubernetes.io/managed-by"


@dataclass(frozen=True, slots=True)
class Place:
    """The documents that meet in one namespace."""

    platform: Spec[Platform]
    cluster: Spec[Cluster]
    environment: Spec[Environment]
    team: Spec[Team]
    allocation: Spec[Allocation]
    policy: Policy
    grants: tuple[Spec[Grant], ...]
    """Active at ``asOf``, for this allocation and cluster."""

    @property
    def ref(self) -> Ref:
        return self.allocation.ref("clusters", self.cluster.name)

    @property
    def raw(self) -> dict[str, Any]:
        """The allocation's part for this cluster, as written."""
        found = self.allocation.document.data["spec"]["clusters"][self.cluster.name]
        return found if isinstance(found, dict) else {}


def labels(place: Place) -> dict[str, Traced[str]]:
    """Labels of everything in the namespace: the layers', then ours."""
    found = dict(place.policy.labels)
    team, spec = place.team, place.team.model.spec
    own = {
        "team": (team.name, team.ref()),
        "environment": (place.environment.name, place.environment.ref()),
        "department": (spec.department, team.ref("department")),
        "cost-center": (spec.cost_center, team.ref("costCenter")),
    }
    for name, (value, ref) in own.items():
        if value:
            found[LABEL_PREFIX + name] = Traced(value, (ref,))
    return dict(sorted(found.items()))


def resources(
    place: Place, problems: list[Problem]
) -> tuple[dict[str, Traced[Quantity | None]], dict[str, Traced[Quantity | None]]]:
    """Ceilings on requests and on limits. cpu and memory must come from somewhere, or be called unlimited."""
    written = place.raw.get("resources") or {}
    requests: dict[str, Traced[Quantity | None]] = {}
    limits: dict[str, Traced[Quantity | None]] = {}
    for name in RESOURCES:
        found = _resource(place, written, name)
        own = (written.get("limits") or {}).get(name)
        limit = None if own is None else Traced(_amount(own), (place.ref.child("resources", "limits", name),))
        if found is None:
            if name != "ephemeral-storage":
                problems.append(_missing(place, name, has_resources=bool(written)))
            if limit is not None:
                limits[name] = _granted(place, name, limit)
            continue
        requests[name] = _granted(place, name, found)
        limits[name] = requests[name] if limit is None else _granted(place, name, limit)
        _check_limit(place, name, requests[name].value, limits[name], problems)
    return requests, limits


def _missing(place: Place, name: str, *, has_resources: bool) -> Problem:
    who = f"{place.allocation.document} names no {name} in {place.cluster.name}"
    at = place.ref.child("resources") if has_resources else place.ref
    fix = f"add {name}, name a tier, or write {name}: {UNLIMITED}"
    return Problem("resources-missing", f"{who}, and neither a tier nor the defaults do", at, fix, on_key=True)


def _check_limit(
    place: Place, name: str, request: Quantity | None, limit: Traced[Quantity | None], problems: list[Problem]
) -> None:
    if limit.value is None or (request is not None and request <= limit.value):
        return
    text = (
        f"limits.{name} is {limit.value}, below the {request or UNLIMITED} of requests: requests could never be used up"
    )
    # Grants raise both alike: where there is one, it is not what is wrong.
    at = next((ref for ref in reversed(limit.origins) if ref.document.kind != "Grant"), limit.winner)
    problems.append(Problem("resources-limit-low", text, at, f"raise limits.{name}, or lower {name}"))


def _amount(text: Any) -> Quantity | None:
    return None if text == UNLIMITED else Quantity.parse(text)


def _resource(place: Place, written: Mapping[str, Any], name: str) -> Traced[Quantity | None] | None:
    layers: list[tuple[Any, Ref]] = []
    default = place.policy.merged.traced("defaults", "resources", name)
    if default is not None:
        layers += [(default.value, ref) for ref in default.origins]
    tier = written.get("tier")
    if tier is not None:
        tiers = place.platform.document.data["spec"].get("tiers") or {}
        value = (tiers.get(tier) or {}).get(name)
        if value is not None:
            layers += [(value, place.platform.ref("tiers", tier, name)), (value, place.ref.child("resources", "tier"))]
    if written.get(name) is not None:
        layers.append((written[name], place.ref.child("resources", name)))
    if not layers:
        return None
    return Traced(_amount(layers[-1][0]), tuple(ref for _, ref in layers))


def _granted(place: Place, name: str, base: Traced[Quantity | None]) -> Traced[Quantity | None]:
    total, refs = base.value, list(base.origins)
    for grant in place.grants:
        added = grant.model.spec.resources
        extra = getattr(added, name.replace("-", "_")) if added is not None else None
        if extra is not None and total is not None:
            total = total + extra
            refs.append(grant.ref("resources", name))
    return Traced(total, tuple(refs))


def storage(place: Place) -> dict[str, Traced[Quantity]]:
    """Storage of every class of the cluster; a class that nobody names is 0."""
    written = place.raw.get("resources") or {}
    named = written.get("storage") or {}
    tier = place.platform.model.spec.tiers.get(written.get("tier") or "")
    found: dict[str, Traced[Quantity]] = {}
    for name in sorted(place.cluster.model.spec.storage_classes):
        refs: list[Ref] = []
        total = ZERO
        if tier is not None and name in tier.storage:
            total, refs = tier.storage[name], [place.platform.ref("tiers", written["tier"], "storage", name)]
        if named.get(name) is not None:
            total, refs = Quantity.parse(named[name]), [*refs, place.ref.child("resources", "storage", name)]
        for grant in place.grants:
            added = grant.model.spec.resources
            if added is not None and name in added.storage:
                total, refs = total + added.storage[name], [*refs, grant.ref("resources", "storage", name)]
        found[name] = Traced(total, tuple(refs) or (place.cluster.ref("storageClasses", name),))
    return found


def counts(place: Place) -> dict[str, Traced[int]]:
    """Counts of objects: what the allocation names, for pods else the default, else the ceiling; never above that."""
    named = (place.raw.get("resources") or {}).get("counts") or {}
    default = place.policy.merged.traced("defaults", "pods")
    found: dict[str, Traced[int]] = {}
    for count in COUNTS:
        ceiling = place.policy.strictest.get(count)
        wanted = (
            Traced(int(named[count]), (place.ref.child("resources", "counts", count),))
            if named.get(count) is not None
            else None
        )
        if wanted is None and count == "pods" and default is not None:
            wanted = Traced(int(default.value), default.origins)
        if wanted is None or (ceiling is not None and ceiling.value < wanted.value):
            wanted = (
                ceiling
                if wanted is None or ceiling is None
                else Traced(ceiling.value, (*wanted.origins, *ceiling.origins))
            )
        elif ceiling is not None:
            wanted = Traced(wanted.value, (*ceiling.origins, *wanted.origins))
        if wanted is not None:
            found[count] = wanted
    return found


def gpus(place: Place) -> dict[GpuKind, Traced[PromisedGpus]]:
    """GPUs by kind, with the grants that hold at ``asOf``."""
    written = place.allocation.model.spec.clusters[place.cluster.name].gpus
    kinds = sorted({*written, *(kind for grant in place.grants for kind in grant.model.spec.gpus)})
    found: dict[GpuKind, Traced[PromisedGpus]] = {}
    for kind in kinds:
        base = written.get(kind)
        refs = [place.ref.child("gpus", str(kind))] if base else []
        guaranteed, borrow, lend = (base.guaranteed, base.borrow, base.lend) if base else (0, 0, None)
        granted = 0
        for grant in place.grants:
            added = grant.model.spec.gpus.get(kind)
            if added is not None:
                granted += added.guaranteed
                borrow += added.borrow
                refs.append(grant.ref("gpus", str(kind)))
        found[kind] = Traced(PromisedGpus(guaranteed + granted, borrow, lend, granted), tuple(refs))
    return found


def gpu_keys(
    place: Place, promised: Mapping[GpuKind, Traced[PromisedGpus]], pools: Iterable[Pool]
) -> dict[str, Traced[int]]:
    """One line for each resource key of the cluster: the sum of the team's kinds behind it, 0 where it has none."""
    kinds: dict[str, set[GpuKind]] = {}
    refs: dict[str, Ref] = {}
    for pool in pools:
        for kind, key in pool.keys.items():
            kinds.setdefault(key, set()).add(kind)
            refs.setdefault(key, pool.spec.ref("gpu"))
    found: dict[str, Traced[int]] = {}
    for key in sorted(kinds):
        behind = [promised[kind] for kind in sorted(kinds[key]) if kind in promised]
        total = sum(promise.value.guaranteed + promise.value.borrow for promise in behind)
        origins = tuple(ref for promise in behind for ref in promise.origins)
        found[key] = Traced(total, origins or (refs[key],))
    return found


def largest_node(pools: Iterable[Pool]) -> dict[str, Traced[Quantity]]:
    """The most of each resource on any node of these pools."""
    found: dict[str, Traced[Quantity]] = {}
    for pool in pools:
        for name in RESOURCES:
            amount: Quantity | None = getattr(pool.spec.model.spec.allocatable, name.replace("-", "_"))
            if amount is not None and (name not in found or found[name].value < amount):
                found[name] = Traced(amount, (pool.spec.ref("allocatable", name),))
    return dict(sorted(found.items()))


def access(place: Place) -> dict[str, tuple[GroupAccess, ...]]:
    """Role to groups: the team's, with what the allocation adds, changes or (null) takes away."""
    groups: dict[str, tuple[str, Ref]] = {
        group: (entry.role, place.team.ref("access", group)) for group, entry in place.team.model.spec.access.items()
    }
    for group, change in place.allocation.model.spec.access.items():
        if change is None:
            groups.pop(group, None)
        else:
            groups[group] = (change.role, place.allocation.ref("access", group))
    found = {
        role: tuple(GroupAccess(group, ref) for group, (held, ref) in sorted(groups.items()) if held == role)
        for role in ROLES
    }
    return {role: holders for role, holders in found.items() if holders}

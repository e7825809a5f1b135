"""A template that the namespace's own quota can never admit is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import ProfileKind, ResolvedCluster, Tenant
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import RANKING_PROD, ROBOTICS_FAIR, ROBOTICS_PROD
from gitops_gen.rules._uses import by_place, last, tenants
from gitops_gen.rules._words import listed

ID = "template-over-quota"


class Excess(NamedTuple):
    """A template with what its pod asks for, and what the namespace has of it."""

    template: str
    has: str
    where: str


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each place that holds a ceiling which is too low."""
    found = by_place(
        pair
        for cluster, tenant in tenants(compiled.fleet)
        for profile in tenant.profiles
        for kind in profile.kinds
        for pair in _excesses(cluster, tenant, kind)
    )
    for place, excesses in found.items():
        yield Problem(ID, _text(excesses), place, "raise the ceiling, or do not allow the profile here")


def _text(excesses: list[Excess]) -> str:
    by_ceiling: dict[str, list[Excess]] = {}
    for excess in excesses:
        by_ceiling.setdefault(excess.has, []).append(excess)
    return "; ".join(
        f"one pod of {listed(excess.template for excess in items)} is more than the {has} "
        f"that {listed(excess.where for excess in items)} may use in all"
        for has, items in by_ceiling.items()
    )


def _excesses(cluster: ResolvedCluster, tenant: Tenant, kind: ProfileKind) -> Iterator[tuple[Ref, Excess]]:
    where, name = f"{cluster.name}/{tenant.namespace}", kind.object_name
    for resource, amount in kind.requests.items():
        quota = tenant.resources.get(resource)
        if quota is not None and quota.value is not None and amount.value.nano > quota.value.nano:
            place = last(quota.origins, tenant.cluster_ref(cluster.name, "resources"))
            yield place, Excess(f"{name} ({amount.value} {resource})", f"{quota.value} {resource}", where)
    limit = tenant.gpu_keys.get(kind.key)
    if limit is not None and kind.kind is not None and kind.gpus > limit.value:
        promise = tenant.gpus.get(kind.kind)
        at = promise.origins[0] if promise is not None else tenant.cluster_ref(cluster.name)
        yield at, Excess(f"{name} ({kind.gpus} {kind.kind})", f"{limit.value} {kind.key}", where)


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="One pod of a template is more than the namespace may use",
    why=(
        "The quota of a namespace holds for all its pods together. If a template's default pod alone asks for more, "
        "every run started from it is refused, and the Job only says so in its events."
    ),
    fix="Raise the ceiling in the Allocation, lower what the profile asks for, or do not allow the profile there.",
    invalid=(
        Example("two cores for a pod of three", (Edit(RANKING_PROD, "cpu: 128", "cpu: 2"),), at="cpu: 2"),
        Example(
            "one card for a pod of two",
            (
                Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: 1}"),
                Edit(ROBOTICS_FAIR, "  gpus: {h100-80gb: {guaranteed: 2}}\n", ""),
            ),
            at="h100-80gb: {guaranteed: 1}",
        ),
    ),
    valid=(
        Example("exactly one pod fits", (Edit(RANKING_PROD, "cpu: 128", "cpu: 8"),)),
        Example(
            "a grant makes up for it",
            (Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: 1}"),),
        ),
    ),
    check=check,
)

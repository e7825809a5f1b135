"""A container default that is more than its namespace, or any of its nodes, has is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref, Traced
from gitops_gen.rules._example import PROD, ROBOTICS_DEV
from gitops_gen.rules._uses import by_place, last, tenants
from gitops_gen.rules._words import listed

ID = "default-exceeds-quota"
BUILT_IN = "Defaults"
"""Kind of the document that holds the built-in defaults: no file of the repository."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each value: the ceiling where it is a namespace's, the default where no node is large enough."""
    found = by_place(pair for cluster, tenant in tenants(compiled.fleet) for pair in _excesses(cluster, tenant))
    for place, pairs in found.items():
        text = "; ".join(dict.fromkeys(text for text, _ in pairs))
        where = listed(where for _, where in pairs)
        yield Problem(ID, f"{text} ({where})", place, "lower the default of a container, or raise what it exceeds")


def _excesses(cluster: ResolvedCluster, tenant: Tenant) -> Iterator[tuple[Ref, tuple[str, str]]]:
    where = f"{cluster.name}/{tenant.namespace}"
    for resource, default in _defaults(tenant).items():
        gets = f"a container gets {default.value} {resource} by default, more than the"
        quota, node = tenant.resources.get(resource), tenant.largest_node.get(resource)
        if quota is not None and quota.value is not None and quota.value.nano < default.value.nano:
            place = last(quota.origins, tenant.cluster_ref(cluster.name, "resources"))
            yield place, (f"{gets} {quota.value} that its namespace has", where)
        if node is not None and node.value.nano < default.value.nano:
            place = last(default.origins, node.winner)
            place = node.winner if place.document.kind == BUILT_IN else place
            yield place, (f"{gets} {node.value} of the largest node it may use", where)


def _defaults(tenant: Tenant) -> dict[str, Traced[Quantity]]:
    """The larger of request and limit for each resource."""
    found = dict(tenant.container_requests)
    for resource, limit in tenant.container_limits.items():
        if resource not in found or found[resource].value.nano < limit.value.nano:
            found[resource] = limit
    return found


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="A container's default is more than its namespace or node has",
    why=(
        "A container that asks for nothing gets the defaults. If they exceed the namespace's quota, or the largest "
        "node that it may use, no such container can ever start; and the API server refuses a LimitRange whose "
        "defaults lie above its maximum, which is the smaller of the two."
    ),
    fix="Lower defaults.container in the nearest layer, or raise the ceiling in the Allocation.",
    invalid=(
        Example(
            "a namespace of half a gibibyte",
            (Edit(ROBOTICS_DEV, "memory: 320Gi", "memory: 512Mi"),),
            at="memory: 512Mi",
        ),
        Example(
            "a default larger than any node",
            (Edit(PROD, "container: {cpu: 500m", "container: {cpu: 240"),),
            at="cpu: 240",
        ),
        Example(
            "a limit larger than any node",
            (Edit(PROD, "memory: 2Gi}", "memory: 2Gi, limits: {memory: 2Ti}}"),),
            at="limits: {memory: 2Ti}",
        ),
    ),
    valid=(Example("exactly one container", (Edit(ROBOTICS_DEV, "memory: 320Gi", "memory: 1Gi"),)),),
    check=check,
)

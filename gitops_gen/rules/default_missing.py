"""A quota on a resource that no container default names is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import DEV, ROBOTICS_DEV
from gitops_gen.rules._uses import by_place, last, tenants
from gitops_gen.rules._words import listed

ID = "default-missing"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each ceiling."""
    found = by_place(
        (
            last(quota.origins, tenant.cluster_ref(cluster.name, "resources")),
            (resource, f"{cluster.name}/{tenant.namespace}"),
        )
        for cluster, tenant in tenants(compiled.fleet)
        for resource, quota in tenant.resources.items()
        if quota.value is not None
        and resource not in tenant.container_requests
        and resource not in tenant.container_limits
    )
    for place, items in found.items():
        resources, where = listed(resource for resource, _ in items), listed(where for _, where in items)
        text = f"a quota limits {resources} ({where}), and no container default names it: pods that do not are refused"
        yield Problem(ID, text, place, f"add {resources} to defaults.container, or drop the ceiling")


LIMITED = Edit(ROBOTICS_DEV, "memory: 320Gi", "memory: 320Gi, ephemeral-storage: 500Gi")

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="A resource is limited, and containers get none of it by default",
    why=(
        "Where a quota limits a resource, the API server refuses every container that does not state how much of it "
        "it needs. A default fills that in for those who say nothing, such as a pod that somebody starts by hand or a "
        "sidecar."
    ),
    fix="Name the resource under defaults.container of the Environment, or do not limit it.",
    invalid=(Example("scratch space is limited", (LIMITED,), at="ephemeral-storage: 500Gi"),),
    valid=(
        Example(
            "and has a default",
            (
                LIMITED,
                Edit(
                    DEV,
                    "container: {cpu: 250m, memory: 1Gi}",
                    "container: {cpu: 250m, memory: 1Gi, ephemeral-storage: 2Gi}",
                ),
            ),
        ),
        Example(
            "unlimited needs no default",
            (Edit(ROBOTICS_DEV, "memory: 320Gi", "memory: 320Gi, ephemeral-storage: unlimited"),),
        ),
    ),
    check=check,
)

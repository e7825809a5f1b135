"""A container default whose limit lies below its request is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Tenant
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import PROD, ROBOTICS_PROD
from gitops_gen.rules._uses import by_place, tenants
from gitops_gen.rules._words import listed

ID = "default-limit-low"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pair of values; all namespaces that get it, in the text."""
    found = by_place(
        (place, (text, request, f"{cluster.name}/{tenant.namespace}"))
        for cluster, tenant in tenants(compiled.fleet)
        for place, request, text in _low(tenant)
    )
    for place, items in found.items():
        text, request, _ = items[0]
        where = listed(where for _, _, where in items)
        fix = "raise the limit to the request or above, or leave it out"
        yield Problem(ID, f"{text} ({where})", place, fix, related=(("the request", request),))


def _low(tenant: Tenant) -> Iterator[tuple[Ref, Ref, str]]:
    for resource, limit in tenant.container_limits.items():
        request = tenant.container_requests.get(resource)
        if request is not None and limit.value.nano < request.value.nano:
            yield (
                limit.winner,
                request.winner,
                f"by default a container asks for {request.value} {resource} and may use {limit.value}",
            )


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="A container's default limit is below its default request",
    why=(
        "What a container asks for must lie within what it may use. The API server refuses a LimitRange that says "
        "otherwise, so the namespace would be left without any defaults, and its quota would refuse every container "
        "that names no amounts."
    ),
    fix="Raise defaults.container.limits, or drop it: limits then equal the requests.",
    invalid=(
        Example(
            "a limit below the request",
            (Edit(PROD, "memory: 2Gi}", "memory: 2Gi, limits: {memory: 1Gi}}"),),
            at="limits: {memory: 1Gi}",
        ),
    ),
    valid=(
        Example(
            "an allocation lowers the request too",
            (
                Edit(PROD, "memory: 2Gi}", "memory: 2Gi, limits: {memory: 4Gi}}"),
                Edit(
                    ROBOTICS_PROD,
                    "  environment: prod\n",
                    "  environment: prod\n  defaults: {container: {memory: 1Gi, limits: {memory: 1Gi}}}\n",
                ),
            ),
        ),
    ),
    check=check,
)

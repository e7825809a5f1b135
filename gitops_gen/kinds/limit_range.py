"""What a container gets that asks for nothing, and the most it may ask for.

A resource appears only where it has a default: the API server turns a ``max`` without one into the default of every
container. For the same reason there is no line for GPUs: each container, sidecars too, would get some.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._refs import Refs
from gitops_gen.kinds._states import is_drained, is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Json, Path, Traced

ITEM = ("spec", "limits", 0)


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """One item, for containers. A drained namespace has no containers."""
    if is_removed(tenant) or is_drained(tenant):
        return
    item: dict[str, Json] = {"type": "Container"}
    sources: dict[Path, Refs] = {}
    parts = {"default": tenant.container_limits, "defaultRequest": tenant.container_requests, "max": _most(tenant)}
    for field, amounts in parts.items():
        if amounts:
            item[field] = {resource: str(amount.value) for resource, amount in amounts.items()}
            sources |= {(*ITEM, field, resource): amount.origins for resource, amount in amounts.items()}
    yield Draft(
        kind="LimitRange",
        name="defaults",
        namespace=tenant.namespace,
        body={"spec": {"limits": [item]}},
        origin=tenant.allocation.ref(),
        sources=sources,
    )


def _most(tenant: Tenant) -> dict[str, Traced[Quantity]]:
    """The smaller of the namespace's quota and its largest node; a container above either would wait for ever."""
    most: dict[str, Traced[Quantity]] = {}
    for resource in tenant.container_limits:
        quota, node = tenant.resources.get(resource), tenant.largest_node.get(resource)
        if quota is None or quota.value is None:
            if node is not None:
                most[resource] = node
        elif node is None or quota.value <= node.value:
            most[resource] = Traced(quota.value, (() if node is None else node.origins) + quota.origins)
        else:
            most[resource] = Traced(node.value, quota.origins + node.origins)
    return most


KIND = TenantKind(
    id="limit-range",
    emits=("LimitRange",),
    summary="Defaults and ceilings of a container, which the quota of a namespace needs",
    render=render,
)

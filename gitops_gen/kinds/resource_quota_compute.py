"""Ceilings on cpu, memory and ephemeral storage, for requests and for limits."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._quota import Line, quota
from gitops_gen.kinds._states import is_drained, is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """One line for each amount that is limited; ``unlimited`` gives none."""
    if not is_removed(tenant):
        yield from quota(tenant, "compute", lines=_lines(tenant))


def _lines(tenant: Tenant) -> Iterator[Line]:
    drained = is_drained(tenant)
    for prefix, amounts in (("requests", tenant.resources), ("limits", tenant.limits)):
        for resource, amount in amounts.items():
            if drained:
                yield Line(f"{prefix}.{resource}", "0", amount.origins + tenant.state.origins)
            elif amount.value is not None:
                yield Line(f"{prefix}.{resource}", str(amount.value), amount.origins)


KIND = TenantKind(
    id="resource-quota-compute",
    emits=("ResourceQuota",),
    summary="Ceilings of a namespace on cpu, memory and ephemeral storage",
    render=render,
)

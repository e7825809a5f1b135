"""The ceiling on each GPU resource of the cluster.

A resource without a line is unlimited, so a team gets a line of 0 for those that it was not given. Only the form
``requests.<resource>`` counts extended resources (k8s.io/api core/v1); any other is accepted and never enforced.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._quota import Line, count_text, quota
from gitops_gen.kinds._states import is_drained, is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """One line for each GPU resource; no object in a cluster that has none."""
    if not is_removed(tenant):
        yield from quota(tenant, "gpu", lines=_lines(tenant))


def _lines(tenant: Tenant) -> Iterator[Line]:
    drained = is_drained(tenant)
    for key, count in tenant.gpu_keys.items():
        if drained:
            yield Line(f"requests.{key}", "0", count.origins + tenant.state.origins)
        else:
            yield Line(f"requests.{key}", count_text(count.value), count.origins)


KIND = TenantKind(
    id="resource-quota-gpu",
    emits=("ResourceQuota",),
    summary="Ceiling of a namespace on each GPU resource of the cluster",
    render=render,
)

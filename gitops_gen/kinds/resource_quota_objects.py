"""Ceilings on how many objects a namespace holds; how a frozen namespace takes no new work."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._quota import Line, count_text, quota
from gitops_gen.kinds._states import is_drained, is_removed, takes_work
from gitops_gen.kinds._workloads import BUILT_IN, operated_kinds
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind

KEYS = {
    "configMaps": "configmaps",
    "cronJobs": "count/cronjobs.batch",
    "jobs": "count/jobs.batch",
    "persistentVolumeClaims": "persistentvolumeclaims",
    "pods": "pods",
    "secrets": "secrets",
    "services": "services",
}
"""The spec language's words for counts to Kubernetes' (k8s.io/api core/v1, and ``count/<plural>.<group>``)."""

FORBIDDEN = ("services.loadbalancers", "services.nodeports")
"""Services that open the cluster to the outside, and cost money there."""


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """The counts, and 0 for what the state or the platform forbids."""
    if not is_removed(tenant):
        yield from quota(tenant, "objects", lines=_lines(tenant, cluster))


def _lines(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Line]:
    lines: dict[str, Line] = {}
    for word, count in tenant.counts.items():
        lines[KEYS[word]] = Line(KEYS[word], count_text(count.value), count.origins)
    for key in FORBIDDEN:
        lines[key] = Line(key, "0")
    for key in () if takes_work(tenant) else _closed(tenant, cluster):
        counted = lines[key].origins if key in lines else ()
        lines[key] = Line(key, "0", counted + tenant.state.origins)
    return iter(lines.values())


def _closed(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[str]:
    """In a frozen namespace running Jobs go on, and may replace a pod that failed; only a drained one has no pods."""
    yield from (f"count/{name}" for name in BUILT_IN)
    yield from (f"count/{kind.plural}.{kind.group}" for kind in operated_kinds(cluster))
    if is_drained(tenant):
        yield "pods"


KIND = TenantKind(
    id="resource-quota-objects",
    emits=("ResourceQuota",),
    summary="Ceilings of a namespace on counts of objects",
    render=render,
)

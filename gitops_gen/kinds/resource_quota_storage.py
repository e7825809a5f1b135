"""Ceilings on storage: for each class, 0 where none was given, and for all together. Drained namespaces keep theirs."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._quota import Line, quota
from gitops_gen.kinds._refs import joined
from gitops_gen.kinds._states import is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.quantity import Quantity


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A line for each storage class of the cluster, and their sum: claims may name a class that nobody declared."""
    if not is_removed(tenant):
        yield from quota(tenant, "storage", lines=_lines(tenant))


def _lines(tenant: Tenant) -> Iterator[Line]:
    total = sum((size.value for size in tenant.storage.values()), Quantity(0))
    yield Line("requests.storage", str(total), joined(*(size.origins for size in tenant.storage.values())))
    for storage_class, size in tenant.storage.items():
        yield Line(f"{storage_class}.storageclass.storage.k8s.io/requests.storage", str(size.value), size.origins)


KIND = TenantKind(
    id="resource-quota-storage",
    emits=("ResourceQuota",),
    summary="Ceilings of a namespace on storage, by storage class and together",
    render=render,
)

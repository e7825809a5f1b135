"""Which groups hold which role.

A binding bears its role's name, so that a group's new role never means another ``roleRef``, which is immutable.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._refs import Refs, is_written
from gitops_gen.kinds._states import is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.source import Path

RBAC = "rbac.authorization.k8s.io"
PREFIX = ("identity", "groupPrefix")


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A binding for each role that some group has."""
    if is_removed(tenant):
        return
    prefix = cluster.platform.model.spec.identity.group_prefix
    prefix_refs = (cluster.platform.ref(*PREFIX),) if is_written(cluster.platform, *PREFIX) else ()
    for role, groups in tenant.access.items():
        sources: dict[Path, Refs] = {("metadata", "name"): tuple(group.ref for group in groups)}
        sources |= {("subjects", i, "name"): (*prefix_refs, group.ref) for i, group in enumerate(groups)}
        yield Draft(
            kind="RoleBinding",
            name=role,
            namespace=tenant.namespace,
            body={
                "roleRef": {"apiGroup": RBAC, "kind": "Role", "name": role},
                "subjects": [{"apiGroup": RBAC, "kind": "Group", "name": prefix + group.group} for group in groups],
            },
            origin=tenant.allocation.ref(),
            sources=sources,
        )


KIND = TenantKind(
    id="role-binding",
    emits=("RoleBinding",),
    summary="Which groups of people hold which role in a namespace",
    render=render,
)

"""Accounts without a token and without rights: ``default``, one for each profile, and one for each cloud identity."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._identities import ANNOTATIONS, identity_annotations
from gitops_gen.kinds._names import PROFILE_LABEL
from gitops_gen.kinds._refs import Refs, use_of
from gitops_gen.kinds._states import is_drained, is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.source import Path

DEFAULT = "default"
"""Exists in every namespace; rendered only to keep its token out of pods that name no account."""


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A drained namespace keeps ``default`` alone: nothing runs under the others any more."""
    if is_removed(tenant):
        return
    yield _account(tenant, cluster, name=DEFAULT)
    if is_drained(tenant):
        return
    profiles = {profile.name: profile for profile in tenant.profiles if profile.kinds}
    for name, profile in profiles.items():
        yield _account(tenant, cluster, name=name, profile=name, uses=use_of(tenant, profile))
    if cluster.spec.model.spec.identity.mode in ANNOTATIONS:
        for name in sorted(tenant.allocation.model.spec.identities.keys() - profiles.keys() - {DEFAULT}):
            yield _account(tenant, cluster, name=name)


def _account(tenant: Tenant, cluster: ResolvedCluster, *, name: str, profile: str = "", uses: Refs = ()) -> Draft:
    annotations = identity_annotations(tenant, cluster, account=name)
    sources: dict[Path, Refs] = {}
    if uses:
        sources = {("metadata", "name"): uses, ("metadata", "labels", PROFILE_LABEL): uses}
    elif annotations and name != DEFAULT:
        sources = {("metadata", "name"): (tenant.allocation.ref("identities", name),)}
    for key in annotations:
        sources["metadata", "annotations", key] = (
            cluster.spec.ref("identity", "mode"),
            tenant.allocation.ref("identities", name, "role"),
        )
    return Draft(
        kind="ServiceAccount",
        name=name,
        namespace=tenant.namespace,
        body={"automountServiceAccountToken": False},
        origin=tenant.allocation.ref(),
        labels={PROFILE_LABEL: profile} if profile else {},
        annotations=annotations,
        sources=sources,
    )


KIND = TenantKind(
    id="service-account",
    emits=("ServiceAccount",),
    summary="Accounts of a namespace: no token, no rights, a cloud role where one is allocated",
    render=render,
)

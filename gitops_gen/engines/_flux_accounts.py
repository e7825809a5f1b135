"""The two accounts that Flux applies as: one brings the Kustomizations, one applies the platform and the teams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitops_gen.engines._flux_rights import APPLY, PRUNE, Right, rights, rules
from gitops_gen.engines._flux_settings import account, namespace_ref, settings
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.source import Json, Path, Ref

_RBAC = "rbac.authorization.k8s.io"


def accounts(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """ServiceAccounts with their rights. The root's hold in Flux's namespace, the platform's in the whole cluster."""
    yield from _root_account(cluster)
    yield from _platform_account(cluster, rendered)


def _root_account(cluster: ResolvedCluster) -> Iterator[Draft]:
    own = Right("kustomize.toolkit.fluxcd.io", "kustomizations", tuple(sorted((*APPLY, PRUNE))))
    bodies, sources = rules([own])
    yield _draft(cluster, "ServiceAccount", "root", {"automountServiceAccountToken": False})
    yield _draft(cluster, "Role", "root", {"rules": bodies}, sources=sources)
    yield _draft(cluster, "RoleBinding", "root", _binding(cluster, "Role", "root"), sources=_subject_sources(cluster))


def _platform_account(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """Cluster-wide, because namespaces come and go without a person at hand."""
    bodies, sources = rules(rights(cluster, rendered))
    binding = _binding(cluster, "ClusterRole", "platform")
    yield _draft(cluster, "ServiceAccount", "platform", {"automountServiceAccountToken": False})
    yield _draft(cluster, "ClusterRole", "platform", {"rules": bodies}, sources=sources, namespaced=False)
    yield _draft(
        cluster, "ClusterRoleBinding", "platform", binding, sources=_subject_sources(cluster), namespaced=False
    )


def _binding(cluster: ResolvedCluster, kind: str, part: str) -> dict[str, Json]:
    name = account(cluster, part)
    return {
        "roleRef": {"apiGroup": _RBAC, "kind": kind, "name": name},
        "subjects": [{"kind": "ServiceAccount", "name": name, "namespace": settings(cluster).namespace}],
    }


def _subject_sources(cluster: ResolvedCluster) -> dict[Path, tuple[Ref, ...]]:
    return {
        ("roleRef", "name"): (cluster.spec.ref(),),
        ("subjects", 0, "name"): (cluster.spec.ref(),),
        ("subjects", 0, "namespace"): namespace_ref(cluster),
    }


def _draft(
    cluster: ResolvedCluster,
    kind: str,
    part: str,
    body: Mapping[str, Json],
    *,
    sources: Mapping[Path, tuple[Ref, ...]] | None = None,
    namespaced: bool = True,
) -> Draft:
    place: dict[Path, tuple[Ref, ...]] = {("metadata", "namespace"): namespace_ref(cluster)} if namespaced else {}
    return Draft(
        kind=kind,
        name=account(cluster, part),
        namespace=settings(cluster).namespace if namespaced else "",
        body=body,
        origin=cluster.spec.ref(),
        sources={("metadata", "name"): (cluster.spec.ref(),), **place, **(sources or {})},
    )

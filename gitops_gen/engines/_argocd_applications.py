"""Argo CD's Applications: one a sync root, and the root that brings them.

Applied from the client, since all objects are small and most of built-in kinds; no finalizer, so that removing an
Application deletes nothing in the cluster; retried for ever, since an operator may come late.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.engines._argocd_permitted import application_namespace
from gitops_gen.engines._argocd_settings import (
    HUB_SERVER,
    namespace_ref,
    project_name,
    server_ref,
    settings,
    url_ref,
)
from gitops_gen.engines._refs import namespace_refs, written
from gitops_gen.engines._roots import Root, bootstrap_root, path_refs, platform_root, team_roots
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.source import Json, Path, Ref

PLATFORM_WAVE = -10
"""After the projects, before the teams: priorities and layouts stand before their users."""


def root_application(cluster: ResolvedCluster) -> Draft:
    """What a person applies: it brings projects and applications into the Argo CD's own cluster."""
    return _application(
        cluster,
        bootstrap_root(cluster),
        project="root",
        destination=(settings(cluster).namespace, namespace_ref(cluster)),
        server=(HUB_SERVER, (cluster.spec.ref(),)),
    )


def applications(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """The platform's Application, then one a namespace."""
    server = (settings(cluster).server, server_ref(cluster))
    yield _application(
        cluster,
        platform_root(cluster, rendered),
        project="platform",
        destination=application_namespace(cluster, rendered),
        server=server,
        protection="confirm",
        wave=PLATFORM_WAVE,
    )
    for tenant, root in team_roots(cluster, rendered):
        destination = (tenant.namespace, namespace_refs(cluster, tenant))
        yield _application(cluster, root, project="platform", destination=destination, server=server)


def _application(
    cluster: ResolvedCluster,
    root: Root,
    *,
    project: str,
    destination: tuple[str, tuple[Ref, ...]],
    server: tuple[str, tuple[Ref, ...]],
    protection: str | None = None,
    wave: int | None = None,
) -> Draft:
    repository = cluster.platform.model.spec.repository
    labels, sources = root.metadata()
    sources.update(_sources(cluster, root))
    sources[("spec", "destination", "namespace")] = destination[1]
    sources[("spec", "destination", "server")] = server[1]
    spec: dict[str, Json] = {
        "destination": {"namespace": destination[0], "server": server[0]},
        "project": project_name(cluster, project),
        "source": {"path": root.path, "repoURL": repository.url, "targetRevision": repository.revision},
        "syncPolicy": {
            "automated": {"prune": True, "selfHeal": True},
            "retry": {"limit": -1, "refresh": True},
            "syncOptions": ["FailOnSharedResource=true"],
        },
    }
    return Draft(
        kind="Application",
        name=root.name,
        namespace=settings(cluster).namespace,
        body={"spec": spec},
        origin=root.origin,
        labels=labels,
        # Relative to the source's path: a commit for another folder does not make Argo CD render this one again.
        annotations={"argocd.argoproj.io/manifest-generate-paths": "."},
        sources=sources,
        protection=protection,
        wave=wave,
    )


def _sources(cluster: ResolvedCluster, root: Root) -> dict[Path, tuple[Ref, ...]]:
    return {
        ("metadata", "namespace"): namespace_ref(cluster),
        ("spec", "project"): (cluster.spec.ref(),),
        ("spec", "source", "path"): path_refs(cluster, root),
        ("spec", "source", "repoURL"): url_ref(cluster),
        ("spec", "source", "targetRevision"): (written(cluster.platform, "repository", "revision"),),
    }

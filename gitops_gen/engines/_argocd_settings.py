"""What all of Argo CD's objects share: where it lives, which repository it reads, and the sources of both."""

from __future__ import annotations

from gitops_gen.engines._refs import written
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.source import Ref
from gitops_gen.model.spec.cluster import ArgoCd

HUB_SERVER = "https://kubernetes.default.svc"
"""The cluster that Argo CD runs in, as it names it itself."""


def settings(cluster: ResolvedCluster) -> ArgoCd:
    """The cluster's Argo CD. Raises ValueError where another engine serves it: a bug of the caller."""
    argocd = cluster.spec.model.spec.gitops.argocd
    if argocd is None:
        raise ValueError(f"cluster {cluster.name!r} is not served by Argo CD")
    return argocd


def project_name(cluster: ResolvedCluster, part: str) -> str:
    """Names bear the cluster: several clusters share one Argo CD."""
    return f"{cluster.name}-{part}"


def namespace_ref(cluster: ResolvedCluster) -> tuple[Ref, ...]:
    return (written(cluster.spec, "gitops", "argocd", "namespace"),)


def server_ref(cluster: ResolvedCluster) -> tuple[Ref, ...]:
    return (cluster.spec.ref("gitops", "argocd", "server"),)


def url_ref(cluster: ResolvedCluster) -> tuple[Ref, ...]:
    return (cluster.platform.ref("repository", "url"),)

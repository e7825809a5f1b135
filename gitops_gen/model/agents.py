"""Whom the API server sees when an agent applies what is generated."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.fleet import ResolvedCluster

ARGOCD_CONTROLLER = "argocd-application-controller"
"""The account of Argo CD's controller in its own cluster, as its manifests and chart name it (Argo CD 3.5.1)."""
ARGOCD_MANAGER = "system:serviceaccount:kube-system:argocd-manager"
"""The account that `argocd cluster add` makes in another cluster."""


def applying_account(cluster: ResolvedCluster) -> Iterator[str]:
    """User names of what applies the platform and the teams."""
    gitops = cluster.spec.model.spec.gitops
    if gitops.flux is not None:
        yield f"system:serviceaccount:{gitops.flux.namespace}:{cluster.name}-platform"
    if gitops.argocd is not None:
        yield f"system:serviceaccount:{gitops.argocd.namespace}:{ARGOCD_CONTROLLER}"
        yield ARGOCD_MANAGER

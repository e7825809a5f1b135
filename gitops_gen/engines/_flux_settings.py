"""What all of Flux's objects share: where it lives, its source, the account, and durations as Flux writes them."""

from __future__ import annotations

from gitops_gen.engines._refs import written
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.source import Ref
from gitops_gen.model.spec.cluster import Flux


def settings(cluster: ResolvedCluster) -> Flux:
    """The cluster's Flux. Raises ValueError where another engine serves it: a bug of the caller."""
    flux = cluster.spec.model.spec.gitops.flux
    if flux is None:
        raise ValueError(f"cluster {cluster.name!r} is not served by Flux")
    return flux


def account(cluster: ResolvedCluster, part: str) -> str:
    """Name of the ServiceAccount that applies the root, or the platform and the teams."""
    return f"{cluster.name}-{part}"


def source_kind(cluster: ResolvedCluster) -> str:
    return "OCIRepository" if settings(cluster).source.oci is not None else "GitRepository"


def source_ref(cluster: ResolvedCluster) -> Ref:
    return cluster.spec.ref("gitops", "flux", "source", "git" if settings(cluster).source.oci is None else "oci")


def namespace_ref(cluster: ResolvedCluster) -> tuple[Ref, ...]:
    return (written(cluster.spec, "gitops", "flux", "namespace"),)


def go_duration(seconds: int) -> str:
    """As Go writes it, so that the cluster's answer does not differ: 45s, 10m0s, 1h30m0s."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}h{minutes}m{rest}s"
    return f"{minutes}m{rest}s" if minutes else f"{rest}s"

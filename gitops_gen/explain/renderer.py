"""Which plug-in made a file. Objects do not carry it, so the few candidates are asked again: rendering is pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gitops_gen.explain.world import World
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft, Manifest
from gitops_gen.model.plugin import BootstrapFile, ClusterKind, TenantKind

KUSTOMIZATION = ("kustomization", "The sorted list of the files in a folder, so that every agent reads the same")
UNKNOWN = ("unknown", "")


def renderer_of_object(world: World, manifest: Manifest) -> tuple[str, str]:
    """Id and summary of the plug-in behind an object."""
    cluster = next(cluster for cluster in world.fleet.clusters if cluster.name == manifest.cluster)
    folder = manifest.root.split("/")[1]
    if folder in ("gitops", "bootstrap"):
        engine = world.engines[cluster.engine]
        return engine.id, engine.summary
    return next(_matching(world, manifest, cluster), UNKNOWN)


def _matching(world: World, manifest: Manifest, cluster: ResolvedCluster) -> Iterator[tuple[str, str]]:
    namespace = manifest.root.split("/")[2] if manifest.root.split("/")[1] == "teams" else None
    for kind in world.kinds:
        if isinstance(kind, ClusterKind) and namespace is None and _makes(kind.render(cluster), manifest):
            yield kind.id, kind.summary
        if isinstance(kind, TenantKind) and namespace is not None:
            tenants = (tenant for tenant in cluster.tenants if tenant.namespace == namespace)
            if any(_makes(kind.render(tenant, cluster), manifest) for tenant in tenants):
                yield kind.id, kind.summary


def _makes(drafts: Iterable[Draft], manifest: Manifest) -> bool:
    wanted = (manifest.id.kind, manifest.id.namespace, manifest.id.name)
    return any((draft.kind.partition(".")[0], draft.namespace, draft.name) == wanted for draft in drafts)


def renderer_of_file(world: World, path: str) -> tuple[str, str]:
    """Id and summary of what made a file that is no object."""
    if path.endswith("/kustomization.yaml"):
        return KUSTOMIZATION
    for cluster in world.fleet.clusters:
        for kind in world.kinds:
            if isinstance(kind, BootstrapFile) and path in _paths(kind, cluster):
                return kind.id, kind.summary
    return UNKNOWN


def _paths(kind: BootstrapFile, cluster: ResolvedCluster) -> Iterator[str]:
    return (f"{cluster.name}/bootstrap/{file.path}" for file in kind.render(cluster))

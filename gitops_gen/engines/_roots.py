"""The folders of a cluster that an agent syncs: names, labels, and the spec values behind them. One for all engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gitops_gen.engines._refs import namespace_refs, written
from gitops_gen.model.fleet import ResolvedCluster, Spec, Tenant
from gitops_gen.model.manifest import Manifest, Sources
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.source import Path, Ref, Traced
from gitops_gen.model.spec import Team

REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that an agent syncs, and the agent's object of the same ``name`` that says so.

    ``path`` is from the top of the repository; ``refs`` are the spec values behind both.
    """

    name: str
    path: str
    origin: Ref
    refs: tuple[Ref, ...]
    manifests: tuple[Manifest, ...] = ()
    labels: Mapping[str, Traced[str]] = field(default_factory=dict)

    def metadata(self) -> tuple[dict[str, str], dict[Path, tuple[Ref, ...]]]:
        """The labels of its own, and the sources of its labels and name."""
        return traced_labels(self.labels, {("metadata", "name"): self.refs})


def bootstrap_root(cluster: ResolvedCluster) -> Root:
    """What a person applies once: it brings the other roots."""
    return _cluster_root(cluster, "root", folder="gitops")


def platform_root(cluster: ResolvedCluster, rendered: Rendered) -> Root:
    """Cluster-scoped objects and operators' configuration."""
    return _cluster_root(cluster, "platform", folder="platform", manifests=rendered.platform)


def team_roots(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[tuple[Tenant, Root]]:
    """A root for each namespace that has files, by namespace."""
    for tenant in cluster.tenants:
        manifests = rendered.teams.get(tenant.namespace)
        if manifests:
            yield tenant, _team_root(cluster, tenant, manifests)


def _cluster_root(cluster: ResolvedCluster, part: str, *, folder: str, manifests: tuple[Manifest, ...] = ()) -> Root:
    return Root(
        name=f"{cluster.name}-{part}",
        path=_path(cluster, folder),
        origin=cluster.spec.ref(),
        refs=(cluster.spec.ref(),),
        manifests=manifests,
    )


def _team_root(cluster: ResolvedCluster, tenant: Tenant, manifests: tuple[Manifest, ...]) -> Root:
    return Root(
        name=f"{cluster.name}-{tenant.namespace}",
        path=_path(cluster, f"teams/{tenant.namespace}"),
        origin=tenant.allocation.ref(),
        refs=(cluster.spec.ref(), *namespace_refs(cluster, tenant)),
        manifests=manifests,
        labels=tenant.labels,
    )


def _path(cluster: ResolvedCluster, folder: str) -> str:
    return cluster.platform.model.spec.repository.from_top(f"{cluster.name}/{folder}")


def path_refs(cluster: ResolvedCluster, root: Root) -> tuple[Ref, ...]:
    """The spec values behind a root's path in the Git repository."""
    return (*folder_refs(cluster), *root.refs)


def folder_refs(cluster: ResolvedCluster) -> tuple[Ref, ...]:
    """The spec values behind where the generated files lie."""
    platform = cluster.platform
    below_top = (platform.ref("repository", "folder"),) if platform.model.spec.repository.folder else ()
    return (*below_top, written(platform, "repository", "path"))


def team_labels(team: Spec[Team]) -> dict[str, Traced[str]]:
    """Whose an object is."""
    spec = team.model.spec
    labels = {
        "gitops-gen.io/department": Traced(spec.department, (team.ref("department"),)),
        "gitops-gen.io/team": Traced(team.name, (team.ref(),)),
    }
    if spec.cost_center is not None:
        labels["gitops-gen.io/cost-center"] = Traced(spec.cost_center, (team.ref("costCenter"),))
    return labels


def traced_labels(
    labels: Mapping[str, Traced[str]], sources: Sources
) -> tuple[dict[str, str], dict[Path, tuple[Ref, ...]]]:
    """Plain labels, and ``sources`` with theirs added."""
    origins: dict[Path, tuple[Ref, ...]] = {("metadata", "labels", key): labels[key].origins for key in sorted(labels)}
    return {key: labels[key].value for key in sorted(labels)}, {**sources, **origins}

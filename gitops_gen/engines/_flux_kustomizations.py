"""Flux's Kustomizations: one a sync root, and the root that brings them.

Removing one leaves its objects (Orphan). None substitutes variables, so scripts reach the cluster as they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitops_gen.engines._flux_settings import (
    account,
    go_duration,
    namespace_ref,
    settings,
    source_kind,
    source_ref,
)
from gitops_gen.engines._refs import written
from gitops_gen.engines._roots import Root, bootstrap_root, path_refs, platform_root, team_roots
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.health import health_expressions
from gitops_gen.model.manifest import Draft, Manifest
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.source import Json, Path, Ref

KIND = "Kustomization.kustomize.toolkit.fluxcd.io"
RETRY = "1m0s"
TIMEOUT = "5m0s"


def root_kustomization(cluster: ResolvedCluster) -> Draft:
    """What a person applies. It does not wait: one team's folder that fails must not hold the others' changes."""
    return _kustomization(cluster, bootstrap_root(cluster), applies_as="root")


def kustomizations(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """The platform's Kustomization, then one a namespace, which waits for the platform's."""
    platform = platform_root(cluster, rendered)
    yield _kustomization(cluster, platform, applies_as="platform", order=_health(cluster, platform))
    after = {"dependsOn": [{"name": platform.name}]}
    for _, root in team_roots(cluster, rendered):
        yield _kustomization(cluster, root, applies_as="platform", order={**after, **_health(cluster, root)})


def _kustomization(
    cluster: ResolvedCluster, root: Root, *, applies_as: str, order: Mapping[str, Json] | None = None
) -> Draft:
    labels, sources = root.metadata()
    sources.update(_sources(cluster, root))
    if order and "dependsOn" in order:
        sources[("spec", "dependsOn", 0, "name")] = (cluster.spec.ref(),)
    spec: dict[str, Json] = {
        "deletionPolicy": "Orphan",
        "interval": go_duration(settings(cluster).interval),
        "path": root.path,
        "prune": True,
        "retryInterval": RETRY,
        "serviceAccountName": account(cluster, applies_as),
        "sourceRef": {"kind": source_kind(cluster), "name": cluster.name},
        "timeout": TIMEOUT,
        **(order or {}),
    }
    return Draft(
        kind=KIND,
        name=root.name,
        namespace=settings(cluster).namespace,
        body={"spec": spec},
        origin=root.origin,
        labels=labels,
        sources=sources,
    )


def _sources(cluster: ResolvedCluster, root: Root) -> dict[Path, tuple[Ref, ...]]:
    return {
        ("metadata", "namespace"): namespace_ref(cluster),
        ("spec", "interval"): (written(cluster.spec, "gitops", "flux", "interval"),),
        ("spec", "path"): path_refs(cluster, root),
        ("spec", "serviceAccountName"): (cluster.spec.ref(),),
        ("spec", "sourceRef", "kind"): (source_ref(cluster),),
        ("spec", "sourceRef", "name"): (cluster.spec.ref(),),
    }


def _health(cluster: ResolvedCluster, root: Root) -> dict[str, Json]:
    """Wait until everything is healthy, but not where a claim is bound by its first consumer, who may never come."""
    if any(_waits_for_consumer(cluster, manifest) for manifest in root.manifests):
        return {}
    known = health_expressions()
    kinds = {manifest.facts.gvk for manifest in root.manifests}
    checks: list[Json] = []
    for gvk in sorted(kinds):
        found = known.get((gvk.group, gvk.kind))
        if found is not None:
            failed = {"failed": found.failed} if found.failed else {}
            checks.append({"apiVersion": gvk.api_version, "kind": gvk.kind, "current": found.current, **failed})
    return {"wait": True, **({"healthCheckExprs": checks} if checks else {})}


def _waits_for_consumer(cluster: ResolvedCluster, manifest: Manifest) -> bool:
    """A class that the cluster does not describe may bind late, too: a wait that times out is worse than none."""
    if manifest.id.kind != "PersistentVolumeClaim":
        return False
    name = manifest.body["spec"].get("storageClassName")
    storage = cluster.spec.model.spec.storage_classes.get(name)
    return storage is None or storage.binding == "WaitForFirstConsumer"

"""What the platform's project permits: kinds and namespaces, each with the spec values behind it.

Kinds are permitted as soon as they can be rendered, namespaces as long as their team or operator is declared. Argo CD
leaves live objects that a project does not permit out of its comparison, so with a narrower list the last object of a
kind would never be pruned, and nobody would see it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.engines._emittable import emittable_kinds, operator_refs
from gitops_gen.engines._refs import namespace_refs, written
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Manifest
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.source import Ref

FALLBACK_NAMESPACE = "default"
"""Where nothing namespaced is rendered: a project refuses an Application without a namespace that it permits, and this
is in every cluster and no team's. Nothing lands in it, since every object of ours names its own."""

GPU_OPERATOR_NAMESPACE = "gpu-operator"
"""Where the operator's chart goes unless the cluster says otherwise; the renderers of its ConfigMaps agree."""

Namespaces = dict[str, tuple[Ref, ...]]
Kinds = dict[tuple[str, str], tuple[Ref, ...]]


def application_namespace(cluster: ResolvedCluster, rendered: Rendered) -> tuple[str, tuple[Ref, ...]]:
    """The namespace of the platform's Application: its first, else the first team's, else the fallback."""
    found = _platform_namespaces(cluster, rendered) or _team_namespaces(cluster)
    if not found:
        return FALLBACK_NAMESPACE, (cluster.spec.ref(),)
    name = min(found)
    return name, found[name]


def permitted_namespaces(cluster: ResolvedCluster, rendered: Rendered) -> Namespaces:
    """By name."""
    name, refs = application_namespace(cluster, rendered)
    found = {name: refs, **_platform_namespaces(cluster, rendered), **_team_namespaces(cluster)}
    return {namespace: found[namespace] for namespace in sorted(found)}


def permitted_kinds(cluster: ResolvedCluster, rendered: Rendered, *, namespaced: bool) -> Kinds:
    """API groups and kinds, sorted, with the declared operators that each hangs on."""
    kinds: Kinds = {}
    for facts in {manifest.facts.gvk: manifest.facts for manifest in _applied(rendered)}.values():
        if facts.namespaced == namespaced:
            kinds[facts.gvk.group, facts.gvk.kind] = ()
    for kind in emittable_kinds(cluster):
        if kind.namespaced == namespaced:
            kinds[kind.group, kind.kind] = operator_refs(cluster, kind)
    return {key: kinds[key] for key in sorted(kinds)}


def _applied(rendered: Rendered) -> Iterator[Manifest]:
    yield from rendered.platform
    for manifests in rendered.teams.values():
        yield from manifests


def _platform_namespaces(cluster: ResolvedCluster, rendered: Rendered) -> Namespaces:
    """Where objects of the platform folder lie, and the namespace of the operator that reads ConfigMaps of ours."""
    found: Namespaces = {}
    for manifest in rendered.platform:
        if manifest.id.namespace:
            found.setdefault(manifest.id.namespace, manifest.refs(("metadata", "namespace")))
    operator = cluster.spec.model.spec.operators.gpu_operator
    if operator is not None:
        namespace = operator.namespace or GPU_OPERATOR_NAMESPACE
        found[namespace] = (written(cluster.spec, "operators", "gpuOperator", "namespace"),)
    return found


def _team_namespaces(cluster: ResolvedCluster) -> Namespaces:
    return {tenant.namespace: namespace_refs(cluster, tenant) for tenant in cluster.tenants}

"""The Namespace, and the Pod Security level in its labels: the one object that outlives a removed team."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._refs import Refs, is_written
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.source import Path

PREFIX = "pod-security.kubernetes.io/"


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """All six labels: a missing version would mean whatever version the API server has."""
    levels = {"audit": tenant.pod_security_warn, "enforce": tenant.pod_security.value, "warn": tenant.pod_security_warn}
    versions = _version_refs(tenant, cluster)
    labels: dict[str, str] = {}
    sources: dict[Path, Refs] = {("metadata", "name"): _name_refs(tenant, cluster)}
    for mode, level in levels.items():
        labels[PREFIX + mode] = level
        labels[f"{PREFIX}{mode}-version"] = tenant.pod_security_version
        sources[("metadata", "labels", PREFIX + mode)] = tenant.pod_security.origins
        sources[("metadata", "labels", f"{PREFIX}{mode}-version")] = versions
    yield Draft(
        kind="Namespace", name=tenant.namespace, body={}, origin=tenant.allocation.ref(), labels=labels, sources=sources
    )


def _version_refs(tenant: Tenant, cluster: ResolvedCluster) -> Refs:
    """The lowest minor of the environment's clusters: this cluster's, or another's that serves the environment too."""
    if tenant.pod_security_version == f"v{cluster.spec.model.spec.kubernetes_version}":
        return (cluster.spec.ref("kubernetesVersion"),)
    return (tenant.environment.ref(),)


def _name_refs(tenant: Tenant, cluster: ResolvedCluster) -> Refs:
    """What the naming pattern is filled with, then the pattern."""
    refs = [tenant.allocation.ref("team")]
    if tenant.allocation.model.spec.namespace is not None:
        refs.append(tenant.allocation.ref("namespace"))
    layers = (cluster.platform, tenant.environment)
    refs += (layer.ref("naming", "namespace") for layer in layers if is_written(layer, "naming", "namespace"))
    return tuple(refs)


KIND = TenantKind(
    id="namespace",
    emits=("Namespace",),
    summary="A team's namespace, with its Pod Security level pinned to a version",
    render=render,
)

"""Where a value came from that no layer has traced already."""

from __future__ import annotations

from typing import Any

from gitops_gen.model.fleet import ResolvedCluster, Spec, Tenant
from gitops_gen.model.source import Json, Ref


def written(spec: Spec[Any], *path: str) -> Ref:
    """A value below ``spec``, or its nearest ancestor that the document has: where one would write it."""
    value: Json = spec.document.data.get("spec")
    for depth, step in enumerate(path):
        value = value.get(step) if isinstance(value, dict) else None
        if value is None:
            return spec.ref(*path[:depth])
    return spec.ref(*path)


def namespace_refs(cluster: ResolvedCluster, tenant: Tenant) -> tuple[Ref, ...]:
    """The spec values behind a namespace's name: the pattern, and what was put into it."""
    pattern = (
        written(tenant.environment, "naming", "namespace")
        if tenant.environment.model.spec.naming
        else written(cluster.platform, "naming", "namespace")
    )
    suffix = (tenant.allocation.ref("namespace"),) if tenant.allocation.model.spec.namespace else ()
    return (pattern, tenant.allocation.ref("environment"), tenant.allocation.ref("team"), *suffix)

"""Where Flux reads from: the Git repository, or an artifact that holds the same paths."""

from __future__ import annotations

from gitops_gen.engines._flux_settings import namespace_ref, settings, source_kind, source_ref
from gitops_gen.engines._refs import written
from gitops_gen.engines._roots import folder_refs
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft
from gitops_gen.model.source import Json, Path, Ref
from gitops_gen.model.spec.cluster import OciSource

POLL = "1m0s"
"""Polled oftener than applied: a right that was withdrawn must not stay for another interval."""

_TAG_LENGTH = 128


def source(cluster: ResolvedCluster) -> Draft:
    """The GitRepository, or the OCIRepository where the cluster reads an artifact."""
    oci = settings(cluster).source.oci
    spec, sources = _git(cluster) if oci is None else _oci(cluster, oci)
    secret = settings(cluster).source.git if oci is None else oci
    if secret is not None and secret.secret is not None:
        spec["secretRef"] = {"name": secret.secret}
        sources[("spec", "secretRef", "name")] = (source_ref(cluster).child("secret"),)
    sources[("metadata", "name")] = (cluster.spec.ref(),)
    sources[("metadata", "namespace")] = namespace_ref(cluster)
    return Draft(
        kind=source_kind(cluster),
        name=cluster.name,
        namespace=settings(cluster).namespace,
        body={"spec": {"interval": POLL, **spec}},
        origin=cluster.spec.ref(),
        sources=sources,
    )


def _git(cluster: ResolvedCluster) -> tuple[dict[str, Json], dict[Path, tuple[Ref, ...]]]:
    repository = cluster.platform.model.spec.repository
    spec: dict[str, Json] = {
        "ref": {"branch": repository.revision},
        # The rest of the repository is none of this cluster's business.
        "sparseCheckout": [repository.from_top(cluster.name)],
        "url": repository.url,
    }
    return spec, {
        ("spec", "ref", "branch"): (written(cluster.platform, "repository", "revision"),),
        ("spec", "sparseCheckout", 0): (*folder_refs(cluster), cluster.spec.ref()),
        ("spec", "url"): (cluster.platform.ref("repository", "url"),),
    }


def _oci(cluster: ResolvedCluster, oci: OciSource) -> tuple[dict[str, Json], dict[Path, tuple[Ref, ...]]]:
    """The tag is the branch's name, in a tag's alphabet."""
    tag = cluster.platform.model.spec.repository.revision.replace("/", "-")[:_TAG_LENGTH]
    return {"ref": {"tag": tag}, "url": oci.url}, {
        ("spec", "ref", "tag"): (written(cluster.platform, "repository", "revision"),),
        ("spec", "url"): (source_ref(cluster).child("url"),),
    }

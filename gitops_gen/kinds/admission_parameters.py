"""What the admission policies allow each namespace: a ConfigMap a team can read and never write, and its binding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gitops_gen.kinds._admission import (
    PODS,
    binding,
    has_admission,
    most_devices,
    places,
    priorities,
    shared_keys,
    tolerated,
)
from gitops_gen.kinds._refs import Refs
from gitops_gen.kinds._states import is_removed
from gitops_gen.model.admission import PARAMETERS_NAMESPACE
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import ClusterKind
from gitops_gen.model.source import Path, Ref

LABELS = {
    f"pod-security.kubernetes.io/{mode}{suffix}": value
    for mode in ("audit", "enforce", "warn")
    for suffix, value in (("", "restricted"), ("-version", "latest"))
}
"""Nothing runs there."""


NOTHING = dict.fromkeys(("devices", "places", "priorities", "registries", "sharedKeys", "tolerations"), "")
"""No pod has no priority class at all where one is the default, so nothing is let in."""


def render(cluster: ResolvedCluster) -> Iterator[Draft]:
    """The namespace, which may do nothing itself, and what each team may do in each of its namespaces.

    The namespace's own parameters and binding are never pruned: where for a second no binding names a ConfigMap, API
    servers stop to look at ConfigMaps for good, and refuse all pods whose parameters are newer
    (kubernetes/kubernetes#130887).
    """
    if not has_admission(cluster):
        return
    origin = cluster.spec.ref()
    yield Draft(kind="Namespace", name=PARAMETERS_NAMESPACE, body={}, origin=origin, labels=LABELS)
    for draft in _bound(cluster, PARAMETERS_NAMESPACE, NOTHING, origin=origin, sources={}):
        yield replace(draft, protection="keep")
    for tenant in cluster.tenants:
        if not is_removed(tenant):
            yield from _of(tenant, cluster)


def _of(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    registries = cluster.platform.model.spec.images.registries
    data = {
        "devices": ",".join(f"{key}={number}" for key, number in most_devices(tenant, cluster).items()),
        "places": ",".join(places(tenant, cluster)),
        "priorities": ",".join(priorities(tenant, cluster)),
        "registries": ",".join(sorted(registries)),
        "sharedKeys": ",".join(shared_keys(cluster)),
        "tolerations": ",".join(tolerated(tenant, cluster)),
    }
    promised = tuple(ref for amount in tenant.gpu_keys.values() for ref in amount.origins) or (tenant.allocation.ref(),)
    profiles = tuple(ref for profile in tenant.profiles for ref in profile.refs("priority"))
    sources: dict[Path, Refs] = {
        ("data", "devices"): promised,
        ("data", "places"): promised,
        ("data", "priorities"): profiles or (tenant.allocation.ref(),),
        ("data", "registries"): (cluster.platform.ref("images", "registries"),)
        if registries
        else (cluster.platform.ref(),),
        ("data", "tolerations"): promised,
    }
    yield from _bound(cluster, tenant.namespace, data, origin=tenant.allocation.ref(), sources=sources)


def _bound(
    cluster: ResolvedCluster, namespace: str, data: dict[str, str], *, origin: Ref, sources: dict[Path, Refs]
) -> Iterator[Draft]:
    """What a namespace may do, and that it holds there."""
    yield Draft(
        kind="ConfigMap",
        name=namespace,
        namespace=PARAMETERS_NAMESPACE,
        body={"data": data},
        origin=origin,
        sources=sources,
        wave=-20,
    )
    labels = {"kubernetes.io/metadata.name": namespace}
    yield binding(cluster, f"{PODS}-{namespace}", PODS, parameters=namespace, labels=labels)


KIND = ClusterKind(
    id="admission-parameters",
    emits=("ConfigMap", "Namespace", "ValidatingAdmissionPolicyBinding"),
    summary="What the admission policies allow each namespace, where no team can change it",
    render=render,
)

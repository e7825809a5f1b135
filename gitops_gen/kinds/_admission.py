"""Which clusters have admission policies, and what they may be asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitops_gen.kinds._placement import tolerations
from gitops_gen.model.admission import PARAMETERS_NAMESPACE, SINCE
from gitops_gen.model.fleet import Pool, ResolvedCluster, Tenant
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.manifest import Draft
from gitops_gen.model.source import Json

PODS = "gitops-gen-pods"
OBJECTS = "gitops-gen-objects"


def has_admission(cluster: ResolvedCluster) -> bool:
    """Whether the cluster's API server evaluates policies."""
    return int(cluster.spec.model.spec.kubernetes_version.partition(".")[2]) >= SINCE


def usable_pools(tenant: Tenant, cluster: ResolvedCluster) -> tuple[Pool, ...]:
    """Pools whose nodes the namespace's pods may run on: for each, what the team is promised, or nodes without GPUs."""
    department = tenant.team.model.spec.department
    return tuple(
        pool
        for pool in cluster.pools
        if pool.admits(tenant.environment.name, department) and (not pool.keys or pool.keys.keys() & tenant.gpus.keys())
    )


def most_devices(tenant: Tenant, cluster: ResolvedCluster) -> Mapping[str, int]:
    """GPU resource to the most that one pod can be given: no more than the namespace has, or a node of its pools."""
    most: dict[str, int] = {}
    for pool in usable_pools(tenant, cluster):
        for nodes in pool.yields:
            for kind, number in nodes.devices.items():
                if kind in tenant.gpus:
                    key = pool.keys[kind]
                    most[key] = max(most.get(key, 0), number)
    return {key: min(most[key], tenant.gpu_keys[key].value) for key in sorted(most) if key in tenant.gpu_keys}


def shared_keys(cluster: ResolvedCluster) -> tuple[str, ...]:
    """GPU resources behind which there is more than one kind, so that a quota cannot tell them apart."""
    kinds: dict[str, set[GpuKind]] = {}
    for pool in cluster.pools:
        for kind, key in pool.keys.items():
            kinds.setdefault(key, set()).add(kind)
    return tuple(sorted(key for key, found in kinds.items() if len(found) > 1))


def places(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[str]:
    """``key|label=value&label=value`` for each shared key and each pool on which the team is promised a kind of it."""
    shared = shared_keys(cluster)
    for pool in usable_pools(tenant, cluster):
        labels = "&".join(f"{name}={value}" for name, value in sorted(pool.spec.model.spec.node_labels.items()))
        for key in sorted({pool.keys[kind] for kind in pool.keys if kind in tenant.gpus}):
            if key in shared and labels:
                yield f"{key}|{labels}"


def tolerated(tenant: Tenant, cluster: ResolvedCluster) -> tuple[str, ...]:
    """``key=value:effect`` of every taint that keeps others off the nodes which the namespace may use."""
    return tuple(f"{taint.key}={taint.value}:{taint.effect}" for taint in tolerations(usable_pools(tenant, cluster)))


def priorities(tenant: Tenant, cluster: ResolvedCluster) -> tuple[str, ...]:
    """Those that the namespace's profiles have, and the default: the API server writes that into pods without one."""
    known = cluster.platform.model.spec.priorities
    default = {name for name, priority in known.items() if priority.default}
    return tuple(sorted(default | {profile.spec.priority for profile in tenant.profiles if profile.spec.priority}))


def binding(cluster: ResolvedCluster, name: str, policy: str, *, labels: dict[str, str], parameters: str = "") -> Draft:
    """Bind a policy to the namespaces with these labels, with parameters that only the platform can write."""
    spec: dict[str, Json] = {
        "matchResources": {"namespaceSelector": {"matchLabels": labels}},
        "policyName": policy,
        "validationActions": ["Deny", "Audit"],
    }
    if parameters:
        reference = {"name": parameters, "namespace": PARAMETERS_NAMESPACE, "parameterNotFoundAction": "Deny"}
        spec["paramRef"] = reference
    return Draft(
        kind="ValidatingAdmissionPolicyBinding", name=name, body={"spec": spec}, origin=cluster.spec.ref(), wave=-5
    )

"""In which order the GitOps agents apply the objects of one sync root.

Argo CD: gitops-engine/pkg/sync/sync_tasks.go (wave, kind, name).
Flux: fluxcd/pkg ssa/sort.go and manager_apply.go (stages).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.controlplane.client import Body

Order = Callable[[Iterable[Body]], list[Body]]

WAVE = "argocd.argoproj.io/sync-wave"
ARGO_CD = (
    "Namespace", "NetworkPolicy", "ResourceQuota", "LimitRange", "PodSecurityPolicy", "PodDisruptionBudget",
    "ServiceAccount", "Secret", "ConfigMap", "StorageClass", "PersistentVolume", "PersistentVolumeClaim",
    "CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "Service",
    "DaemonSet", "Pod", "ReplicationController", "ReplicaSet", "Deployment", "HorizontalPodAutoscaler",
    "StatefulSet", "Job", "CronJob", "IngressClass", "Ingress", "APIService",
)  # fmt: skip
FLUX = (
    "CustomResourceDefinition", "Namespace", "ClusterRole", "ClusterClass", "RuntimeClass", "PriorityClass",
    "StorageClass", "VolumeSnapshotClass", "IngressClass", "GatewayClass", "ClusterRoleBinding",
    "ResourceQuota", "ServiceAccount", "Role", "RoleBinding", "ConfigMap", "Secret", "Service", "LimitRange",
    "Deployment", "StatefulSet", "CronJob", "PodDisruptionBudget",
)  # fmt: skip
FLUX_LAST = ("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration")
FLUX_FIRST_STAGE = ("CustomResourceDefinition", "Namespace", "ClusterRole")


def argo_cd(bodies: Iterable[Body]) -> list[Body]:
    """By wave, then by kind, and kinds that it does not list last; a Namespace comes before what lies in it."""
    bodies = list(bodies)
    spaces = {body["metadata"]["name"]: body for body in bodies if body["kind"] == "Namespace"}
    waves = {id(body): int(body["metadata"].get("annotations", {}).get(WAVE, "0")) for body in bodies}
    for body in bodies:
        space = spaces.get(body["metadata"].get("namespace"))
        if space is not None:
            waves[id(space)] = min(waves[id(space)], waves[id(body)])
    return sorted(bodies, key=lambda body: (waves[id(body)], _rank(body, ARGO_CD), *_name(body)))


def flux(bodies: Iterable[Body]) -> list[Body]:
    """By stage: definitions, namespaces and cluster roles; then every kind called a class; then the rest."""
    return sorted(bodies, key=lambda body: (_stage(body["kind"]), _rank(body, FLUX, FLUX_LAST), *_name(body)))


def _stage(kind: str) -> int:
    if kind in FLUX_FIRST_STAGE:
        return 1
    return 2 if kind.endswith("Class") else 4


def _rank(body: Body, known: tuple[str, ...], last: tuple[str, ...] = ()) -> int:
    kind = body["kind"]
    return known.index(kind) if kind in known else len(known) + (kind in last)


def _name(body: Body) -> tuple[str, str, str]:
    return body["kind"], body["metadata"].get("namespace", ""), body["metadata"]["name"]

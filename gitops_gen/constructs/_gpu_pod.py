"""A pod for work on GPUs that passes Pod Security ``restricted``: the part that all constructs share.

Plain data in, plain data out; no cdk8s here. It asks only whether a part is there, never what a value is, since any
value may be a slot (:mod:`gitops_gen.model.template`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitops_gen.model.source import Json

UNPRIVILEGED_ID = 10001
"""User and group of the process: not root, and above the ids that images give to system users."""
RUN_NAME = {
    "name": "RUN_NAME",
    "valueFrom": {"fieldRef": {"fieldPath": "metadata.labels['batch.kubernetes.io/job-name']"}},
}
SCRATCH_PATH = "/tmp"
SECRETS_PATH = "/secrets"
SHARED_MEMORY_PATH = "/dev/shm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Where progress outlives the pod: a claim, mounted at ``path``; ``directory`` is this run's own part of it."""

    claim: str
    path: str
    directory: str

    @classmethod
    def at(cls, path: str, *, claim: str) -> Checkpoint:
        """One directory for each run, named after its Job, so that a retry finds what the run before it wrote."""
        return cls(claim=claim, path=path, directory=f"{path}/$(RUN_NAME)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuPod:
    """A pod with one container, ``main``. Quantities are Kubernetes' strings (``"20Gi"``), times are seconds.

    ``resources`` are requests and limits at once: a GPU's must be equal, and equal memory keeps the pod from being
    the first to go when a node runs short. They include the GPU (``nvidia.com/gpu``) and ``ephemeral-storage``.
    ``env`` are EnvVar objects beside HOME, RUN_NAME and CHECKPOINT_DIR. ``secrets`` are sources of a projected volume
    at /secrets; give each its own ``items`` paths (``wandb/api-key``), for names of keys may collide.
    ``affinity`` chooses among pools that no set of labels has in common.
    ``scratch_size`` bounds /tmp, ``shared_memory_size`` makes /dev/shm that large (it counts against the memory).
    """

    image: str
    labels: Mapping[str, str]
    resources: Mapping[str, str]
    service_account: str
    grace_period: int
    command: Sequence[str] | None = None
    args: Sequence[str] | None = None
    env: Sequence[Json] = ()
    node_selector: Mapping[str, str] | None = None
    affinity: Json | None = None
    tolerations: Sequence[Json] | None = None
    priority_class: str | None = None
    scratch_size: str | None = None
    shared_memory_size: str | None = None
    checkpoint: Checkpoint | None = None
    secrets: Sequence[Json] | None = None


def present(fields: Mapping[str, Json]) -> dict[str, Json]:
    """The fields that have a value."""
    return {key: value for key, value in fields.items() if value is not None}


def pod_template(pod: GpuPod) -> dict[str, Json]:
    """The PodTemplateSpec of a run to completion."""
    return {"metadata": {"labels": pod.labels}, "spec": _pod_spec(pod)}


def _pod_spec(pod: GpuPod) -> dict[str, Json]:
    return present(
        {
            "affinity": pod.affinity,
            "automountServiceAccountToken": False,
            "containers": [_container(pod)],
            "enableServiceLinks": False,
            "nodeSelector": pod.node_selector,
            "priorityClassName": pod.priority_class,
            "restartPolicy": "Never",
            "securityContext": _pod_security(pod),
            "serviceAccountName": pod.service_account,
            "terminationGracePeriodSeconds": pod.grace_period,
            "tolerations": pod.tolerations,
            "volumes": _volumes(pod),
        }
    )


def _container(pod: GpuPod) -> dict[str, Json]:
    return present(
        {
            "args": pod.args,
            "command": pod.command,
            "env": _env(pod),
            "image": pod.image,
            # A cached image of another tenant must not run without that tenant's right to pull it.
            "imagePullPolicy": "Always",
            "name": "main",
            "resources": {"limits": pod.resources, "requests": pod.resources},
            "securityContext": {
                "allowPrivilegeEscalation": False,
                "capabilities": {"drop": ["ALL"]},
                "readOnlyRootFilesystem": True,
            },
            "volumeMounts": _mounts(pod),
        }
    )


def _env(pod: GpuPod) -> list[Json]:
    """RUN_NAME first: a variable may refer only to those before it."""
    checkpoint: list[Json] = []
    if pod.checkpoint is not None:
        checkpoint = [RUN_NAME, {"name": "CHECKPOINT_DIR", "value": pod.checkpoint.directory}]
    return [*checkpoint, {"name": "HOME", "value": SCRATCH_PATH}, *pod.env]


def _pod_security(pod: GpuPod) -> dict[str, Json]:
    return present(
        {
            "fsGroup": UNPRIVILEGED_ID,
            # Changing the owner of every file on a large claim would hold up each start.
            "fsGroupChangePolicy": None if pod.checkpoint is None else "OnRootMismatch",
            "runAsGroup": UNPRIVILEGED_ID,
            "runAsNonRoot": True,
            "runAsUser": UNPRIVILEGED_ID,
            "seccompProfile": {"type": "RuntimeDefault"},
        }
    )


def _volumes(pod: GpuPod) -> list[Json]:
    """Sorted by name."""
    volumes: list[Json] = []
    if pod.checkpoint is not None:
        volumes.append({"name": "checkpoints", "persistentVolumeClaim": {"claimName": pod.checkpoint.claim}})
    volumes.append({"emptyDir": present({"sizeLimit": pod.scratch_size}), "name": "scratch"})
    if pod.secrets is not None:
        volumes.append({"name": "secrets", "projected": {"sources": pod.secrets}})
    if pod.shared_memory_size is not None:
        volumes.append({"emptyDir": {"medium": "Memory", "sizeLimit": pod.shared_memory_size}, "name": "shm"})
    return volumes


def _mounts(pod: GpuPod) -> list[Json]:
    mounts: list[Json] = []
    if pod.checkpoint is not None:
        mounts.append({"mountPath": pod.checkpoint.path, "name": "checkpoints"})
    if pod.shared_memory_size is not None:
        mounts.append({"mountPath": SHARED_MEMORY_PATH, "name": "shm"})
    if pod.secrets is not None:
        mounts.append({"mountPath": SECRETS_PATH, "name": "secrets", "readOnly": True})
    return [*mounts, {"mountPath": SCRATCH_PATH, "name": "scratch"}]

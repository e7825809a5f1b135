"""Claims for checkpoints: one a profile and namespace. They are data, so they outlive frozen and drained."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._names import PROFILE_LABEL, claim_name
from gitops_gen.kinds._refs import use_of
from gitops_gen.kinds._states import is_removed
from gitops_gen.model.fleet import ResolvedCluster, Tenant, TenantProfile
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.spec.workload_profile import Checkpoint

SHARED = "ReadWriteMany"
"""Preferred: runs of one profile on several nodes share the claim."""


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A claim for each profile that keeps checkpoints and has somewhere to run here."""
    if is_removed(tenant):
        return
    for profile in tenant.profiles:
        checkpoint = profile.spec.checkpoint
        if checkpoint is not None and profile.kinds and _modes(cluster, checkpoint):
            yield _claim(tenant, cluster, profile=profile, checkpoint=checkpoint)


def _modes(cluster: ResolvedCluster, checkpoint: Checkpoint) -> tuple[str, ...]:
    """What the class offers; nothing for a class that the cluster does not have."""
    storage_class = cluster.spec.model.spec.storage_classes.get(checkpoint.storage_class)
    return () if storage_class is None else storage_class.access


def _claim(tenant: Tenant, cluster: ResolvedCluster, *, profile: TenantProfile, checkpoint: Checkpoint) -> Draft:
    uses = use_of(tenant, profile)
    modes = _modes(cluster, checkpoint)
    return Draft(
        kind="PersistentVolumeClaim",
        name=claim_name(profile.name),
        namespace=tenant.namespace,
        body={
            "spec": {
                "accessModes": [SHARED if SHARED in modes else modes[0]],
                "resources": {"requests": {"storage": str(checkpoint.size)}},
                "storageClassName": checkpoint.storage_class,
            }
        },
        origin=tenant.allocation.ref(),
        labels={PROFILE_LABEL: profile.name},
        sources={
            ("metadata", "name"): uses + profile.refs("checkpoint"),
            ("metadata", "labels", PROFILE_LABEL): uses,
            ("spec", "accessModes"): (cluster.spec.ref("storageClasses", checkpoint.storage_class, "access"),),
            ("spec", "resources", "requests", "storage"): profile.refs("checkpoint", "size"),
            ("spec", "storageClassName"): profile.refs("checkpoint", "storageClass"),
        },
    )


KIND = TenantKind(
    id="persistent-volume-claim",
    emits=("PersistentVolumeClaim",),
    summary="Claims that keep the checkpoints of a profile",
    render=render,
)

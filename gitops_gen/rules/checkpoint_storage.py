"""A checkpoint claim that the cluster or the namespace's quota cannot grant is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import ResolvedCluster, Tenant, TenantProfile
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.quantity import ZERO
from gitops_gen.model.source import Ref
from gitops_gen.model.spec.workload_profile import Checkpoint
from gitops_gen.rules._example import ROBOTICS_DEV, ROBOTICS_PROD, TRAINING
from gitops_gen.rules._uses import bodies, by_place, last, tenants
from gitops_gen.rules._words import listed

ID = "checkpoint-storage"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each storage class that is missing, and for each ceiling that is too low."""
    yield from _missing(compiled)
    for cluster, tenant in tenants(compiled.fleet):
        for name, claims in _by_class(tenant).items():
            problem = _over(cluster, tenant, name, claims)
            if problem is not None:
                yield problem


def _missing(compiled: Compiled) -> Iterator[Problem]:
    found = by_place(
        (body.profile.refs("checkpoint", "storageClass")[-1], (checkpoint.storage_class, use.cluster))
        for body in bodies(compiled.fleet)
        if (checkpoint := body.profile.spec.checkpoint) is not None
        for use in body.uses
        if use.profile.kinds and checkpoint.storage_class not in use.cluster.spec.model.spec.storage_classes
    )
    for place, pairs in found.items():
        clusters = {cluster.name: cluster.spec.ref("storageClasses") for _, cluster in pairs}
        text = f"there is no storage class {pairs[0][0]!r} for checkpoints in {listed(clusters)}"
        yield Problem(
            ID,
            text,
            place,
            "name a class that every cluster has where the profile is used, or declare it there",
            related=tuple((f"the classes of {name}", clusters[name]) for name in sorted(clusters)[:4]),
        )


class Claim(NamedTuple):
    """A claim for checkpoints: whose, and what it asks for."""

    profile: TenantProfile
    checkpoint: Checkpoint


def _by_class(tenant: Tenant) -> dict[str, list[Claim]]:
    found: dict[str, list[Claim]] = {}
    for profile in tenant.profiles:
        checkpoint = profile.spec.checkpoint
        if checkpoint is not None and profile.kinds:
            found.setdefault(checkpoint.storage_class, []).append(Claim(profile, checkpoint))
    return found


def _over(cluster: ResolvedCluster, tenant: Tenant, name: str, claims: list[Claim]) -> Problem | None:
    quota = tenant.storage.get(name)
    wanted = sum((claim.checkpoint.size for claim in claims), ZERO)
    if quota is None or wanted <= quota.value:
        return None
    where = f"{cluster.name}/{tenant.namespace}"
    has = f"{where} has {quota.value} of it" if quota.value != ZERO else f"{where} has none of it"
    profiles = listed(claim.profile.name for claim in claims)
    text = f"checkpoints of {profiles} take {wanted} of storage class {name}, and {has}"
    return Problem(
        ID,
        text,
        _ceiling(cluster, tenant, name),
        f"give the allocation {wanted} of {name} or more, or do not allow the profile here",
        related=tuple(
            (f"claimed by {claim.profile.name}", claim.profile.refs("checkpoint", "size")[-1]) for claim in claims
        ),
    )


def _ceiling(cluster: ResolvedCluster, tenant: Tenant, name: str) -> Ref:
    """Where the allocation or a grant names the class, or would: a tier is shared with others."""
    own = [ref for ref in tenant.storage[name].origins if ref.document.kind in ("Allocation", "Grant")]
    return last(own, tenant.cluster_ref(cluster.name, "resources", "storage", name))


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="There is no storage for checkpoints",
    why=(
        "A profile with a checkpoint gets a claim in every namespace where it may run. If the cluster has no such "
        "storage class, the claim stays pending and so does every pod that mounts it. If the namespace's quota is "
        "smaller than its claims, the API server refuses the claim and the sync fails."
    ),
    fix="Name a storage class that the cluster has, and give the allocation enough of it.",
    invalid=(
        Example(
            "a class that the cluster lacks",
            (Edit(TRAINING, "storageClass: files", "storageClass: scratch"),),
            at="storageClass: scratch",
        ),
        Example(
            "a quota smaller than the claim",
            (Edit(ROBOTICS_PROD, "storage: {files: 2Ti}", "storage: {files: 500Gi}"),),
            at="files: 500Gi",
        ),
        Example(
            "no quota of that class", (Edit(ROBOTICS_PROD, ", storage: {files: 2Ti}", ""),), at="resources: {cpu: 320"
        ),
    ),
    valid=(
        Example(
            "exactly as much as the claim", (Edit(ROBOTICS_PROD, "storage: {files: 2Ti}", "storage: {files: 1Ti}"),)
        ),
        Example(
            "no template, so no claim, in a cluster without the GPU",
            (Edit(ROBOTICS_DEV, "profiles: [experiment]", "profiles: [experiment, training]"),),
        ),
    ),
    check=check,
)

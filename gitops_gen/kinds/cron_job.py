"""Job templates: a suspended CronJob for each profile and GPU kind, from which people start runs.

Jobs made from one are owned by it, so it is protected from pruning. It loses that one run before it goes: frozen and
retired templates are not protected any more, drained namespaces have none.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._identities import pod_identity_labels
from gitops_gen.kinds._job_slots import Labels, values
from gitops_gen.kinds._names import PROFILE_LABEL
from gitops_gen.kinds._refs import Refs, use_of
from gitops_gen.kinds._states import is_drained, is_removed, takes_work
from gitops_gen.model.fleet import ProfileKind, ResolvedCluster, Tenant, TenantProfile
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.source import Path

WORKLOAD = "Job"
MANAGED_BY = "app.kubernetes.io/managed-by"
"""Not on Jobs and pods: people make them."""


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A template for each Job profile that has an image to start, on each GPU kind that it may use here."""
    if is_removed(tenant) or is_drained(tenant):
        return
    for profile in tenant.profiles:
        if profile.spec.workload == WORKLOAD and profile.spec.container.image is not None:
            labels = _labels(tenant, cluster, profile=profile)
            for kind in profile.kinds:
                yield _template(tenant, cluster, profile=profile, kind=kind, labels=labels)


def _labels(tenant: Tenant, cluster: ResolvedCluster, *, profile: TenantProfile) -> Labels:
    """What tells whose run it is, on Job and pod."""
    texts = {key: label.value for key, label in tenant.labels.items() if key != MANAGED_BY}
    origins = {key: tenant.labels[key].origins for key in texts}
    texts[PROFILE_LABEL], origins[PROFILE_LABEL] = profile.name, use_of(tenant, profile)
    for key, text in pod_identity_labels(tenant, cluster, account=profile.name).items():
        texts[key], origins[key] = text, (tenant.allocation.ref("identities", profile.name),)
    return Labels(texts, origins)


def _template(
    tenant: Tenant, cluster: ResolvedCluster, *, profile: TenantProfile, kind: ProfileKind, labels: Labels
) -> Draft:
    uses = use_of(tenant, profile)
    sources: dict[Path, Refs] = {
        ("metadata", "name"): uses + _kind_refs(tenant, kind),
        ("metadata", "labels", PROFILE_LABEL): uses,
    }
    return Draft(
        kind="CronJob",
        name=kind.object_name,
        namespace=tenant.namespace,
        body={},
        origin=tenant.allocation.ref(),
        labels={PROFILE_LABEL: profile.name},
        sources=sources,
        protection=None if takes_work(tenant) and profile.protected else "",
        template=values(tenant, profile, kind=kind, labels=labels, every_pool=cluster.pools),
    )


def _kind_refs(tenant: Tenant, kind: ProfileKind) -> Refs:
    """Why there is a template on this GPU kind: the allocation has it, and the profile accepts it."""
    promise = None if kind.kind is None else tenant.gpus.get(kind.kind)
    return (*(promise.origins if promise is not None else ()), kind.accepts_ref)


KIND = TenantKind(
    id="cron-job",
    emits=("CronJob",),
    summary="Job templates: one for each profile and GPU kind of a namespace",
    render=render,
)

"""A profile that is allowed to a namespace which has none of the GPUs it runs on is pointed out."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import ResolvedCluster, Tenant, TenantProfile
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import LAB, RANKING_PROD, ROBOTICS, ROBOTICS_DEV, ROBOTICS_PROD
from gitops_gen.rules._uses import by_place, tenants
from gitops_gen.rules._words import listed

ID = "profile-without-gpu"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each profile in the list of an allocation that yields a template in none of its clusters."""
    found = by_place(
        (
            tenant.allocation.ref("profiles", tenant.allocation.model.spec.profiles.index(profile.name)),
            (tenant, profile),
        )
        for cluster, tenant in tenants(compiled.fleet)
        for profile in tenant.profiles
        if not _is_nowhere(cluster, tenant, profile)
    )
    for place, pairs in found.items():
        if not any(profile.kinds for _, profile in pairs):
            tenant, profile = pairs[0]
            text = f"{profile.name} runs on {listed(_accepts(profile))}, and {tenant.allocation.name} {_reason(pairs)}"
            accepts = (("what the profile accepts", profile.refs("gpu", "accepts")[-1]),)
            yield Problem(
                ID, text, place, "promise one of these GPU kinds, or take the profile off the list", related=accepts
            )


def _is_nowhere(cluster: ResolvedCluster, tenant: Tenant, profile: TenantProfile) -> bool:
    """Whether it is promised a kind that the profile accepts and no pool has: that promise is the fault."""
    accepts = profile.spec.gpu.accepts if profile.spec.gpu else ()
    offered = {kind for pool in cluster.pools for kind in pool.keys}
    return any(kind in accepts and kind not in offered for kind in tenant.gpus)


def _accepts(profile: TenantProfile) -> list[str]:
    return [str(kind) for kind in profile.spec.gpu.accepts] if profile.spec.gpu else []


def _reason(pairs: list[tuple[Tenant, TenantProfile]]) -> str:
    """Either nothing was promised, or only on nodes where the profile may not run."""
    promised = {
        str(kind)
        for tenant, profile in pairs
        for kind, promise in tenant.gpus.items()
        if profile.spec.gpu and kind in profile.spec.gpu.accepts and promise.value.guaranteed + promise.value.borrow
    }
    if not promised:
        return "has none of them in any cluster"
    spot = pairs[0][1].spec.placement.spot
    return f"has {listed(promised)} only on nodes where it may not run (usedBy, or placement.spot: {spot})"


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="The profile has no GPU to run on here",
    why=(
        "A template is made for each GPU kind that a profile accepts and its namespace has. The team uses this profile "
        "and the allocation allows it, but it holds none of those kinds in any cluster. No template comes out, and "
        "people will search for it."
    ),
    fix="Promise a GPU kind that the profile accepts, or take the profile out of the allocation's list.",
    invalid=(
        Example(
            "training on H100, and slices of A30 only",
            (Edit(ROBOTICS_DEV, "profiles: [experiment]", "profiles: [experiment, training]"),),
            at="profiles: [experiment, training]",
        ),
    ),
    valid=(
        Example(
            "one of two clusters has the GPU",
            (
                Edit(LAB, "environments: [dev]", "environments: [dev, prod]"),
                Edit(
                    "environments/clusters/lab/nodepool-l4.yaml",
                    "reserve: {nodes: 1}",
                    "reserve: {nodes: 1}\n  usedBy: {environments: [dev]}",
                ),
                Edit(
                    ROBOTICS_PROD,
                    "  clusters:\n",
                    "  clusters:\n"
                    "    lab: {resources: {cpu: 4, memory: 32Gi}, gpus: {a30-24gb/2g.12gb: {guaranteed: 1}}}\n",
                ),
                Edit(ROBOTICS_PROD, "allow: [objects, features]", "allow: [objects]"),
                Edit(RANKING_PROD, "allow: [robots]", "allow: []"),
            ),
        ),
        Example(
            "a profile that needs no GPU",
            (
                Edit(
                    "profiles/workloads/notes.yaml",
                    "",
                    "apiVersion: gitops-gen.io/v1\n"
                    "kind: WorkloadProfile\n"
                    "metadata: {name: notes}\n"
                    'spec: {version: "1", workload: Notebook, resources: {perPod: {cpu: 1, memory: 4Gi}}}\n',
                ),
                Edit(ROBOTICS, "    training: {}\n", "    training: {}\n    notes: {}\n"),
                Edit(ROBOTICS_DEV, "profiles: [experiment]", "profiles: [experiment, notes]"),
            ),
        ),
    ),
    check=check,
)

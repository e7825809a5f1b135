"""What the groups of a team may do: viewer, developer, admin, as ``data/roles.json`` has it.

Pods are never created directly: they would dodge the templates.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._refs import Refs, is_written
from gitops_gen.kinds._states import is_removed, takes_work
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.roles import PolicyRule, standard_rules
from gitops_gen.model.source import Json, Path


def render(tenant: Tenant, cluster: ResolvedCluster) -> Iterator[Draft]:
    """A Role for each role that some group has."""
    if is_removed(tenant):
        return
    for role, groups in tenant.access.items():
        rules: list[Json] = []
        sources: dict[Path, Refs] = {("metadata", "name"): tuple(group.ref for group in groups)}
        for rule in standard_rules()[role]:
            verbs = rule.verbs_when(takes_work=takes_work(tenant))
            reasons = _reasons(rule, tenant, cluster=cluster)
            if not verbs or (rule.workload and not reasons):
                continue
            if reasons:
                sources["rules", len(rules)] = reasons
            if verbs != rule.verbs:
                sources["rules", len(rules), "verbs"] = tenant.state.origins
            rules.append(_body(rule, verbs))
        yield Draft(
            kind="Role",
            name=role,
            namespace=tenant.namespace,
            body={"rules": rules},
            origin=tenant.allocation.ref(),
            sources=sources,
        )


def _body(rule: PolicyRule, verbs: tuple[str, ...]) -> dict[str, Json]:
    return {"apiGroups": [rule.api_group], "resources": list(rule.resources), "verbs": list(verbs)}


def _reasons(rule: PolicyRule, tenant: Tenant, *, cluster: ResolvedCluster) -> Refs:
    """Of a rule for an operator's kind: the operator is declared here, and some profile is started as that kind."""
    if not rule.workload:
        return ()
    users = tuple(ref for p in tenant.profiles if p.spec.workload == rule.workload for ref in p.refs("workload"))
    declared = users and is_written(cluster.spec, "operators", rule.operator)
    return (cluster.spec.ref("operators", rule.operator), *users) if declared else ()


KIND = TenantKind(
    id="role",
    emits=("Role",),
    summary="What viewers, developers and admins of a team may do in its namespace",
    render=render,
)

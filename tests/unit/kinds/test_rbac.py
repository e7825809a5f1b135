"""Roles and their bindings."""

from __future__ import annotations

import pytest

from gitops_gen.kinds import role, role_binding
from gitops_gen.model.fleet import GroupAccess, ResolvedCluster, Tenant
from gitops_gen.model.plugin import TenantKind
from tests.builders import make_cluster, make_platform, make_profile, make_team, make_tenant
from tests.unit.kinds.objects import drafts, origins

READ = {"get", "list", "watch"}
ROLES = ("admin", "developer", "viewer")


def tenant_with(state: str = "active", *, roles: tuple[str, ...] = ROLES, workload: str = "Job") -> Tenant:
    team = make_team()
    access = {name: (GroupAccess(f"{name}s", team.ref("access", "leads")),) for name in roles}
    return make_tenant(state, team=team, access=access, profiles=(make_profile(workload=workload),))


def rights(tenant: Tenant, name: str, cluster: ResolvedCluster | None = None) -> dict[str, set[str]]:
    """Verbs by ``resource.group``, all rules together."""
    found: dict[str, set[str]] = {}
    for rule in drafts(role.KIND, tenant, cluster)[name].body["rules"]:
        (group,) = rule["apiGroups"]
        for resource in rule["resources"]:
            found.setdefault(f"{resource}.{group}".rstrip("."), set()).update(rule["verbs"])
    return found


def test_viewer_reads_and_sees_no_secret() -> None:
    found = rights(tenant_with(), "viewer")
    assert {frozenset(verbs) for verbs in found.values()} == {frozenset(READ)}
    assert set(found) & {"secrets", "pods/log"} == set()


def test_developer_starts_jobs_and_reads_logs() -> None:
    found = rights(tenant_with(), "developer")
    assert found["jobs.batch"] == READ | {"create", "delete", "patch"}
    assert found["pods/log"] == {"get"}
    assert found["services"] == READ
    assert "secrets" not in found


def test_admin_writes_secrets_without_ever_seeing_one() -> None:
    found = rights(tenant_with(), "admin")
    assert found["secrets"] == {"create", "delete"}
    assert found["services"] == READ | {"create", "delete", "patch", "update"}


@pytest.mark.parametrize("name", ROLES)
@pytest.mark.parametrize("state", ["active", "frozen", "drained"])
def test_nobody_makes_pods_or_widens_rights(name: str, state: str) -> None:
    found = rights(tenant_with(state), name)
    assert found["pods"] == READ
    assert found["resourcequotas"] == found["limitranges"] == found["networkpolicies.networking.k8s.io"] == READ
    assert not any(resource.startswith(("roles", "pods/exec", "serviceaccounts")) for resource in found)
    assert "*" not in {verb for verbs in found.values() for verb in verbs} | set(found)


@pytest.mark.parametrize("state", ["frozen", "drained"])
@pytest.mark.parametrize("name", ["admin", "developer"])
def test_no_new_work_where_none_is_taken(state: str, name: str) -> None:
    tenant = tenant_with(state)
    assert rights(tenant, name)["jobs.batch"] == READ | {"delete"}
    draft = drafts(role.KIND, tenant)[name]
    (index,) = [i for i, rule in enumerate(draft.body["rules"]) if rule["verbs"] == ["delete"]]
    assert origins(draft, "rules", index, "verbs") == ["Team/vision#/spec/state"]


OPERATED = {
    "JobSet": ("jobset", "jobsets.jobset.x-k8s.io"),
    "RayJob": ("kuberay", "rayjobs.ray.io"),
    "ScaledJob": ("keda", "scaledjobs.keda.sh"),
    "TrainJob": ("trainer", "trainjobs.trainer.kubeflow.org"),
}


@pytest.mark.parametrize("workload", OPERATED)
def test_an_operators_kind_where_it_is_declared_and_used(workload: str) -> None:
    operator, resource = OPERATED[workload]
    declared = make_cluster(operators={operator: {"version": "1.0.0"}})
    used = tenant_with(workload=workload)
    assert rights(used, "viewer", declared)[resource] == READ
    assert rights(used, "developer", declared)[resource] == READ | {"create", "delete", "patch"}
    assert rights(tenant_with("frozen", workload=workload), "developer", declared)[resource] == READ | {"delete"}
    assert resource not in rights(used, "developer", make_cluster(operators={}))
    assert resource not in rights(tenant_with(), "developer", declared)
    draft = drafts(role.KIND, used, declared)["viewer"]
    (index,) = [i for i, rule in enumerate(draft.body["rules"]) if rule["apiGroups"] == [resource.partition(".")[2]]]
    assert origins(draft, "rules", index) == [
        f"Cluster/prod-eu1#/spec/operators/{operator}",
        "WorkloadProfile/training#/spec/workload",
    ]


@pytest.mark.parametrize("kind", [role.KIND, role_binding.KIND], ids=lambda kind: kind.id)
def test_only_roles_that_some_group_has(kind: TenantKind) -> None:
    assert set(drafts(kind, tenant_with(roles=("viewer",)))) == {"viewer"}
    assert drafts(kind, tenant_with("removed")) == {}


def test_a_binding_names_groups_as_the_api_server_sees_them() -> None:
    team = make_team(access={"leads": {"role": "admin"}, "owners": {"role": "admin"}})
    groups = tuple(GroupAccess(name, team.ref("access", name)) for name in ("leads", "owners"))
    draft = drafts(role_binding.KIND, make_tenant(team=team, access={"admin": groups}))["admin"]
    api = "rbac.authorization.k8s.io"
    assert draft.body == {
        "roleRef": {"apiGroup": api, "kind": "Role", "name": "admin"},
        "subjects": [
            {"apiGroup": api, "kind": "Group", "name": "oidc:leads"},
            {"apiGroup": api, "kind": "Group", "name": "oidc:owners"},
        ],
    }
    assert origins(draft, "subjects", 1, "name") == [
        "Platform/acme#/spec/identity/groupPrefix",
        "Team/vision#/spec/access/owners",
    ]


def test_without_a_prefix_the_group_alone_is_the_source() -> None:
    draft = drafts(role_binding.KIND, make_tenant(), make_cluster(platform=make_platform(identity={})))["admin"]
    assert [subject["name"] for subject in draft.body["subjects"]] == ["leads"]
    assert origins(draft, "subjects", 0, "name") == ["Team/vision#/spec/access/leads"]

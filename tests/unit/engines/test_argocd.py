"""Argo CD's objects: names, annotations, what projects permit, and who may do what."""

from __future__ import annotations

import pytest

from gitops_gen.catalog import load_kinds
from gitops_gen.engines.argocd import ENGINE
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.roles import standard_rules
from gitops_gen.model.source import Json
from tests.unit.engines.worlds import (
    ARGOCD,
    drafts,
    make_cluster,
    make_manifest,
    make_platform,
    make_rendered,
    make_team,
    make_tenant,
)

NFD = {"nodeFeatureDiscovery": {"version": "0.19.0"}}
GPU_OPERATOR = {"gpuOperator": {"version": "26.7.0", "namespace": "gpu-operator"}}


ANNOTATIONS = {
    "nothing to say": ("ConfigMap", "", 0, {}),
    "a wave is text": ("Namespace", "", -50, {"argocd.argoproj.io/sync-wave": "-50"}),
    "confirm asks a person": (
        "Namespace",
        "confirm",
        0,
        {"argocd.argoproj.io/sync-options": "Delete=confirm,Prune=confirm"},
    ),
    "keep never asks": (
        "CronJob",
        "keep",
        0,
        {"argocd.argoproj.io/sync-options": "Delete=false,Prune=false"},
    ),
    "a definition that may be missing": (
        "NodeFeatureRule",
        "confirm",
        1,
        {
            "argocd.argoproj.io/sync-options": "Delete=confirm,Prune=confirm,SkipDryRunOnMissingResource=true",
            "argocd.argoproj.io/sync-wave": "1",
        },
    ),
}


@pytest.mark.parametrize(("kind", "protection", "wave", "want"), ANNOTATIONS.values(), ids=ANNOTATIONS)
def test_annotations(kind: str, protection: str, wave: int, want: dict[str, str]) -> None:
    assert ENGINE.annotations(load_kinds()[kind], protection, wave) == want


def test_names_and_folders() -> None:
    cluster = make_cluster(make_tenant("vision"))
    rendered = make_rendered(teams={"vision": [make_manifest("Namespace", "vision")]})
    found = drafts(ENGINE, cluster, rendered)
    assert sorted(found) == [
        ("AppProject", "eu1-platform"),
        ("AppProject", "eu1-root"),
        ("AppProject", "eu1-vision"),
        ("Application", "eu1-platform"),
        ("Application", "eu1-root"),
        ("Application", "eu1-vision"),
    ]
    paths = {
        name: draft.body["spec"]["source"]["path"] for (kind, name), draft in found.items() if kind == "Application"
    }
    assert paths == {
        "eu1-platform": "generated/eu1/platform",
        "eu1-root": "generated/eu1/gitops",
        "eu1-vision": "generated/eu1/teams/vision",
    }
    assert {draft.namespace for draft in found.values()} == {"argocd"}


def test_bootstrap_holds_the_root_and_depends_on_nothing_rendered() -> None:
    empty = tuple(ENGINE.bootstrap(make_cluster(), make_rendered()))
    full = tuple(
        ENGINE.bootstrap(make_cluster(make_tenant()), make_rendered(teams={"vision": [make_manifest("Role")]}))
    )
    assert [(draft.kind, draft.name) for draft in empty] == [("AppProject", "eu1-root"), ("Application", "eu1-root")]
    assert [draft.body for draft in empty] == [draft.body for draft in full]


def test_clusters_of_one_hub_share_no_name() -> None:
    names: list[tuple[str, str]] = []
    for cluster_name in ("eu1", "eu2"):
        cluster = make_cluster(make_tenant("vision"), name=cluster_name)
        names += drafts(ENGINE, cluster, make_rendered(teams={"vision": [make_manifest("Namespace", "vision")]}))
    assert len(set(names)) == len(names)


def test_root_syncs_into_the_hub_and_the_rest_into_the_cluster() -> None:
    found = drafts(ENGINE, make_cluster(), make_rendered())
    root, platform = (found["Application", f"eu1-{part}"].body["spec"]["destination"] for part in ("root", "platform"))
    assert root == {"namespace": "argocd", "server": "https://kubernetes.default.svc"}
    assert platform["server"] == "https://eu1.acme.example:6443"


def test_platform_application_asks_before_it_goes_and_comes_before_the_teams() -> None:
    cluster = make_cluster(make_tenant())
    found = drafts(ENGINE, cluster, make_rendered(teams={"vision": [make_manifest("Namespace", "vision")]}))
    platform, team, root = (found["Application", f"eu1-{part}"] for part in ("platform", "vision", "root"))
    assert (platform.protection, platform.wave) == ("confirm", -10)
    assert (team.protection, team.wave) == (None, None)
    assert (root.protection, root.wave) == (None, None)
    assert found["AppProject", "eu1-root"].wave == 0, "a person applies it: no wave"
    assert found["AppProject", "eu1-platform"].wave is None, "the kind's own wave"


def test_a_namespace_without_files_has_no_application() -> None:
    assert ("Application", "eu1-vision") not in drafts(ENGINE, make_cluster(make_tenant()), make_rendered())


PLATFORM_NAMESPACES = {
    "its own first": (
        make_rendered([make_manifest("ConfigMap", namespace="z"), make_manifest("ConfigMap", namespace="m")]),
        make_cluster(make_tenant("a")),
        "m",
    ),
    "the operator's, where its files will lie": (
        make_rendered(),
        make_cluster(make_tenant("a"), operators=GPU_OPERATOR),
        "gpu-operator",
    ),
    "the operator's own default": (
        make_rendered(),
        make_cluster(make_tenant("a"), operators={"gpuOperator": {"version": "26.7.0"}}),
        "gpu-operator",
    ),
    "else the first team's": (make_rendered(), make_cluster(make_tenant("b"), make_tenant("c")), "b"),
    "else one that is always there": (make_rendered(), make_cluster(), "default"),
}


@pytest.mark.parametrize(("rendered", "cluster", "want"), PLATFORM_NAMESPACES.values(), ids=PLATFORM_NAMESPACES)
def test_namespace_of_the_platform_application(rendered: Rendered, cluster: ResolvedCluster, want: str) -> None:
    found = drafts(ENGINE, cluster, rendered)
    assert found["Application", "eu1-platform"].body["spec"]["destination"]["namespace"] == want
    permitted = found["AppProject", "eu1-platform"].body["spec"]["destinations"]
    assert want in [destination["namespace"] for destination in permitted]


def _permits(project: Json, kind: str, namespace: str) -> bool:
    """Argo CD's own test, for a project without globs and blacklists."""
    facts = load_kinds()[kind]
    entry = {"group": facts.gvk.group, "kind": facts.gvk.kind}
    if not facts.namespaced:
        return entry in project.get("clusterResourceWhitelist", [])
    namespaces = [destination["namespace"] for destination in project["destinations"]]
    return entry in project["namespaceResourceWhitelist"] and namespace in namespaces


def test_platform_project_permits_what_is_rendered() -> None:
    # ClusterRole stands for a kind that no list of ours foresees.
    platform = [make_manifest("ClusterRole"), make_manifest("ConfigMap", namespace="gpu-operator")]
    team = [make_manifest("Namespace", "vision"), make_manifest("CronJob", namespace="vision")]
    rendered = make_rendered(platform, {"vision": team})
    project = drafts(ENGINE, make_cluster(make_tenant()), rendered)["AppProject", "eu1-platform"].body["spec"]
    for manifest in (*platform, *team):
        assert _permits(project, manifest.id.kind, manifest.id.namespace), manifest


@pytest.mark.parametrize("kind", ["Namespace", "PriorityClass", "PersistentVolumeClaim", "CronJob", "Role"])
def test_platform_project_still_sees_the_last_of_a_kind(kind: str) -> None:
    project = drafts(ENGINE, make_cluster(make_tenant()), make_rendered())["AppProject", "eu1-platform"].body["spec"]
    assert _permits(project, kind, "vision")


OPERATORS = {
    "its operator": (NFD, True),
    "another operator": (GPU_OPERATOR, False),
    "none": ({}, False),
}


@pytest.mark.parametrize(("operators", "want"), OPERATORS.values(), ids=OPERATORS)
def test_kinds_of_operators_need_the_operator(operators: dict[str, Json], *, want: bool) -> None:
    cluster = make_cluster(operators=operators)
    project = drafts(ENGINE, cluster, make_rendered())["AppProject", "eu1-platform"].body["spec"]
    assert _permits(project, "NodeFeatureRule", "") is want


@pytest.mark.parametrize("kind", ["AppProject", "Application", "ClusterRole", "ClusterRoleBinding", "Kustomization"])
def test_platform_project_never_permits(kind: str) -> None:
    spec = drafts(ENGINE, make_cluster(make_tenant()), make_rendered())["AppProject", "eu1-platform"].body["spec"]
    permitted = {entry["kind"] for entry in (*spec["clusterResourceWhitelist"], *spec["namespaceResourceWhitelist"])}
    assert kind not in permitted


def test_lists_are_sorted_and_without_duplicates() -> None:
    rendered = make_rendered([make_manifest("ConfigMap", namespace=name) for name in ("z", "a", "z")])
    cluster = make_cluster(make_tenant("c"), make_tenant("b"))
    spec = drafts(ENGINE, cluster, rendered)["AppProject", "eu1-platform"].body["spec"]
    assert [destination["namespace"] for destination in spec["destinations"]] == ["a", "b", "c", "z"]
    for field in ("clusterResourceWhitelist", "namespaceResourceWhitelist"):
        entries = [(entry["group"], entry["kind"]) for entry in spec[field]]
        assert entries == sorted(set(entries))


def test_team_project() -> None:
    access = {"zeta": {"role": "admin"}, "alpha": {"role": "admin"}, "support": {"role": "viewer"}}
    repositories = ["https://github.com/acme/vision-*", "https://github.com/acme/models"]
    team = make_team(access=access, repositories=repositories, costCenter="4711")
    platform = make_platform(identity={"groupPrefix": "oidc:"})
    cluster = make_cluster(make_tenant("vision-b", team=team), make_tenant("vision-a", team=team), platform=platform)
    project = drafts(ENGINE, cluster, make_rendered())["AppProject", "eu1-vision"]
    spec = project.body["spec"]
    assert [destination["namespace"] for destination in spec["destinations"]] == ["vision-a", "vision-b"]
    assert spec["sourceRepos"] == ["https://github.com/acme/models", "https://github.com/acme/vision-*"]
    assert [(role["name"], role["groups"]) for role in spec["roles"]] == [
        ("admin", ["alpha", "zeta"]),
        ("viewer", ["support"]),
    ]
    assert spec["roles"][1]["policies"] == ["p, proj:eu1-vision:viewer, applications, get, eu1-vision/*, allow"]
    assert str(project.origin) == "Team/vision#/metadata/name"
    assert project.labels == {
        "gitops-gen.io/cost-center": "4711",
        "gitops-gen.io/department": "research",
        "gitops-gen.io/team": "vision",
    }


def test_policies_are_what_argo_cd_accepts() -> None:
    access = {"a": {"role": "admin"}, "d": {"role": "developer"}, "v": {"role": "viewer"}}
    cluster = make_cluster(make_tenant(team=make_team(access=access)))
    spec = drafts(ENGINE, cluster, make_rendered())["AppProject", "eu1-vision"].body["spec"]
    actions: dict[str, list[str]] = {}
    for role in spec["roles"]:
        for policy in role["policies"]:
            mark, subject, resource, action, target, effect = policy.split(", ")
            assert (mark, subject, resource, target, effect) == (
                "p",
                f"proj:eu1-vision:{role['name']}",
                "applications",
                "eu1-vision/*",
                "allow",
            )
            actions.setdefault(role["name"], []).append(action)
    assert actions == {
        "admin": ["create", "delete", "get", "sync", "update"],
        "developer": ["get", "sync"],
        "viewer": ["get"],
    }


def test_a_team_that_says_nothing_gets_no_empty_lists() -> None:
    spec = drafts(ENGINE, make_cluster(make_tenant()), make_rendered())["AppProject", "eu1-vision"].body["spec"]
    assert sorted(spec) == ["destinations", "namespaceResourceWhitelist"]


def test_a_removed_namespace_leaves_the_teams_project_but_not_the_platforms() -> None:
    rendered = make_rendered(teams={name: [make_manifest("Namespace", name)] for name in ("a", "b")})
    some = drafts(ENGINE, make_cluster(make_tenant("a"), make_tenant("b", state="removed")), rendered)
    assert [entry["namespace"] for entry in some["AppProject", "eu1-vision"].body["spec"]["destinations"]] == ["a"]
    none = drafts(ENGINE, make_cluster(make_tenant("a", state="removed"), make_tenant("b", state="removed")), rendered)
    assert ("AppProject", "eu1-vision") not in none
    assert ("Application", "eu1-b") in none, "its Namespace is still ours until a person deletes it"
    assert _permits(none["AppProject", "eu1-platform"].body["spec"], "Role", "b")


def test_a_team_may_hold_what_its_admins_may_write_less_secrets() -> None:
    spec = drafts(ENGINE, make_cluster(make_tenant()), make_rendered())["AppProject", "eu1-vision"].body["spec"]
    kinds = {f"{entry['kind'].lower()}s" for entry in spec["namespaceResourceWhitelist"]}
    writable = {
        resource
        for rule in standard_rules()["admin"]
        if "create" in rule.verbs and not rule.operator
        for resource in rule.resources
    }
    assert kinds == writable - {"secrets"}
    assert "clusterResourceWhitelist" not in spec


def test_another_engines_cluster_is_a_bug() -> None:
    with pytest.raises(ValueError, match="not served by Argo CD"):
        drafts(ENGINE, make_cluster(gitops={"flux": {"source": {"git": {}}}}), make_rendered())


def test_namespace_of_argo_cd_has_a_default() -> None:
    settings = {"argocd": {key: value for key, value in ARGOCD["argocd"].items() if key != "namespace"}}
    found = drafts(ENGINE, make_cluster(gitops=settings), make_rendered())
    assert {draft.namespace for draft in found.values()} == {"argocd"}

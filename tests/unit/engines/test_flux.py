"""Flux's objects: names, order, waiting, the source, and what the account may do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitops_gen.catalog import load_kinds
from gitops_gen.engines._flux_kustomizations import KIND
from gitops_gen.engines._flux_settings import go_duration
from gitops_gen.engines.flux import ENGINE
from gitops_gen.model.health import health_expressions
from gitops_gen.model.manifest import Draft, Gvk, KindFacts
from gitops_gen.model.roles import standard_rules
from gitops_gen.model.source import Json
from tests.unit.engines.worlds import (
    FLUX,
    drafts,
    make_claim,
    make_cluster,
    make_manifest,
    make_platform,
    make_rendered,
    make_role,
    make_tenant,
)

CLASSES = {
    "late": {"access": ["ReadWriteOnce"], "binding": "WaitForFirstConsumer"},
    "now": {"access": ["ReadWriteOnce"], "binding": "Immediate"},
}
FORBIDDEN = {"*", "bind", "escalate", "impersonate"}


ANNOTATIONS = {
    "nothing to say": ("", 0, {}),
    "no waves": ("", -50, {}),
    "nobody can be asked, so never": ("confirm", 0, {"kustomize.toolkit.fluxcd.io/prune": "disabled"}),
    "never": ("keep", -40, {"kustomize.toolkit.fluxcd.io/prune": "disabled"}),
}


@pytest.mark.parametrize(("protection", "wave", "want"), ANNOTATIONS.values(), ids=ANNOTATIONS)
def test_annotations(protection: str, wave: int, want: dict[str, str]) -> None:
    for facts in load_kinds().values():
        assert ENGINE.annotations(facts, protection, wave) == want


def test_names_and_folders() -> None:
    cluster = make_cluster(make_tenant("vision"), gitops=FLUX)
    found = drafts(ENGINE, cluster, make_rendered(teams={"vision": [make_manifest("Namespace", "vision")]}))
    assert sorted(found) == [
        ("ClusterRole", "eu1-platform"),
        ("ClusterRoleBinding", "eu1-platform"),
        ("GitRepository", "eu1"),
        (KIND, "eu1-platform"),
        (KIND, "eu1-root"),
        (KIND, "eu1-vision"),
        ("Role", "eu1-root"),
        ("RoleBinding", "eu1-root"),
        ("ServiceAccount", "eu1-platform"),
        ("ServiceAccount", "eu1-root"),
    ]
    assert {name: found[kind, name].body["spec"]["path"] for kind, name in found if kind == KIND} == {
        "eu1-platform": "generated/eu1/platform",
        "eu1-root": "generated/eu1/gitops",
        "eu1-vision": "generated/eu1/teams/vision",
    }
    assert {draft.namespace for draft in found.values() if load_kinds()[draft.kind].namespaced} == {"flux-system"}
    assert {draft.namespace for draft in found.values() if not load_kinds()[draft.kind].namespaced} == {""}


def _kustomizations(found: dict[tuple[str, str], Draft]) -> dict[str, Json]:
    return {name: draft.body["spec"] for (kind, name), draft in found.items() if kind == KIND}


def test_every_reference_leads_to_an_object_of_the_same_output_and_nothing_waits_in_a_circle() -> None:
    cluster = make_cluster(make_tenant("a"), make_tenant("b"), gitops=FLUX)
    rendered = make_rendered(teams={name: [make_manifest("Namespace", name)] for name in ("a", "b")})
    found = drafts(ENGINE, cluster, rendered)
    specs = _kustomizations(found)
    after = {name: {entry["name"] for entry in spec.get("dependsOn", [])} for name, spec in specs.items()}
    assert after == {"eu1-a": {"eu1-platform"}, "eu1-b": {"eu1-platform"}, "eu1-platform": set(), "eu1-root": set()}
    for spec in specs.values():
        assert ("ServiceAccount", spec["serviceAccountName"]) in found
        assert (spec["sourceRef"]["kind"], spec["sourceRef"]["name"]) in found
        assert "namespace" not in spec["sourceRef"], "refused where cross-namespace references are off"
        assert "targetNamespace" not in spec
        assert "postBuild" not in spec


def test_removing_a_kustomization_leaves_its_objects() -> None:
    cluster = make_cluster(make_tenant("a"), gitops=FLUX)
    found = drafts(ENGINE, cluster, make_rendered(teams={"a": [make_manifest("Namespace", "a")]}))
    assert {spec["deletionPolicy"] for spec in _kustomizations(found).values()} == {"Orphan"}


CLAIMS = {
    "bound at once": ("now", True),
    "bound by its consumer": ("late", None),
    "not described": ("other", None),
}


@pytest.mark.parametrize(("storage_class", "want"), CLAIMS.values(), ids=CLAIMS)
def test_wait_is_off_where_a_claim_waits_for_its_consumer(storage_class: str, *, want: bool | None) -> None:
    cluster = make_cluster(make_tenant("a"), make_tenant("b"), gitops=FLUX, storageClasses=CLASSES)
    teams = {"a": [make_claim("a", storage_class)], "b": [make_manifest("Namespace", "b")]}
    specs = _kustomizations(drafts(ENGINE, cluster, make_rendered(teams=teams)))
    assert specs["eu1-a"].get("wait") == want
    assert specs["eu1-b"]["wait"] is True, "only where the claim lies"
    assert specs["eu1-platform"]["wait"] is True


def test_kinds_with_a_status_of_their_own_are_waited_for_by_expression() -> None:
    facts = KindFacts(Gvk("kueue.x-k8s.io", "v1beta2", "ClusterQueue"), "clusterqueues", namespaced=False)
    queue = replace(make_manifest("PriorityClass", "queue"), facts=facts)
    specs = _kustomizations(drafts(ENGINE, make_cluster(gitops=FLUX), make_rendered([queue, queue])))
    current = health_expressions()["kueue.x-k8s.io", "ClusterQueue"].current
    assert "Active" in current
    assert specs["eu1-platform"]["healthCheckExprs"] == [
        {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "current": current}
    ]
    assert "healthCheckExprs" not in specs["eu1-root"]


def test_no_expression_where_nothing_is_waited_for() -> None:
    facts = KindFacts(Gvk("kueue.x-k8s.io", "v1beta2", "LocalQueue"), "localqueues", namespaced=True)
    queue = replace(make_manifest("Role", "queue", namespace="a"), facts=facts)
    cluster = make_cluster(make_tenant("a"), gitops=FLUX, storageClasses=CLASSES)
    found = drafts(ENGINE, cluster, make_rendered(teams={"a": [queue, make_claim("a", "late")]}))
    assert "healthCheckExprs" not in _kustomizations(found)["eu1-a"]


DURATIONS = {"seconds": ("45s", 45), "minutes": ("10m0s", 600), "hours": ("1h0m0s", 3600), "all": ("1h1m1s", 3661)}


@pytest.mark.parametrize(("text", "seconds"), DURATIONS.values(), ids=DURATIONS)
def test_durations_are_written_as_go_writes_them(text: str, seconds: int) -> None:
    assert go_duration(seconds) == text
    settings = {"flux": {**FLUX["flux"], "interval": text}}
    assert (
        _kustomizations(drafts(ENGINE, make_cluster(gitops=settings), make_rendered()))["eu1-root"]["interval"] == text
    )


SOURCES = {
    "a public repository": (
        {"git": {}},
        "GitRepository",
        {
            "interval": "1m0s",
            "ref": {"branch": "release/2"},
            "sparseCheckout": ["generated/eu1"],
            "url": "https://github.com/acme/gpu-platform.git",
        },
    ),
    "a private repository": (
        {"git": {"secret": "deploy-key"}},
        "GitRepository",
        {
            "interval": "1m0s",
            "ref": {"branch": "release/2"},
            "secretRef": {"name": "deploy-key"},
            "sparseCheckout": ["generated/eu1"],
            "url": "https://github.com/acme/gpu-platform.git",
        },
    ),
    "an artifact": (
        {"oci": {"url": "oci://ghcr.io/acme/gpu-platform", "secret": "pull"}},
        "OCIRepository",
        {
            "interval": "1m0s",
            "ref": {"tag": "release-2"},
            "secretRef": {"name": "pull"},
            "url": "oci://ghcr.io/acme/gpu-platform",
        },
    ),
}


@pytest.mark.parametrize(("source", "kind", "want"), SOURCES.values(), ids=SOURCES)
def test_source(source: Json, kind: str, want: Json) -> None:
    repository = {"url": "https://github.com/acme/gpu-platform.git", "revision": "release/2"}
    cluster = make_cluster(gitops={"flux": {"source": source}}, platform=make_platform(repository=repository))
    found = drafts(ENGINE, cluster, make_rendered())
    assert found[kind, "eu1"].body["spec"] == want
    assert {spec["sourceRef"]["kind"] for spec in _kustomizations(found).values()} == {kind}


def _rights(rules: Iterable[Json]) -> dict[tuple[str, str], set[str]]:
    rights: dict[tuple[str, str], set[str]] = {}
    for rule in rules:
        for group in rule["apiGroups"]:
            for resource in rule["resources"]:
                rights.setdefault((group, resource), set()).update(rule["verbs"])
    return rights


def _account(found: dict[tuple[str, str], Draft]) -> dict[tuple[str, str], set[str]]:
    return _rights(found["ClusterRole", "eu1-platform"].body["rules"])


def _rule(group: str, resources: list[str], verbs: list[str]) -> Json:
    return {"apiGroups": [group], "resources": resources, "verbs": verbs}


def test_the_account_applies_every_kind_and_deletes_no_protected_one() -> None:
    operators = {"nodeFeatureDiscovery": {"version": "0.19.0"}}
    rights = _account(drafts(ENGINE, make_cluster(gitops=FLUX, operators=operators), make_rendered()))
    apply = {"create", "get", "list", "patch", "watch"}
    kept = {("", "namespaces"), ("scheduling.k8s.io", "priorityclasses"), ("nfd.k8s-sigs.io", "nodefeaturerules")}
    pruned = {
        ("", "configmaps"),
        ("", "limitranges"),
        ("", "resourcequotas"),
        ("", "serviceaccounts"),
        ("batch", "cronjobs"),
        ("networking.k8s.io", "networkpolicies"),
        ("rbac.authorization.k8s.io", "rolebindings"),
        ("rbac.authorization.k8s.io", "roles"),
    }
    for resource in kept:
        assert rights[resource] == apply
    for resource in pruned:
        assert rights[resource] >= {*apply, "delete"}
    # Its developers may delete claims, so whoever makes their Role holds it; the claims' annotation keeps Flux from it.
    assert rights["", "persistentvolumeclaims"] == {*apply, "delete", "update"}


def test_the_account_cannot_make_itself_stronger() -> None:
    found = drafts(ENGINE, make_cluster(gitops=FLUX), make_rendered())
    rights = _account(found)
    for (group, resource), verbs in rights.items():
        assert not verbs & FORBIDDEN, (group, resource)
        assert "*" not in (group, resource)
    own = {group for group, _ in rights}
    assert "kustomize.toolkit.fluxcd.io" not in own
    assert ("rbac.authorization.k8s.io", "clusterroles") not in rights
    assert ("rbac.authorization.k8s.io", "clusterrolebindings") not in rights
    assert rights["", "secrets"] == {"create", "delete"}, "what admins hold, and no reading"
    root = _rights(found["Role", "eu1-root"].body["rules"])
    assert set(root) == {("kustomize.toolkit.fluxcd.io", "kustomizations")}


VERBS = st.lists(st.sampled_from(["create", "delete", "get", "list", "patch", "update", "watch"]), min_size=1)
RULES = st.lists(
    st.builds(
        _rule,
        st.sampled_from(["", "batch", "example.com"]),
        st.lists(st.sampled_from(["pods", "pods/log", "jobs", "widgets"]), min_size=1),
        VERBS,
    ),
    max_size=5,
)


@given(roles=st.lists(RULES, max_size=4))
def test_the_account_holds_every_verb_of_every_rendered_role(roles: list[list[Json]]) -> None:
    teams = {f"team-{index}": [make_role(f"team-{index}", rules)] for index, rules in enumerate(roles)}
    found = drafts(ENGINE, make_cluster(gitops=FLUX), make_rendered(teams=teams))
    rights = _account(found)
    for rules in roles:
        for resource, verbs in _rights(rules).items():
            assert verbs <= rights[resource]
    rendered_rules = found["ClusterRole", "eu1-platform"].body["rules"]
    assert rendered_rules == sorted(rendered_rules, key=lambda rule: (rule["apiGroups"], rule["resources"]))
    pairs = [(rule["apiGroups"][0], resource) for rule in rendered_rules for resource in rule["resources"]]
    assert len(set(pairs)) == len(pairs), "one rule a resource"
    for rule in rendered_rules:
        assert rule["verbs"] == sorted(set(rule["verbs"]))


def test_bootstrap_stays_when_teams_and_standard_roles_come() -> None:
    roles = [
        make_role("a", [_rule(rule.api_group, list(rule.resources), list(rule.verbs)) for rule in rules], name)
        for name, rules in standard_rules().items()
    ]
    operators = {key: {"version": "1.0.0"} for key in ("jobset", "keda", "kuberay", "trainer")}
    before = drafts(ENGINE, make_cluster(gitops=FLUX, operators=operators), make_rendered())
    after = drafts(
        ENGINE,
        make_cluster(make_tenant("a"), gitops=FLUX, operators=operators, storageClasses=CLASSES),
        make_rendered(teams={"a": [*roles, make_claim("a", "now")]}),
    )
    assert before["ClusterRole", "eu1-platform"].body == after["ClusterRole", "eu1-platform"].body


@pytest.mark.parametrize(
    ("operator", "resource"),
    [
        ("jobset", ("jobset.x-k8s.io", "jobsets")),
        ("keda", ("keda.sh", "scaledjobs")),
        ("kuberay", ("ray.io", "rayjobs")),
        ("trainer", ("trainer.kubeflow.org", "trainjobs")),
        ("nodeFeatureDiscovery", ("nfd.k8s-sigs.io", "nodefeaturerules")),
    ],
)
def test_rights_on_operators_kinds_need_the_operator(operator: str, resource: tuple[str, str]) -> None:
    without = drafts(ENGINE, make_cluster(gitops=FLUX), make_rendered())
    cluster = make_cluster(gitops=FLUX, operators={operator: {"version": "1.0.0"}})
    found = drafts(ENGINE, cluster, make_rendered())
    assert resource not in _account(without)
    assert "create" in _account(found)[resource]
    role = found["ClusterRole", "eu1-platform"]
    index = next(i for i, rule in enumerate(role.body["rules"]) if resource[1] in rule["resources"])
    assert role.sources["rules", index] == (cluster.spec.ref("operators", operator),)


def test_bindings_name_accounts_in_flux_namespace() -> None:
    found = drafts(ENGINE, make_cluster(gitops={"flux": {**FLUX["flux"], "namespace": "flux"}}), make_rendered())
    for kind, name, role in (
        ("RoleBinding", "eu1-root", "Role"),
        ("ClusterRoleBinding", "eu1-platform", "ClusterRole"),
    ):
        body = found[kind, name].body
        assert body["roleRef"] == {"apiGroup": "rbac.authorization.k8s.io", "kind": role, "name": name}
        assert body["subjects"] == [{"kind": "ServiceAccount", "name": name, "namespace": "flux"}]
        assert (role, name) in found


def test_another_engines_cluster_is_a_bug() -> None:
    with pytest.raises(ValueError, match="not served by Flux"):
        drafts(ENGINE, make_cluster(), make_rendered())

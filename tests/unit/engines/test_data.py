"""The data that engines read: complete, sorted out, and in step with what it was taken from."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from gitops_gen.catalog import load_kinds
from gitops_gen.engines.argocd import ENGINE as ARGOCD
from gitops_gen.engines.flux import ENGINE as FLUX
from gitops_gen.model.applied import applied_kinds
from gitops_gen.model.health import health_expressions
from gitops_gen.model.roles import standard_rules
from gitops_gen.model.source import Json
from gitops_gen.model.spec.cluster import Operators

OPERATORS = tuple(field.alias or name for name, field in Operators.model_fields.items())
ENGINES_OWN = {*ARGOCD.emits, *FLUX.emits} - {"Role", "RoleBinding", "ServiceAccount"}
"""Kinds that lie in gitops/ and bootstrap/ only."""


def _data(name: str) -> Json:
    return json.loads(files("gitops_gen").joinpath("data", name).read_text(encoding="utf-8"))


def test_every_kind_that_can_be_applied_is_listed() -> None:
    """A kind that is missing in data/applied.json would be refused by Flux's account and by Argo CD's project."""
    want = {
        (facts.gvk.group, facts.gvk.kind, facts.plural, facts.namespaced)
        for key, facts in load_kinds().items()
        if key not in ENGINES_OWN
    }
    assert {(kind.group, kind.kind, kind.plural, kind.namespaced) for kind in applied_kinds(OPERATORS)} == want


def test_what_is_always_protected_is_never_pruned() -> None:
    by_kind = {facts.gvk.kind: facts for facts in load_kinds().values()}
    lifted = {"CronJob"}
    for kind in applied_kinds(OPERATORS):
        assert kind.prunable is (by_kind[kind.kind].protection == "" or kind.kind in lifted), kind


def test_kinds_that_may_be_missing_hang_on_an_operator() -> None:
    optional = {facts.gvk.kind for facts in load_kinds().values() if facts.optional_crd}
    assert {kind.kind for kind in applied_kinds(OPERATORS) if kind.operators} == optional
    assert {name for kind in applied_kinds(OPERATORS) for name in kind.operators} <= set(OPERATORS)


def test_roles_include_each_other_and_read_no_secret() -> None:
    held = {
        role: {(rule.api_group, resource, verb) for rule in rules for resource in rule.resources for verb in rule.verbs}
        for role, rules in standard_rules().items()
    }
    assert list(held) == ["admin", "developer", "viewer"]
    assert held["viewer"] < held["developer"] < held["admin"]
    assert {verb for _, resource, verb in held["admin"] if resource == "secrets"} == {"create", "delete"}
    assert {verb for _, _, verb in held["viewer"]} == {"get", "list", "watch"}
    for _, resource, verb in held["admin"]:
        assert verb not in ("*", "bind", "deletecollection", "escalate", "impersonate")
        assert resource not in ("*", "pods/exec", "pods/attach", "pods/portforward", "serviceaccounts/token")
        assert (resource, verb) != ("pods", "create"), "pods come from jobs"


def test_rules_are_sorted_and_each_resource_has_each_verb_once() -> None:
    for rules in standard_rules().values():
        assert list(rules) == sorted(rules)
        held = [
            (rule.api_group, resource, verb) for rule in rules for resource in rule.resources for verb in rule.verbs
        ]
        assert len(set(held)) == len(held)


def test_a_namespace_that_takes_no_work_keeps_ending_it() -> None:
    starts = [rule for rule in standard_rules()["admin"] if rule.withdrawn]
    assert {rule.workload or "Job" for rule in starts} == {"Job", "JobSet", "RayJob", "ScaledJob", "TrainJob"}
    for rule in starts:
        assert rule.verbs_when(takes_work=True) == ("create", "delete", "patch")
        assert rule.verbs_when(takes_work=False) == ("delete",)


def test_rules_of_operators_name_one_and_its_workload() -> None:
    for rule in standard_rules()["admin"]:
        assert bool(rule.operator) == bool(rule.workload)
        assert not rule.operator or rule.operator in OPERATORS


@pytest.mark.parametrize(("role", "name"), [("admin", "admin"), ("developer", "developer"), ("viewer", "viewer")])
def test_roles_are_the_reference_s(role: str, name: str, shared: Path) -> None:
    text = (shared / f"reference/generated/prod-eu1/teams/vision/role-{name}.yaml").read_text()
    rules = [
        {"apiGroups": [rule.api_group], "resources": list(rule.resources), "verbs": list(rule.verbs)}
        for rule in standard_rules()[role]
        if not rule.operator
    ]
    assert rules == yaml.safe_load(text)["rules"]


@pytest.mark.parametrize("entry", _data("health.json")["kinds"], ids=lambda entry: entry["kind"])
def test_health_expressions_read_fields_that_the_definition_has(entry: dict[str, str], shared: Path) -> None:
    assert entry["source"]
    assert health_expressions()[entry["group"], entry["kind"]].current == entry["current"]
    definitions = [
        yaml.safe_load(path.read_text()) for path in sorted((shared / "crds").glob(f"*.{entry['group']}.yaml"))
    ]
    (definition,) = [found for found in definitions if found["spec"]["names"]["kind"] == entry["kind"]]
    (stored,) = [version for version in definition["spec"]["versions"] if version["storage"]]
    status = stored["schema"]["openAPIV3Schema"]["properties"]["status"]["properties"]
    field = entry["current"].partition("has(status.")[2].partition(")")[0]
    assert field in status, "has() guards the field that is read"
    assert f"status.{field}" in entry["current"].partition("&&")[2]


@pytest.mark.parametrize("name", ["applied.json", "health.json", "roles.json"])
def test_data_files_say_what_they_are(name: str) -> None:
    data = _data(name)
    assert data["about"]
    assert data.get("source") or data.get("sources") or all(entry["source"] for entry in data["kinds"])

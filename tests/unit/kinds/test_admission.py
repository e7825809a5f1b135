"""Admission policies: where they are, and what they allow a namespace."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import yaml

from gitops_gen.kinds import admission_parameters, admission_policy
from gitops_gen.model.admission import PARAMETERS_NAMESPACE
from gitops_gen.model.agents import applying_account
from gitops_gen.model.fleet import ResolvedCluster
from tests.unit.cli_platform import call, make_repository
from tests.unit.kinds.test_every_kind import full_cluster, full_tenant


def _with_tenant(state: str = "active") -> ResolvedCluster:
    return replace(full_cluster(), tenants=(full_tenant(state),))


def _names(cluster: ResolvedCluster) -> set[str]:
    drafts = (*admission_policy.render(cluster), *admission_parameters.render(cluster))
    return {f"{draft.kind}/{draft.name}" for draft in drafts}


def test_each_namespace_has_parameters_and_a_binding() -> None:
    namespace = full_tenant("active").namespace
    assert _names(_with_tenant()) == {
        f"ConfigMap/{PARAMETERS_NAMESPACE}",
        f"ConfigMap/{namespace}",
        f"Namespace/{PARAMETERS_NAMESPACE}",
        "ValidatingAdmissionPolicy/gitops-gen-objects",
        "ValidatingAdmissionPolicy/gitops-gen-pods",
        "ValidatingAdmissionPolicyBinding/gitops-gen-objects",
        f"ValidatingAdmissionPolicyBinding/gitops-gen-pods-{PARAMETERS_NAMESPACE}",
        f"ValidatingAdmissionPolicyBinding/gitops-gen-pods-{namespace}",
    }


def test_a_removed_team_has_none() -> None:
    namespace = full_tenant("removed").namespace
    assert not [name for name in _names(_with_tenant("removed")) if namespace in name]


def test_parameters_lie_with_the_platform_and_without_them_nothing_is_let_in() -> None:
    cluster = _with_tenant()
    for draft in (*admission_policy.render(cluster), *admission_parameters.render(cluster)):
        if draft.kind == "ValidatingAdmissionPolicyBinding":
            reference = draft.body["spec"].get("paramRef")
            wanted = {"namespace": PARAMETERS_NAMESPACE, "parameterNotFoundAction": "Deny"}
            assert (reference is None) == (draft.name == "gitops-gen-objects")
            assert reference is None or reference.items() >= wanted.items()
        if draft.kind == "ConfigMap":
            assert draft.namespace == PARAMETERS_NAMESPACE


def test_the_last_binding_is_never_pruned() -> None:
    """kubernetes/kubernetes#130887: without one, API servers forget ConfigMaps until they are started anew."""
    drafts = (*admission_policy.render(_with_tenant()), *admission_parameters.render(_with_tenant()))
    assert {f"{draft.kind}/{draft.name}" for draft in drafts if draft.protection == "keep"} == {
        f"ConfigMap/{PARAMETERS_NAMESPACE}",
        "ValidatingAdmissionPolicy/gitops-gen-pods",
        f"ValidatingAdmissionPolicyBinding/gitops-gen-pods-{PARAMETERS_NAMESPACE}",
    }


def test_an_old_server_has_none(tmp_path: Path) -> None:
    """ValidatingAdmissionPolicy is there for good from 1.30 on."""
    root = make_repository(tmp_path / "platform")
    for cluster in root.glob("environments/clusters/*/cluster.yaml"):
        text = cluster.read_text()
        minor = yaml.safe_load(text)["spec"]["kubernetesVersion"]
        cluster.write_text(text.replace(f'"{minor}"', '"1.29"'))
    assert call("-C", root, "generate").exit_code == 0
    assert not list(root.rglob("validatingadmissionpolicy*"))
    assert not list(root.rglob("*gitops-gen-policies*"))


def test_the_agents_are_those_of_the_engine() -> None:
    assert [*applying_account(_with_tenant())] == [
        "system:serviceaccount:argocd:argocd-application-controller",
        "system:serviceaccount:kube-system:argocd-manager",
    ]

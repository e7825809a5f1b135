"""Real-world cases that one object by itself decides: the verdict must be that of the case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from gitops_gen.catalog import load_kinds
from gitops_gen.model.source import pointer
from gitops_gen.validate.context import check_context
from gitops_gen.validate.objects import check_object, schema_problems
from gitops_gen.validate.schema import Schemas

# What is a remark on foreign files: they name no namespace, and spell amounts as they like.
REMARKS = {"manifest-namespace", "manifest-quantity-form", "manifest-no-schema", "manifest-rbac-broad"}
SCHEMA = "manifest-schema"
IDLE = "manifest-ineffective"
QUOTA_SCOPE = "/spec/scopeSelector/matchExpressions/0/operator"
MAIN = "/spec/containers/0"
JOB_MAIN = "/spec/template/spec/containers/0"
POLICY = "/spec/podFailurePolicy/rules"

# A case to the rules and places that must be reported, and nothing else.
CASES: dict[str, set[tuple[str, str]]] = {
    "02-kueue-quota-1000-becomes-1k": set(),
    "05-memory-1.2gi-normalises-to-milli": set(),
    "10-quota-scope-operator": {("manifest-quota-key", QUOTA_SCOPE)},
    "12-quota-hami-needs-limits-prefix": {
        (IDLE, "/spec/hard/limits.nvidia.com~1gpu"),
        (IDLE, "/spec/hard/limits.nvidia.com~1gpumem"),
    },
    "13-limits-storage-not-standard": {("manifest-quota-key", "/spec/hard/limits.storage")},
    "14-limitrange-max-becomes-default-gpu": {(IDLE, "/spec/limits/0/max/nvidia.com~1gpu")},
    "15-limitrange-gpu-default-mismatch": {
        ("manifest-limitrange", "/spec/limits/0/defaultRequest/nvidia.com~1gpu"),
    },
    "17-npu-request-below-limit": {
        ("manifest-resources", f"{MAIN}/resources/requests/huawei.com~1ascend-1980"),
    },
    "18-gpu-request-without-limit": {("manifest-resources", f"{JOB_MAIN}/resources/limits/nvidia.com~1gpu")},
    "19-fractional-gpu": {("manifest-quantity", f"{JOB_MAIN}/resources/limits/nvidia.com~1gpu")},
    "20-nodeselector-bool": {
        (SCHEMA, "/spec/nodeSelector/nvidia.com~1gpu.present"),
        ("manifest-label", "/spec/nodeSelector/nvidia.com~1gpu.present"),
    },
    "29-timeslicing-rename-bypasses-quota": set(),
    "38-netpol-openshift-dns-5353": set(),
    "42-netpol-ipblock-beside-selectors-ok": set(),
    "44-netpol-endport-named": {
        ("manifest-networkpolicy", "/spec/egress/0/ports/0/endPort"),
        ("manifest-networkpolicy", "/spec/egress/1/ports/0/endPort"),
    },
    "47-netpol-label-true": {
        (SCHEMA, "/spec/ingress/0/from/0/podSelector/matchLabels/access"),
        ("manifest-label", "/spec/ingress/0/from/0/podSelector/matchLabels/access"),
        (IDLE, "/spec/policyTypes"),
    },
    "48-netpol-broad-except-blocks-dns-ip": set(),
    "49-yaml-label-on": {("manifest-label", "/spec/nodeLabels/gpu")},
    "70-kueue-namespaceselector-nil": set(),
    "80-argocd-priorityclass-not-whitelisted": {(SCHEMA, "/spec/clusterResourceWhitelist/1/group")},
    "83-argocd-destination-deny-order": {(IDLE, "/spec/destinations")},
    "94-job-podfailurepolicy-exit-zero": {
        (SCHEMA, f"{POLICY}/1/onPodConditions/0/status"),
        ("manifest-workload", f"{POLICY}/0/onExitCodes/containerName"),
        ("manifest-workload", f"{POLICY}/0/onExitCodes/values"),
        ("manifest-workload", f"{POLICY}/2/action"),
    },
    "97-job-indexed-name-with-dot": {("manifest-workload", "/metadata/name")},
    "101-flux-crossnamespace-sourceref": set(),
    "104-rbac-crb-sa-without-namespace": {("manifest-rbac", "/subjects/0/namespace")},
    "107-rbac-pods-logs-typo": {(IDLE, "/rules/0/resources/1")},
    "108-rbac-apigroup-product": {
        (IDLE, "/rules/0/resources/0"),
        (IDLE, "/rules/0/resources/1"),
        (IDLE, "/rules/1/apiGroups/0"),
    },
}
# Verdicts of cases that more than one object decides, or the hardware, or the past: one by one they are fine.
BEYOND_ONE_OBJECT = {
    "29-timeslicing-rename-bypasses-quota",
    "38-netpol-openshift-dns-5353",
    "70-kueue-namespaceselector-nil",
    "101-flux-crossnamespace-sourceref",
}


def problems_of(body: Any, schemas: Schemas) -> set[tuple[str, str]]:
    context = check_context(load_kinds().values(), kubernetes_version="1.36", tracking_label="")
    result = schemas.check(body, kubernetes_version="1.36")
    found = [*schema_problems(result), *check_object(body, context)]
    return {(problem.rule, pointer(problem.path)) for problem in found if problem.rule not in REMARKS}


@pytest.mark.parametrize("name", CASES)
def test_a_case_gets_its_verdict(name: str, shared: Path, schemas: Schemas) -> None:
    folder = shared / "cases" / "bugs" / name
    documents = list(yaml.safe_load_all((folder / "input.yaml").read_text()))
    found = set().union(*(problems_of(body, schemas) for body in documents))
    found -= {("manifest-name", "/metadata/namespace")}
    assert found == CASES[name]
    verdict = (folder / "expected.txt").read_text().splitlines()[0]
    rules = {rule for rule, _ in found}
    if verdict == "verdict: VALID":
        assert rules <= {IDLE}
    elif name not in BEYOND_ONE_OBJECT:
        assert rules
        assert (rules == {IDLE}) == (verdict == "verdict: ACCEPTED-BUT-WRONG")


def test_a_device_plugins_file_with_ignored_fields(shared: Path, schemas: Schemas) -> None:
    text = (shared / "cases" / "bugs" / "30-timeslicing-devices-field-ignored" / "input.yaml").read_text()
    errors = schemas.check_file("device-plugin-v1", yaml.safe_load(text)).errors
    where = "/sharing/timeSlicing/resources"
    assert {pointer(error.path) for error in errors} == {
        f"{where}/{index}/{field}" for index in (0, 1) for field in ("devices", "rename")
    }


MIG_CASES = ["21-mig-4x1g10gb-3x1g5gb", "23-mig-2x3g-1x1g-h100", "24-mig-profile-of-other-family"]


@pytest.mark.parametrize("name", MIG_CASES)
def test_a_layout_that_only_the_hardware_refuses_is_well_formed(name: str, shared: Path, schemas: Schemas) -> None:
    body = yaml.safe_load((shared / "cases" / "bugs" / name / "input.yaml").read_text())
    file = yaml.safe_load(body["data"]["config.yaml"]) if "data" in body else body
    assert schemas.check_file("mig-parted-v1", file).errors == ()

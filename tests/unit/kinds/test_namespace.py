"""The Namespace: its Pod Security level, pinned, and where its name comes from."""

from __future__ import annotations

from gitops_gen.kinds.namespace import KIND
from tests.builders import make_allocation, make_environment, make_tenant, traced
from tests.unit.kinds.objects import drafts, origins

PREFIX = "pod-security.kubernetes.io/"


def test_six_labels_at_two_levels_and_one_version() -> None:
    development = make_environment(podSecurity="baseline")
    level = traced("baseline", development.ref("podSecurity"))
    draft = drafts(KIND, make_tenant(pod_security=level, pod_security_version="v1.35"))["vision"]
    assert draft.labels == {
        PREFIX + "audit": "restricted",
        PREFIX + "audit-version": "v1.35",
        PREFIX + "enforce": "baseline",
        PREFIX + "enforce-version": "v1.35",
        PREFIX + "warn": "restricted",
        PREFIX + "warn-version": "v1.35",
    }
    assert draft.body == {}


def test_sources_of_level_and_version() -> None:
    draft = drafts(KIND, make_tenant())["vision"]
    assert origins(draft, "metadata", "labels", PREFIX + "enforce") == ["Environment/prod#/spec/podSecurity"]
    assert origins(draft, "metadata", "labels", PREFIX + "warn-version") == ["Cluster/prod-eu1#/spec/kubernetesVersion"]


def test_a_version_of_another_cluster_is_not_said_to_be_this_ones() -> None:
    draft = drafts(KIND, make_tenant(pod_security_version="v1.34"))["vision"]
    assert origins(draft, "metadata", "labels", PREFIX + "enforce-version") == ["Environment/prod#/metadata/name"]


def test_the_name_comes_from_what_fills_the_pattern_and_then_the_pattern() -> None:
    tenant = make_tenant(allocation=make_allocation(namespace="batch"), namespace="vision-batch")
    assert origins(drafts(KIND, tenant)["vision-batch"], "metadata", "name") == [
        "Allocation/vision-prod#/spec/team",
        "Allocation/vision-prod#/spec/namespace",
        "Platform/acme#/spec/naming/namespace",
    ]

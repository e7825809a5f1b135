"""The four ResourceQuotas: keys, canonical amounts, and what each state takes away."""

from __future__ import annotations

import pytest

from gitops_gen.kinds import (
    resource_quota_compute,
    resource_quota_gpu,
    resource_quota_objects,
    resource_quota_storage,
)
from gitops_gen.model.fleet import Tenant
from gitops_gen.model.plugin import TenantKind
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Json
from tests.builders import CLUSTER, make_allocation, make_cluster, make_tenant, traced
from tests.unit.kinds.objects import drafts, origins

COMPUTE, GPU = resource_quota_compute.KIND, resource_quota_gpu.KIND
OBJECTS, STORAGE = resource_quota_objects.KIND, resource_quota_storage.KIND


def hard(kind: TenantKind, tenant: Tenant, **cluster: Json) -> dict[str, str]:
    """The lines of the only quota that a kind renders; none without one."""
    found = drafts(kind, tenant, make_cluster(**cluster))
    assert set(found) <= {kind.id.removeprefix("resource-quota-")}
    return next((draft.body["spec"]["hard"] for draft in found.values()), {})


COMPUTE_CASES = {
    "requests and limits, canonical": (
        make_tenant(resources={"cpu": "1500m", "memory": "1024Gi"}, limits={"cpu": "2", "memory": "2Ti"}),
        {"limits.cpu": "2", "limits.memory": "2Ti", "requests.cpu": "1500m", "requests.memory": "1Ti"},
    ),
    "unlimited gives no line": (
        make_tenant(resources={"cpu": None, "memory": "1Ti"}, limits={"cpu": None, "memory": None}),
        {"requests.memory": "1Ti"},
    ),
    "all unlimited gives no object": (make_tenant(resources={"cpu": None}, limits={"cpu": None}), {}),
    "ephemeral storage where it is named": (
        make_tenant(resources={"ephemeral-storage": "2Ti"}, limits={}),
        {"requests.ephemeral-storage": "2Ti"},
    ),
    "frozen keeps its quota: running pods go on": (
        make_tenant("frozen", resources={"cpu": "4"}, limits={"cpu": "8"}),
        {"limits.cpu": "8", "requests.cpu": "4"},
    ),
    "drained has nothing, what was unlimited too": (
        make_tenant("drained", resources={"cpu": "4", "memory": None}, limits={"cpu": "8"}),
        {"limits.cpu": "0", "requests.cpu": "0", "requests.memory": "0"},
    ),
    "removed has no quota": (make_tenant("removed"), {}),
}


@pytest.mark.parametrize(("tenant", "want"), COMPUTE_CASES.values(), ids=COMPUTE_CASES)
def test_compute(tenant: Tenant, want: dict[str, str]) -> None:
    assert hard(COMPUTE, tenant) == want


GPU_CASES = {
    "a line for each resource, 0 where nothing was given": (
        make_tenant(gpu_keys={"nvidia.com/gpu": 16, "nvidia.com/mig-1g.10gb": 0}),
        {"requests.nvidia.com/gpu": "16", "requests.nvidia.com/mig-1g.10gb": "0"},
    ),
    "counts are canonical": (make_tenant(gpu_keys={"nvidia.com/gpu": 2000}), {"requests.nvidia.com/gpu": "2k"}),
    "a cluster without GPUs": (make_tenant(gpu_keys={}), {}),
    "frozen": (make_tenant("frozen", gpu_keys={"nvidia.com/gpu": 4}), {"requests.nvidia.com/gpu": "4"}),
    "drained": (make_tenant("drained", gpu_keys={"nvidia.com/gpu": 4}), {"requests.nvidia.com/gpu": "0"}),
    "removed": (make_tenant("removed"), {}),
}


@pytest.mark.parametrize(("tenant", "want"), GPU_CASES.values(), ids=GPU_CASES)
def test_gpu(tenant: Tenant, want: dict[str, str]) -> None:
    assert hard(GPU, tenant) == want


def test_objects_in_the_words_of_kubernetes() -> None:
    counts = {
        "configMaps": 200,
        "cronJobs": 20,
        "jobs": 1000,
        "persistentVolumeClaims": 50,
        "pods": 200,
        "secrets": 100,
        "services": 1001,
    }
    assert hard(OBJECTS, make_tenant(counts=counts)) == {
        "configmaps": "200",
        "count/cronjobs.batch": "20",
        "count/jobs.batch": "1k",
        "persistentvolumeclaims": "50",
        "pods": "200",
        "secrets": "100",
        "services": "1001",
        "services.loadbalancers": "0",
        "services.nodeports": "0",
    }


def test_services_are_kept_inside_even_where_nothing_is_counted() -> None:
    assert hard(OBJECTS, make_tenant(counts={})) == {"services.loadbalancers": "0", "services.nodeports": "0"}


BUILT_IN = {"count/deployments.apps", "count/jobs.batch", "count/replicasets.apps", "count/statefulsets.apps"}
OPERATED = {
    "jobset": {"count/jobsets.jobset.x-k8s.io"},
    "keda": {"count/scaledjobs.keda.sh"},
    "kuberay": {"count/rayclusters.ray.io", "count/rayjobs.ray.io"},
    "leaderWorkerSet": {"count/leaderworkersets.leaderworkerset.x-k8s.io"},
    "trainer": {"count/trainjobs.trainer.kubeflow.org"},
}


@pytest.mark.parametrize(("operator", "keys"), [("", set()), *OPERATED.items()])
def test_frozen_takes_no_new_work_of_any_kind_that_exists(operator: str, keys: set[str]) -> None:
    operators = {operator: {"version": "1.0.0"}} if operator else {}
    lines = hard(OBJECTS, make_tenant("frozen"), operators=operators)
    assert {key for key, amount in lines.items() if amount == "0"} == BUILT_IN | keys | {
        "services.loadbalancers",
        "services.nodeports",
    }
    assert lines["pods"] == "200", "running Jobs may replace a pod"


def test_drained_has_no_pods() -> None:
    lines = hard(OBJECTS, make_tenant("drained"), operators={})
    assert {key for key, amount in lines.items() if amount == "0"} >= BUILT_IN | {"pods"}


STORAGE_CASES = {
    "each class and the sum": (
        {"nvme": "2Ti", "shared": "20Ti"},
        {"requests.storage": "22Ti", "nvme": "2Ti", "shared": "20Ti"},
    ),
    "a class that was not given is 0": (
        {"nvme": "512Gi", "shared": "0"},
        {"requests.storage": "512Gi", "nvme": "512Gi", "shared": "0"},
    ),
    "no classes": ({}, {"requests.storage": "0"}),
}


@pytest.mark.parametrize("state", ["active", "frozen", "drained"])
@pytest.mark.parametrize(("storage", "want"), STORAGE_CASES.values(), ids=STORAGE_CASES)
def test_storage_is_kept_in_every_state(state: str, storage: dict[str, str], want: dict[str, str]) -> None:
    suffix = ".storageclass.storage.k8s.io/requests.storage"
    lines = {
        key.removesuffix(suffix): amount for key, amount in hard(STORAGE, make_tenant(state, storage=storage)).items()
    }
    assert lines == want


def test_a_line_knows_what_set_it_and_what_the_state_overrode() -> None:
    allocation = make_allocation()
    cpu = allocation.ref("clusters", CLUSTER, "resources", "cpu")
    tenant = make_tenant("drained", allocation=allocation, resources={"cpu": traced(Quantity.of(4), cpu)}, limits={})
    assert origins(drafts(COMPUTE, tenant)["compute"], "spec", "hard", "requests.cpu") == [
        f"Allocation/vision-prod#/spec/clusters/{CLUSTER}/resources/cpu",
        "Team/vision#/spec/state",
    ]


def test_a_frozen_count_names_the_state_last() -> None:
    draft = drafts(OBJECTS, make_tenant("frozen"))["objects"]
    counted = f"Allocation/vision-prod#/spec/clusters/{CLUSTER}"
    assert origins(draft, "spec", "hard", "count/jobs.batch") == [counted, "Team/vision#/spec/state"]
    assert origins(draft, "spec", "hard", "count/deployments.apps") == ["Team/vision#/spec/state"]
    assert origins(draft, "spec", "hard", "pods") == [counted]


def test_the_sum_of_storage_names_each_class_once() -> None:
    allocation = make_allocation()
    nvme = allocation.ref("clusters", CLUSTER, "resources", "storage", "nvme")
    amount = traced(Quantity.of(5), nvme)
    draft = drafts(STORAGE, make_tenant(allocation=allocation, storage={"a": amount, "b": amount}))["storage"]
    assert draft.sources["spec", "hard", "requests.storage"] == (nvme,)


def test_what_no_spec_decides_has_no_source_of_its_own() -> None:
    draft = drafts(OBJECTS, make_tenant())["objects"]
    assert ("spec", "hard", "services.nodeports") not in draft.sources
    assert ("spec", "hard", "pods") in draft.sources

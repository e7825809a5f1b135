"""Rules that calculate: the numbers in their messages, and the places where they stand."""

from __future__ import annotations

import pytest

from gitops_gen.model.plugin import Edit
from gitops_gen.rules import (
    _example as file,
)
from gitops_gen.rules import (
    checkpoint_storage,
    default_exceeds_quota,
    driver_denied,
    gpu_kind_never_promised,
    gpu_kind_unusable,
    pod_never_fits,
    pool_taint_shared,
    sharing_overcommit,
    template_over_quota,
)
from tests.unit.rules.judged import defaults, judge, place

PER_GPU = "perGpu: {cpu: 16, memory: 160Gi}"


def test_the_built_in_ceiling_on_sharing_is_that_of_the_defaults() -> None:
    stated = defaults().data["spec"]["overcommit"]["shared"]
    assert stated == sharing_overcommit.BUILT_IN


def test_a_share_for_each_pod_is_spread_over_the_largest_pod() -> None:
    per_gpu = Edit(file.TRAINING, PER_GPU, "perGpu: {cpu: 20, memory: 40Gi}")
    per_pod = Edit(file.TRAINING, "perPod: {ephemeral-storage: 200Gi}", "perPod: {ephemeral-storage: 200Gi, cpu: 72}")
    # 8 cards: 8 x 20 + 72 = 232, by 8 devices 29 each. As pods of 2 it would be 56 each.
    [problem] = judge(gpu_kind_unusable.RULE, per_gpu, per_pod)
    assert "8 h100-80gb x 29 take 232 cpu, and it has 224, so 1 of the 8 can never be used" in problem.message


def test_cpu_and_memory_of_one_node_are_one_finding() -> None:
    [problem] = judge(gpu_kind_unusable.RULE, Edit(file.EXPERIMENT, "{cpu: 2, memory: 10Gi}", "{cpu: 6, memory: 30Gi}"))
    assert "48 cpu" in problem.message
    assert "240Gi memory" in problem.message


def test_kinds_of_one_node_add_up() -> None:
    found = judge(gpu_kind_unusable.RULE, Edit(file.EXPERIMENT, "{cpu: 8, memory: 80Gi}", "{cpu: 21, memory: 80Gi}"))
    assert [place(problem).file for problem in found] == [file.MAIN_H100]
    assert "8 h100-80gb/3g.40gb x 21" in found[0].message
    assert "4 h100-80gb x 16 take 232 cpu" in found[0].message


RESERVES = {1: False, 2: True, 3: True}


@pytest.mark.parametrize(("reserve", "want"), RESERVES.items())
def test_a_kind_on_two_nodes_survives_a_reserve_of_one(reserve: int, *, want: bool) -> None:
    found = judge(
        gpu_kind_never_promised.RULE, Edit(file.MAIN_H100, "reserve: {nodes: 1}", f"reserve: {{nodes: {reserve}}}")
    )
    assert any("h100-80gb/3g.40gb" in problem.message for problem in found) is want


def test_whole_cards_lie_on_more_nodes_than_the_reserve_of_three() -> None:
    found = judge(gpu_kind_never_promised.RULE, Edit(file.MAIN_H100, "reserve: {nodes: 1}", "reserve: {nodes: 3}"))
    assert not any(" h100-80gb on" in problem.message for problem in found)


def test_a_ceiling_is_fine_where_some_node_reaches_it() -> None:
    accepts = Edit(file.TRAINING, "accepts: [h100-80gb]", "accepts: [l40s-48gb, h100-80gb]")
    pool = Edit(
        "environments/clusters/main/nodepool-l40s.yaml",
        "",
        "apiVersion: gitops-gen.io/v1\n"
        "kind: NodePool\n"
        "metadata: {name: l40s}\n"
        "spec:\n"
        "  cluster: main\n"
        "  gpu: {model: l40s-48gb, perNode: 4}\n"
        "  nodes: {count: 2}\n"
        "  allocatable: {cpu: 200, memory: 1800Gi}\n",
    )
    both = Edit(file.ROBOTICS_PROD, "gpus: {", "gpus: {l40s-48gb: {guaranteed: 4}, ")
    only = Edit(file.ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "l40s-48gb: {guaranteed: 4}")
    no_grant = Edit(file.ROBOTICS_FAIR, "  gpus: {h100-80gb: {guaranteed: 2}}\n", "")
    assert judge(pod_never_fits.RULE, accepts, pool, both) == []
    [problem] = judge(pod_never_fits.RULE, accepts, pool, only, no_grant)
    assert "perPod.max of training is 8, and no node that it may run on has more than 4 cards" in problem.message


def test_a_pod_that_no_single_pool_holds_is_found() -> None:
    pool = Edit(
        "environments/clusters/main/nodepool-wide.yaml",
        "",
        "apiVersion: gitops-gen.io/v1\n"
        "kind: NodePool\n"
        "metadata: {name: wide}\n"
        "spec:\n"
        "  cluster: main\n"
        "  gpu: {model: h100-80gb, perNode: 8}\n"
        "  nodes: {count: 1}\n"
        "  allocatable: {cpu: 400, memory: 100Gi}\n",
    )
    [problem] = judge(pod_never_fits.RULE, pool, Edit(file.TRAINING, PER_GPU, "perGpu: {cpu: 150, memory: 160Gi}"))
    assert "no node there has enough of all of it" in problem.message


def test_one_value_is_reported_once_for_all_clusters_and_namespaces() -> None:
    found = judge(pod_never_fits.RULE, Edit(file.EXPERIMENT, "{ephemeral-storage: 10Gi}", "{ephemeral-storage: 20Ti}"))
    assert len(found) == 1
    assert "lab (a30), lab (l4) and main (h100)" in found[0].message


def test_a_tier_that_is_too_small_is_reported_at_each_allocation_once() -> None:
    tier = Edit(file.PLATFORM, "standard: {cpu: 64, memory: 384Gi}", "standard: {cpu: 1, memory: 4Gi}")
    [problem] = judge(template_over_quota.RULE, tier)
    assert place(problem).file == file.RANKING_DEV
    assert "experiment-l4-24gb-shared (2 cpu) is more than the 1 cpu" in problem.message
    assert "experiment-l4-24gb-shared (10Gi memory) is more than the 4Gi memory" in problem.message


def test_claims_of_one_class_add_up() -> None:
    checkpoint = "  checkpoint: {path: /checkpoints, size: 1500Gi, storageClass: files}\n"
    second = Edit(file.EXPERIMENT, "  placement: {spot: allowed}\n", "  placement: {spot: allowed}\n" + checkpoint)
    found = judge(checkpoint_storage.RULE, second)
    assert [problem.message for problem in found if "robotics" in problem.message] == [
        "checkpoints of experiment and training take 2524Gi of storage class files, and main/robotics has 2Ti of it"
    ]


def test_the_built_in_default_is_never_the_place() -> None:
    quota = Edit(file.DEV, "container: {cpu: 250m, memory: 1Gi}, ", "")
    [problem] = judge(
        default_exceeds_quota.RULE,
        quota,
        Edit(file.LAB_A30, "memory: 480Gi", "memory: 128Mi"),
        Edit(file.LAB_L4, "memory: 180Gi", "memory: 64Mi"),
    )
    assert place(problem).file == file.LAB_A30


SHARED = {
    "the environment's own": ("", "", 4),
    "the platform's, where the environment says nothing": ("{shared: 6}", "{}", 6),
    "the environment's, above the platform's": ("{shared: 2}", "{shared: 6}", 6),
    "the built-in one, where the environment unsets the platform's": ("{shared: 2}", "{shared: null}", 8),
}


@pytest.mark.parametrize(("platform", "environment", "want"), SHARED.values(), ids=SHARED)
def test_the_nearest_layer_says_how_many_may_share(platform: str, environment: str, want: int) -> None:
    edits = []
    if platform:
        edits.append(Edit(file.PLATFORM, "  naming: ", f"  overcommit: {platform}\n  naming: "))
    if environment:
        edits.append(Edit(file.DEV, "overcommit: {shared: 4}", f"overcommit: {environment}"))
    for replicas, expected in ((want, 0), (want + 1, 1)):
        change = () if replicas == 4 else (Edit(file.LAB_L4, "replicas: 4", f"replicas: {replicas}"),)
        assert len(judge(sharing_overcommit.RULE, *edits, *change)) == expected


def test_a_driver_concerns_only_layouts_that_meet_its_conditions() -> None:
    driver = Edit(file.MAIN_H100, '"580.173.02"', '"450.80.02"')
    together = Edit(file.MAIN_H100, "slices: {3g.40gb: 2}", "slices: {3g.40gb: 1, 4g.40gb: 1}")
    assert judge(driver_denied.RULE, driver) == []
    [problem] = judge(driver_denied.RULE, driver, together)
    assert "4g instance beside a 3g one" in problem.message


def test_of_two_pools_the_one_without_a_taint_of_its_own_is_open() -> None:
    common = '{key: orchard.example/gpu, value: "", effect: NoSchedule}'
    bare = Edit(file.LAB_L4, "{key: orchard.example/pool, value: l4, effect: NoSchedule}", common)
    found = judge(pool_taint_shared.RULE, bare, Edit(file.LAB_A30, "taints: [", f"taints: [{common}, "))
    assert [place(problem).file for problem in found] == [file.LAB_L4]

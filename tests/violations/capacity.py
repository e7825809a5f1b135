"""Promises that no hardware stands behind: the sum, the flow, the date, the autoscaler, the reserve, the layout."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import (
    DEV,
    LAB,
    LAB_L4,
    MAIN_H100,
    PLATFORM,
    PROD,
    RANKING,
    RANKING_DEV,
    RANKING_PROD,
    ROBOTICS_DEV,
    ROBOTICS_FAIR,
    ROBOTICS_PROD,
)
from tests.example_platform import case

GPU, COMPUTE, OFFERED = "capacity-gpu", "capacity-compute", "gpu-kind-not-offered"

POOL = """apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {name: second}
spec:
  cluster: lab
  gpu: {model: l4-24gb, perNode: 1}
  nodes: {count: 8}
  allocatable: {cpu: 44, memory: 180Gi}
  partition: {timeSlicing: {replicas: 4}}
  usedBy: {USED}
  nodeLabels: {orchard.example/pool: second}
  taints: [{key: orchard.example/pool, value: second, effect: NoSchedule}]
"""
SECOND_POOL = "environments/clusters/lab/nodepool-second.yaml"
GRANT = """apiVersion: gitops-gen.io/v1
kind: Grant
metadata: {name: next}
spec: {allocation: robotics-prod, cluster: main, GIVES, from: "2027-01-04", until: "2027-02-01", reason: next year}
"""
NEXT = "environments/prod/grants/next.yaml"
OTHER_ENVIRONMENT = Edit(
    "environments/test/environment.yaml",
    "",
    'apiVersion: gitops-gen.io/v1\nkind: Environment\nmetadata: {name: test}\nspec: {tier: staging, naming: {namespace: "{team}-test"}}\n',
)


def _pool(used: str) -> Edit:
    return Edit(SECOND_POOL, "", POOL.replace("USED", used))


def _grant(gives: str) -> Edit:
    return Edit(NEXT, "", GRANT.replace("GIVES", gives))


GPUS = {
    "one more than the reserve leaves": case(
        GPU, Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: 15}"), at="{guaranteed: 15}"
    ),
    "slices above what the layouts yield": case(
        GPU,
        Edit(RANKING_PROD, "h100-80gb/3g.40gb: {guaranteed: 6}", "h100-80gb/3g.40gb: {guaranteed: 9}"),
        at="{guaranteed: 9}",
    ),
    "a department that may use one of two pools, though the sum would fit": case(
        GPU,
        Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: 20}"),
        Edit(LAB_L4, "  reserve:", "  usedBy: {departments: [product]}\n  reserve:"),
        _pool("departments: [research]"),
        at="{guaranteed: 20}",
    ),
    "two departments that share too little, beside a pool of another environment": case(
        GPU,
        Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: 14}"),
        _pool("environments: [test]"),
        OTHER_ENVIRONMENT,
        Edit(LAB, "environments: [dev]", "environments: [dev, test]"),
        at="{guaranteed: 14}",
    ),
    "a chain of two pools: each alone would do, both together not": case(
        GPU,
        Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: 14}"),
        Edit(ROBOTICS_DEV, '"l4-24gb:shared": {guaranteed: 4}', '"l4-24gb:shared": {guaranteed: 38}'),
        Edit(LAB_L4, "  reserve:", "  usedBy: {departments: [product, research]}\n  reserve:"),
        _pool("departments: [research]"),
        at="{guaranteed: 38}",
        at_file=ROBOTICS_DEV,
    ),
    "a grant at once": case(
        GPU,
        Edit(ROBOTICS_FAIR, "h100-80gb: {guaranteed: 2}", "h100-80gb: {guaranteed: 5}"),
        at="{guaranteed: 12}",
        at_file=ROBOTICS_PROD,
    ),
    "a grant at a later date": case(GPU, _grant("gpus: {h100-80gb: {guaranteed: 6}}"), at="guaranteed: 6"),
    "a grant whose beginning overlaps another": case(
        GPU,
        Edit(
            NEXT, "", GRANT.replace("GIVES", "gpus: {h100-80gb: {guaranteed: 3}}").replace("2027-01-04", "2026-12-14")
        ),
        at="guaranteed: 3",
    ),
    "an autoscaled pool counts with its least": case(
        GPU,
        Edit(LAB_L4, "{count: 3}", "{min: 2, max: 10}"),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "an autoscaled pool that may shrink to nothing": case(
        GPU, Edit(LAB_L4, "{count: 3}", "{max: 10}"), at='"l4-24gb:shared": {guaranteed: 8}', at_file=RANKING_DEV
    ),
    "a reserve that takes too much": case(
        GPU,
        Edit(LAB_L4, "reserve: {nodes: 1}", "reserve: {nodes: 2}"),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "spot nodes back no guarantee": case(
        GPU,
        Edit(LAB_L4, "  reserve:", "  capacity: spot\n  reserve:"),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "a pool that backs borrowing only": case(
        GPU,
        Edit(LAB_L4, "  reserve:", "  backs: borrow\n  reserve:"),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "a reserved block that ends": case(
        GPU,
        Edit(LAB_L4, "{count: 3}", '{count: 3, until: "2027-03-01"}'),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "a reserved block that has not begun": case(
        GPU,
        Edit(LAB_L4, "{count: 3}", '{count: 3, from: "2027-03-01"}'),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "cards cut differently": case(
        GPU,
        Edit(MAIN_H100, "slices: {1g.10gb: 7}", "slices: {1g.10gb: 3, 4g.40gb: 1}"),
        at="{guaranteed: 20}",
        at_file=ROBOTICS_PROD,
    ),
    "a frozen team keeps its guarantee": case(
        GPU,
        Edit(
            RANKING,
            "  displayName:",
            '  state: frozen\n  stateChange: {date: "2026-11-30", reason: a pause}\n  displayName:',
        ),
        Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: 13}"),
        at="{guaranteed: 13}",
        at_file=RANKING_DEV,
    ),
    "a pool kept for another environment": case(
        OFFERED,
        Edit(LAB_L4, "  reserve:", "  usedBy: {environments: [prod]}\n  reserve:"),
        at='"l4-24gb:shared": {guaranteed: 8}',
        at_file=RANKING_DEV,
    ),
    "a kind that the cluster does not have": case(
        OFFERED, Edit(RANKING_DEV, '"l4-24gb:shared": {guaranteed: 8}', "h100-80gb: {guaranteed: 8}"), at="h100-80gb:"
    ),
    "a grant of a kind that the cluster does not have": case(
        OFFERED, Edit(ROBOTICS_FAIR, "h100-80gb: {guaranteed: 2}", "a30-24gb: {guaranteed: 2}"), at="a30-24gb:"
    ),
    "borrowing where nobody can lend": case(
        "borrow-without-queue",
        Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: 12, borrow: 8}"),
        at="borrow: 8",
    ),
    "a grant of borrowing where nobody can lend": case(
        "borrow-without-queue", Edit(ROBOTICS_FAIR, "{guaranteed: 2}", "{borrow: 2}"), at="{borrow: 2}"
    ),
}

NODES = {
    "more cpu than the nodes have": case(COMPUTE, Edit(ROBOTICS_PROD, "cpu: 320", "cpu: 961"), at="cpu: 961"),
    "more memory than the nodes have": case(
        COMPUTE, Edit(ROBOTICS_PROD, "memory: 3Ti", "memory: 8Ti"), at="memory: 8Ti"
    ),
    "a tier that is too large": case(
        COMPUTE,
        Edit(PLATFORM, "{cpu: 64, memory: 384Gi}", "{cpu: 128, memory: 384Gi}"),
        at="tier: standard",
        at_file=RANKING_DEV,
    ),
    "cpu of a grant at a later date": case(COMPUTE, _grant("resources: {cpu: 700}"), at="cpu: 700"),
    "cpu of a pool that the department may not use": case(
        COMPUTE,
        Edit(ROBOTICS_DEV, "cpu: 48", "cpu: 61"),
        Edit(LAB_L4, "  reserve:", "  usedBy: {departments: [product]}\n  reserve:"),
        Edit(ROBOTICS_DEV, ', "l4-24gb:shared": {guaranteed: 4}', ""),
        at="cpu: 61",
    ),
    "more than an overcommit ratio allows": case(
        COMPUTE,
        Edit(ROBOTICS_PROD, "cpu: 320", "cpu: 1600"),
        Edit(PROD, "overcommit: {shared: 1}", "overcommit: {shared: 1, cpu: 1.5}"),
        at="cpu: 1600",
    ),
    "cpu of thousands is shown in thousands": case(
        COMPUTE, Edit(ROBOTICS_PROD, "cpu: 320", "cpu: 2048"), at="cpu: 2048"
    ),
    "an environment's default ceiling": case(
        COMPUTE,
        Edit(RANKING_DEV, "      resources: {tier: standard}\n", ""),
        Edit(DEV, "pods: 20}", "pods: 20, resources: {cpu: 200, memory: 64Gi}}"),
        at="resources: {cpu: 200",
        at_file=DEV,
    ),
}

CASES = {**GPUS, **NODES}

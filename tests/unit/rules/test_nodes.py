"""What the nodes of a pool offer, whatever their number today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gitops_gen.model.fleet import Pool
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.plugin import Edit
from gitops_gen.rules._nodes import most_devices, node_shapes
from tests.unit.rules.judged import resolved

FILE = "environments/clusters/lab/nodepool-test.yaml"
HALF, WHOLE, SHARED = GpuKind("a30-24gb", "2g.12gb"), GpuKind("a30-24gb"), GpuKind("a30-24gb", shared=True)


def pool_of(nodes: str, partition: str) -> Pool:
    """A pool of A30 cards, four on a node, in the example platform."""
    text = f"""apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {{name: test}}
spec:
  cluster: lab
  gpu: {{model: a30-24gb, perNode: 4}}
  nodes: {nodes}
  allocatable: {{cpu: 60, memory: 240Gi}}
  partition: {partition}
  nodeLabels: {{orchard.example/pool: test}}
"""
    lab = next(cluster for cluster in resolved([Edit(FILE, "", text)]).clusters if cluster.name == "lab")
    return next(pool for pool in lab.pools if pool.name == "test")


def mig(nodes: str, gpus: str = "all") -> str:
    return f"{{mig: {{strategy: mixed, layouts: {{cut: {{nodes: {nodes}, gpus: {gpus}, slices: {{2g.12gb: 2}}}}}}}}}}"


CASES: Mapping[str, tuple[str, str, list[dict[GpuKind, int]]]] = {
    "whole cards": ("{count: 2}", "none", [{WHOLE: 4}]),
    "no node today, some tomorrow": ("{min: 0, max: 3}", "none", [{WHOLE: 4}]),
    "shared cards": ("{count: 2}", "{timeSlicing: {replicas: 3}}", [{SHARED: 12}]),
    "every node is cut": ("{count: 2}", mig("{count: 2}"), [{HALF: 8}]),
    "some nodes are cut": ("{count: 3}", mig("{count: 2}"), [{HALF: 8}, {WHOLE: 4}]),
    "some cards of every node are cut": ("{count: 2}", mig("{count: 2}", "[0]"), [{HALF: 2, WHOLE: 3}]),
    "a selector of every node": ("{count: 2}", mig("{selector: {orchard.example/pool: test}}"), [{HALF: 8}]),
    "a selector of who knows which nodes": ("{count: 2}", mig("{selector: {a: b}}"), [{HALF: 8}]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_shapes(case: tuple[str, str, list[dict[GpuKind, int]]]) -> None:
    nodes, partition, want = case
    assert [dict(shape.devices) for shape in node_shapes(pool_of(nodes, partition))] == want


def test_most_devices_are_those_of_the_best_node() -> None:
    pool: Any = pool_of("{count: 3}", mig("{count: 2}", "[0]"))
    assert most_devices(pool, WHOLE) == 4
    assert most_devices(pool, HALF) == 2
    assert most_devices(pool, SHARED) == 0

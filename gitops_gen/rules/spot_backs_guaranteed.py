"""A guarantee that rests on nodes which can be taken away at any time is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import LAB_L4

ID = "spot-backs-guaranteed"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool."""
    for cluster in compiled.fleet.clusters:
        for pool in cluster.pools:
            if pool.spec.model.spec.capacity == "spot" and pool.backs == "guaranteed":
                text = f"pool {pool.name} of {cluster.name} is spot capacity, and guarantees are to rest on it"
                capacity = (("its capacity", pool.spec.ref("capacity")),)
                yield Problem(
                    ID, text, pool.spec.ref("backs"), "write backs: borrow, or leave it out", related=capacity
                )


POOL = """apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {name: spare}
spec:
  cluster: lab
  gpu: {model: l4-24gb, perNode: 2}
  nodes: {min: 0, max: 4}
  capacity: spot
  allocatable: {cpu: 44, memory: 180Gi, ephemeral-storage: 1Ti}
  partition: {timeSlicing: {replicas: 4}}
  nodeLabels: {orchard.example/pool: spare}
  taints: [{key: orchard.example/pool, value: spare, effect: NoSchedule}]
"""

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="Guarantees rest on spot capacity",
    why=(
        "The cloud takes spot nodes back whenever it wants. A promise that rests on them is none: it can be broken for "
        "every team at once, by somebody outside. Spot capacity can only be lent."
    ),
    fix="Let spot pools back borrow, which is their default.",
    invalid=(
        Example(
            "spot nodes behind a promise",
            (
                Edit(
                    LAB_L4, "  reserve: {nodes: 1}\n", "  reserve: {nodes: 1}\n  capacity: spot\n  backs: guaranteed\n"
                ),
            ),
            at="backs: guaranteed",
        ),
    ),
    valid=(
        Example("spot backs borrowing by itself", (Edit("environments/clusters/lab/nodepool-spare.yaml", "", POOL),)),
    ),
    check=check,
)

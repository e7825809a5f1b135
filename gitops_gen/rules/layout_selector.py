"""A layout whose nodes are chosen by a label selector is named: nobody can count them here."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._words import listed

ID = "layout-selector"
UNKNOWN = 0
"""``ResolvedLayout.nodes`` of a selector that not every node of the pool matches."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each such layout."""
    for cluster in compiled.fleet.clusters:
        for pool in cluster.pools:
            for layout in pool.layouts:
                if layout.nodes == UNKNOWN:
                    text = (
                        f"how many nodes of pool {pool.name} bear layout {layout.name} only {cluster.name} knows, "
                        f"so none of {listed(map(str, pool.keys))} is promised from this pool"
                    )
                    at = layout.ref.child("nodes", "selector")
                    yield Problem(ID, text, at, "name the nodes, or write how many there are", on_key=True)


POOL = """apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {name: rented}
spec:
  cluster: lab
  gpu: {model: a30-24gb, perNode: 2}
  nodes: {count: 4}
  allocatable: {cpu: 60, memory: 240Gi, ephemeral-storage: 1Ti}
  partition:
    mig:
      strategy: single
      layouts:
        two: {nodes: {selector: {orchard.example/SELECTED}}, slices: {2g.12gb: 2}}
  nodeLabels: {orchard.example/pool: rented}
  taints: [{key: orchard.example/pool, value: rented, effect: NoSchedule}]
"""
FILE = "environments/clusters/lab/nodepool-rented.yaml"

RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="Nodes of a layout cannot be counted",
    why=(
        "A label selector is resolved in the cluster, by labels that this repository does not know. How many slices "
        "and how many whole cards there are cannot be proven, so nothing of the pool counts as capacity."
    ),
    fix="Give the layout a count or the names of its nodes, or select by nodeLabels, which all nodes of the pool bear.",
    invalid=(
        Example("a label of some nodes", (Edit(FILE, "", POOL.replace("SELECTED", "row: north")),), at="selector:"),
    ),
    valid=(
        Example(
            "the label that every node of the pool bears", (Edit(FILE, "", POOL.replace("SELECTED", "pool: rented")),)
        ),
    ),
    check=check,
)

"""A MIG layout on a card whose placements nobody has confirmed is named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._words import listed

ID = "gpu-placement-unconfirmed"
REASONS = {
    "family": "taken from other boards with the same chip",
    "unverified": "not verified by anyone",
}
"""Placement statuses of the catalog that say less than a table of the vendor or a measurement."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool."""
    for cluster in compiled.fleet.clusters:
        for pool in cluster.pools:
            model = pool.model
            reason = REASONS.get(model.mig.placement_status) if model is not None and model.mig is not None else None
            if pool.layouts and model is not None and reason is not None:
                text = (
                    f"the catalog's placements of {model.id} are {reason}; whether layouts "
                    f"{listed(layout.name for layout in pool.layouts)} of pool {pool.name} fit is likely, not proven"
                )
                yield Problem(
                    ID, text, pool.spec.ref("gpu", "model"), "try the layouts on one node before others rely on them"
                )


def _pool(model: str, partition: str) -> str:
    return f"""apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {{name: newest}}
spec:
  cluster: main
  gpu: {{model: {model}, perNode: 8}}
  nodes: {{count: 2}}
  allocatable: {{cpu: 220, memory: 1900Gi, ephemeral-storage: 5Ti}}
  partition: {partition}
  nodeLabels: {{orchard.example/pool: newest}}
  taints: [{{key: orchard.example/pool, value: newest, effect: NoSchedule}}]
"""


FILE = "environments/clusters/main/nodepool-newest.yaml"
LAYOUT = "{mig: {strategy: mixed, layouts: {all: {nodes: {count: 2}, slices: {%s: 7}}}}}"

RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="Whether the layout fits is not confirmed for this board",
    why=(
        "Which slices fit together is decided by start positions that differ from board to board. For most cards they "
        "come from the vendor's tables or from measurements. For this one they were taken over from a relative, or "
        "nobody has verified them."
    ),
    fix="Apply the layout to one node, look at the MIG manager's verdict, and roll it out then.",
    invalid=(
        Example(
            "a board whose placements are those of its family",
            (Edit(FILE, "", _pool("h200-141gb", LAYOUT % "1g.18gb")),),
            at="model: h200-141gb",
        ),
    ),
    valid=(
        Example("the same board, uncut", (Edit(FILE, "", _pool("h200-141gb", "none")),)),
        Example("a board that was measured", (Edit(FILE, "", _pool("h100-80gb", LAYOUT % "1g.10gb")),)),
    ),
    check=check,
)

"""A card that cannot be cut is given MIG layouts."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_L4

RULE = Rule(
    id="layout-not-mig",
    severity=Severity.ERROR,
    title="A card that cannot be cut is given MIG layouts",
    why=(
        "Only some GPU models can be partitioned by hardware. On others the MIG manager fails, the node is "
        "never labelled, and its GPUs stay out of use."
    ),
    fix="Use timeSlicing or mps to share the card, or drop partition.",
    invalid=(
        Example(
            "slices of an L4",
            (
                Edit(
                    LAB_L4,
                    "timeSlicing: {replicas: 4}",
                    ("mig:\n      strategy: mixed\n      layouts: {thirds: {nodes: {count: 3}, slices: {1g.8gb: 3}}}"),
                ),
            ),
            at="mig:",
        ),
    ),
    valid=(Example("an L4 that is shared", (Edit(LAB_L4, "timeSlicing: {replicas: 4}", "mps: {replicas: 4}"),)),),
    stage="resolve",
)

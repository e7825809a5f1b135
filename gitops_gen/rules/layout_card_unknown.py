"""A layout names a card that is not there, or one card twice."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN_H100

RULE = Rule(
    id="layout-card-unknown",
    severity=Severity.ERROR,
    title="A layout names a card that is not there, or one card twice",
    why=(
        "The MIG manager refuses the whole configuration of a node if one index is wrong. The node keeps "
        "its old layout, and the slices that were promised do not exist."
    ),
    fix="Name each card once, with indices from 0 to perNode - 1, or write all.",
    invalid=(
        Example(
            "a ninth card of eight",
            (Edit(MAIN_H100, "gpus: [0, 1, 2, 3]", "gpus: [0, 1, 2, 8]"),),
            at="gpus: [0, 1, 2, 8]",
        ),
        Example(
            "a card twice", (Edit(MAIN_H100, "gpus: [0, 1, 2, 3]", "gpus: [0, 1, 2, 2]"),), at="gpus: [0, 1, 2, 2]"
        ),
    ),
    valid=(Example("the last four cards", (Edit(MAIN_H100, "gpus: [0, 1, 2, 3]", "gpus: [4, 5, 6, 7]"),)),),
    stage="resolve",
)

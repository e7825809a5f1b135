"""A MIG layout does not fit the card."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN_H100

RULE = Rule(
    id="layout-does-not-fit",
    severity=Severity.ERROR,
    title="A MIG layout does not fit the card",
    why=(
        "Slices take compute slices, memory and fixed places on the card, so that a sum that fits is not "
        "enough. The MIG manager would fail halfway and leave the node without the slices that teams were "
        "promised."
    ),
    fix="Take one of the layouts that the finding offers.",
    invalid=(
        Example(
            "an eighth slice of seven",
            (Edit(MAIN_H100, "slices: {1g.10gb: 7}", "slices: {1g.10gb: 8}"),),
            at="1g.10gb: 8",
        ),
        Example(
            "a third slice where the sum would fit",
            (Edit(MAIN_H100, "slices: {3g.40gb: 2}", "slices: {3g.40gb: 2, 1g.10gb: 1}"),),
            at="3g.40gb: 2",
        ),
        Example(
            "a slice of another model",
            (Edit(MAIN_H100, "slices: {1g.10gb: 7}", "slices: {1g.5gb: 7}"),),
            at="1g.5gb: 7",
        ),
    ),
    valid=(
        Example(
            "four slices that fill the card",
            (Edit(MAIN_H100, "slices: {1g.10gb: 7}", "slices: {3g.40gb: 1, 2g.20gb: 1, 1g.10gb: 2}"),),
        ),
    ),
    stage="resolve",
)

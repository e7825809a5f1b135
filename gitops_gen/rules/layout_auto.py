"""Layouts are to be chosen automatically, which is not built yet."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_A30

RULE = Rule(
    id="layout-auto",
    severity=Severity.ERROR,
    title="Layouts are to be chosen automatically, which is not built yet",
    why="Nothing knows which slices the cards will have, so no promise on this pool can be proven.",
    fix="Write the layouts by name.",
    invalid=(
        Example(
            "layouts that nobody wrote",
            (
                Edit(
                    LAB_A30,
                    ("layouts:\n        halves: {nodes: {count: 2}, gpus: all, slices: {2g.12gb: 2}}"),
                    "layouts: auto",
                ),
            ),
            at="layouts: auto",
        ),
    ),
    valid=(Example("a layout that is called auto", (Edit(LAB_A30, "halves: {nodes", "auto: {nodes"),)),),
    stage="resolve",
)

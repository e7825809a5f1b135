"""A layout does not suit MIG strategy single."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_A30

RULE = Rule(
    id="layout-single-strategy",
    severity=Severity.ERROR,
    title="A layout does not suit MIG strategy single",
    why=(
        "Under strategy single every device of a node is advertised under one name, so all cards must be "
        "cut into the same slices. Otherwise the device plugin advertises no slice at all."
    ),
    fix="Write gpus: all with one kind of slice, or use strategy mixed.",
    invalid=(
        Example(
            "two kinds of slices",
            (Edit(LAB_A30, "slices: {2g.12gb: 2}", "slices: {2g.12gb: 1, 1g.6gb: 2}"),),
            at="halves:",
        ),
        Example("some cards only", (Edit(LAB_A30, "gpus: all", "gpus: [0, 1]"),), at="halves:"),
    ),
    valid=(Example("all cards, by their numbers", (Edit(LAB_A30, "gpus: all", "gpus: [0, 1, 2, 3]"),)),),
    stage="resolve",
)

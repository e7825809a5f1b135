"""A layout's name is too long for a node label."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN_H100

RULE = Rule(
    id="layout-name-long",
    severity=Severity.ERROR,
    title="A layout's name is too long for a node label",
    why=(
        "The layout is assigned through a node label whose value is the pool's and the layout's name, of "
        "63 characters at most. A longer one could not be set, and the node would keep its old layout."
    ),
    fix="Shorten the pool's or the layout's name.",
    invalid=(
        Example(
            "a pool and a layout of 64 characters together", (Edit(MAIN_H100, "sevenths:", f"{'s' * 59}:"),), at="sssss"
        ),
    ),
    valid=(Example("a pool and a layout of 63 characters together", (Edit(MAIN_H100, "sevenths:", f"{'s' * 58}:"),)),),
    stage="resolve",
)

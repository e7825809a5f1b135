"""Layouts claim more nodes than the pool has, or one node twice."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN_H100

RULE = Rule(
    id="layout-nodes",
    severity=Severity.ERROR,
    title="Layouts claim more nodes than the pool has, or one node twice",
    why=(
        "A node has one layout, and a layout without a node yields nothing. The slices would be promised "
        "and never exist."
    ),
    fix="Lower the counts, raise spec.nodes, or leave each node in one layout.",
    invalid=(
        Example(
            "more nodes than the pool has",
            (Edit(MAIN_H100, "sevenths: {nodes: {count: 2}", "sevenths: {nodes: {count: 5}"),),
            at="layouts:",
        ),
        Example(
            "one node in two layouts",
            (Edit(MAIN_H100, "sevenths: {nodes: {count: 2}", "sevenths: {nodes: {names: [main-h100-4]}"),),
            at="sevenths:",
        ),
    ),
    valid=(
        Example(
            "every node of the pool", (Edit(MAIN_H100, "sevenths: {nodes: {count: 2}", "sevenths: {nodes: {count: 4}"),)
        ),
    ),
    stage="resolve",
)

"""A key stands twice in one mapping."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_L4, RANKING_DEV, ROBOTICS

RULE = Rule(
    id="yaml-duplicate-key",
    severity=Severity.ERROR,
    title="A key stands twice in one mapping",
    why=(
        "YAML parsers keep the last one in silence, so the first value is lost although a reviewer reads "
        "it first. A merge that went wrong leaves exactly this behind, and a quota of 4 becomes one of 16."
    ),
    fix="Keep one of the two.",
    invalid=(
        Example(
            "a cost center twice",
            (Edit(ROBOTICS, 'costCenter: "310"', 'costCenter: "310"\n  costCenter: "520"'),),
            at='costCenter: "520"',
        ),
        Example(
            "a GPU kind twice, with different amounts",
            (
                Edit(
                    RANKING_DEV,
                    '{"l4-24gb:shared": {guaranteed: 8}}',
                    ('\n        "l4-24gb:shared": {guaranteed: 4}\n        l4-24gb:shared: {guaranteed: 16}'),
                ),
            ),
            at="{guaranteed: 16}",
        ),
    ),
    valid=(
        Example(
            "the same key in two mappings of a list",
            (
                Edit(
                    LAB_L4,
                    "taints: [{key: orchard.example/pool, value: l4, effect: NoSchedule}]",
                    (
                        "taints:\n"
                        "    - {key: orchard.example/pool, value: l4, effect: NoSchedule}\n"
                        "    - {key: orchard.example/noisy, value: l4, effect: PreferNoSchedule}"
                    ),
                ),
            ),
        ),
    ),
    stage="read",
)

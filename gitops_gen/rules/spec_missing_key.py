"""A key that is needed is missing."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS, ROBOTICS_FAIR

RULE = Rule(
    id="spec-missing-key",
    severity=Severity.ERROR,
    title="A key that is needed is missing",
    why=(
        "The value cannot be guessed: a pool without a cluster or a grant without an end would mean "
        "something that nobody decided."
    ),
    fix="Add the key. A value of null counts as missing.",
    invalid=(
        Example("a grant without an end", (Edit(ROBOTICS_FAIR, '  until: "2026-12-21"\n', ""),), at="spec:"),
        Example(
            "a key set to null", (Edit(ROBOTICS, "department: research", "department: null"),), at="department: null"
        ),
    ),
    valid=(Example("a grant without a beginning", (Edit(ROBOTICS_FAIR, '  from: "2026-11-23"\n', ""),)),),
    stage="parse",
)

"""A file is no YAML."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

RULE = Rule(
    id="yaml-syntax",
    severity=Severity.ERROR,
    title="A file is no YAML",
    why=(
        "Nothing in the file can be read, so nobody knows what it promises. A parser that guessed would "
        "deploy something that no reviewer saw."
    ),
    fix="Correct the YAML at the line named; an editor with YAML support shows the same place.",
    invalid=(
        Example(
            "a bracket that is never closed",
            (Edit(ROBOTICS, '["@orchard/robotics-leads"]', '["@orchard/robotics-leads"'),),
            at="owners:",
        ),
        Example(
            "a tab as indentation",
            (Edit(ROBOTICS, "  displayName: Robotics", "	displayName: Robotics"),),
            at="displayName: Robotics",
        ),
    ),
    valid=(
        Example(
            "brackets inside quotes",
            (Edit(ROBOTICS, "displayName: Robotics", 'displayName: "Robotics [arms: and legs"'),),
        ),
    ),
    stage="read",
)

"""No document of kind Platform is there."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

RULE = Rule(
    id="platform-missing",
    severity=Severity.ERROR,
    title="No document of kind Platform is there",
    why=(
        "The Platform holds what everything else rests on: the date that counts, priorities, departments "
        "and where clusters read from. Without it no other document can be resolved."
    ),
    fix="Write a Platform in profiles/platform.yaml; the language's reference shows its fields.",
    invalid=(
        Example(
            "the Platform was moved away",
            (Edit(PLATFORM, "", "# The Platform has moved.\n"),),
            at="# The Platform has moved.",
        ),
    ),
    valid=(Example("a Platform that has a fault of its own", (Edit(PLATFORM, "departments:", "department:"),)),),
    stage="resolve",
)

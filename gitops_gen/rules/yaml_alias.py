"""An anchor or alias is used."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM, ROBOTICS

RULE = Rule(
    id="yaml-alias",
    severity=Severity.ERROR,
    title="An anchor or alias is used",
    why=(
        "An alias repeats a value from elsewhere in the file, so a change of one line changes others that "
        "the diff does not show. A few nested aliases also expand to gigabytes."
    ),
    fix=("Write the value out, or let layers carry it: Platform, Environment and tiers exist for what many share."),
    invalid=(
        Example(
            "an anchor, and an alias to it",
            (
                Edit(PLATFORM, "research: {weight: 1}", "research: &equal {weight: 1}"),
                Edit(PLATFORM, "product: {weight: 1}", "product: *equal"),
            ),
            at="research: &equal",
        ),
    ),
    valid=(
        Example(
            "an ampersand and a star in text", (Edit(ROBOTICS, "displayName: Robotics", "displayName: R&D *robotics*"),)
        ),
    ),
    stage="read",
)

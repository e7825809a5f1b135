"""A plain value means different things to different parsers."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS, ROBOTICS_FAIR

RULE = Rule(
    id="yaml-ambiguous-scalar",
    severity=Severity.ERROR,
    title="A plain value means different things to different parsers",
    why=(
        "YAML 1.1 and 1.2 disagree on words such as no, on, 010 and 12:30: one parser reads text, another "
        "a boolean or a number. A team called no would be called False in half of the tools that touch the "
        "file."
    ),
    fix="Put the value in quotes, or write it in the form that has one meaning.",
    invalid=(
        Example(
            "a cost center with a leading zero",
            (Edit(ROBOTICS, 'costCenter: "310"', "costCenter: 0310"),),
            at="costCenter: 0310",
        ),
        Example(
            "a name that is a boolean to some",
            (Edit(ROBOTICS, "displayName: Robotics", "displayName: No"),),
            at="displayName: No",
        ),
        Example(
            "a date without quotes",
            (Edit(ROBOTICS_FAIR, 'until: "2026-12-21"', "until: 2026-12-21"),),
            at="until: 2026-12-21",
        ),
    ),
    valid=(
        Example(
            "the same in quotes",
            (
                Edit(ROBOTICS, "displayName: Robotics", 'displayName: "No"'),
                Edit(ROBOTICS, 'costCenter: "310"', 'costCenter: "0310"'),
            ),
        ),
    ),
    stage="read",
)

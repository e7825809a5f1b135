"""A value has the wrong type."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN, MAIN_H100, RANKING, RANKING_PROD

RULE = Rule(
    id="spec-type",
    severity=Severity.ERROR,
    title="A value has the wrong type",
    why=(
        "Nothing is converted in silence: the number 1.30 is 1.3, and a version read from it would be "
        "another one. What is written must already be what is meant."
    ),
    fix="Write the type that the finding names; numbers that are names or versions belong in quotes.",
    invalid=(
        Example(
            "a version without quotes",
            (Edit(MAIN, 'kubernetesVersion: "1.36"', "kubernetesVersion: 1.36"),),
            at="kubernetesVersion: 1.36",
        ),
        Example(
            "a list where a mapping belongs",
            (
                Edit(
                    RANKING,
                    ("    ranking-leads: {role: admin}\n    ranking-members: {role: developer}\n"),
                    "    - ranking-leads\n    - ranking-members\n",
                ),
            ),
            at="- ranking-leads",
        ),
        Example(
            "a number in quotes", (Edit(MAIN_H100, "gpus: [0, 1, 2, 3]", 'gpus: [0, 1, 2, "3"]'),), at="gpus: [0, 1, 2,"
        ),
    ),
    valid=(Example("a quantity in quotes", (Edit(RANKING_PROD, "cpu: 128", 'cpu: "128"'),)),),
    stage="parse",
)

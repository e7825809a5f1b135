"""A value is outside what the spec language allows."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, ROBOTICS_FAIR

RULE = Rule(
    id="spec-value",
    severity=Severity.ERROR,
    title="A value is outside what the spec language allows",
    why=(
        "Names, dates, quantities, images and choices have forms that Kubernetes, the cloud and Git hosts "
        "insist on. A value outside them would be refused later, by a cluster, after the merge; or it "
        "would be taken for something else."
    ),
    fix="Write a value of the form that the finding names.",
    invalid=(
        Example(
            "a date that no calendar has",
            (Edit(ROBOTICS_FAIR, 'until: "2026-12-21"', 'until: "2027-02-29"'),),
            at="2027-02-29",
        ),
        Example(
            "a name that is no DNS label",
            (Edit(RANKING, "metadata: {name: ranking}", "metadata: {name: Ranking_Team}"),),
            at="Ranking_Team",
        ),
        Example(
            "a grant that ends before it begins",
            (Edit(ROBOTICS_FAIR, 'from: "2026-11-23"', 'from: "2026-12-24"'),),
            at='from: "2026-12-24"',
        ),
    ),
    valid=(
        Example("the leap day of a leap year", (Edit(ROBOTICS_FAIR, 'until: "2026-12-21"', 'until: "2028-02-29"'),)),
    ),
    stage="parse",
)

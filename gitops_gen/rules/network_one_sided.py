"""Only one side agrees to a flow between teams."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, RANKING_PROD, ROBOTICS, ROBOTICS_PROD

RULE = Rule(
    id="network-one-sided",
    severity=Severity.ERROR,
    title="Only one side agrees to a flow between teams",
    why=(
        "Both teams must declare the flow and both allocations must allow it, so that nobody opens another "
        "team's namespace. With one side missing nothing is opened, and the connection fails without any "
        "message."
    ),
    fix="Add the missing declaration or the missing entry under network.allow, or drop the flow.",
    invalid=(
        Example(
            "an allocation that does not allow its side",
            (Edit(RANKING_PROD, "allow: [robots]", "allow: []"),),
            at="allow: [objects, features]",
            at_file=ROBOTICS_PROD,
        ),
        Example(
            "a team that declares no ingress",
            (Edit(RANKING, "from: {team: robotics}", "from: {namespace: redis}"),),
            at="features:",
            at_file=ROBOTICS,
        ),
    ),
    valid=(
        Example(
            "a flow that neither side allows",
            (
                Edit(RANKING_PROD, "allow: [robots]", "allow: []"),
                Edit(ROBOTICS_PROD, "allow: [objects, features]", "allow: [objects]"),
            ),
        ),
    ),
    stage="resolve",
)

"""A flow names a peer that it cannot have."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, RANKING_DEV, RANKING_PROD, ROBOTICS

RULE = Rule(
    id="network-peer",
    severity=Severity.ERROR,
    title="A flow names a peer that it cannot have",
    why=(
        "A namespace that this repository generates belongs to a team, and only that team may agree to a "
        "flow; naming it directly would go around the consent. An endpoint outside the cluster accepts "
        "connections and starts none."
    ),
    fix="Name the team instead of its namespace; for an ingress, name a team or a namespace.",
    invalid=(
        Example(
            "a team's namespace named directly",
            (Edit(ROBOTICS, "to: {team: ranking}", "to: {namespace: ranking}"),),
            at="to: {namespace: ranking}",
        ),
        Example(
            "an ingress from an endpoint",
            (Edit(RANKING, "from: {team: robotics}", "from: {endpoint: objects}"),),
            at="from: {endpoint: objects}",
        ),
    ),
    valid=(
        Example(
            "a namespace that is not generated",
            (
                Edit(ROBOTICS, "to: {team: ranking}", "to: {namespace: redis}"),
                Edit(RANKING_PROD, "allow: [robots]", "allow: []"),
                Edit(RANKING_DEV, "allow: [robots]", "allow: []"),
            ),
        ),
    ),
    stage="resolve",
)

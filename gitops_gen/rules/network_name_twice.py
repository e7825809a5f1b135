"""One name is used for an egress and an ingress of a team."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, RANKING_DEV, RANKING_PROD, ROBOTICS

RULE = Rule(
    id="network-name-twice",
    severity=Severity.ERROR,
    title="One name is used for an egress and an ingress of a team",
    why=(
        "Allocations allow flows by name. With one name for two flows, allowing the harmless one would "
        "open the other as well."
    ),
    fix="Rename one of the two.",
    invalid=(
        Example(
            "an egress and an ingress called features",
            (
                Edit(
                    ROBOTICS,
                    "  egress:",
                    ("  ingress:\n    features: {from: {team: ranking}, ports: [8080/TCP]}\n  egress:"),
                ),
            ),
            at="features: {from:",
        ),
    ),
    valid=(
        Example(
            "one name in two teams",
            (
                Edit(RANKING, "robots: {from:", "features: {from:"),
                Edit(RANKING_PROD, "allow: [robots]", "allow: [features]"),
                Edit(RANKING_DEV, "allow: [robots]", "allow: [features]"),
            ),
        ),
    ),
    stage="resolve",
)

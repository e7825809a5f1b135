"""A namespace would have an illegal name."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import DEV, ROBOTICS_DEV

RULE = Rule(
    id="namespace-name",
    severity=Severity.ERROR,
    title="A namespace would have an illegal name",
    why=(
        "Kubernetes takes a namespace only if its name is a DNS label of at most 63 characters. The "
        "pattern, the team, the environment and the suffix make the name together, so each may be legal "
        "and the whole not."
    ),
    fix="Shorten the team's name, the suffix or the naming pattern.",
    invalid=(
        Example(
            "a pattern that makes the whole too long",
            (
                Edit(
                    DEV,
                    '"{team}-{environment}"',
                    '"{team}-{environment}-on-the-laboratory-cluster-that-all-departments-share"',
                ),
            ),
            at="team: robotics",
            at_file=ROBOTICS_DEV,
        ),
    ),
    valid=(
        Example(
            "a name of 58 characters",
            (
                Edit(
                    DEV,
                    '"{team}-{environment}"',
                    '"{team}-{environment}-on-the-laboratory-cluster-that-everybody-uses"',
                ),
            ),
        ),
    ),
    stage="resolve",
)

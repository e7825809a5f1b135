"""An agent's object would have a name that is too long."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import DEV, ROBOTICS_DEV

RULE = Rule(
    id="agent-name",
    severity=Severity.ERROR,
    title="An agent's object would have a name that is too long",
    why=(
        "Argo CD and Flux mark what they apply with a label whose value is the name of the Application or "
        "Kustomization, of 63 characters at most. The cluster and the namespace make that name together, "
        "and a longer one stops the sync of the whole folder."
    ),
    fix="Shorten the name of the cluster or the team, the suffix or the naming pattern.",
    invalid=(
        Example(
            "a cluster and a namespace of 67 characters together",
            (
                Edit(
                    DEV,
                    '"{team}-{environment}"',
                    '"{team}-{environment}-on-the-laboratory-cluster-that-everybody-here-uses"',
                ),
            ),
            at="team: robotics",
            at_file=ROBOTICS_DEV,
        ),
    ),
    valid=(
        Example(
            "a cluster and a namespace of 62 characters together",
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

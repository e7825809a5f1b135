"""A namespace would bear a name that is somebody's already."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import DEV, RANKING, RANKING_DEV, RANKING_PROD, ROBOTICS, ROBOTICS_DEV

RULE = Rule(
    id="namespace-reserved",
    severity=Severity.ERROR,
    title="A namespace would bear a name that is somebody's already",
    why=(
        "Quotas, policies and roles of a team would land in a namespace of Kubernetes, of an operator or "
        "of the GitOps engine. The team could break the cluster's own workloads, and they could read the "
        "team's secrets."
    ),
    fix="Set spec.namespace to a suffix, change the naming pattern, or rename the team.",
    invalid=(
        Example(
            "a prefix that belongs to Kubernetes",
            (Edit(DEV, '"{team}-{environment}"', '"kube-{team}-{environment}"'),),
            at="team: robotics",
            at_file=ROBOTICS_DEV,
        ),
        Example(
            "the namespace of an operator",
            (
                Edit(RANKING, "metadata: {name: ranking}", "metadata: {name: monitoring}"),
                Edit(ROBOTICS, "team: ranking", "team: monitoring"),
                Edit(RANKING_PROD, "team: ranking", "team: monitoring"),
                Edit(RANKING_DEV, "team: ranking", "team: monitoring"),
            ),
            at="team: monitoring",
            at_file=RANKING_PROD,
        ),
    ),
    valid=(
        Example(
            "the word further back in the name", (Edit(DEV, '"{team}-{environment}"', '"{team}-{environment}-kube"'),)
        ),
    ),
    stage="resolve",
)

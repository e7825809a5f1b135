"""An allowed flow leads to nothing in this cluster."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB, ROBOTICS, ROBOTICS_DEV

RULE = Rule(
    id="network-no-target",
    severity=Severity.ERROR,
    title="An allowed flow leads to nothing in this cluster",
    why=(
        "The flow is allowed for the namespace, but the endpoint or the other team is not in the same "
        "cluster and environment. The job would start and then wait for a connection that never comes."
    ),
    fix="Add the endpoint or the other team's allocation there, or do not allow the flow here.",
    invalid=(
        Example(
            "an endpoint that one cluster does not have",
            (Edit(LAB, "objects: {cidr:", "archive: {cidr:"),),
            at="allow: [objects, features]",
            at_file=ROBOTICS_DEV,
        ),
        Example(
            "a team that is not in that environment",
            (Edit(ROBOTICS, "to: {team: ranking}", "to: {team: ranking, environment: prod}"),),
            at="allow: [objects, features]",
            at_file=ROBOTICS_DEV,
        ),
    ),
    valid=(
        Example(
            "an endpoint that one cluster does not have, and that is not allowed there",
            (
                Edit(LAB, "objects: {cidr:", "archive: {cidr:"),
                Edit(ROBOTICS_DEV, "allow: [objects, features]", "allow: [features]"),
            ),
        ),
    ),
    stage="resolve",
)

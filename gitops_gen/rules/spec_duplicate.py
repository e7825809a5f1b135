"""Two documents claim one identity."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_L4, RANKING_DEV, ROBOTICS_DEV

RULE = Rule(
    id="spec-duplicate",
    severity=Severity.ERROR,
    title="Two documents claim one identity",
    why=(
        "If two documents bear one name, or two allocations give one team the same namespace, either could "
        "win. The order of files would then decide what is deployed."
    ),
    fix="Rename one of the two, give the second Allocation a suffix in spec.namespace, or delete one.",
    invalid=(
        Example(
            "two pools of one name in a cluster",
            (Edit(LAB_L4, "metadata: {name: l4}", "metadata: {name: a30}"),),
            at="metadata: {name: a30}",
        ),
        Example(
            "two allocations for one namespace",
            (
                Edit(RANKING_DEV, "team: ranking", "team: robotics"),
                Edit(RANKING_DEV, "allow: [robots]", "allow: []"),
            ),
            at="metadata: {name: robotics-dev}",
            at_file=ROBOTICS_DEV,
        ),
    ),
    valid=(
        Example("pools of one name in two clusters", (Edit(LAB_L4, "metadata: {name: l4}", "metadata: {name: h100}"),)),
    ),
    stage="resolve",
)

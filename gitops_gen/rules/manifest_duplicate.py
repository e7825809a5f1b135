"""Two objects have one identity, or two files one name."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, RANKING_DEV, RANKING_PROD

TWICE = """apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: robotics}
spec: {hard: {pods: "10"}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: robotics}
spec: {hard: {pods: "20"}}
"""

RULE = Rule(
    id="manifest-duplicate",
    severity=Severity.ERROR,
    title="Two objects have one identity, or two files one name",
    why="The one applied last would replace the other, and the next sync would turn it round again.",
    fix="Give one of the two another name.",
    invalid=(),
    valid=(
        Example(
            "one name in two teams and in two clusters",
            (
                Edit(RANKING, "robots: {from:", "features: {from:"),
                Edit(RANKING_PROD, "allow: [robots]", "allow: [features]"),
                Edit(RANKING_DEV, "allow: [robots]", "allow: [features]"),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(TWICE,),
)

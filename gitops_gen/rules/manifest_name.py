"""An object's name or namespace is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING

CAPITALS = """apiVersion: v1
kind: ConfigMap
metadata: {name: Settings, namespace: robotics}
data: {a: b}
"""

LONG = """apiVersion: batch/v1
kind: CronJob
metadata: {name: interactive-experiments-on-very-small-slices-of-large-cards, namespace: robotics}
spec:
  schedule: 0 3 * * 1
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: train}]}}}}
"""

RULE = Rule(
    id="manifest-name",
    severity=Severity.ERROR,
    title="An object's name or namespace is illegal",
    why=(
        "Each kind has its own rule for names, and some are shorter than others. The API server would "
        "refuse the object after the merge."
    ),
    fix=("Use a name of the form that the finding gives; objects in a namespace must name it, others must not."),
    invalid=(),
    valid=(
        Example(
            "a group with characters that no name may have",
            (
                Edit(
                    RANKING, "ranking-members: {role: developer}", "Ranking_Members@orchard.example: {role: developer}"
                ),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        CAPITALS,
        LONG,
    ),
)

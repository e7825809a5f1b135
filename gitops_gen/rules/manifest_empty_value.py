"""An object holds a null or an empty value."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import EXPERIMENT, ROBOTICS

EMPTY = """apiVersion: batch/v1
kind: CronJob
metadata: {name: training, namespace: robotics}
spec:
  schedule: 0 3 * * 1
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: main, image: train, resources: {}}]
"""

RULE = Rule(
    id="manifest-empty-value",
    severity=Severity.WARNING,
    title="An object holds a null or an empty value",
    why=(
        "The API server drops nulls and empty values, or takes an empty selector for everything. Git and "
        "the cluster then differ for ever, or a policy covers what it should not."
    ),
    fix="Remove the field, or write the value that is meant.",
    invalid=(),
    valid=(
        Example(
            "mappings and lists that are empty in the specs",
            (
                Edit(ROBOTICS, "  egress:", "  repositories: []\n  secrets: {}\n  egress:"),
                Edit(EXPERIMENT, 'env: {PYTHONUNBUFFERED: "1"}', "env: {}"),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(EMPTY,),
)

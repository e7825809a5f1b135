"""A pod would be refused by the Pod Security level of its namespace."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import DEV

ROOT = """apiVersion: batch/v1
kind: CronJob
metadata: {name: training, namespace: restricted}
spec:
  schedule: 0 3 * * 1
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: main
              image: train
              securityContext: {privileged: true}
"""

NO_LEVEL = """apiVersion: v1
kind: Namespace
metadata:
  name: robotics
  labels: {pod-security.kubernetes.io/enforce: strict}
"""

RULE = Rule(
    id="manifest-pod-security",
    severity=Severity.ERROR,
    title="A pod would be refused by the Pod Security level of its namespace",
    why=(
        "The template is accepted, but none of its pods is: the job starts and nothing runs. Nobody sees "
        "an error unless they look at the events of the job."
    ),
    fix="Set the fields that the level demands, as the finding lists them.",
    invalid=(),
    valid=(
        Example(
            "a development namespace under the strictest level",
            (Edit(DEV, "  tier: development", "  tier: development\n  podSecurity: restricted"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        ROOT,
        NO_LEVEL,
    ),
)

"""An object does not match the schema of its kind."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING

TEXT = """  access:
    ranking-leads: {role: admin}
    ranking-members: {role: developer}
"""

MISSPELT = """apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: robotics}
spec:
  hrad: {pods: "10"}
"""

WRONG_TYPE = """apiVersion: batch/v1
kind: CronJob
metadata: {name: training, namespace: robotics}
spec:
  schedule: 0 3 * * 1
  suspend: "true"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: train}]}}}}
"""

RULE = Rule(
    id="manifest-schema",
    severity=Severity.ERROR,
    title="An object does not match the schema of its kind",
    why=(
        "The API server of the target version would refuse the object, or drop the field in silence. The "
        "sync would stop halfway, with some of a team's objects applied and some not."
    ),
    fix="Correct the field as the finding says.",
    invalid=(),
    valid=(Example("a team without any access", (Edit(RANKING, TEXT, ""),)),),
    stage="validate",
    invalid_manifests=(
        MISSPELT,
        WRONG_TYPE,
    ),
)

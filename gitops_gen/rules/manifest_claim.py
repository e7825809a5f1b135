"""A claim asks for storage that cannot be given."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import TRAINING

NOTHING = """apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: checkpoints, namespace: robotics}
spec:
  accessModes: [ReadWriteMany]
  resources: {requests: {storage: "0"}}
"""

RULE = Rule(
    id="manifest-claim",
    severity=Severity.ERROR,
    title="A claim asks for storage that cannot be given",
    why=(
        "The API server refuses a claim without an access mode or a size. The job template that mounts it "
        "would never start."
    ),
    fix="Write accessModes, and resources.requests.storage above 0.",
    invalid=(),
    valid=(Example("a checkpoint of less than a gibibyte", (Edit(TRAINING, "size: 1Ti", "size: 512Mi"),)),),
    stage="validate",
    invalid_manifests=(NOTHING,),
)

"""A job, a deployment or its pod is illegal beyond its types."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import TRAINING

RESTARTED = """apiVersion: batch/v1
kind: Job
metadata: {name: training, namespace: robotics}
spec:
  template:
    spec:
      restartPolicy: Always
      containers: [{name: main, image: train}]
"""

NO_VOLUME = """apiVersion: batch/v1
kind: Job
metadata: {name: training, namespace: robotics}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: train
          volumeMounts: [{name: scratch, mountPath: /scratch}]
"""

RULE = Rule(
    id="manifest-workload",
    severity=Severity.ERROR,
    title="A job, a deployment or its pod is illegal beyond its types",
    why=(
        "The API server checks how fields go together: restart policies, selectors, names, mounts without "
        "a volume, schedules. It would refuse the object after the merge, or accept the template and "
        "refuse every pod."
    ),
    fix="Correct the field as the finding says.",
    invalid=(),
    valid=(
        Example(
            "a job that is never retried and never deleted",
            (Edit(TRAINING, "lifecycle: {maxRuntime: 96h, deleteAfter: 72h, retries: 3}", "lifecycle: {}"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        RESTARTED,
        NO_VOLUME,
    ),
)

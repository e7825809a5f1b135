"""Requests and limits of a container disagree."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import TRAINING

LIMIT_BELOW = """apiVersion: batch/v1
kind: Job
metadata: {name: training, namespace: robotics}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: train
          resources: {requests: {cpu: "4"}, limits: {cpu: "2"}}
"""

GPU_WITHOUT_LIMIT = """apiVersion: batch/v1
kind: Job
metadata: {name: training, namespace: robotics}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: train
          resources: {requests: {nvidia.com/gpu: "1"}}
"""

RULE = Rule(
    id="manifest-resources",
    severity=Severity.ERROR,
    title="Requests and limits of a container disagree",
    why=(
        "A limit below its request is refused, and a device that is requested without the same limit is "
        "refused too. The template would be accepted and none of its pods created."
    ),
    fix="Raise the limit, or write the same number of devices in both.",
    invalid=(),
    valid=(
        Example(
            "a profile that says nothing of memory",
            (Edit(TRAINING, "perGpu: {cpu: 16, memory: 160Gi}", "perGpu: {cpu: 16}"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        LIMIT_BELOW,
        GPU_WITHOUT_LIMIT,
    ),
)

"""A quantity is none, or is no whole number where only those count."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD

HALF_A_GPU = """apiVersion: v1
kind: Pod
metadata: {name: train, namespace: robotics}
spec:
  containers:
    - {name: main, image: train, resources: {limits: {nvidia.com/gpu: "0.5"}}}
"""

NO_UNIT = """apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: robotics}
spec:
  limits: [{type: Container, default: {memory: 2GB}}]
"""

RULE = Rule(
    id="manifest-quantity",
    severity=Severity.ERROR,
    title="A quantity is none, or is no whole number where only those count",
    why="The API server refuses it, or rounds it up: half a GPU is one GPU.",
    fix="Write digits with one of the known suffixes; devices are whole numbers.",
    invalid=(),
    valid=(
        Example(
            "amounts in unusual spellings",
            (Edit(RANKING_PROD, "cpu: 128, memory: 1Ti", "cpu: 127500m, memory: 1024Gi"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        HALF_A_GPU,
        NO_UNIT,
    ),
)

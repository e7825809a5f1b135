"""A field is accepted and does not do what it seems to."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD, ROBOTICS_PROD

BARE_DEVICE = """apiVersion: v1
kind: ResourceQuota
metadata: {name: gpu, namespace: robotics}
spec:
  hard: {nvidia.com/gpu: "4"}
"""

RESOURCE_ELSEWHERE = """apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: developer, namespace: robotics}
rules: [{apiGroups: [apps], resources: [jobs], verbs: [create]}]
"""

EVERY_CONTAINER_A_GPU = """apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: robotics}
spec:
  limits: [{type: Container, max: {nvidia.com/gpu: "1"}}]
"""

RULE = Rule(
    id="manifest-ineffective",
    severity=Severity.WARNING,
    title="A field is accepted and does not do what it seems to",
    why=(
        "The API server takes it without a word, and the right, limit or protection that it should bring "
        "is not there. Such a fault is found when it is needed."
    ),
    fix="Change the field as the finding says, or remove it.",
    invalid=(),
    valid=(
        Example(
            "a namespace that may reach nothing",
            (
                Edit(ROBOTICS_PROD, "allow: [objects, features]", "allow: []"),
                Edit(RANKING_PROD, "allow: [robots]", "allow: []"),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        BARE_DEVICE,
        RESOURCE_ELSEWHERE,
        EVERY_CONTAINER_A_GPU,
    ),
)

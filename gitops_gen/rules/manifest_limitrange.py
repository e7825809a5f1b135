"""A LimitRange contradicts itself."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PROD

TURNED_ROUND = """apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: robotics}
spec:
  limits: [{type: Container, defaultRequest: {cpu: "2"}, default: {cpu: "1"}}]
"""

POD_DEFAULT = """apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: robotics}
spec:
  limits: [{type: Pod, default: {cpu: "1"}, max: {cpu: "4"}}]
"""

RULE = Rule(
    id="manifest-limitrange",
    severity=Severity.ERROR,
    title="A LimitRange contradicts itself",
    why=(
        "A default above the maximum or below the default request is refused, after the server has filled "
        "in what is missing. Without the object, containers that ask for nothing are refused by the quota."
    ),
    fix="Keep min, defaultRequest, default and max in this order.",
    invalid=(),
    valid=(
        Example(
            "limits of containers that differ from their requests",
            (Edit(PROD, "{cpu: 500m, memory: 2Gi}", "{cpu: 500m, memory: 2Gi, limits: {cpu: 4, memory: 8Gi}}"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        TURNED_ROUND,
        POD_DEFAULT,
    ),
)

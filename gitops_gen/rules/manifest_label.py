"""A label or selector is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

SPACE = """apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: robotics
  labels: {owner: robotics leads}
data: {a: b}
"""

OPERATOR = """apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow, namespace: robotics}
spec:
  podSelector:
    matchExpressions: [{key: app, operator: Exists, values: [web]}]
  policyTypes: [Ingress]
"""

RULE = Rule(
    id="manifest-label",
    severity=Severity.ERROR,
    title="A label or selector is illegal",
    why=(
        "Labels and selectors have a narrow form, and values such as on or 1.0 are no text without quotes. "
        "The API server refuses the object, or a selector matches nothing."
    ),
    fix=("Write key and value in the form that the finding gives, in quotes where they look like a number or boolean."),
    invalid=(),
    valid=(
        Example(
            "a label with an empty value",
            (
                Edit(
                    PLATFORM,
                    "labels: {orchard.example/platform: gpu}",
                    'labels: {orchard.example/platform: gpu, orchard.example/trial: ""}',
                ),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        SPACE,
        OPERATOR,
    ),
)

"""A ResourceQuota has a key or a scope that does not exist."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD

SCOPED = """apiVersion: v1
kind: ResourceQuota
metadata: {name: objects, namespace: robotics}
spec:
  hard: {services: "4"}
  scopes: [BestEffort]
"""

MISSPELT = """apiVersion: v1
kind: ResourceQuota
metadata: {name: objects, namespace: robotics}
spec:
  hard: {persistentvolumeclaim: "4"}
"""

RULE = Rule(
    id="manifest-quota-key",
    severity=Severity.ERROR,
    title="A ResourceQuota has a key or a scope that does not exist",
    why=(
        "The API server refuses keys that it does not know, scopes that exclude each other, and keys that "
        "a scope cannot count. Without the quota the namespace has no ceiling at all."
    ),
    fix="Use the key or the scope that the finding names.",
    invalid=(),
    valid=(Example("no storage class in the cluster", (Edit(RANKING_PROD, ", storage: {disk: 1Ti}", ""),)),),
    stage="validate",
    invalid_manifests=(
        SCOPED,
        MISSPELT,
    ),
)

"""An object bears a mark that belongs to an agent."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

TRACKED = """apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: robotics
  annotations: {argocd.argoproj.io/tracking-id: "app:/ConfigMap:robotics/settings"}
data: {a: b}
"""

OWNED = """apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: robotics
  labels: {kustomize.toolkit.fluxcd.io/name: lab-robotics}
data: {a: b}
"""

RULE = Rule(
    id="manifest-agent-metadata",
    severity=Severity.ERROR,
    title="An object bears a mark that belongs to an agent",
    why=(
        "Argo CD, Flux and Helm mark what they own with labels and annotations of their own. Written by "
        "hand they make two owners fight over the object, or make an agent delete or skip it."
    ),
    fix="Remove the mark; the agent writes it itself.",
    invalid=(),
    valid=(
        Example(
            "a label that Kubernetes recommends",
            (
                Edit(
                    PLATFORM,
                    "labels: {orchard.example/platform: gpu}",
                    "labels: {orchard.example/platform: gpu, app.kubernetes.io/part-of: gpu}",
                ),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        TRACKED,
        OWNED,
    ),
)

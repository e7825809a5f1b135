"""An option of an agent means nothing."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

WAVE = """apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: robotics
  annotations: {argocd.argoproj.io/sync-wave: first}
data: {a: b}
"""

OPTION = """apiVersion: v1
kind: Namespace
metadata:
  name: robotics
  annotations: {argocd.argoproj.io/sync-options: Prune=confirmed}
"""

RULE = Rule(
    id="manifest-agent-option",
    severity=Severity.ERROR,
    title="An option of Argo CD or Flux means nothing",
    why=("Agents ignore an option or a wave that they do not know, so a protection that is misspelt protects nothing."),
    fix="Take the value that the finding suggests, or remove the annotation.",
    invalid=(),
    stage="validate",
    invalid_manifests=(WAVE, OPTION),
    valid_manifests=(WAVE.replace("first", "'-5'"), OPTION.replace("confirmed", "confirm")),
)

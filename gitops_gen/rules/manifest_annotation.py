"""An annotation is illegal, or means nothing."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

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
    id="manifest-annotation",
    severity=Severity.ERROR,
    title="An annotation is illegal, or means nothing",
    why=(
        "Agents ignore an option or a wave that they do not know, so a protection that is misspelt "
        "protects nothing. The API server refuses keys of another form and more than 256 KiB of "
        "annotations."
    ),
    fix="Take the value that the finding suggests, or remove the annotation.",
    invalid=(),
    valid=(
        Example(
            "an annotation with a long text",
            (
                Edit(
                    PLATFORM,
                    "  labels:",
                    (
                        '  annotations: {orchard.example/contact: "Ask the platform team first: #gpu, or call 4711."}\n'
                        "  labels:"
                    ),
                ),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        WAVE,
        OPTION,
    ),
)

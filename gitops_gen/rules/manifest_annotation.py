"""An annotation is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

KEY = """apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: robotics, annotations: {a/b/c: x}}
data: {a: b}
"""

RULE = Rule(
    id="manifest-annotation",
    severity=Severity.ERROR,
    title="An annotation is illegal",
    why="The API server refuses keys of another form, values that are no text, and more than 256 KiB of annotations.",
    fix="Write the annotation as the finding says, or remove it.",
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
    invalid_manifests=(KEY,),
)

"""An object holds a field that only the server writes."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

DUMPED = """apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: robotics, resourceVersion: "8612"}
data: {a: b}
"""

RULE = Rule(
    id="manifest-server-field",
    severity=Severity.ERROR,
    title="An object holds a field that only the server writes",
    why=(
        "Fields such as uid, resourceVersion and status describe what is in the cluster. In Git they make "
        "an update fail, or show as a difference for ever."
    ),
    fix="Remove the field; `kubectl get -o yaml` prints it, but it is no part of the wish.",
    invalid=(),
    valid=(
        Example(
            "an annotation that is called like a field of the server",
            (Edit(PLATFORM, "  labels:", "  annotations: {orchard.example/generation: third}\n  labels:"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(DUMPED,),
)

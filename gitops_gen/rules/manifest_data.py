"""A ConfigMap or Secret has an illegal key or too much content."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN_H100

KEY = """apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: robotics}
data: {a/b: c}
"""

RULE = Rule(
    id="manifest-data",
    severity=Severity.ERROR,
    title="A ConfigMap or Secret has an illegal key or too much content",
    why=(
        "Keys become names of files, and the whole object has to fit into a megabyte. The API server "
        "refuses anything else."
    ),
    fix="Use letters, digits, - _ and . in keys, and split what is too large.",
    invalid=(),
    valid=(Example("a layout of the longest name", (Edit(MAIN_H100, "sevenths:", f"{'s' * 58}:"),)),),
    stage="validate",
    invalid_manifests=(KEY,),
)

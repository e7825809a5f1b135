"""A priority or runtime class is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

RESERVED = """apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: system-robotics}
value: 1000
"""

TOO_HIGH = """apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: urgent}
value: 2000000000
"""

RULE = Rule(
    id="manifest-class",
    severity=Severity.ERROR,
    title="A priority or runtime class is illegal",
    why=(
        "Values above one billion and names with system- belong to Kubernetes itself, and the API server "
        "refuses them. Every pod that names the class would then be refused as well."
    ),
    fix="Write another name, or a value of at most 1000000000.",
    invalid=(),
    valid=(Example("a negative priority", (Edit(PLATFORM, "background: {value: 100}", "background: {value: -100}"),)),),
    stage="validate",
    invalid_manifests=(
        RESERVED,
        TOO_HIGH,
    ),
)

"""An object is of a kind whose schema nobody gave."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN

UNKNOWN = """apiVersion: example.com/v1
kind: Widget
metadata: {name: one, namespace: robotics}
spec: {size: 3}
"""

RULE = Rule(
    id="manifest-no-schema",
    severity=Severity.INFO,
    title="An object is of a kind whose schema nobody gave",
    why=(
        "Such an object passes unchecked, so a fault in it would be found by the API server only. The run "
        "says how many there are, so that silence is not taken for proof."
    ),
    fix="Give the CustomResourceDefinition with --crds, or correct apiVersion and kind.",
    invalid=(),
    valid=(
        Example(
            "a NodeFeatureRule, which Kubernetes does not know but this tool does",
            (Edit(MAIN, 'nodeFeatureDiscovery: {version: "0.19.0"}', 'nodeFeatureDiscovery: {version: "0.18.0"}'),),
        ),
    ),
    stage="validate",
    invalid_manifests=(UNKNOWN,),
)

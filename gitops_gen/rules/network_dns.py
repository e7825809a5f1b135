"""An endpoint is named by DNS where the network plug-in cannot match names."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB

RULE = Rule(
    id="network-dns",
    severity=Severity.ERROR,
    title="An endpoint is named by DNS where the network plug-in cannot match names",
    why=(
        "A Kubernetes NetworkPolicy knows addresses only; a plug-in without policies of its own would drop "
        "the name. The flow would stay closed although it is declared and allowed."
    ),
    fix="Name the endpoint's networks by cidr.",
    invalid=(
        Example(
            "an endpoint by name",
            (
                Edit(
                    LAB, "objects: {cidr: [198.51.100.64/26], ports", "objects: {dns: [objects.orchard.example], ports"
                ),
            ),
            at="dns: [objects.orchard.example]",
        ),
    ),
    valid=(
        Example(
            "an endpoint by name that nobody is allowed to reach",
            (
                Edit(
                    LAB,
                    "    objects: {cidr:",
                    ("    mirror: {dns: [mirror.orchard.example], ports: [443/TCP]}\n    objects: {cidr:"),
                ),
            ),
        ),
    ),
    stage="resolve",
)

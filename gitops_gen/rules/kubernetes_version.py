"""There is no schema for the cluster's Kubernetes version."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB, MAIN

RULE = Rule(
    id="kubernetes-version",
    severity=Severity.ERROR,
    title="There is no schema for the cluster's Kubernetes version",
    why=(
        "Without the schema of that version nobody can say whether the API server would accept the "
        "objects. The proof would be silent where it seems to pass."
    ),
    fix="Name a version that is bundled, or install a newer kubernetes-validate.",
    invalid=(
        Example(
            "a version of the future",
            (Edit(MAIN, 'kubernetesVersion: "1.36"', 'kubernetesVersion: "1.99"'),),
            at='kubernetesVersion: "1.99"',
        ),
    ),
    valid=(
        Example(
            "an older version that is still bundled",
            (Edit(LAB, 'kubernetesVersion: "1.36"', 'kubernetesVersion: "1.34"'),),
        ),
    ),
    stage="validate",
)

"""A secret lies in Git."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

IN_GIT = """apiVersion: v1
kind: Secret
metadata: {name: key, namespace: robotics}
stringData: {api-key: not-so-secret}
"""

RULE = Rule(
    id="manifest-secret-data",
    severity=Severity.ERROR,
    title="A secret lies in Git",
    why=(
        "Whoever can read the repository has the secret, and deleting the line does not take it out of the "
        "history. Encoding is no encryption."
    ),
    fix=(
        "Keep the value in a secret store, let an operator fetch it, and consider the one that was committed as known."
    ),
    invalid=(),
    valid=(
        Example(
            "a secret that an operator fetches",
            (
                Edit(
                    ROBOTICS,
                    "  egress:",
                    ("  secrets: {key: {store: vault, path: robotics/key, keys: [api-key]}}\n  egress:"),
                ),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(IN_GIT,),
)

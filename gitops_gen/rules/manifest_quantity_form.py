"""A quantity is not written as the API server stores it."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD

MILLI = """apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: robotics}
spec:
  hard: {requests.cpu: 4000m}
"""

RULE = Rule(
    id="manifest-quantity-form",
    severity=Severity.WARNING,
    title="A quantity is not written as the API server stores it",
    why=(
        "The server rewrites 1000m to 1 and 1.2Gi to thousandths of a byte. Whoever compares Git with the "
        "cluster then sees a difference that no sync can remove."
    ),
    fix="Write the canonical form that the finding gives.",
    invalid=(),
    valid=(
        Example(
            "amounts that are not written as the API server stores them",
            (Edit(RANKING_PROD, "cpu: 128, memory: 1Ti", "cpu: 128000m, memory: 1048576Mi"),),
        ),
    ),
    stage="validate",
    invalid_manifests=(MILLI,),
)

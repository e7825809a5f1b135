"""A ceiling on limits is below the ceiling on requests."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD

RULE = Rule(
    id="resources-limit-low",
    severity=Severity.ERROR,
    title="A ceiling on limits is below the ceiling on requests",
    why=(
        "Every container's limit is at least its request, so the limits are used up first. The rest of the "
        "requests that the allocation promises could never be used."
    ),
    fix="Raise the value under limits, or lower the one beside it.",
    invalid=(
        Example(
            "limits below requests",
            (Edit(RANKING_PROD, "storage: {disk: 1Ti}}", "storage: {disk: 1Ti}, limits: {cpu: 64}}"),),
            at="limits: {cpu: 64}",
        ),
    ),
    valid=(
        Example(
            "limits as high as requests",
            (Edit(RANKING_PROD, "storage: {disk: 1Ti}}", "storage: {disk: 1Ti}, limits: {cpu: 128}}"),),
        ),
    ),
    stage="resolve",
)

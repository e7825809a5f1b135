"""An allocation names a count above a ceiling."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD

RULE = Rule(
    id="layer-ceiling-exceeded",
    severity=Severity.ERROR,
    title="An allocation names a count above a ceiling",
    why=(
        "Ceilings take the strictest of all layers, so the higher number could never be used. The team "
        "would plan with pods or volumes that the quota then refuses."
    ),
    fix="Lower the count, or raise the ceiling in the layer that sets it.",
    invalid=(
        Example(
            "more pods than the environment allows",
            (Edit(RANKING_PROD, "storage: {disk: 1Ti}}", "storage: {disk: 1Ti}, counts: {pods: 150}}"),),
            at="counts: {pods: 150}",
        ),
    ),
    valid=(
        Example(
            "exactly as many pods as the environment allows",
            (Edit(RANKING_PROD, "storage: {disk: 1Ti}}", "storage: {disk: 1Ti}, counts: {pods: 100}}"),),
        ),
    ),
    stage="resolve",
)

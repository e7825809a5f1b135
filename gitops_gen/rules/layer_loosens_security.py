"""A layer asks for less security than a lower one demands."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PROD, RANKING_DEV, RANKING_PROD

RULE = Rule(
    id="layer-loosens-security",
    severity=Severity.ERROR,
    title="A layer asks for less security than a lower one demands",
    why=(
        "Security only gets stricter from layer to layer, so the weaker level would have no effect "
        "although it is written down. Whoever reads the file would believe in a permission that is not "
        "there, or a reviewer would approve one."
    ),
    fix=("Write the level that is demanded, or leave podSecurity out; to loosen it, change the layer that demands it."),
    invalid=(
        Example(
            "an allocation that asks for less than its environment",
            (Edit(RANKING_PROD, "  environment: prod", "  environment: prod\n  podSecurity: baseline"),),
            at="podSecurity: baseline",
        ),
        Example(
            "a production environment that asks for less than its tier",
            (Edit(PROD, "podSecurity: restricted", "podSecurity: privileged"),),
            at="podSecurity: privileged",
        ),
    ),
    valid=(
        Example(
            "an allocation that asks for more than its environment",
            (Edit(RANKING_DEV, "  environment: dev", "  environment: dev\n  podSecurity: restricted"),),
        ),
    ),
    stage="resolve",
)

"""A name that nobody defines is used."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PROD, RANKING_DEV, RANKING_PROD

RULE = Rule(
    id="reference-unknown",
    severity=Severity.ERROR,
    title="A name that nobody defines is used",
    why=(
        "A team, cluster, profile, tier or endpoint that does not exist cannot be given anything, and the "
        "part that names it would be left out. Most often the name is misspelt, and the promise behind it "
        "is silently lost."
    ),
    fix="Take the name that the finding suggests, or define the thing that is named.",
    invalid=(
        Example("a tier misspelt", (Edit(RANKING_DEV, "{tier: standard}", "{tier: standart}"),), at="{tier: standart}"),
        Example(
            "a slice that the card does not have",
            (Edit(RANKING_PROD, "h100-80gb/3g.40gb: {guaranteed: 6}", "h100-80gb/3g.20gb: {guaranteed: 6}"),),
            at="h100-80gb/3g.20gb",
        ),
    ),
    valid=(
        Example(
            "a profile's version pinned to the one there is",
            (
                Edit(
                    PROD, "podSecurity: restricted", ('podSecurity: restricted\n  profiles: {training: {version: "1"}}')
                ),
            ),
        ),
    ),
    stage="resolve",
)

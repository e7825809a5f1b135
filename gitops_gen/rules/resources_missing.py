"""An allocation has no ceiling for cpu or memory."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_DEV

RULE = Rule(
    id="resources-missing",
    severity=Severity.ERROR,
    title="An allocation has no ceiling for cpu or memory",
    why=(
        "Without a ceiling one team can take all CPU of the nodes, and other teams' GPUs then stand idle "
        "for lack of it. Whoever wants no ceiling must say so."
    ),
    fix="Name cpu and memory, name a tier, set defaults.resources in a layer, or write unlimited.",
    invalid=(
        Example(
            "cpu alone",
            (Edit(RANKING_DEV, "resources: {tier: standard}", "resources: {cpu: 64}"),),
            at="resources: {cpu: 64}",
        ),
        Example("no resources at all", (Edit(RANKING_DEV, "      resources: {tier: standard}\n", ""),), at="lab:"),
    ),
    valid=(
        Example(
            "memory that is unlimited in so many words",
            (Edit(RANKING_DEV, "resources: {tier: standard}", "resources: {cpu: 64, memory: unlimited}"),),
        ),
    ),
    stage="resolve",
)

"""Borrowing is promised where no queueing engine can lend."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_DEV

RULE = Rule(
    id="borrow-without-queue",
    severity=Severity.ERROR,
    title="Borrowing is promised where no queueing engine can lend",
    why=(
        "Borrowing needs an engine that takes the GPUs back when their owner needs them. A plain "
        "ResourceQuota cannot do that, so the borrowed GPUs would be lost to the owner."
    ),
    fix="Drop borrow, or set spec.queueing.engine of the cluster.",
    invalid=(
        Example(
            "borrowing under plain quotas",
            (Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: 8, borrow: 4}"),),
            at="borrow: 4",
        ),
    ),
    valid=(
        Example(
            "nothing to borrow, in so many words", (Edit(RANKING_DEV, "{guaranteed: 8}", "{guaranteed: 8, borrow: 0}"),)
        ),
    ),
    stage="resolve",
)

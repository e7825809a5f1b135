"""An allocation that was to be looked at again by now is named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS_PROD

ID = "review-due"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each allocation."""
    fleet = compiled.fleet
    for allocation in fleet.allocations.values():
        due = allocation.model.spec.review_after
        if due is not None and due <= fleet.as_of:
            text = f"{allocation.name} was to be reviewed after {due}, and it is {fleet.as_of}"
            fix = "ask whether the team still needs it, then move the date or change the allocation"
            yield Problem(ID, text, allocation.ref("reviewAfter"), fix)


def _review(date: str) -> tuple[Edit, ...]:
    return (Edit(ROBOTICS_PROD, "  environment: prod\n", f'  environment: prod\n  reviewAfter: "{date}"\n'),)


RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="The allocation is due for review",
    why=(
        "Whoever gave the allocation asked to be reminded. Capacity that was given for a purpose tends to outlive the "
        "purpose, and nobody gives it back unasked."
    ),
    fix="Review the allocation, then set reviewAfter to a later date or drop it.",
    invalid=(Example("the day has come", _review("2026-11-30"), at="reviewAfter:"),),
    valid=(Example("a day later", _review("2026-12-01")),),
    check=check,
)

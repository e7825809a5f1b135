"""A grant that has ended is pointed out."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS_FAIR

ID = "grant-expired"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each grant."""
    fleet = compiled.fleet
    for grant in fleet.grants.values():
        until = grant.model.spec.until
        if until <= fleet.as_of:
            allocation = grant.model.spec.allocation
            text = f"the grant ended on {until}, and it is {fleet.as_of}: it adds nothing to {allocation} any more"
            as_of = (("today, for this repository", fleet.platform.ref("asOf")),)
            yield Problem(ID, text, grant.ref("until"), "delete the grant, or extend it on purpose", related=as_of)


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="The grant has ended",
    why=(
        "A grant adds to an allocation until a date, which is exclusive. After it the document has no effect, and "
        "whoever reads it may take it for one that has."
    ),
    fix="Delete the file; Git remembers it.",
    invalid=(
        Example(
            "until is exclusive", (Edit(ROBOTICS_FAIR, 'until: "2026-12-21"', 'until: "2026-11-30"'),), at="until:"
        ),
    ),
    valid=(
        Example("the last day", (Edit(ROBOTICS_FAIR, 'until: "2026-12-21"', 'until: "2026-12-01"'),)),
        Example("not begun yet", (Edit(ROBOTICS_FAIR, 'from: "2026-11-23"', 'from: "2026-12-07"'),)),
    ),
    check=check,
)

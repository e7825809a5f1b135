"""A second priority that is to be the default is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

ID = "priority-default-twice"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each default after the first, in the order of the file."""
    platform = compiled.fleet.platform
    first, *others = [name for name, priority in platform.model.spec.priorities.items() if priority.default] or [""]
    for name in others:
        related = (("the first default", platform.ref("priorities", first, "default")),)
        text = f"{name} and {first} are both to be the priority of pods that name none"
        yield Problem(
            ID, text, platform.ref("priorities", name, "default"), "leave one of them", on_key=True, related=related
        )


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="Two priorities are the default",
    why=(
        "A cluster has one default priority. The API server refuses a second PriorityClass that claims to be it, and "
        "which of the two arrives first is chance."
    ),
    fix="Set default: true in one priority only.",
    invalid=(
        Example(
            "two defaults",
            (Edit(PLATFORM, "background: {value: 100}", "background: {value: 100, default: true}"),),
            at="ordinary:",
        ),
    ),
    valid=(Example("no default: pods without a priority have 0", (Edit(PLATFORM, ", default: true", ""),)),),
    check=check,
)

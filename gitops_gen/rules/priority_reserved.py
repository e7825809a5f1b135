"""A priority whose name belongs to Kubernetes is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

ID = "priority-reserved"
PREFIX = "system-"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each priority."""
    platform = compiled.fleet.platform
    for name in platform.model.spec.priorities:
        if name.startswith(PREFIX):
            text = f"priority {name}: names that begin with {PREFIX} are Kubernetes' own"
            yield Problem(ID, text, platform.ref("priorities", name), "choose another name", on_key=True)


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The priority's name is reserved",
    why=(
        "The API server keeps names that begin with system- for the classes of its own components. It refuses every "
        "other PriorityClass that bears one, so pods that name it would be refused too."
    ),
    fix="Choose a name that does not begin with system-.",
    invalid=(
        Example(
            "a class of one's own beside Kubernetes'",
            (
                Edit(
                    PLATFORM,
                    "    background: {value: 100}\n",
                    "    background: {value: 100}\n    system-jobs: {value: 50}\n",
                ),
            ),
            at="system-jobs",
        ),
    ),
    valid=(
        Example(
            "only the prefix is taken",
            (
                Edit(
                    PLATFORM,
                    "    background: {value: 100}\n",
                    "    background: {value: 100}\n    systems: {value: 50}\n",
                ),
            ),
        ),
    ),
    check=check,
)

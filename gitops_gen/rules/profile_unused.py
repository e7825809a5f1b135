"""A profile that is allowed to a namespace, and that its team does not use, is named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import RANKING, RANKING_PROD

ID = "profile-unused"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each profile in the list of an allocation."""
    for allocation in compiled.fleet.allocations.values():
        spec = allocation.model.spec
        team = compiled.fleet.teams.get(spec.team)
        for position, name in enumerate(spec.profiles if team is not None else ()):
            if team is not None and name not in team.model.spec.profiles:
                text = f"{allocation.name} allows {name}, and team {team.name} does not use it, so it has no effect"
                at, uses = allocation.ref("profiles", position), (("what the team uses", team.ref("profiles")),)
                yield Problem(
                    ID, text, at, f"let the team add {name} to its profiles, or take it off this list", related=uses
                )


RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="The team does not use an allowed profile",
    why=(
        "A namespace gets templates of profiles that both sides name: the Allocation allows them, and the Team says "
        "that it uses them. One side alone does nothing, and is often an oversight of the other."
    ),
    fix="Add the profile to spec.profiles of the Team, or remove it from the Allocation.",
    invalid=(
        Example(
            "allowed, not used",
            (Edit(RANKING_PROD, "profiles: [experiment]", "profiles: [experiment, training]"),),
            at="profiles: [experiment, training]",
        ),
    ),
    valid=(
        Example(
            "used, not allowed here: the team may use it elsewhere",
            (Edit(RANKING, "    experiment: {}\n", "    experiment: {}\n    training: {}\n"),),
        ),
    ),
    check=check,
)

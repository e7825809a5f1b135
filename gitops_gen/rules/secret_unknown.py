"""A secret that a container mounts and its team does not declare is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model import names
from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Spec
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.model.spec import Team
from gitops_gen.rules._example import EXPERIMENT, RANKING, ROBOTICS
from gitops_gen.rules._uses import bodies, by_place
from gitops_gen.rules._words import listed

ID = "secret-unknown"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each name in a list of secrets; all teams that lack it, in the text."""
    for place, found in by_place(_unknown(compiled)).items():
        name, team = found[0]
        teams = {team.name: team for _, team in found}
        text = f"secret {name!r} is to be mounted, and {_teams(teams)} no such secret"
        declared = tuple((f"the secrets of team {key}", teams[key].ref("secrets")) for key in sorted(teams)[:4])
        yield Problem(
            ID,
            text,
            place,
            f"declare it under spec.secrets of the team; {names.did_you_mean(name, team.model.spec.secrets)}",
            related=declared,
        )


def _teams(teams: dict[str, Spec[Team]]) -> str:
    return f"team {listed(teams)} declares" if len(teams) == 1 else f"teams {listed(teams)} declare"


def _unknown(compiled: Compiled) -> Iterator[tuple[Ref, tuple[str, Spec[Team]]]]:
    """What teams ask for themselves, whether it is in use or not; then what profiles ask of the teams that use them."""
    for team in compiled.fleet.teams.values():
        for profile, use in team.model.spec.profiles.items():
            for position, name in enumerate(use.container.secrets if use.container else ()):
                if name not in team.model.spec.secrets:
                    yield team.ref("profiles", profile, "container", "secrets", position), (name, team)
    for body in bodies(compiled.fleet):
        secrets = body.profile.spec.container.secrets
        at = body.profile.refs("container", "secrets")[-1] if secrets else body.profile.profile.ref()
        if not secrets or at.document.kind == "Team":
            continue
        for team in {use.tenant.team.name: use.tenant.team for use in body.uses}.values():
            for position, name in enumerate(secrets):
                if name not in team.model.spec.secrets:
                    yield at.child(position), (name, team)


DECLARED = "    training: {}\n  secrets:\n    tracker: {store: vault, path: robotics/tracker, keys: [token]}\n"

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The team declares no such secret",
    why=(
        "A container mounts secrets by the name under which its team declares them. A name that the team does not "
        "have leads nowhere: the program would start without the file that it reads its key from."
    ),
    fix="Declare the secret under spec.secrets of the Team, or take its name out of container.secrets.",
    invalid=(
        Example(
            "a team asks for what it does not declare",
            (Edit(ROBOTICS, "training: {}", "training: {container: {secrets: [tracker]}}"),),
            at="secrets: [tracker]",
        ),
        Example(
            "a profile asks for what one of its teams lacks",
            (
                Edit(EXPERIMENT, 'env: {PYTHONUNBUFFERED: "1"}', "secrets: [tracker]"),
                Edit(ROBOTICS, "    training: {}\n", DECLARED),
            ),
            at="secrets: [tracker]",
        ),
    ),
    valid=(
        Example(
            "declared by the team",
            (
                Edit(
                    ROBOTICS,
                    "    experiment: {}\n    training: {}\n",
                    "    experiment: {container: {secrets: [tracker]}}\n" + DECLARED,
                ),
            ),
        ),
        Example(
            "a team that wants none of the profile's secrets",
            (
                Edit(EXPERIMENT, 'env: {PYTHONUNBUFFERED: "1"}', "secrets: [tracker]"),
                Edit(ROBOTICS, "    training: {}\n", DECLARED),
                Edit(RANKING, "experiment: {}", "experiment: {container: {secrets: []}}"),
            ),
        ),
    ),
    check=check,
)

"""Secrets that a team declares, and that no ExternalSecret fetches yet, are named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import MAIN, ROBOTICS
from gitops_gen.rules._uses import by_place, tenants
from gitops_gen.rules._words import listed

ID = "secrets-not-rendered"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each team."""
    found = (
        (tenant.team.ref("secrets"), (tenant, f"{cluster.name}/{tenant.namespace}"))
        for cluster, tenant in tenants(compiled.fleet)
        if tenant.team.model.spec.secrets and cluster.spec.model.spec.operators.external_secrets is not None
    )
    for place, uses in by_place(found).items():
        team = uses[0][0].team
        names, where = listed(team.model.spec.secrets), listed(where for _, where in uses)
        text = f"no ExternalSecret is built yet: {names} of team {team.name} will not be fetched into {where}"
        yield Problem(
            ID, text, place, "let an administrator of the team create the Secret there until then", on_key=True
        )


SECRETS = "    training: {}\n  secrets:\n    tracker: {store: vault, path: robotics/tracker, keys: [token]}\n"

RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="Declared secrets are not fetched yet",
    why=(
        "A team declares where its secrets lie, and the External Secrets operator is there to fetch them. gitops-gen "
        "does not render ExternalSecrets yet. A pod that mounts such a secret waits until somebody has created it."
    ),
    fix="Create the Secret in the namespace, with the name and the keys that the team declares.",
    invalid=(Example("a secret, and the operator", (Edit(ROBOTICS, "    training: {}\n", SECRETS),), at="secrets:"),),
    valid=(
        Example(
            "where no operator is installed, nothing was promised",
            (
                Edit(ROBOTICS, "    training: {}\n", SECRETS),
                Edit(MAIN, '    externalSecrets: {version: "2.14.0"}\n', ""),
            ),
        ),
    ),
    check=check,
)

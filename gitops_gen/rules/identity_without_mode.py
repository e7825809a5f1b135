"""Cloud roles in a cluster whose accounts cannot become anything are refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import MAIN, ROBOTICS_PROD
from gitops_gen.rules._uses import by_place, tenants
from gitops_gen.rules._words import listed

ID = "identity-without-mode"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each allocation; all such clusters of it, in the text."""
    found = by_place(
        (tenant.allocation.ref("identities"), (tenant, cluster))
        for cluster, tenant in tenants(compiled.fleet)
        if tenant.allocation.model.spec.identities and cluster.spec.model.spec.identity.mode == "none"
    )
    for place, pairs in found.items():
        roles = listed(pairs[0][0].allocation.model.spec.identities)
        where = listed(cluster.name for _, cluster in pairs)
        text = f"there is a cloud role for {roles}, and with identity.mode none ({where}) no account can become any"
        modes = tuple((f"cluster {cluster.name}", cluster.spec.ref("identity")) for _, cluster in pairs)
        fix = "set identity.mode of the cluster, or drop the identities"
        yield Problem(ID, text, place, fix, on_key=True, related=modes)


IDENTITIES = Edit(
    ROBOTICS_PROD,
    "  environment: prod\n",
    '  environment: prod\n  identities: {training: {role: "arn:aws:iam::123456789012:role/robotics"}}\n',
)

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The cluster gives accounts no identity in the cloud",
    why=(
        "A cloud role reaches a pod through an annotation that the cloud's own mechanism reads, and each has another. "
        "With identity.mode none nothing is rendered. Programs would start without the rights that were given to them "
        "here and fail on the first access."
    ),
    fix="Set spec.identity.mode of the Cluster to what is installed there, or drop the identities from the Allocation.",
    invalid=(Example("a role, and no mode", (IDENTITIES,), at="identities:"),),
    valid=(
        Example(
            "a role, and a mode",
            (
                IDENTITIES,
                Edit(MAIN, "  network: {cni: cilium}\n", "  identity: {mode: irsa}\n  network: {cni: cilium}\n"),
            ),
        ),
    ),
    check=check,
)

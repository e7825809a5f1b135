"""An endpoint that is the whole internet is pointed out."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import MAIN

ID = "endpoint-open"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each network of an endpoint that holds every address."""
    for cluster in compiled.fleet.clusters:
        for name, endpoint in sorted(cluster.spec.model.spec.endpoints.items()):
            for position, cidr in enumerate(endpoint.cidr):
                if ip_network(cidr).prefixlen == 0:
                    text = f"endpoint {name} of {cluster.name} is {cidr}: every address there is"
                    at = cluster.spec.ref("endpoints", name, "cidr", position)
                    yield Problem(ID, text, at, "name the networks that are meant")


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="An endpoint is the whole internet",
    why=(
        "A pod that may reach every address can send data anywhere, and the default deny says nothing any more. Only "
        "the addresses that hand out credentials are taken out."
    ),
    fix="Name the networks that the endpoint really has.",
    invalid=(Example("every address", (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [0.0.0.0/0]"),), at="0.0.0.0/0"),),
    valid=(Example("half of them", (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [128.0.0.0/1]"),)),),
    check=check,
)

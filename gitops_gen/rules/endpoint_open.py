"""An endpoint that is the whole internet is pointed out."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, collapse_addresses

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import MAIN

ID = "endpoint-open"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each endpoint whose networks, taken together, hold every address of IPv4 or of IPv6."""
    for cluster in compiled.fleet.clusters:
        for name, endpoint in sorted(cluster.spec.model.spec.endpoints.items()):
            networks = _everything(endpoint.cidr)
            if networks:
                text = f"endpoint {name} of {cluster.name} is {', '.join(networks)}: every address there is"
                at = cluster.spec.ref("endpoints", name, "cidr", endpoint.cidr.index(networks[0]))
                yield Problem(ID, text, at, "name the networks that are meant")


def _everything(cidrs: tuple[str, ...]) -> tuple[str, ...]:
    """The networks of one IP version that leave nothing out, in the order in which they are written; or none."""
    four = tuple(cidr for cidr in cidrs if ":" not in cidr)
    six = tuple(cidr for cidr in cidrs if ":" in cidr)
    if any(whole.prefixlen == 0 for whole in collapse_addresses(map(IPv4Network, four))):
        return four
    return six if any(whole.prefixlen == 0 for whole in collapse_addresses(map(IPv6Network, six))) else ()


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="An endpoint is the whole internet",
    why=(
        "A pod that may reach every address can send data anywhere, and the default deny says nothing any more. Only "
        "the addresses that hand out credentials are taken out."
    ),
    fix="Name the networks that the endpoint really has.",
    invalid=(
        Example("every address", (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [0.0.0.0/0]"),), at="0.0.0.0/0"),
        Example(
            "every address, in two halves",
            (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [0.0.0.0/1, 128.0.0.0/1]"),),
            at="0.0.0.0/1",
        ),
    ),
    valid=(Example("half of them", (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [128.0.0.0/1]"),)),),
    check=check,
)

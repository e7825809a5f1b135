"""An endpoint that is an address where a cloud hands out credentials is refused."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network

from gitops_gen.model.addresses import CREDENTIAL_ADDRESSES
from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import MAIN

ID = "endpoint-credentials"
MOST = 256
"""A network of so few addresses around such an address is meant for it; of a larger one it is taken out."""


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each network of an endpoint."""
    for cluster in compiled.fleet.clusters:
        for name, endpoint in sorted(cluster.spec.model.spec.endpoints.items()):
            for position, cidr in enumerate(endpoint.cidr):
                found = _credentials(ip_network(cidr))
                if found:
                    text = f"endpoint {name} of {cluster.name} is {cidr}, and {found} hands out a node's credentials"
                    at = cluster.spec.ref("endpoints", name, "cidr", position)
                    yield Problem(ID, text, at, "take it out; a pod gets cloud rights through spec.identity")


def _credentials(network: IPv4Network | IPv6Network) -> str:
    """The address of that kind in a small network, or nothing."""
    if network.num_addresses > MOST:
        return ""
    inside = (text.partition("/")[0] for text in CREDENTIAL_ADDRESSES if ip_network(text).network_address in network)
    return next(inside, "")


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="An endpoint opens the address where a cloud hands out credentials",
    why=(
        "Whoever reaches the metadata address of a cloud can take the rights of the node, and with them those of every "
        "tenant. It is never opened by name. Of a wide network it is taken out by itself, and a pod that may become a "
        "cloud role gets what the cluster's identity mode needs."
    ),
    fix="Take the address out of the endpoint.",
    invalid=(
        Example(
            "the metadata address itself",
            (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [169.254.169.254/32]"),),
            at="169.254.169.254",
        ),
        Example(
            "Amazon's, in IPv6",
            (Edit(MAIN, "cidr: [203.0.113.0/26]", 'cidr: ["fd00:ec2::254/128"]'),),
            at="fd00:ec2",
        ),
    ),
    valid=(
        Example(
            "a wide network, from which it is taken out",
            (Edit(MAIN, "cidr: [203.0.113.0/26]", "cidr: [169.0.0.0/8]"),),
        ),
    ),
    check=check,
)

"""Flows that one side wants, that lead nowhere, or that nothing could enforce."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import (
    LAB,
    MAIN,
    RANKING,
    RANKING_DEV,
    RANKING_PROD,
    ROBOTICS,
    ROBOTICS_DEV,
    ROBOTICS_PROD,
)
from tests.example_platform import case

SIDED, PORTS, PEER, TARGET = "network-one-sided", "network-ports", "network-peer", "network-no-target"

CASES = {
    "an egress without the other team's ingress": case(
        SIDED,
        Edit(RANKING, "robots: {from: {team: robotics}", "robots: {from: {namespace: ingress}"),
        at="features:",
        at_file=ROBOTICS,
    ),
    "an ingress without the other team's egress": case(
        SIDED,
        Edit(ROBOTICS, "features: {to: {team: ranking}", "features: {to: {namespace: redis}"),
        at="robots:",
        at_file=RANKING,
    ),
    "an ingress from another environment only": case(
        SIDED,
        Edit(RANKING, "{team: robotics}", "{team: robotics, environment: dev}"),
        at="features:",
        at_file=ROBOTICS,
    ),
    "an ingress from another namespace of the team only": case(
        SIDED,
        Edit(RANKING, "{team: robotics}", "{team: robotics, namespace: batch}"),
        at="features:",
        at_file=ROBOTICS,
    ),
    "a flow that the target's allocation does not allow": case(
        SIDED, Edit(RANKING_DEV, "allow: [robots]", "allow: []"), at="allow:", at_file=ROBOTICS_DEV
    ),
    "a flow that the source's allocation does not allow": case(
        SIDED, Edit(ROBOTICS_DEV, "allow: [objects, features]", "allow: [objects]"), at="allow:", at_file=RANKING_DEV
    ),
    "no port in common": case(PORTS, Edit(RANKING, "[6379/TCP]", "[6380-6390/TCP]"), at="6380-6390"),
    "one number, two protocols": case(PORTS, Edit(RANKING, "[6379/TCP]", "[6379/UDP]"), at="6379/UDP"),
    "an endpoint that has other ports": case(
        PORTS, Edit(ROBOTICS, "{to: {endpoint: objects}}", "{to: {endpoint: objects}, ports: [80/TCP]}"), at="80/TCP"
    ),
    "an egress without ports": case(PORTS, Edit(ROBOTICS, ", ports: [6379/TCP]}", "}"), at="features:"),
    "an empty list of ports": case("spec-value", Edit(RANKING, "[6379/TCP]", "[]"), at="ports: []"),
    "a generated namespace as a target": case(
        PEER, Edit(ROBOTICS, "{team: ranking}", "{namespace: ranking-dev}"), at="ranking-dev"
    ),
    "a generated namespace as a source": case(
        PEER, Edit(RANKING, "{team: robotics}", "{namespace: robotics}"), at="{namespace: robotics}"
    ),
    "an endpoint as a source": case(
        PEER, Edit(RANKING, "{team: robotics}", "{endpoint: objects}"), at="{endpoint: objects}"
    ),
    "an endpoint that one cluster lacks": case(
        TARGET, Edit(LAB, "objects: {cidr", "files: {cidr"), at="allow:", at_file=ROBOTICS_DEV
    ),
    "a team that is not in this environment": case(
        TARGET,
        Edit(ROBOTICS, "{team: ranking}", "{team: ranking, environment: dev}"),
        at="allow:",
        at_file=ROBOTICS_PROD,
    ),
    "a namespace that the other team does not have": case(
        TARGET,
        Edit(ROBOTICS, "{team: ranking}", "{team: ranking, namespace: batch}"),
        at="allow:",
        at_file=ROBOTICS_PROD,
    ),
    "an endpoint by DNS under a plug-in that cannot": case(
        "network-dns",
        Edit(LAB, "{cidr: [198.51.100.64/26]", "{dns: [s3.orchard.example], cidr: [198.51.100.64/26]"),
        at="dns:",
    ),
    "an endpoint by DNS under a plug-in that could": case(
        "network-dns", Edit(MAIN, "{cidr: [203.0.113.0/26]", "{dns: [s3.orchard.example]"), at="dns:"
    ),
    "one name for an egress and an ingress": case(
        "network-name-twice",
        Edit(RANKING, "  ingress:", "  egress: {robots: {to: {namespace: redis}, ports: [6379/TCP]}}\n  ingress:"),
        at="robots: {from",
    ),
    "a flow that is allowed and not declared": case(
        "reference-unknown", Edit(RANKING_PROD, "allow: [robots]", "allow: [robots, metrics]"), at="allow:"
    ),
}

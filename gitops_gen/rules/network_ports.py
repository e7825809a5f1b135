"""A flow has no port that could be opened."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, ROBOTICS

RULE = Rule(
    id="network-ports",
    severity=Severity.ERROR,
    title="A flow has no port that could be opened",
    why=(
        "A flow is open on the ports that both sides name. Without ports, or without a port in common, "
        "nothing would be open and the connection would fail without any message."
    ),
    fix="Name the same port on both sides, such as [443/TCP], or write any.",
    invalid=(
        Example(
            "two sides that name different ports",
            (Edit(RANKING, "ports: [6379/TCP]", "ports: [6380/TCP]"),),
            at="ports: [6380/TCP]",
        ),
        Example(
            "an egress to a team without ports",
            (Edit(ROBOTICS, "to: {team: ranking}, ports: [6379/TCP]", "to: {team: ranking}"),),
            at="features:",
        ),
    ),
    valid=(
        Example(
            "a range that holds the other side's port", (Edit(RANKING, "ports: [6379/TCP]", "ports: [6300-6399/TCP]"),)
        ),
    ),
    stage="resolve",
)

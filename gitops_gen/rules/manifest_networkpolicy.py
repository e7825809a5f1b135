"""A NetworkPolicy is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, ROBOTICS

TWO_PEERS_IN_ONE = """apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow, namespace: robotics}
spec:
  podSelector: {}
  policyTypes: [Egress]
  egress:
    - to: [{ipBlock: {cidr: 203.0.113.0/24}, podSelector: {}}]
"""

BACKWARDS = """apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow, namespace: robotics}
spec:
  podSelector: {}
  policyTypes: [Egress]
  egress:
    - to: [{ipBlock: {cidr: 203.0.113.0/24}}]
      ports: [{port: 9000, endPort: 8000, protocol: TCP}]
"""

RULE = Rule(
    id="manifest-networkpolicy",
    severity=Severity.ERROR,
    title="A NetworkPolicy is illegal",
    why=(
        "Peers and ports have shapes of their own: a peer is either a network or a selector, and a range "
        "of ports goes upwards. The API server refuses the policy, and without it the namespace stays "
        "closed, or open."
    ),
    fix="Write the peer and the ports as the finding says.",
    invalid=(),
    valid=(
        Example(
            "a range of ports",
            (
                Edit(RANKING, "[6379/TCP]", "[6300-6400/TCP]"),
                Edit(ROBOTICS, "[6379/TCP]", "[6379-6500/TCP]"),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(
        TWO_PEERS_IN_ONE,
        BACKWARDS,
    ),
)

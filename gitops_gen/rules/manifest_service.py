"""Ports of a Service cannot be told apart."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING, ROBOTICS

ONE_PORT_TWICE = """apiVersion: v1
kind: Service
metadata: {name: server, namespace: robotics}
spec:
  ports:
    - {name: http, port: 80, protocol: TCP}
    - {name: web, port: 80, protocol: TCP}
"""

RULE = Rule(
    id="manifest-service",
    severity=Severity.ERROR,
    title="Ports of a Service cannot be told apart",
    why="Ports are merged by number and protocol, so two of the same become one, or the apply fails.",
    fix="Give each port a name, a number and a protocol of its own.",
    invalid=(),
    valid=(
        Example(
            "flows to two ports of one team",
            (
                Edit(RANKING, "[6379/TCP]", "[6379/TCP, 6380/TCP]"),
                Edit(ROBOTICS, "[6379/TCP]", "[6379/TCP, 6380/TCP]"),
            ),
        ),
    ),
    stage="validate",
    invalid_manifests=(ONE_PORT_TWICE,),
)

"""A queueing engine for which nothing is rendered yet is refused, never half done."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import MAIN

ID = "queueing-not-built"
BUILT = ("none",)


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each cluster."""
    for cluster in compiled.fleet.clusters:
        engine = cluster.spec.model.spec.queueing.engine
        if engine not in BUILT:
            text = (
                f"{cluster.name} is to queue with {engine}, for which no output is built yet: nobody would admit jobs"
            )
            at = cluster.spec.ref("queueing", "engine")
            yield Problem(ID, text, at, "set engine: none, and drop borrow from the allocations of this cluster")


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The queueing engine has no output yet",
    why=(
        "Under a queueing engine the quota of teams, their borrowing and the order of their jobs are objects of that "
        "engine. gitops-gen does not render those yet. Jobs would wait for queues that nobody makes, so the cluster "
        "is refused as a whole."
    ),
    fix="Set spec.queueing.engine of the Cluster to none: every team then has its guarantee as a plain quota.",
    invalid=(
        Example(
            "Kueue",
            (Edit(MAIN, "queueing: {engine: none}", 'queueing: {engine: kueue, version: "0.20.7"}'),),
            at="engine: kueue",
        ),
        Example("KAI", (Edit(MAIN, "queueing: {engine: none}", "queueing: {engine: kai}"),), at="engine: kai"),
    ),
    valid=(
        Example(
            "a cluster that says nothing about queueing has none", (Edit(MAIN, "  queueing: {engine: none}\n", ""),)
        ),
    ),
    check=check,
)

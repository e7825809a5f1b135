"""More replicas of a card than the device plugin can make are refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import DEV, LAB_L4

ID = "sharing-limits"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool."""
    for cluster in compiled.fleet.clusters:
        for pool in cluster.pools:
            limits = compiled.sharing.get(pool.sharing)
            if limits is None or pool.model is None:
                continue
            most = limits.most(pool.model.compute_capability)
            if most is not None and pool.replicas > most:
                text = (
                    f"{pool.replicas} replicas of a {pool.model.id} by {pool.sharing} in pool {pool.name} of "
                    f"{cluster.name}: cards of compute capability {pool.model.compute_capability} allow {most}"
                )
                at = pool.spec.ref("partition", pool.sharing, "replicas")
                yield Problem(ID, text, at, f"lower replicas to {most}")


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="More replicas than this way of sharing can make",
    why=(
        "MPS gives every client a fixed share of a card, and the driver takes only so many clients. The device plugin "
        "refuses a configuration beyond that, and the node then offers no GPU at all."
    ),
    fix="Lower spec.partition.mps.replicas of the NodePool.",
    invalid=(
        Example(
            "64 clients of one L4",
            (Edit(LAB_L4, "timeSlicing: {replicas: 4}", "mps: {replicas: 64}"),),
            at="replicas: 64",
        ),
    ),
    valid=(
        Example(
            "time slicing knows no such limit",
            (
                Edit(LAB_L4, "timeSlicing: {replicas: 4}", "timeSlicing: {replicas: 64}"),
                Edit(DEV, "overcommit: {shared: 4}", "overcommit: {shared: 64}"),
            ),
        ),
        Example(
            "as many clients as the card takes",
            (
                Edit(LAB_L4, "timeSlicing: {replicas: 4}", "mps: {replicas: 48}"),
                Edit(DEV, "overcommit: {shared: 4}", "overcommit: {shared: 48}"),
            ),
        ),
    ),
    check=check,
)

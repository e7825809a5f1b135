"""A short time limit where it runs while the job still waits for quota is named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import EXPERIMENT
from gitops_gen.rules._uses import bodies, by_place
from gitops_gen.rules._words import listed

ID = "runtime-counts-waiting"
HOUR = 3600
SHORT = 24 * HOUR


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each value of maxRuntime."""
    found = by_place(
        (body.profile.refs("lifecycle", "maxRuntime")[-1], body)
        for body in bodies(compiled.fleet)
        if body.is_job and (body.profile.spec.lifecycle.max_runtime or SHORT) < SHORT
    )
    for place, items in found.items():
        clusters = {use.cluster.name: use.cluster for body in items for use in body.uses if use.profile.kinds}
        unqueued = [name for name, cluster in clusters.items() if cluster.spec.model.spec.queueing.engine == "none"]
        if unqueued:
            profile = items[0].profile
            most = _shown(profile.spec.lifecycle.max_runtime or 0)
            text = (
                f"a run of {profile.name} may take {most}, and without a queue ({listed(unqueued)}) "
                "that includes the time it waits for quota"
            )
            yield Problem(ID, text, place, "allow 24h or more, or leave maxRuntime out")


def _shown(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return "".join(f"{count}{unit}" for count, unit in ((hours, "h"), (minutes, "m"), (rest, "s")) if count)


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="The time limit runs while the job waits",
    why=(
        "Without a queue a Job is started at once, and its clock with it. If the namespace's quota is used up, its pod "
        "is created later, perhaps hours later. A short maxRuntime then ends jobs that have hardly begun."
    ),
    fix="Set lifecycle.maxRuntime to 24h or more, or drop it, in profiles used in clusters without a queue.",
    invalid=(
        Example(
            "8 hours, waiting included", (Edit(EXPERIMENT, "maxRuntime: 24h", "maxRuntime: 8h"),), at="maxRuntime: 8h"
        ),
    ),
    valid=(
        Example("no limit at all", (Edit(EXPERIMENT, "maxRuntime: 24h, ", ""),)),
        Example(
            "a service, which has no clock",
            (
                Edit(EXPERIMENT, "maxRuntime: 24h", "maxRuntime: 8h"),
                Edit(EXPERIMENT, "workload: Job", "workload: Deployment"),
            ),
        ),
    ),
    check=check,
)

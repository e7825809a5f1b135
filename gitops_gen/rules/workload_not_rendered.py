"""A profile that people may use, and of which no template comes out, is named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import EXPERIMENT
from gitops_gen.rules._uses import RENDERED_WORKLOADS, versions
from gitops_gen.rules._words import listed

ID = "workload-not-rendered"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each version of a profile."""
    for found in versions(compiled.fleet).values():
        profile = found[0].profile
        workload = profile.spec.workload
        if workload not in RENDERED_WORKLOADS:
            where = listed(use.where for body in found for use in body.uses)
            text = (
                f"{profile.name}@{profile.version} is a {workload}, for which no template is built yet; "
                f"{where} may use it and get none"
            )
            yield Problem(
                ID,
                text,
                profile.profile.ref("workload"),
                f"write the {workload} by hand until then, or use workload: Job",
            )


RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="No template is built for this kind of workload yet",
    why=(
        "Templates are made of Job profiles only, so far. Accounts, quotas, network policies and roles of a namespace "
        "are right for the other kinds too, and people may start them by hand. Nobody should search for a template "
        "that does not exist."
    ),
    fix="Start the workload from a manifest of your own, or make the profile a Job.",
    invalid=(
        Example(
            "a Deployment that teams use",
            (Edit(EXPERIMENT, "workload: Job", "workload: Deployment"),),
            at="workload: Deployment",
        ),
    ),
    valid=(
        Example(
            "a Deployment that nobody uses yet",
            (
                Edit(
                    "profiles/workloads/inference.yaml",
                    "",
                    "apiVersion: gitops-gen.io/v1\n"
                    "kind: WorkloadProfile\n"
                    "metadata: {name: inference}\n"
                    'spec: {version: "1", workload: Deployment, gpu: {accepts: [h100-80gb/3g.40gb]}}\n',
                ),
            ),
        ),
    ),
    check=check,
)

"""Fields of a Job profile that its template has no place for yet are named, so that nobody relies on them."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.spec.workload_profile import WorkloadProfileSpec
from gitops_gen.rules._example import TRAINING
from gitops_gen.rules._uses import RENDERED_WORKLOADS, versions
from gitops_gen.rules._words import listed

ID = "profile-fields-not-rendered"
FIELDS = ("artifacts", "autoscale", "roles", "serve")


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each version of a profile that somebody uses."""
    for found in versions(compiled.fleet).values():
        profile = found[0].profile
        fields = _written(profile.spec)
        if profile.spec.workload in RENDERED_WORKLOADS and fields:
            text = f"{listed(fields)} of {profile.name}@{profile.version} are parsed, and no job template has them yet"
            yield Problem(
                ID, text, profile.refs(fields[0])[-1], "do without them in Job profiles until then", on_key=True
            )


def _written(spec: WorkloadProfileSpec) -> list[str]:
    several = ["gpu"] if spec.gpu is not None and spec.gpu.max_pods > 1 else []
    return [*(field for field in FIELDS if getattr(spec, field)), *several]


RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="A Job profile has fields that no template has a place for yet",
    why=(
        "Artifacts are not pulled before a Job starts, and it has no roles, ports or replicas; a template starts one "
        "pod, whatever maxPods says. The fields are checked, and leave no trace in what is generated."
    ),
    fix="Leave the field out of the Job profile, or pull the artifact in the program.",
    invalid=(
        Example(
            "a model that should be there at start",
            (
                Edit(
                    TRAINING,
                    "  placement: {spot: forbidden}\n",
                    "  placement: {spot: forbidden}\n"
                    "  artifacts:\n"
                    "    base: {from: oci://registry.orchard.example/base, version: 1.4.0, mountPath: /models}\n",
                ),
            ),
            at="artifacts:",
        ),
    ),
    valid=(Example("no artifacts", (Edit(TRAINING, "  placement: {spot: forbidden}\n", ""),)),),
    check=check,
)

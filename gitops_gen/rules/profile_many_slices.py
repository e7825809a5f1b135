"""A profile that would give a container several slices, or several shares of a card, is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.model.spec.workload_profile import WorkloadProfileSpec
from gitops_gen.rules._example import EXPERIMENT, ROBOTICS, TRAINING
from gitops_gen.rules._uses import bodies
from gitops_gen.rules._words import listed

ID = "profile-many-slices"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each value: profiles as written, then as teams change them."""
    seen: set[Ref] = set()
    for profile in compiled.fleet.profiles.values():
        for field in _fields(profile.model.spec):
            seen.add(profile.ref("gpu", "perPod", field))
            yield _problem(profile.name, profile.model.spec, profile.ref("gpu", "perPod", field))
    for body in bodies(compiled.fleet):
        for field in _fields(body.profile.spec):
            at = body.profile.refs("gpu", "perPod", field)[-1]
            if at not in seen:
                seen.add(at)
                yield _problem(body.profile.name, body.profile.spec, at)


def _fields(spec: WorkloadProfileSpec) -> tuple[str, ...]:
    """What of perPod is above 1; the default alone where both are."""
    if spec.gpu is None or all(kind.is_whole for kind in spec.gpu.accepts):
        return ()
    if spec.gpu.per_pod.default > 1:
        return ("default",)
    return ("max",) if (spec.gpu.per_pod.max or 1) > 1 else ()


def _problem(name: str, spec: WorkloadProfileSpec, at: Ref) -> Problem:
    divided = [str(kind) for kind in spec.gpu.accepts if not kind.is_whole] if spec.gpu else []
    text = f"{name} may give a container several of {listed(divided)}, and it can use one of them only"
    return Problem(ID, text, at, f"write {at.path[-1]}: 1, or make a profile of its own for whole cards")


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="A container cannot use several slices or shares",
    why=(
        "CUDA opens one MIG slice in a process, and a second share of a time-sliced card is the same card again. A "
        "container that asks for several holds them all, uses one, and takes the others from its colleagues. Under "
        "sharing the device plugin even refuses to start it."
    ),
    fix="Set perPod default and max to 1 in a profile that accepts slices or shared cards.",
    invalid=(
        Example(
            "two slices at most",
            (Edit(EXPERIMENT, "perPod: {default: 1, max: 1}", "perPod: {default: 1, max: 2}"),),
            at="max: 2",
        ),
        Example(
            "two slices by default",
            (Edit(EXPERIMENT, "perPod: {default: 1, max: 1}", "perPod: {default: 2}"),),
            at="default: 2",
        ),
        Example(
            "a team that takes two, where the profile leaves it open",
            (
                Edit(ROBOTICS, "experiment: {}", "experiment: {gpu: {perPod: {default: 2}}}"),
                Edit(EXPERIMENT, "perPod: {default: 1, max: 1}", "perPod: {default: 1}"),
            ),
            at="default: 2",
        ),
    ),
    valid=(
        Example(
            "several whole cards", (Edit(TRAINING, "perPod: {default: 2, max: 8}", "perPod: {default: 4, max: 8}"),)
        ),
    ),
    check=check,
)

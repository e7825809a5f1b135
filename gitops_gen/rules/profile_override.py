"""What a team changes in a profile does not fit what the profile says."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

RULE = Rule(
    id="profile-override",
    severity=Severity.ERROR,
    title="What a team changes does not fit the profile",
    why=(
        "A team may change the container and the resources of a profile, and lower its ceilings. Profile and change "
        "are each right by themselves; together they are not, so no template could be made of them."
    ),
    fix="Stay within what the profile allows, or ask the platform team for another profile.",
    invalid=(
        Example(
            "more GPUs by default than the profile's ceiling",
            (Edit(ROBOTICS, "    training: {}\n", "    training: {gpu: {perPod: {default: 16}}}\n"),),
            at="default: 16",
        ),
    ),
    valid=(
        Example(
            "fewer GPUs by default",
            (Edit(ROBOTICS, "    training: {}\n", "    training: {gpu: {perPod: {default: 1, max: 4}}}\n"),),
        ),
    ),
    stage="resolve",
)

"""A file is not UTF-8."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

RULE = Rule(
    id="yaml-not-utf8",
    severity=Severity.ERROR,
    title="A file is not UTF-8",
    why=(
        "Bytes of another encoding become other letters on other machines, so the same commit would yield "
        "different manifests. Kubernetes, Git hosts and editors all expect UTF-8."
    ),
    fix="Save the file as UTF-8.",
    invalid=(
        Example(
            "a letter in Latin-1",
            (Edit(ROBOTICS, "displayName: Robotics", "displayName: M\udce9canique"),),
            at="displayName: M",
        ),
    ),
    valid=(Example("the same letter in UTF-8", (Edit(ROBOTICS, "displayName: Robotics", "displayName: Mécanique"),)),),
    stage="read",
)

"""A key is no key of the spec language."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import MAIN_H100, PLATFORM, ROBOTICS

RULE = Rule(
    id="spec-unknown-key",
    severity=Severity.ERROR,
    title="A key is no key of the spec language",
    why=(
        "A misspelt key that was ignored would look like a setting and be none: a limit that does not "
        "limit, a taint that is not set. Every key is therefore known or refused."
    ),
    fix=("Take the key that the finding suggests, or remove it; `gitops-gen schema` gives editors completion."),
    invalid=(
        Example(
            "a nested key misspelt",
            (Edit(MAIN_H100, "reserve: {nodes: 1}", "reserve: {node: 1}"),),
            at="reserve: {node: 1}",
        ),
        Example(
            "a key that another kind has",
            (Edit(ROBOTICS, "  department: research", "  department: research\n  podSecurity: privileged"),),
            at="podSecurity: privileged",
        ),
    ),
    valid=(
        Example(
            "a label of one's own",
            (
                Edit(
                    PLATFORM,
                    "labels: {orchard.example/platform: gpu}",
                    "labels: {orchard.example/platform: gpu, anything-at-all: goes}",
                ),
            ),
        ),
    ),
    stage="parse",
)

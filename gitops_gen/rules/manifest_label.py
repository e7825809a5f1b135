"""A label or selector is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-label",
    severity=Severity.ERROR,
    title="A label or selector is illegal",
    why=(
        "Labels and selectors have a narrow form, and values such as on or 1.0 are no text without quotes. "
        "The API server refuses the object, or a selector matches nothing."
    ),
    fix=("Write key and value in the form that the finding gives, in quotes where they look like a number or boolean."),
    invalid=(),
    stage="validate",
)

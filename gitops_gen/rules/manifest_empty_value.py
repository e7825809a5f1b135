"""An object holds a null or an empty value."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-empty-value",
    severity=Severity.ERROR,
    title="An object holds a null or an empty value",
    why=(
        "The API server drops nulls and empty values, or takes an empty selector for everything. Git and "
        "the cluster then differ for ever, or a policy covers what it should not."
    ),
    fix="Remove the field, or write the value that is meant.",
    invalid=(),
    stage="validate",
)

"""An object's name or namespace is illegal."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-name",
    severity=Severity.ERROR,
    title="An object's name or namespace is illegal",
    why=(
        "Each kind has its own rule for names, and some are shorter than others. The API server would "
        "refuse the object after the merge."
    ),
    fix=("Use a name of the form that the finding gives; objects in a namespace must name it, others must not."),
    invalid=(),
    stage="validate",
)

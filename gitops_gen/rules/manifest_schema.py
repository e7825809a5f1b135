"""An object does not match the schema of its kind."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-schema",
    severity=Severity.ERROR,
    title="An object does not match the schema of its kind",
    why=(
        "The API server of the target version would refuse the object, or drop the field in silence. The "
        "sync would stop halfway, with some of a team's objects applied and some not."
    ),
    fix="Correct the field as the finding says.",
    invalid=(),
    stage="validate",
)

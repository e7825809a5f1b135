"""An object names another one that the cluster does not get."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-reference",
    severity=Severity.ERROR,
    title="An object names another one that the cluster does not get",
    why=(
        "A pod that names a missing account, claim or priority is never created, and a binding to a "
        "missing role gives nothing. The fault would show only when somebody starts a job."
    ),
    fix="Define the object that is named, or name another one.",
    invalid=(),
    stage="validate",
)

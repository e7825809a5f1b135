"""A role or binding gives more than it seems to, or nothing."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-rbac",
    severity=Severity.ERROR,
    title="A role or binding gives more than it seems to, or nothing",
    why=(
        "Rights to write roles, to impersonate or to read secrets are rights to everything. A binding "
        "whose role or account is misspelt gives nothing, without an error."
    ),
    fix="Name exact verbs, resources and subjects as the finding says.",
    invalid=(),
    stage="validate",
)

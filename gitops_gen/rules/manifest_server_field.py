"""An object holds a field that only the server writes."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-server-field",
    severity=Severity.ERROR,
    title="An object holds a field that only the server writes",
    why=(
        "Fields such as uid, resourceVersion and status describe what is in the cluster. In Git they make "
        "an update fail, or show as a difference for ever."
    ),
    fix="Remove the field; `kubectl get -o yaml` prints it, but it is no part of the wish.",
    invalid=(),
    stage="validate",
)

"""A pod would be refused by the Pod Security level of its namespace."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-pod-security",
    severity=Severity.ERROR,
    title="A pod would be refused by the Pod Security level of its namespace",
    why=(
        "The template is accepted, but none of its pods is: the job starts and nothing runs. Nobody sees "
        "an error unless they look at the events of the job."
    ),
    fix="Set the fields that the level demands, as the finding lists them.",
    invalid=(),
    stage="validate",
)

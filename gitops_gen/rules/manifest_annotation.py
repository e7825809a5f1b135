"""An annotation is illegal, or means nothing."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-annotation",
    severity=Severity.ERROR,
    title="An annotation is illegal, or means nothing",
    why=(
        "Agents ignore an option or a wave that they do not know, so a protection that is misspelt "
        "protects nothing. The API server refuses keys of another form and more than 256 KiB of "
        "annotations."
    ),
    fix="Take the value that the finding suggests, or remove the annotation.",
    invalid=(),
    stage="validate",
)

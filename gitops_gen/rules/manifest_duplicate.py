"""Two objects have one identity, or two files one name."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-duplicate",
    severity=Severity.ERROR,
    title="Two objects have one identity, or two files one name",
    why="The one applied last would replace the other, and the next sync would turn it round again.",
    fix="Give one of the two another name.",
    invalid=(),
    stage="validate",
)

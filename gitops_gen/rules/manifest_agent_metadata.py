"""An object bears a mark that belongs to an agent."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-agent-metadata",
    severity=Severity.ERROR,
    title="An object bears a mark that belongs to an agent",
    why=(
        "Argo CD, Flux and Helm mark what they own with labels and annotations of their own. Written by "
        "hand they make two owners fight over the object, or make an agent delete or skip it."
    ),
    fix="Remove the mark; the agent writes it itself.",
    invalid=(),
    stage="validate",
)

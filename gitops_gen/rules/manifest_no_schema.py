"""An object is of a kind whose schema nobody gave."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-no-schema",
    severity=Severity.INFO,
    title="An object is of a kind whose schema nobody gave",
    why=(
        "Such an object passes unchecked, so a fault in it would be found by the API server only. The run "
        "says how many there are, so that silence is not taken for proof."
    ),
    fix="Give the CustomResourceDefinition with --crds, or correct apiVersion and kind.",
    invalid=(),
    stage="validate",
)

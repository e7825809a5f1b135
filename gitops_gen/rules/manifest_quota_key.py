"""A ResourceQuota has a key that limits nothing."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-quota-key",
    severity=Severity.ERROR,
    title="A ResourceQuota has a key that limits nothing",
    why=(
        "A key that the server does not know is either refused or counted and never enforced. For devices "
        "only requests.<resource> is counted, so a bare nvidia.com/gpu limits nothing at all."
    ),
    fix="Use the key that the finding names.",
    invalid=(),
    stage="validate",
)

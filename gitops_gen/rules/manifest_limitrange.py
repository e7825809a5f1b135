"""A LimitRange contradicts itself."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-limitrange",
    severity=Severity.ERROR,
    title="A LimitRange contradicts itself",
    why=(
        "With a default below the default request, or a maximum below the minimum, the server refuses the "
        "object. A default for a device would give every container one, whether it asks or not."
    ),
    fix="Keep min, defaultRequest, default and max in this order, and leave devices out.",
    invalid=(),
    stage="validate",
)

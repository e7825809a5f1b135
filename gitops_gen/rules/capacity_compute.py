"""More CPU or memory is promised than the nodes have."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS_PROD

RULE = Rule(
    id="capacity-compute",
    severity=Severity.ERROR,
    title="More CPU or memory is promised than the nodes have",
    why=(
        "A job that gets its GPU but no CPU or memory is pending all the same, and the GPU stands idle. "
        "Ceilings count in full unless an overcommit ratio says otherwise."
    ),
    fix="Lower a ceiling, add nodes, or state the overcommit that you accept in the Environment.",
    invalid=(
        Example(
            "more cpu than the nodes have after the reserve",
            (Edit(ROBOTICS_PROD, "cpu: 320", "cpu: 1000"),),
            at="cpu: 1000",
        ),
        Example(
            "more memory than the nodes have after the reserve",
            (Edit(ROBOTICS_PROD, "memory: 3Ti", "memory: 9Ti"),),
            at="memory: 9Ti",
        ),
    ),
    valid=(Example("all cpu that the reserve leaves", (Edit(ROBOTICS_PROD, "cpu: 320", "cpu: 960"),)),),
    stage="resolve",
)

"""More GPUs are guaranteed than the hardware can promise."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_L4, RANKING_DEV, ROBOTICS_PROD

RULE = Rule(
    id="capacity-gpu",
    severity=Severity.ERROR,
    title="More GPUs are guaranteed than the hardware can promise",
    why=(
        "Whoever comes last waits for GPUs that were promised and do not exist. The proof takes everything "
        "into account that keeps hardware away: the reserve, who may use a pool, how cards are cut, what "
        "an autoscaler is sure to have, and grants that begin later."
    ),
    fix=("Lower a guarantee, end a grant, add nodes to a pool, open it under usedBy, or cut its cards differently."),
    invalid=(
        Example(
            "a guarantee that a grant lifts above the hardware",
            (Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: 15}"),),
            at="h100-80gb: {guaranteed: 15}",
        ),
        Example(
            "a pool that lost a node",
            (Edit(LAB_L4, "nodes: {count: 3}", "nodes: {count: 2}"),),
            at='"l4-24gb:shared": {guaranteed: 8}',
            at_file=RANKING_DEV,
        ),
    ),
    valid=(
        Example(
            "the last GPU that the reserve leaves",
            (Edit(ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: 14}"),),
        ),
    ),
    stage="resolve",
)

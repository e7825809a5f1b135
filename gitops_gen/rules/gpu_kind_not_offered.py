"""A GPU kind is promised that no pool open to the team has."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import LAB_L4, RANKING_DEV

RULE = Rule(
    id="gpu-kind-not-offered",
    severity=Severity.ERROR,
    title="A GPU kind is promised that no pool open to the team has",
    why=(
        "The quota would name devices that do not exist for this team, because no pool of the cluster has "
        "them or usedBy keeps the team out. Its jobs would be pending for ever."
    ),
    fix="Promise a kind that the finding lists, open the pool under usedBy, or add a pool.",
    invalid=(
        Example(
            "whole cards where all of them are shared",
            (Edit(RANKING_DEV, '"l4-24gb:shared": {guaranteed: 8}', "l4-24gb: {guaranteed: 2}"),),
            at="l4-24gb: {guaranteed: 2}",
        ),
        Example(
            "a pool that is kept for another department",
            (Edit(LAB_L4, "  reserve:", "  usedBy: {departments: [research]}\n  reserve:"),),
            at='"l4-24gb:shared": {guaranteed: 8}',
            at_file=RANKING_DEV,
        ),
    ),
    valid=(
        Example(
            "a pool that is kept for both departments",
            (Edit(LAB_L4, "  reserve:", "  usedBy: {departments: [product, research]}\n  reserve:"),),
        ),
    ),
    stage="resolve",
)

"""A quantity is none, or is no whole number where only those count."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-quantity",
    severity=Severity.ERROR,
    title="A quantity is none, or is no whole number where only those count",
    why="The API server refuses it, or rounds it up: half a GPU is one GPU.",
    fix="Write digits with one of the known suffixes; devices are whole numbers.",
    invalid=(),
    stage="validate",
)

"""A document among manifests is no object."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

VALUES = """operator:
  defaultRuntime: containerd
mig: {strategy: mixed}
"""

RULE = Rule(
    id="manifest-none",
    severity=Severity.INFO,
    title="A document among manifests is no object",
    why="It has neither apiVersion nor kind, such as a chart's values: no server ever sees it, and it was not checked.",
    fix="Where it should be an object, write its apiVersion and kind; else leave the file out.",
    invalid=(),
    stage="read",
    invalid_manifests=(VALUES,),
    valid_manifests=("apiVersion: v1\nkind: Namespace\nmetadata: {name: robotics}\n",),
)

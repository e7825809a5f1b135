"""A file in a ConfigMap has not the form that its reader wants."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

LAYOUTS = """apiVersion: v1
kind: ConfigMap
metadata: {name: mig-parted-config, namespace: gpu-operator}
data:
  config.yaml: |
    version: v1
    mig-configs:
      halves: [{devices: all, mig-enabled: true, mig-devices: {3g.40gb: two}}]
"""

RULE = Rule(
    id="manifest-file",
    severity=Severity.ERROR,
    title="A file in a ConfigMap has not the form that its reader wants",
    why=(
        "The API server takes any text there. The MIG manager and the device plugin then fail on the node, after the "
        "merge, and its GPUs are gone until somebody looks."
    ),
    fix="Correct the file as the finding says.",
    invalid=(),
    stage="validate",
    invalid_manifests=(LAYOUTS,),
    valid_manifests=(LAYOUTS.replace("two", "2"),),
)

"""An object does not say which namespace it lies in, or what it is called."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

NO_NAMESPACE = """apiVersion: v1
kind: ResourceQuota
metadata: {name: compute}
spec:
  hard: {pods: "10"}
"""

NO_NAME = """apiVersion: batch/v1
kind: Job
metadata: {generateName: train-, namespace: robotics}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: train}]}}}
"""

RULE = Rule(
    id="manifest-namespace",
    severity=Severity.ERROR,
    title="An object does not say where it lies or what it is called",
    why=(
        "The API server takes it and fills in what is missing: the namespace of whoever applies it, and a new name "
        "each time. Somebody else's settings then decide where it goes, and every sync makes another one."
    ),
    fix="Write metadata.namespace and metadata.name.",
    invalid=(),
    stage="validate",
    invalid_manifests=(NO_NAMESPACE, NO_NAME),
    valid_manifests=(NO_NAMESPACE.replace("{name: compute}", "{name: compute, namespace: robotics}"),),
)

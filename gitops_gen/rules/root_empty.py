"""The platform's folder of a cluster would be empty."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import EXPERIMENT, PLATFORM, TRAINING

TEXT = """  priorities:                              # append only: a value keeps its meaning for ever
    background: {value: 100}
    ordinary: {value: 1000, default: true}
    urgent: {value: 10000, preempts: true}
"""

CLUSTER = """apiVersion: gitops-gen.io/v1
kind: Cluster
metadata: {name: spare}
spec:
  environments: [dev]
  kubernetesVersion: "1.36"
  gitops:
    flux: {source: {git: {}}}
  network: {cni: calico}
"""

RULE = Rule(
    id="root-empty",
    severity=Severity.ERROR,
    title="The platform's folder of a cluster would be empty",
    why=("An agent that syncs an empty folder deletes everything that it once held, or fails and stays red."),
    fix="Define at least one priority in the Platform.",
    invalid=(
        Example(
            "an old and bare cluster, without admission policies, and no priorities",
            (
                Edit(PLATFORM, TEXT, ""),
                Edit(EXPERIMENT, "  priority: background\n", ""),
                Edit(TRAINING, "  priority: urgent\n", ""),
                Edit("environments/clusters/spare/cluster.yaml", "", CLUSTER.replace("1.36", "1.29")),
            ),
            at="metadata: {name: orchard}",
        ),
    ),
    valid=(Example("a bare cluster", (Edit("environments/clusters/spare/cluster.yaml", "", CLUSTER),)),),
    stage="render",
)

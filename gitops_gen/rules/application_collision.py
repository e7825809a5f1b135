"""Two objects under one Argo CD would bear the same name."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import RANKING_PROD

CLUSTER = """apiVersion: gitops-gen.io/v1
kind: Cluster
metadata: {name: main-ranking}
spec:
  environments: [dev]
  kubernetesVersion: "1.36"
  gitops:
    argocd: {server: "https://main-ranking.orchard.example:6443", hub: HUB}
  network: {cni: cilium}
"""

RULE = Rule(
    id="application-collision",
    severity=Severity.ERROR,
    title="Two objects under one Argo CD would bear the same name",
    why=(
        "One Argo CD can serve several clusters, and all their applications and projects lie in its one "
        "namespace. The later one would replace the earlier: a namespace is synced to the wrong cluster, "
        "or a team gets the platform's project."
    ),
    fix="Rename the cluster, the team or the suffix, or give the cluster a hub of its own.",
    invalid=(
        Example(
            "a suffix that reads like the platform of another cluster",
            (
                Edit(RANKING_PROD, "team: ranking", "team: ranking\n  namespace: platform"),
                Edit("environments/clusters/main-ranking/cluster.yaml", "", CLUSTER.replace("HUB", "main")),
            ),
            at="metadata: {name: ranking-prod}",
        ),
    ),
    valid=(
        Example(
            "the same under another hub",
            (
                Edit(RANKING_PROD, "team: ranking", "team: ranking\n  namespace: platform"),
                Edit("environments/clusters/main-ranking/cluster.yaml", "", CLUSTER.replace("HUB", "second")),
            ),
        ),
    ),
    stage="resolve",
)

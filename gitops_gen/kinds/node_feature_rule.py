"""Gives MIG layouts to nodes that are named. For counts and selectors the provisioner of the nodes sets the label."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._refs import nearest
from gitops_gen.model.fleet import Pool, ResolvedCluster, ResolvedLayout
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import ClusterKind

LABEL = "nvidia.com/mig.config"
"""What the MIG manager obeys (GPU Operator 26.7)."""


def render(cluster: ResolvedCluster) -> Iterator[Draft]:
    """A rule for each layout that names its nodes, where Node Feature Discovery is declared."""
    if cluster.spec.model.spec.operators.node_feature_discovery is None:
        return
    for pool in cluster.pools:
        yield from (_rule(pool, layout) for layout in pool.layouts if layout.node_names)


def _rule(pool: Pool, layout: ResolvedLayout) -> Draft:
    names = {"nodename": {"op": "In", "value": list(layout.node_names)}}
    rule = {
        "labels": {LABEL: layout.config},
        "matchFeatures": [{"feature": "system.name", "matchExpressions": names}],
        "name": layout.config,
    }
    return Draft(
        kind="NodeFeatureRule",
        name=layout.config,
        body={"spec": {"rules": [rule]}},
        origin=pool.spec.ref(),
        sources={
            ("metadata", "name"): (layout.ref,),
            ("spec", "rules", 0): (layout.ref,),
            ("spec", "rules", 0, "matchFeatures"): (nearest(layout.ref.child("nodes", "names")),),
        },
    )


KIND = ClusterKind(
    id="node-feature-rule",
    emits=("NodeFeatureRule",),
    summary="Which named nodes bear which MIG layout",
    render=render,
)

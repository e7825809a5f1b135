"""A partition that no operator in the cluster carries out is pointed out."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import LAB, LAB_A30, MAIN, MAIN_H100

ID = "pool-without-operator"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each partition, and one for each layout by names."""
    for cluster in compiled.fleet.clusters:
        operators = cluster.spec.model.spec.operators
        declared = (("the operators of the cluster", cluster.spec.ref("operators")),)
        if operators.gpu_operator is None:
            for at, text in _partitions(cluster):
                fix = "install the GPU Operator and declare operators.gpuOperator, or drop the partition"
                yield Problem(ID, text, at, fix, on_key=True, related=declared)
        if operators.node_feature_discovery is None:
            for at, text in _named(cluster):
                fix = (
                    "declare operators.nodeFeatureDiscovery, or write how many nodes there are and label them yourself"
                )
                yield Problem(ID, text, at, fix, on_key=True, related=declared)


def _partitions(cluster: ResolvedCluster) -> Iterator[tuple[Ref, str]]:
    for pool in cluster.pools:
        if pool.strategy or pool.sharing:
            what = "cut" if pool.strategy else "shared"
            text = (
                f"the cards of pool {pool.name} are to be {what}, and {cluster.name} declares no GPU Operator to do it"
            )
            yield pool.spec.ref("partition"), text


def _named(cluster: ResolvedCluster) -> Iterator[tuple[Ref, str]]:
    for pool in cluster.pools:
        for layout in pool.layouts:
            if layout.node_names:
                text = (
                    f"layout {layout.name} of pool {pool.name} names its nodes, "
                    f"and {cluster.name} declares no Node Feature Discovery to label them"
                )
                yield layout.ref.child("nodes", "names"), text


GPU_OPERATOR = '    gpuOperator: {version: "26.7.0", namespace: gpu-operator}\n'
DISCOVERY = Edit(MAIN, '    nodeFeatureDiscovery: {version: "0.19.0"}\n', "")

RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="No operator carries out the partition",
    why=(
        "Cards are cut and shared by the GPU Operator, and nodes that are named get their layout through Node Feature "
        "Discovery. Of an operator that is not declared nothing is rendered. The slices are counted and promised then, "
        "and somebody has to make them by other means."
    ),
    fix="Declare the operator under spec.operators of the Cluster, or make the partition yourself.",
    invalid=(
        Example("cut cards without the GPU Operator", (Edit(LAB, GPU_OPERATOR, ""),), at="partition:", at_file=LAB_A30),
        Example(
            "named nodes without Node Feature Discovery", (DISCOVERY,), at="names: [main-h100-3", at_file=MAIN_H100
        ),
    ),
    valid=(
        Example(
            "nodes that are only counted need no discovery",
            (DISCOVERY, Edit(MAIN_H100, "{names: [main-h100-3, main-h100-4]}", "{count: 2}")),
        ),
    ),
    check=check,
)

"""GPU kinds that Kubernetes cannot count apart in a cluster are named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ResolvedCluster
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._example import LAB_A30, LAB_L4, MAIN_H100
from gitops_gen.rules._words import listed

ID = "gpu-kinds-share-key"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each cluster and key."""
    for cluster in compiled.fleet.clusters:
        for key, kinds in sorted(_by_key(cluster).items()):
            if len(kinds) > 1:
                yield _problem(cluster, key, kinds)


def _by_key(cluster: ResolvedCluster) -> dict[str, dict[GpuKind, Pool]]:
    """The kinds behind each key, each with the first pool that has it."""
    found: dict[str, dict[GpuKind, Pool]] = {}
    for pool in cluster.pools:
        for kind, key in pool.keys.items():
            found.setdefault(key, {}).setdefault(kind, pool)
    return found


def _problem(cluster: ResolvedCluster, key: str, kinds: dict[GpuKind, Pool]) -> Problem:
    first, *others = sorted(kinds)
    text = (
        f"in {cluster.name}, {listed(map(str, kinds))} share the key {key}: a quota counts them together, "
        "so a team that is promised one kind can take as many of another"
    )
    return Problem(
        ID,
        text,
        kinds[first].spec.ref("gpu", "model"),
        "rely on the selectors and tolerations of the templates, or move one of the kinds to another cluster",
        related=tuple((f"has {kind}", kinds[kind].spec.ref("gpu", "model")) for kind in others),
    )


L40S = """apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {name: l40s}
spec:
  cluster: main
  gpu: {model: l40s-48gb, perNode: 4}
  nodes: {count: 2}
  allocatable: {cpu: 60, memory: 480Gi, ephemeral-storage: 1Ti}
  nodeLabels: {orchard.example/pool: l40s}
  taints: [{key: orchard.example/pool, value: l40s, effect: NoSchedule}]
"""

RULE = Rule(
    id=ID,
    severity=Severity.INFO,
    title="GPU kinds share one resource key",
    why=(
        "Kubernetes counts devices by resource key, and keys are coarser than kinds: whole cards of every model, and "
        "slices under strategy single, are all one key. A ResourceQuota can only hold the sum. Templates select the "
        "right nodes, but a pod that somebody writes by hand can take the other kind."
    ),
    fix="Nothing has to be done; where it matters, keep such kinds in different clusters.",
    invalid=(
        Example(
            "whole cards of two models",
            (Edit("environments/clusters/main/nodepool-l40s.yaml", "", L40S),),
            at="gpu: {model: h100-80gb",
            at_file=MAIN_H100,
        ),
        Example(
            "whole cards beside slices under strategy single",
            (Edit(LAB_L4, "  partition:\n    timeSlicing: {replicas: 4}\n", ""),),
            at="gpu: {model: a30-24gb",
            at_file=LAB_A30,
        ),
    ),
    valid=(
        Example(
            "under strategy mixed every slice has a key of its own",
            (Edit(LAB_A30, "strategy: single", "strategy: mixed"),),
        ),
    ),
    check=check,
)

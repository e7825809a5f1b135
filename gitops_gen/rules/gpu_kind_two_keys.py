"""One GPU kind under two resource keys of a cluster is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ResolvedCluster
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.rules._words import listed

ID = "gpu-kind-two-keys"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each pool whose strategy differs from that of a pool before it."""
    for cluster in compiled.fleet.clusters:
        yield from _in_cluster(cluster)


def _in_cluster(cluster: ResolvedCluster) -> Iterator[Problem]:
    first: dict[GpuKind, Pool] = {}
    for pool in cluster.pools:
        clashes = [kind for kind, key in pool.keys.items() if first.setdefault(kind, pool).keys[kind] != key]
        if clashes:
            yield _problem(cluster, pool, first[clashes[0]], clashes)


def _problem(cluster: ResolvedCluster, pool: Pool, other: Pool, kinds: list[GpuKind]) -> Problem:
    kind = kinds[0]
    text = (
        f"in {cluster.name}, {listed(map(str, kinds))} would have two resource keys: {pool.keys[kind]} in pool "
        f"{pool.name} and {other.keys[kind]} in pool {other.name}; a template can ask for one only"
    )
    at, related = pool.spec.ref("partition", "mig", "strategy"), other.spec.ref("partition", "mig", "strategy")
    return Problem(
        ID, text, at, f"use strategy {other.strategy} in both pools", related=((f"pool {other.name}", related),)
    )


def _pool(name: str, *, strategy: str) -> str:
    return f"""apiVersion: gitops-gen.io/v1
kind: NodePool
metadata: {{name: {name}}}
spec:
  cluster: lab
  gpu: {{model: a30-24gb, perNode: 2}}
  nodes: {{count: 2}}
  allocatable: {{cpu: 60, memory: 240Gi, ephemeral-storage: 1Ti}}
  partition:
    mig: {{strategy: {strategy}, layouts: {{two: {{nodes: {{count: 2}}, slices: {{2g.12gb: 2}}}}}}}}
  nodeLabels: {{orchard.example/pool: {name}}}
  taints: [{{key: orchard.example/pool, value: {name}, effect: NoSchedule}}]
"""


MORE = "environments/clusters/lab/nodepool-more.yaml"

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="One GPU kind has two resource keys in a cluster",
    why=(
        "The MIG strategy of a pool decides what its slices are called: nvidia.com/gpu under single, a key for each "
        "slice under mixed. A team is promised a kind, and its templates and its quota name one key. Devices under "
        "the other key would be promised and could not be asked for."
    ),
    fix="Give the pools of one cluster that are cut into the same slices the same MIG strategy.",
    invalid=(
        Example(
            "single in one pool, mixed in another",
            (Edit(MORE, "", _pool("more", strategy="mixed")),),
            at="strategy: mixed",
        ),
    ),
    valid=(Example("the same slices under the same strategy", (Edit(MORE, "", _pool("more", strategy="single")),)),),
    check=check,
)

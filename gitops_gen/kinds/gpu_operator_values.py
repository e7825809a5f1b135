"""Values for the GPU Operator's chart, for whoever installs it. The chart owns its ClusterPolicy, so we render none."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._gpu_operator import (
    ALL_DISABLED,
    MIG_CONFIG,
    PLUGIN_CONFIG,
    cluster_strategy,
    configured_pools,
    has_operator,
    mig_pools,
)
from gitops_gen.kinds._placement import toleration, tolerations
from gitops_gen.kinds._refs import Refs
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.gpu import WHOLE_RESOURCE
from gitops_gen.model.manifest import TextFile
from gitops_gen.model.plugin import BootstrapFile
from gitops_gen.model.source import Json, Path

FILE = "values-gpu-operator.yaml"
ANY_GPU_TAINT = {"effect": "NoSchedule", "key": WHOLE_RESOURCE, "operator": "Exists"}
"""The chart's own default, which our list would replace."""


def render(cluster: ResolvedCluster) -> Iterator[TextFile]:
    """One file, below the cluster's folder of what is applied once."""
    if not has_operator(cluster):
        return
    tolerated, sources = _tolerations(cluster)
    body: dict[str, Json] = {
        "daemonsets": {"tolerations": tolerated},
        "node-feature-discovery": {"worker": {"tolerations": tolerated}},
    }
    configured = tuple(configured_pools(cluster))
    if configured:
        body["devicePlugin"] = {"config": {"name": PLUGIN_CONFIG}}
        sources["devicePlugin",] = tuple(pool.spec.ref("partition") for pool in configured)
    cut = mig_pools(cluster)
    if cut:
        # Written even where it is empty: the chart's default is single.
        body["mig"] = {"strategy": cluster_strategy(cluster)}
        body["migManager"] = {"config": {"default": ALL_DISABLED, "name": MIG_CONFIG}}
        sources["mig", "strategy"] = tuple(pool.spec.ref("partition", "mig", "strategy") for pool in cut)
        sources["migManager",] = tuple(pool.spec.ref("partition", "mig") for pool in cut)
    yield TextFile(FILE, body, cluster.spec.ref(), sources)


def _tolerations(cluster: ResolvedCluster) -> tuple[list[Json], dict[Path, Refs]]:
    """Every taint of every pool: on a node whose taint they do not tolerate, neither driver nor plugin would run."""
    found = {
        taint: refs
        for taint, refs in tolerations(cluster.pools).items()
        if (taint.key, taint.effect) != (ANY_GPU_TAINT["key"], ANY_GPU_TAINT["effect"])
    }
    items = [(toleration(taint), refs) for taint, refs in found.items()] + [(ANY_GPU_TAINT, ())]
    items.sort(key=lambda item: (item[0]["key"], item[0].get("value", ""), item[0]["effect"]))
    sources: dict[Path, Refs] = {}
    for index, (_, refs) in enumerate(items):
        if refs:
            sources["daemonsets", "tolerations", index] = refs
            sources["node-feature-discovery", "worker", "tolerations", index] = refs
    return [item for item, _ in items], sources


KIND = BootstrapFile(
    id="gpu-operator-values",
    summary="Values for the GPU Operator's chart: tolerations, MIG strategy, names of configurations",
    render=render,
)

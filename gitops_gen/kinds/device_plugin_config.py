"""Configurations of the device plugin, one a pool. A node gets one by the label ``nvidia.com/device-plugin.config``."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._gpu_operator import (
    PLUGIN_CONFIG,
    cluster_strategy,
    configured_pools,
    has_operator,
    operator_namespace,
)
from gitops_gen.kinds._refs import Refs, written
from gitops_gen.model.fleet import Pool, ResolvedCluster
from gitops_gen.model.gpu import WHOLE_RESOURCE
from gitops_gen.model.manifest import Draft, NestedYaml
from gitops_gen.model.plugin import ClusterKind
from gitops_gen.model.source import Json, Path


def render(cluster: ResolvedCluster) -> Iterator[Draft]:
    """One ConfigMap for the cluster, where some pool needs a configuration of its own."""
    pools = tuple(configured_pools(cluster))
    if not pools or not has_operator(cluster):
        return
    own_strategy = not cluster_strategy(cluster)
    sources: dict[Path, Refs] = {
        ("metadata", "namespace"): (written(cluster.spec, "operators", "gpuOperator", "namespace"),)
    }
    sources |= {("data", pool.name): (pool.spec.ref("partition"),) for pool in pools}
    yield Draft(
        kind="ConfigMap",
        name=PLUGIN_CONFIG,
        namespace=operator_namespace(cluster),
        body={"data": {pool.name: NestedYaml(_config(pool, own_strategy=own_strategy)) for pool in pools}},
        origin=cluster.spec.ref(),
        sources=sources,
    )


def _config(pool: Pool, *, own_strategy: bool) -> dict[str, Json]:
    config: dict[str, Json] = {"version": "v1"}
    if own_strategy and pool.strategy:
        config["flags"] = {"migStrategy": pool.strategy}
    if pool.sharing:
        config["sharing"] = {pool.sharing: _sharing(pool)}
    return config


def _sharing(pool: Pool) -> dict[str, Json]:
    """Renamed, so that a quota of whole cards does not count replicas; one a container, since two give no more."""
    return {
        "failRequestsGreaterThanOne": True,
        "renameByDefault": True,
        "resources": [{"name": WHOLE_RESOURCE, "replicas": pool.replicas}],
    }


KIND = ClusterKind(
    id="device-plugin-config",
    emits=("ConfigMap",),
    summary="How cards are shared among containers, and MIG strategies where pools differ",
    render=render,
)

"""The MIG manager's file: every layout of the cluster by name. A node gets one by label ``nvidia.com/mig.config``."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._gpu_operator import ALL_DISABLED, MIG_CONFIG, has_operator, mig_pools, operator_namespace
from gitops_gen.kinds._refs import Refs, written
from gitops_gen.model.fleet import Pool, ResolvedCluster, ResolvedLayout
from gitops_gen.model.manifest import Draft, NestedYaml
from gitops_gen.model.plugin import ClusterKind
from gitops_gen.model.source import Json, Path

FILE = "config.yaml"
"""The key that the MIG manager reads (mig-parted v0.15.0)."""
CONFIGS = "mig-configs"


def render(cluster: ResolvedCluster) -> Iterator[Draft]:
    """One ConfigMap for the cluster, where some pool is cut."""
    pools = mig_pools(cluster)
    if not pools or not has_operator(cluster):
        return
    configs: dict[str, Json] = {ALL_DISABLED: [{"devices": "all", "mig-enabled": False}]}
    for pool in pools:
        configs |= {layout.config: _entries(pool, layout) for layout in pool.layouts}
    sources: dict[Path, Refs] = {
        ("data", FILE, CONFIGS, layout.config): (layout.ref,) for pool in pools for layout in pool.layouts
    }
    yield Draft(
        kind="ConfigMap",
        name=MIG_CONFIG,
        namespace=operator_namespace(cluster),
        body={"data": {FILE: NestedYaml({CONFIGS: configs, "version": "v1"})}},
        origin=cluster.spec.ref(),
        sources={
            ("metadata", "namespace"): (written(cluster.spec, "operators", "gpuOperator", "namespace"),),
            ("data", FILE): tuple(pool.spec.ref("partition", "mig") for pool in pools),
            **sources,
        },
    )


def _entries(pool: Pool, layout: ResolvedLayout) -> list[dict[str, Json]]:
    """Cards outside the layout are named too: one that no entry names would keep the state it has.

    No device filter: a layout on a node with another card must fail, not pass with nothing done.
    """
    cut: dict[str, Json] = {"mig-devices": dict(layout.slices), "mig-enabled": True}
    if layout.covers_all:
        return [{"devices": "all", **cut}]
    gpu = pool.spec.model.spec.gpu
    whole = [index for index in range(gpu.per_node if gpu is not None else 0) if index not in layout.gpus]
    return [{"devices": list(layout.gpus), **cut}, {"devices": whole, "mig-enabled": False}]


KIND = ClusterKind(
    id="mig-parted-config",
    emits=("ConfigMap",),
    summary="How cards are cut into MIG slices, by name of the layout",
    render=render,
)

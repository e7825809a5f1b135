"""What the GPU Operator's ConfigMaps and the values of its chart must agree on."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.fleet import Pool, ResolvedCluster

MIG_CONFIG = "mig-parted-config"
PLUGIN_CONFIG = "device-plugin-config"
ALL_DISABLED = "all-disabled"
"""The only default that the operator takes; a file of our own replaces the shipped one, so it must have this entry."""

DEFAULT_NAMESPACE = "gpu-operator"


def has_operator(cluster: ResolvedCluster) -> bool:
    """Whether the GPU Operator is declared; where it is not, nothing of it is rendered."""
    return cluster.spec.model.spec.operators.gpu_operator is not None


def operator_namespace(cluster: ResolvedCluster) -> str:
    """Where the operator reads its ConfigMaps."""
    operator = cluster.spec.model.spec.operators.gpu_operator
    return (operator.namespace if operator is not None else None) or DEFAULT_NAMESPACE


def mig_pools(cluster: ResolvedCluster) -> tuple[Pool, ...]:
    """Pools whose cards are cut."""
    return tuple(pool for pool in cluster.pools if pool.strategy)


def cluster_strategy(cluster: ResolvedCluster) -> str:
    """The MIG strategy of the whole cluster, or empty where each node must have its own.

    The operator hands the cluster's strategy to every device plugin, above the plugin's own file. So pools of two
    strategies need it empty, and so does MPS beside ``mixed``, which the plugin refuses (k8s-device-plugin v0.20.0).
    """
    strategies = {pool.strategy for pool in mig_pools(cluster)}
    if len(strategies) != 1 or ("mixed" in strategies and any(pool.sharing == "mps" for pool in cluster.pools)):
        return ""
    return strategies.pop()


def configured_pools(cluster: ResolvedCluster) -> Iterator[Pool]:
    """Pools whose nodes need a configuration of the device plugin by name: shared cards, or a strategy of their own."""
    own_strategy = not cluster_strategy(cluster)
    return (pool for pool in cluster.pools if pool.sharing or (own_strategy and pool.strategy))

"""Flux: Kustomizations in ``gitops/``; in ``bootstrap/`` what a person applies once: source, root and accounts.

Names follow Argo CD's, so that one dashboard shows both. There are no waves: Flux orders by kind, and folders by
``dependsOn``.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.engines._flux_accounts import accounts
from gitops_gen.engines._flux_kustomizations import KIND, kustomizations, root_kustomization
from gitops_gen.engines._flux_source import source
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft, KindFacts
from gitops_gen.model.plugin import Engine, Rendered


def engine_annotations(facts: KindFacts, protection: str, wave: int) -> dict[str, str]:
    """Flux cannot ask: what a person should confirm is never pruned, and ``drift`` lists what stays behind."""
    return {"kustomize.toolkit.fluxcd.io/prune": "disabled"} if protection else {}


def gitops(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """What the root syncs."""
    yield from kustomizations(cluster, rendered)


def bootstrap(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """What a person applies once, and again when a Role holds more than the account does."""
    yield source(cluster)
    yield root_kustomization(cluster)
    yield from accounts(cluster, rendered)


ENGINE = Engine(
    id="flux",
    emits=(
        "ClusterRole",
        "ClusterRoleBinding",
        "GitRepository",
        KIND,
        "OCIRepository",
        "Role",
        "RoleBinding",
        "ServiceAccount",
    ),
    summary="Flux: a source, a Kustomization for each sync root, and accounts with the rights to apply them",
    annotations=engine_annotations,
    gitops=gitops,
    bootstrap=bootstrap,
    # What binds late is not waited for; what Roles hand out, the account must hold.
    reads=frozenset({"PersistentVolumeClaim", "Role"}),
)

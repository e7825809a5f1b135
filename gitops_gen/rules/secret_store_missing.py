"""A secret whose store a cluster of the team does not have is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import LAB, ROBOTICS, ROBOTICS_DEV
from gitops_gen.rules._uses import by_place, tenants
from gitops_gen.rules._words import listed

ID = "secret-store-missing"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each secret; all clusters that lack its store, in the text."""
    for place, found in by_place(_missing(compiled)).items():
        name, store = found[0][:2]
        clusters = {cluster: ref for _, _, cluster, ref in found}
        text = f"secret {name} comes from store {store}, which {listed(clusters)} lacks, where the team has a namespace"
        related = tuple((f"the stores of {cluster}", clusters[cluster]) for cluster in sorted(clusters)[:4])
        yield Problem(
            ID,
            text,
            place,
            "name a store that every cluster of the team has, or declare the store there",
            related=related,
        )


def _missing(compiled: Compiled) -> Iterator[tuple[Ref, tuple[str, str, str, Ref]]]:
    for cluster, tenant in tenants(compiled.fleet):
        stores = cluster.spec.model.spec.secret_stores
        for name, secret in tenant.team.model.spec.secrets.items():
            if secret.store not in stores:
                at = tenant.team.ref("secrets", name, "store")
                yield at, (name, secret.store, cluster.name, cluster.spec.ref("secretStores"))


SECRET = Edit(
    ROBOTICS,
    "    training: {}\n",
    "    training: {}\n  secrets:\n    tracker: {store: vault, path: robotics/tracker, keys: [token]}\n",
)
NO_STORE = Edit(LAB, "  secretStores: {vault: {kind: ClusterSecretStore}}\n", "")

RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="A cluster lacks the store of a secret",
    why=(
        "A team's secrets are fetched into each of its namespaces. A cluster without the store that a secret names "
        "cannot fetch it, and pods that mount it wait for ever there, while the same template works elsewhere."
    ),
    fix="Declare the store under spec.secretStores of the Cluster, or name a store that all clusters of the team have.",
    invalid=(Example("one of two clusters has no vault", (SECRET, NO_STORE), at="store: vault"),),
    valid=(
        Example(
            "a drained namespace starts nothing that needs it",
            (
                SECRET,
                NO_STORE,
                Edit(
                    ROBOTICS_DEV,
                    "  environment: dev\n",
                    "  environment: dev\n"
                    "  state: drained\n"
                    '  stateChange: {date: "2026-11-02", reason: moved to prod}\n',
                ),
            ),
        ),
    ),
    check=check,
)

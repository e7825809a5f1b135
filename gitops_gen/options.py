"""What a person may choose for a run. Light to import: the command line reads it before it knows what to do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitops_gen.model.fleet import Fleet


@dataclass(frozen=True, slots=True)
class Options:
    """``kubernetes_version`` and ``as_of`` override the specs; the others limit which files may be touched."""

    kubernetes_version: str | None = None
    as_of: date | None = None
    environments: tuple[str, ...] = ()
    clusters: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()

    @property
    def limited(self) -> bool:
        """Whether only a part of the output may be touched."""
        return bool(self.environments or self.clusters or self.teams)


EVERYTHING = Options()
"""No choice made."""


def in_scope(path: str, fleet: Fleet, options: Options) -> bool:
    """Whether a limited run may touch a file: by cluster, by environment and team of its namespace."""
    if not options.limited:
        return True
    parts = path.split("/")
    if options.clusters and parts[0] not in options.clusters:
        return False
    if not (options.environments or options.teams):
        return True
    if len(parts) < 3 or parts[1] != "teams":
        return False
    here = [tenant for cluster in fleet.clusters if cluster.name == parts[0] for tenant in cluster.tenants]
    return any(
        tenant.namespace == parts[2]
        and (not options.environments or tenant.environment.name in options.environments)
        and (not options.teams or tenant.team.name in options.teams)
        for tenant in here
    )

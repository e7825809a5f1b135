"""What a person may choose for a run. Light to import: the command line reads it before it knows what to do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple


class Shard(NamedTuple):
    """The ``number``-th of ``of`` shares of the clusters; the first is 1."""

    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Options:
    """``kubernetes_version`` and ``as_of`` override the specs; the others limit which files may be touched. With a
    ``shard`` the other shards' clusters are not proven either."""

    kubernetes_version: str | None = None
    as_of: date | None = None
    environments: tuple[str, ...] = ()
    clusters: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    shard: Shard | None = None

    @property
    def limited(self) -> bool:
        """Whether only a part of the output may be touched."""
        return bool(self.environments or self.clusters or self.teams or self.shard)


EVERYTHING = Options()
"""No choice made."""

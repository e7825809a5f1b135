"""What a run may touch: everything, or a part of the output directory; and which clusters are whose share."""

from __future__ import annotations

from collections.abc import Sequence

from gitops_gen.model.fleet import Fleet, ResolvedCluster
from gitops_gen.options import Options


class Scope:
    """Tells for a path below the output directory whether it is inside: by cluster, and by the environment and team of
    its namespace. Of the shards the first has what belongs to no cluster, such as the files of one that is gone."""

    def __init__(self, fleet: Fleet, options: Options) -> None:
        self.limited = options.limited
        self._options = options
        self._all = frozenset(cluster.name for cluster in fleet.clusters)
        self.clusters = shard(fleet, options)
        """Those that are to be proven."""
        self._names = frozenset(cluster.name for cluster in self.clusters)
        self._namespaces = frozenset(
            (cluster.name, tenant.namespace)
            for cluster in (self.clusters if options.environments or options.teams else ())
            for tenant in cluster.tenants
            if (not options.environments or tenant.environment.name in options.environments)
            and (not options.teams or tenant.team.name in options.teams)
        )

    @property
    def has_rest(self) -> bool:
        """Whether what belongs to no cluster is inside."""
        return self._options.shard is None or self._options.shard.number == 1

    def holds(self, path: str) -> bool:
        """Whether a path is inside."""
        if not self.limited:
            return True
        options = self._options
        parts = path.split("/")
        known = parts[0] in self._names or (self.has_rest and parts[0] not in self._all)
        if not known or (options.clusters and parts[0] not in options.clusters):
            return False
        if not (options.environments or options.teams):
            return True
        return len(parts) >= 3 and parts[1] == "teams" and (parts[0], parts[2]) in self._namespaces


def shard(fleet: Fleet, options: Options) -> Sequence[ResolvedCluster]:
    """The clusters of this run's share, by name; all of them without one. Empty where there are more shards than
    clusters."""
    if options.shard is None:
        return fleet.clusters
    dealt = deal(fleet.clusters, options.shard.of)
    found = dealt[options.shard.number - 1] if options.shard.number <= len(dealt) else []
    return sorted(found, key=lambda cluster: cluster.name)


def deal(clusters: Sequence[ResolvedCluster], hands: int) -> list[list[ResolvedCluster]]:
    """Share clusters out, the largest first and always to whom has least. Every cluster is one piece of work, since
    what is proven of it is proven of the whole."""
    parts: list[list[ResolvedCluster]] = [[] for _ in range(max(1, min(hands, len(clusters))))]
    loads = [0] * len(parts)
    for cluster in sorted(clusters, key=lambda item: (-len(item.tenants), item.name)):
        least = loads.index(min(loads))
        parts[least].append(cluster)
        loads[least] += len(cluster.tenants) + 1
    return parts

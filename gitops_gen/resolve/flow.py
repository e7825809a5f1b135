"""Can these demands be met by these supplies, when not every supply may serve every demand? Exact, in integers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Class = tuple[str, str]
"""Environment and department."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A set of demand classes that needs more than the pools open to it hold."""

    classes: tuple[Class, ...]
    pools: tuple[str, ...]
    demand: int
    supply: int


def shortfall(
    demands: Mapping[Class, int], supplies: Mapping[str, int], admits: Mapping[Class, frozenset[str]]
) -> Shortfall | None:
    """The smallest fact that shows a lack, or None when all can be met at once.

    Where every class may use the same pools a sum decides; else a minimum cut names the classes that fall short
    (max-flow min-cut, by networkx, imported only then).
    """
    wanted = {key: amount for key, amount in sorted(demands.items()) if amount > 0}
    if not wanted:
        return None
    groups = {admits[key] for key in wanted}
    if len(groups) == 1:
        return _lack(tuple(wanted), wanted, supplies, admits)
    for key in wanted:
        alone = _lack((key,), wanted, supplies, admits)
        if alone is not None:
            return alone
    return _lack(_cut(wanted, supplies, admits), wanted, supplies, admits)


def _lack(
    classes: tuple[Class, ...],
    demands: Mapping[Class, int],
    supplies: Mapping[str, int],
    admits: Mapping[Class, frozenset[str]],
) -> Shortfall | None:
    pools = tuple(sorted({pool for key in classes for pool in admits[key]}))
    demand = sum(demands[key] for key in classes)
    supply = sum(supplies.get(pool, 0) for pool in pools)
    return Shortfall(classes, pools, demand, supply) if demand > supply else None


def _cut(
    demands: Mapping[Class, int], supplies: Mapping[str, int], admits: Mapping[Class, frozenset[str]]
) -> tuple[Class, ...]:
    """Demand classes on the source's side of a minimum cut: together they need more than their pools hold."""
    import networkx

    graph: networkx.DiGraph[object] = networkx.DiGraph()
    graph.add_node("source")
    graph.add_node("sink")
    for key, amount in demands.items():
        graph.add_edge("source", ("demand", key), capacity=amount)
        for pool in sorted(admits[key]):
            graph.add_edge(("demand", key), ("pool", pool))
    for pool, amount in sorted(supplies.items()):
        graph.add_edge(("pool", pool), "sink", capacity=amount)
    _, (reachable, _) = networkx.minimum_cut(graph, "source", "sink")
    return tuple(key for key in demands if ("demand", key) in reachable)

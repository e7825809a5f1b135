"""How pods reach the pools they may use: which nodes they select, and which taints they tolerate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gitops_gen.kinds._refs import Refs
from gitops_gen.model.fleet import Pool
from gitops_gen.model.source import Json, Path
from gitops_gen.model.spec.nodepool import Taint

HARD_EFFECTS = ("NoExecute", "NoSchedule")
"""PreferNoSchedule keeps nobody out, so nobody need tolerate it."""


@dataclass(frozen=True, slots=True)
class Selection:
    """How nodes are chosen: by labels, by node affinity, or not at all. ``sources`` are paths in whichever it is."""

    node_selector: Mapping[str, str] | None = None
    affinity: Mapping[str, Json] | None = None
    sources: Mapping[Path, Refs] = field(default_factory=dict)


def select_nodes(pools: tuple[Pool, ...], every_pool: Iterable[Pool]) -> Selection:
    """Nodes of exactly these pools, as far as labels can tell.

    The labels that all of them share suffice unless another pool of the cluster bears those too; then each pool is
    named by its own. A pool without labels cannot be named, and with it none.
    """
    labels = [pool.spec.model.spec.node_labels for pool in pools]
    if not labels or not all(labels):
        return Selection()
    shared = {key: value for key, value in sorted(labels[0].items()) if all(each.get(key) == value for each in labels)}
    if len(pools) == 1 or (shared and not _others_match(shared, pools, every_pool=every_pool)):
        sources: dict[Path, Refs] = {
            ("nodeSelector", key): tuple(pool.spec.ref("nodeLabels", key) for pool in pools) for key in shared
        }
        return Selection(node_selector=shared, sources=sources)
    return _any_of(pools)


def _others_match(selector: Mapping[str, str], pools: tuple[Pool, ...], *, every_pool: Iterable[Pool]) -> bool:
    others = (pool.spec.model.spec.node_labels for pool in every_pool if pool not in pools)
    return any(selector.items() <= labels.items() for labels in others)


def _any_of(pools: tuple[Pool, ...]) -> Selection:
    """One term a pool: terms are alternatives, the expressions inside one hold together."""
    terms = [{"matchExpressions": _has(pool.spec.model.spec.node_labels)} for pool in pools]
    base = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
    sources: dict[Path, Refs] = {(*base, i): (pool.spec.ref("nodeLabels"),) for i, pool in enumerate(pools)}
    return Selection(affinity={base[1]: {base[2]: {base[3]: terms}}}, sources=sources)


def _has(labels: Mapping[str, str]) -> list[Json]:
    return [{"key": key, "operator": "In", "values": [value]} for key, value in sorted(labels.items())]


def tolerations(pools: Iterable[Pool]) -> Mapping[Taint, Refs]:
    """The taints of these pools that keep pods out, sorted, each with the lines that set it."""
    found: dict[Taint, Refs] = {}
    for pool in pools:
        for index, taint in enumerate(pool.spec.model.spec.taints):
            if taint.effect in HARD_EFFECTS:
                found[taint] = (*found.get(taint, ()), pool.spec.ref("taints", index))
    return dict(sorted(found.items(), key=lambda item: (item[0].key, item[0].value, item[0].effect)))


def toleration(taint: Taint) -> dict[str, Json]:
    """By key and value: it opens this pool and no other. The API server drops an empty value, so it is left out."""
    tolerated: dict[str, Json] = {"effect": taint.effect, "key": taint.key, "operator": "Equal"}
    if taint.value:
        tolerated["value"] = taint.value
    return tolerated

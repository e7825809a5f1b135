"""Which nodes a template selects, and which taints it tolerates."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gitops_gen.kinds._placement import select_nodes, toleration, tolerations
from gitops_gen.model.fleet import Pool
from gitops_gen.model.source import Json
from tests.builders import make_pool


def labelled(name: str, **labels: str) -> Pool:
    return make_pool(name, nodeLabels=labels)


def term(**labels: str) -> dict[str, Json]:
    return {"matchExpressions": [{"key": k, "operator": "In", "values": [v]} for k, v in labels.items()]}


A, B = labelled("a", pool="a", site="x"), labelled("b", pool="b", site="x")
C, D = labelled("c", pool="c", site="y"), labelled("d", site="x", pool="d")
BARE = labelled("bare")

CASES: dict[str, tuple[tuple[Pool, ...], tuple[Pool, ...], Mapping[str, str] | None, list[Json] | None]] = {
    "one pool: all its labels": ((A,), (A, B), {"pool": "a", "site": "x"}, None),
    "several: what they share": ((A, B), (A, B, C), {"site": "x"}, None),
    "what they share is another's too": ((A, B), (A, B, D), None, [term(pool="a", site="x"), term(pool="b", site="x")]),
    "they share nothing": ((A, C), (A, C), None, [term(pool="a", site="x"), term(pool="c", site="y")]),
    "a pool that cannot be named": ((A, BARE), (A, BARE), None, None),
    "one pool without labels": ((BARE,), (A, BARE), None, None),
    "no pool": ((), (A,), None, None),
}


@pytest.mark.parametrize(("pools", "every_pool", "labels", "terms"), CASES.values(), ids=CASES)
def test_selection(
    pools: tuple[Pool, ...], every_pool: tuple[Pool, ...], labels: Mapping[str, str] | None, terms: list[Json] | None
) -> None:
    found = select_nodes(pools, every_pool)
    assert found.node_selector == labels
    affinity = None if found.affinity is None else found.affinity["nodeAffinity"]
    assert affinity == (
        None if terms is None else {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    )


def test_a_selection_knows_the_pools_behind_it() -> None:
    shared = select_nodes((A, B), (A, B)).sources
    assert {path: [str(ref) for ref in refs] for path, refs in shared.items()} == {
        ("nodeSelector", "site"): ["NodePool/a#/spec/nodeLabels/site", "NodePool/b#/spec/nodeLabels/site"]
    }
    (first, second) = select_nodes((A, C), (A, C)).sources.values()
    assert [str(first[0]), str(second[0])] == ["NodePool/a#/spec/nodeLabels", "NodePool/c#/spec/nodeLabels"]


def tainted(name: str, *taints: tuple[str, str, str]) -> Pool:
    return make_pool(name, taints=[{"key": key, "value": value, "effect": effect} for key, value, effect in taints])


def test_taints_that_keep_pods_out_are_tolerated_once_and_sorted() -> None:
    pools = (
        tainted("a", ("pool", "b", "NoSchedule"), ("spot", "yes", "NoExecute"), ("soft", "x", "PreferNoSchedule")),
        tainted("b", ("pool", "a", "NoSchedule"), ("spot", "yes", "NoExecute")),
    )
    found = tolerations(pools)
    assert [toleration(taint) for taint in found] == [
        {"effect": "NoSchedule", "key": "pool", "operator": "Equal", "value": "a"},
        {"effect": "NoSchedule", "key": "pool", "operator": "Equal", "value": "b"},
        {"effect": "NoExecute", "key": "spot", "operator": "Equal", "value": "yes"},
    ]
    assert [[str(ref) for ref in refs] for refs in found.values()] == [
        ["NodePool/b#/spec/taints/0"],
        ["NodePool/a#/spec/taints/0"],
        ["NodePool/a#/spec/taints/1", "NodePool/b#/spec/taints/1"],
    ]


def test_an_empty_value_is_left_out() -> None:
    (taint,) = tolerations([tainted("a", ("pool", "", "NoSchedule"))])
    assert toleration(taint) == {"effect": "NoSchedule", "key": "pool", "operator": "Equal"}

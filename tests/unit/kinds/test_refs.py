"""References to values that may not be written, and origins of several values together."""

from __future__ import annotations

import pytest

from gitops_gen.kinds._refs import is_written, joined, nearest, written
from tests.builders import make_cluster_spec, make_team

CLUSTER = make_cluster_spec(region=None, network={"cni": "cilium", "dns": {"port": 53}})

CASES: dict[tuple[str | int, ...], tuple[bool, tuple[str | int, ...]]] = {
    ("network", "dns", "port"): (True, ("network", "dns", "port")),
    ("network", "dns", "podLabels"): (False, ("network", "dns")),
    ("network", "apiServer", 0): (False, ("network",)),
    ("monitoring", "port"): (False, ()),
    ("region",): (False, ()),
    ("environments", 0): (True, ("environments", 0)),
    ("environments", 1): (False, ("environments",)),
}


@pytest.mark.parametrize("path", CASES, ids=str)
def test_a_default_is_where_it_is_the_default_of(path: tuple[str | int, ...]) -> None:
    is_there, want = CASES[path]
    assert is_written(CLUSTER, *path) is is_there
    assert written(CLUSTER, *path).path == ("spec", *want)
    assert nearest(CLUSTER.ref(*path)) == written(CLUSTER, *path)


def test_of_what_comes_twice_the_last_place_counts() -> None:
    team = make_team()
    a, b, c = team.ref("state"), team.ref("owners"), team.ref("access")
    assert joined((a, b), (c, a)) == (b, c, a)
    assert joined() == ()

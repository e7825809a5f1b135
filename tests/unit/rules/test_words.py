"""How messages name several things."""

from __future__ import annotations

import pytest

from gitops_gen.rules._words import counted, listed

CASES = {
    "nothing": ([], ""),
    "one": (["a"], "a"),
    "two": (["b", "a"], "a and b"),
    "repeats count once": (["a", "b", "a"], "a and b"),
    "as many as are shown": (list("edcba"), "a, b, c, d and e"),
    "more than are shown": (list("gfedcba"), "a, b, c, d and 3 more"),
}


@pytest.mark.parametrize(("names", "want"), CASES.values(), ids=CASES)
def test_listed(names: list[str], want: str) -> None:
    assert listed(names) == want


def test_counted() -> None:
    assert [counted(count, "node") for count in (0, 1, 2)] == ["0 nodes", "1 node", "2 nodes"]

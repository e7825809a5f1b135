"""Objects broken at random: one change each, at any depth, of the kinds that people make."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Body = dict[str, Any]
Node = dict[str, Any] | list[Any]

TEXTS = (
    "", " ", "A", "-a", "a-", "a_b", "a.b", "a/b", "UPPER", "x" * 64, "x" * 254, "ü", "1", "true",
    "nvidia.com/gpu", "50%", "*", "300m", "1Gi", "-1", "0", "In", "Exists", "10.0.0.0/8", "10.0.0.0/33",
    "::1/64", "Always", "Never", "http", "v1", "a b",
)  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 101, 65536, 1_000_000_001, 2**31, 2**63, 0.5)
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, ["a"], {"a": "b"}, "a", 7)


def mutated(body: Body, chance: random.Random) -> Body:
    """A copy with one change, below its apiVersion and kind."""
    copy: Body = deepcopy(body)
    holders = [*_holders(copy)]
    while True:
        holder, key = chance.choice(holders)
        if holder is copy and key in ("apiVersion", "kind"):
            continue
        chance.choice(CHANGES)(holder, key, chance)
        if copy != body:
            return copy


def _holders(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value: what holds it, and the key or index."""
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in [*steps]:
        yield node, key
        yield from _holders(value)


def _drop(holder: Any, key: Any, chance: random.Random) -> None:
    del holder[key]


def _retype(holder: Any, key: Any, chance: random.Random) -> None:
    holder[key] = deepcopy(chance.choice(OTHERS))


def _value(holder: Any, key: Any, chance: random.Random) -> None:
    """Another value of the same type: the schema alone seldom sees it."""
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, (int, float)):
        holder[key] = chance.choice(NUMBERS)
    elif isinstance(value, str):
        holder[key] = chance.choice(TEXTS)
    elif isinstance(value, list):
        holder[key] = []
    else:
        holder[key] = {}


def _rename(holder: Any, key: Any, chance: random.Random) -> None:
    if isinstance(holder, dict):
        holder[chance.choice((f"{key}s", key.upper(), chance.choice(TEXTS)))] = holder.pop(key)


def _add(holder: Any, key: Any, chance: random.Random) -> None:
    if isinstance(holder, dict):
        holder[chance.choice(("extra", "name", "type", *TEXTS))] = deepcopy(chance.choice(OTHERS))


def _twice(holder: Any, key: Any, chance: random.Random) -> None:
    if isinstance(holder[key], list) and holder[key]:
        holder[key].append(deepcopy(chance.choice(holder[key])))


def _swap(holder: Any, key: Any, chance: random.Random) -> None:
    """A value from elsewhere in the same object: a plausible mistake."""
    if isinstance(holder, dict) and len(holder) > 1:
        other = chance.choice(sorted(holder, key=str))
        holder[key], holder[other] = holder[other], holder[key]


CHANGES: tuple[Callable[[Any, Any, random.Random], None], ...] = (
    _drop, _drop, _retype, _value, _value, _value, _value, _rename, _add, _twice, _twice, _swap,
)  # fmt: skip

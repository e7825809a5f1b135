"""What a check of one object yields, and how checks look into bodies that may have any shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.source import Json, Path

SHOWN = 60


class ObjectProblem(NamedTuple):
    """One fault of one object: a rule's id, the path inside the object, what is wrong, what to do."""

    rule: str
    path: Path
    message: str
    fix: str


Problems = Iterator[ObjectProblem]


def mapping(node: Json) -> dict[str, Json]:
    """``node`` if it is a mapping, else an empty one: the schema reports the wrong type."""
    return node if isinstance(node, dict) else {}


def listing(node: Json) -> list[Json]:
    """``node`` if it is a list, else an empty one."""
    return node if isinstance(node, list) else []


def entries(node: Json, path: Path) -> Iterator[tuple[dict[str, Json], Path]]:
    """The mappings of a list, each with its path."""
    for position, item in enumerate(listing(node)):
        if isinstance(item, dict):
            yield item, (*path, position)


def dig(node: Json, steps: Path) -> dict[str, Json]:
    """The mapping at ``steps``, all of them keys, or an empty one."""
    for step in steps:
        node = mapping(node).get(str(step))
    return mapping(node)


def texts(node: Json) -> list[str]:
    """The strings of a list."""
    return [item for item in listing(node) if isinstance(item, str)]


def shown(value: Json) -> str:
    """A value for a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"

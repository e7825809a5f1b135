"""Layers: maps merge, lists and scalars replace, ``null`` unsets, ceilings take the strictest. Results have origins.

The models give each layered field one type, so a value cannot change its type between layers; that keeps the merge
associative (a property of the tests).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gitops_gen.model.source import Json, Path, Ref, Traced

T = TypeVar("T")

Origins = Mapping[Path, tuple[Ref, ...]]


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged tree. ``origins`` names the documents that set each path, oldest first."""

    value: Json
    origins: dict[Path, tuple[Ref, ...]]

    def traced(self, *path: str | int) -> Traced[Json] | None:
        """The value at ``path`` with its origins, or None where no layer set it."""
        current = self.value
        for step in path:
            if not isinstance(current, dict) or step not in current:
                return None
            current = current[step]
        return None if current is None else Traced(current, self.origins[path])

    def items(self, *path: str | int) -> dict[str, Traced[Json]]:
        """The entries of a merged mapping, sorted by key."""
        found = self.traced(*path)
        if found is None:
            return {}
        return {key: Traced(value, self.origins[(*path, key)]) for key, value in sorted(found.value.items())}


EMPTY = Merged({}, {})


def overlay(below: Merged, above: Json, ref: Ref) -> Merged:
    """Put one layer on top of others. ``ref`` is where ``above`` stands in its document."""
    if not above:
        return below
    origins = dict(below.origins)
    value = _merge(below.value, above, ref, (), origins)
    return Merged(value, origins)


def _merge(below: Json, above: Json, ref: Ref, path: Path, origins: dict[Path, tuple[Ref, ...]]) -> Json:
    origins[path] = (*origins.get(path, ()), ref)
    if not isinstance(above, dict):
        return above
    merged = dict(below) if isinstance(below, dict) else {}
    for key, item in above.items():
        inner = (*path, key)
        if item is None:
            merged.pop(key, None)
            origins[inner] = (*origins.get(inner, ()), ref.child(key))
        else:
            merged[key] = _merge(merged.get(key), item, ref.child(key), inner, origins)
    return merged


def strictest(candidates: Iterable[Traced[int]]) -> Traced[int] | None:
    """The smallest value; its origins are all candidates, the one that holds last."""
    ordered: Sequence[Traced[int]] = sorted(candidates, key=lambda candidate: -candidate.value)
    if not ordered:
        return None
    return Traced(ordered[-1].value, tuple(ref for candidate in ordered for ref in candidate.origins))

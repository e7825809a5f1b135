"""Where a value came from: documents, symbolic paths into them, and the origins of a merged value.

Stages speak in symbolic references (document and path). A line number is looked up once, when a finding or an
explanation is shown, so that nothing on the hot path pays for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

Path = tuple[str | int, ...]
"""Keys and indices from the root of a document or a manifest: ``("spec", "taints", 0, "key")``."""

Json = Any
"""A JSON-like tree: dict, list, str, int, float, bool, None, and nothing else."""

T = TypeVar("T")


class Location(NamedTuple):
    """A place in a file; ``file`` is relative to the repository, ``line`` and ``column`` count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


Positions = Callable[[Path, bool], Location]
"""Finds the place of a path in a document (``True``: of its key, not its value); else of its nearest ancestor."""


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One YAML document as plain data. Identity is the object itself: two equal documents are still two."""

    file: str
    kind: str
    name: str
    data: dict[str, Json] = field(repr=False)
    positions: Positions = field(repr=False)

    def __str__(self) -> str:
        return f"{self.kind}/{self.name}"

    def locate(self, path: Path, *, key: bool = False) -> Location:
        """Return the place of ``path``, or of its nearest existing ancestor."""
        return self.positions(path, key)


class Ref(NamedTuple):
    """A symbolic reference to a value of a document."""

    document: Document
    path: Path

    @property
    def location(self) -> Location:
        return self.document.locate(self.path)

    @property
    def key_location(self) -> Location:
        return self.document.locate(self.path, key=True)

    def child(self, *steps: str | int) -> Ref:
        return Ref(self.document, self.path + steps)

    def __str__(self) -> str:
        return f"{self.document}#{pointer(self.path)}"


@dataclass(frozen=True, slots=True)
class Traced(Generic[T]):
    """A resolved value with the places that set it, oldest first; the last one won. Never empty."""

    value: T
    origins: tuple[Ref, ...]

    @property
    def winner(self) -> Ref:
        return self.origins[-1]


def pointer(path: Iterable[str | int]) -> str:
    """Write a path as a JSON pointer (RFC 6901); the root is the empty string."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)

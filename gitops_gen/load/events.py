"""What a builder wants to know of a parser's events. PyYAML's own classes fit these shapes."""

from __future__ import annotations

from typing import Protocol


class Mark(Protocol):
    """A place in a file, counted from 0."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class Event(Protocol):
    """What a parser says next."""

    @property
    def start_mark(self) -> Mark | None: ...


class Anchored(Event, Protocol):
    """An alias, or a node that may have an anchor."""

    @property
    def anchor(self) -> str | None: ...


class Node(Anchored, Protocol):
    """A scalar, or the start of a mapping or list. ``tag`` is None unless one is written."""

    @property
    def tag(self) -> str | None: ...


class Scalar(Node, Protocol):
    """``style`` is empty for a plain scalar, else its first mark: a quote, ``|`` or ``>``."""

    @property
    def value(self) -> str: ...
    @property
    def style(self) -> str | None: ...


class DocumentStart(Event, Protocol):
    """With the directives before it."""

    @property
    def version(self) -> tuple[int, int] | None: ...
    @property
    def tags(self) -> object: ...

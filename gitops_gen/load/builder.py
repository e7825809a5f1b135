"""Plain data out of a parser's events, and every fault that can be seen on the way.

Dicts and lists are built right from the events, without recursion, constructors or a tree of nodes: no tag can call
code, no alias can multiply, nesting cannot exhaust the stack. Knows no parser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from gitops_gen.load.events import Anchored, DocumentStart, Event, Node, Scalar
from gitops_gen.load.scalars import judge
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Json, Location, Path


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may hold at most, far beyond what people write.

    ``events``: scalars, and starts and ends of mappings and lists. ``problems``: reading stops at so many.
    """

    bytes: int = 1 << 20
    depth: int = 64
    events: int = 250_000
    documents: int = 1_000
    problems: int = 100


class StopReading(Exception):
    """A limit is reached, and the finding that says so is written down."""


class Dropped:
    """In place of a key: its value is read and forgotten."""


_DROPPED = Dropped()


class Builder:
    """One file's documents, by their number, and its problems.

    A fault leaves what can still be understood: a scalar in doubt is text, of two equal keys the first holds, what an
    alias stands for is None. In a mapping, ``_key`` is None while a key is what comes next.
    """

    def __init__(self, file: str, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self.documents: list[tuple[int, dict[str, Json]]] = []
        self.has_duplicates = False
        self._file = file
        self._limits = limits
        self._roots: list[Json] = []
        self._container: dict[str, Json] | list[Json] = self._roots
        self._key: str | Dropped | None = None
        self._stack: list[tuple[dict[str, Json] | list[Json], Dropped | None]] = []
        self._root_event: Event | None = None

    def scalar(self, event: Scalar) -> None:
        """Take a key or a value. The hot path of reading."""
        tag = event.tag
        if tag is not None or event.anchor is not None:
            self._marked(event)
        value, doubt, fix = judge(event.value) if tag is None and not event.style else (event.value, "", "")
        container = self._container
        if self._key is None and type(container) is dict:
            if doubt or type(value) is not str or value in container:
                self._odd_key(event, value, doubt, fix)
            else:
                self._key = value
            return
        if doubt:
            self._report("yaml-ambiguous-scalar", doubt, event, fix)
        self._put(value, event)

    def mapping(self, event: Node) -> None:
        """Begin a mapping."""
        self._open({}, event)

    def sequence(self, event: Node) -> None:
        """Begin a list."""
        self._open([], event)

    def close(self, event: Event) -> None:
        """End the innermost mapping or list."""
        self._container, self._key = self._stack.pop()

    def alias(self, event: Anchored) -> None:
        """Refuse an alias; nothing is copied."""
        message = f"the alias *{short(event.anchor or '')} stands for a value from elsewhere"
        self._report("yaml-alias", message, event, "write the value out here; text that begins with * needs quotes")
        if self._key is None and type(self._container) is dict:
            self._key = _DROPPED
        else:
            self._put(None, event)

    def open_document(self, event: DocumentStart) -> None:
        """Begin a document."""
        if len(self._roots) >= self._limits.documents:
            self.stop(f"more than {self._limits.documents:,} documents", event)
        if event.version or event.tags:
            message = "a directive (%YAML or %TAG) changes what readers make of the document"
            self._report("yaml-tag", message, event, "remove it")

    def close_document(self, event: Event) -> None:
        """Keep the document if it is a mapping."""
        data = self._roots[-1]
        if type(data) is dict:
            self.documents.append((len(self._roots) - 1, data))
        elif data is not None:
            found = "a list" if type(data) is list else "a single value"
            message = f"the document is {found}, expected a mapping of keys to values"
            fix = "begin it with keys, such as kind: and metadata:"
            self._report("yaml-not-a-mapping", message, self._root_event or event, fix)

    def ignore(self, event: Event) -> None:
        """The stream's start and end say nothing."""

    def stop(self, what: str, event: Event, *, fix: str = "split the file") -> NoReturn:
        """Report a broken limit. Raises StopReading."""
        self.problems.append(Problem("yaml-too-large", what, self._at(event), fix))
        raise StopReading

    def _odd_key(self, event: Scalar, value: Json, doubt: str, fix: str) -> None:
        text = event.value
        self._key = _DROPPED
        if doubt and text == "<<":
            self._report("yaml-alias", "a merge key (<<) copies keys from elsewhere", event, "write the keys out here")
            return
        if doubt:
            self._report("yaml-ambiguous-scalar", f"the key {doubt}", event, fix)
        elif type(value) is not str:
            message = f"the key {short(text)} is no text" if text else "no key stands before the ':'"
            self._report("yaml-key-not-string", message, event, f'write it in quotes: "{short(text)}"')
        if text in self._container:
            self._duplicate(text, event)
        else:
            self._key = text

    def _duplicate(self, key: str, event: Event) -> None:
        """Reported by the subclass alone, which knows where the first one stands."""
        self.has_duplicates = True

    def _open(self, new: dict[str, Json] | list[Json], event: Node) -> None:
        if event.tag is not None or event.anchor is not None:
            self._marked(event)
        if len(self._stack) >= self._limits.depth:
            self.stop(f"more than {self._limits.depth} levels of nesting", event, fix="make the document flatter")
        if self._key is None and type(self._container) is dict:
            message = "a mapping or a list stands where a key must stand"
            fix = "write the key as text; text that begins with { or [ needs quotes"
            self._report("yaml-key-not-string", message, event, fix)
            self._stack.append((self._container, _DROPPED))
        else:
            self._put(new, event)
            self._stack.append((self._container, None))
        self._container = new
        self._key = None

    def _put(self, value: Json, event: Event) -> None:
        container = self._container
        if isinstance(container, dict):
            key, self._key = self._key, None
            if type(key) is str:
                container[key] = value
            return
        if container is self._roots:
            self._root_event = event
        container.append(value)

    def _marked(self, event: Node) -> None:
        """Report what gives a node another meaning than its text has."""
        if event.anchor is not None:
            message = f"the anchor &{short(event.anchor)} marks a value to be copied"
            self._report("yaml-alias", message, event, "remove it; text that begins with & needs quotes")
        if event.tag is not None:
            message = f"the tag {short(event.tag)} gives the value a type of its own"
            self._report("yaml-tag", message, event, "remove the tag; text that begins with ! needs quotes")

    def _report(
        self, rule: str, message: str, event: Event, fix: str, *, related: tuple[tuple[str, Location], ...] = ()
    ) -> None:
        if len(self.problems) >= self._limits.problems:
            what = f"more than {self._limits.problems} faults; the rest of the file is not read"
            self.stop(what, event, fix="correct those above, and run again")
        self.problems.append(Problem(rule, message, self._at(event), fix, related=related))

    def _at(self, event: Event) -> Location:
        mark = event.start_mark
        return Location(self._file, mark.line + 1, mark.column + 1) if mark else Location(self._file, 1, 1)


class PlacingBuilder(Builder):
    """Notes where each key and value stands, too. Half as fast again, so for those only who ask."""

    def __init__(self, file: str, limits: Limits) -> None:
        super().__init__(file, limits)
        self._key_at = Location(file, 1, 1)
        # By identity of the container and step: place of the key, and of the value. An identity is good while the
        # container lives, also one whose place in the data was dropped.
        self._alive: list[Json] = []
        self._places: dict[tuple[int, str | int], tuple[Location, Location]] = {}

    def find(self, document: int, path: Path, *, key: bool) -> Location:
        """The place of a value or of its key; of the nearest ancestor where there is no such value."""
        found = (Location(self._file, 1, 1),) * 2
        node: Json = self._roots
        for step in (document, *path):
            if (id(node), step) not in self._places:
                break
            found = self._places[id(node), step]
            node = node[step]
        return found[0 if key else 1]

    def scalar(self, event: Scalar) -> None:
        if self._key is None:
            self._key_at = self._at(event)
        super().scalar(event)

    def _put(self, value: Json, event: Event) -> None:
        at = self._at(event)
        if isinstance(self._container, list):
            self._places[id(self._container), len(self._container)] = at, at
        elif isinstance(self._key, str):
            self._places[id(self._container), self._key] = self._key_at, at
        super()._put(value, event)

    def _open(self, new: dict[str, Json] | list[Json], event: Node) -> None:
        self._alive.append(new)
        super()._open(new, event)

    def _duplicate(self, key: str, event: Event) -> None:
        first, _ = self._places[id(self._container), key]
        message = f"the key {short(key)!r} stands twice in one mapping"
        self._report("yaml-duplicate-key", message, event, "keep one of the two", related=(("the first", first),))


def short(text: str) -> str:
    """As much of a text as a message can hold."""
    return text if len(text) <= 40 else text[:37] + "..."

"""YAML files to plain data, strictly: whatever two readers of YAML could take for different things is a finding.

The only user of PyYAML in this stage, and of its events alone: every limit holds before memory is spent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

import yaml

from gitops_gen.errors import ToolError
from gitops_gen.load.builder import Builder, Limits, PlacingBuilder, StopReading
from gitops_gen.load.go_builder import GoBuilder, PlacingGoBuilder
from gitops_gen.load.syntax import complaint, conflict
from gitops_gen.load.text import check_text, place
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Json, Location, Path, Positions

__all__ = ["GO", "LIMITS", "OLDEST_PYYAML", "STRICT", "Dialect", "Limits", "RawDocument", "check_library", "read"]

OLDEST_PYYAML = (6, 0, 4)
LIMITS = Limits()


class Dialect(NamedTuple):
    """Who builds the data, and who also notes where it stands."""

    builder: type[Builder]
    placing: type[PlacingBuilder]


STRICT = Dialect(Builder, PlacingBuilder)
"""Of specs: what two readers could take for different things has no value."""
GO = Dialect(GoBuilder, PlacingGoBuilder)
"""Of manifests: the values are those that kubectl and the GitOps agents read."""


@dataclass(frozen=True, slots=True)
class RawDocument:
    """One document as plain data: a mapping with text as keys. ``positions`` reads the file again at its first use."""

    file: str
    data: dict[str, Json]
    positions: Positions = field(repr=False)


def read(
    file: str, content: bytes, limits: Limits = LIMITS, dialect: Dialect = STRICT
) -> tuple[list[RawDocument], list[Problem]]:
    """Read all documents of a file and report all that is wrong with it. Empty documents are skipped.

    A document with a fault in it is still returned, as far as it can be understood; behind a syntax error or a broken
    limit nothing is read. Raises ToolError where PyYAML cannot be used, and nothing for any content.
    """
    excess = _excess(content, limits)
    if excess:
        return [], [Problem("yaml-too-large", excess, Location(file, 1, 1), "split the file")]
    text = check_text(file, content)
    if text.content is None:
        return [], list(text.problems)
    builder = _run(dialect.builder(file, limits), file, text.content, limits)
    if builder.has_duplicates:
        builder = _run(dialect.placing(file, limits), file, text.content, limits)
    places = _Places(file, text.content, limits, dialect)
    documents = [RawDocument(file, data, partial(places.find, number)) for number, data in builder.documents]
    return documents, [*text.problems, *builder.problems]


def _excess(content: bytes, limits: Limits) -> str:
    """What is too much about bytes before they are parsed; empty if nothing is."""
    if len(content) > limits.bytes:
        return f"the file has more than {limits.bytes:,} bytes"
    # The parser compares each directive with all before it, within one event: 60,000 of them take it seconds.
    if content.count(b"\n%") + content.count(b"\r%") > limits.documents:
        return f"more than {limits.documents:,} lines begin with %"
    return ""


def check_library(version: str, *, with_libyaml: bool) -> None:
    """Raise ToolError unless this PyYAML is fit for hostile input, and fast."""
    fix = "run: pip install --force-reinstall --only-binary :all: 'PyYAML>=6.0.4'"
    if not with_libyaml:
        raise ToolError(f"PyYAML {version} was built without libyaml; {fix}")
    numbers = tuple(int(part) for part in version.split(".")[:3] if part.isdigit())
    if numbers < OLDEST_PYYAML:
        raise ToolError(f"PyYAML {version} is too old: a small file can keep it busy for hours; {fix}")


@cache
def _loader() -> type[yaml.CSafeLoader]:
    check_library(yaml.__version__, with_libyaml=yaml.__with_libyaml__)
    return yaml.CSafeLoader


def _run(builder: Builder, file: str, content: bytes, limits: Limits) -> Builder:
    """Feed a file to a builder."""
    handlers: dict[type, Callable[[Any], None]] = {
        yaml.ScalarEvent: builder.scalar,
        yaml.MappingStartEvent: builder.mapping,
        yaml.MappingEndEvent: builder.close,
        yaml.SequenceStartEvent: builder.sequence,
        yaml.SequenceEndEvent: builder.close,
        yaml.AliasEvent: builder.alias,
        yaml.DocumentStartEvent: builder.open_document,
        yaml.DocumentEndEvent: builder.close_document,
        yaml.StreamStartEvent: builder.ignore,
        yaml.StreamEndEvent: builder.ignore,
    }
    next_event = _loader()(content).get_event
    try:
        for event in islice(iter(next_event, None), limits.events):
            handlers[type(event)](event)
        beyond = next_event()
        if beyond is not None:
            builder.stop(f"more than {limits.events:,} values and brackets", beyond)
    except yaml.YAMLError as error:
        builder.problems.append(_syntax(file, content.decode(), error))
    except StopReading:
        pass
    return builder


def _syntax(file: str, text: str, error: yaml.YAMLError) -> Problem:
    merge = conflict(text)
    if merge is not None:
        message = "the file holds an unresolved merge conflict"
        return Problem("yaml-syntax", message, place(file, text, merge), "resolve it, and remove Git's marks")
    mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
    if not isinstance(error, yaml.MarkedYAMLError) or mark is None:
        return Problem("yaml-syntax", f"the YAML is wrong: {error}", Location(file, 1, 1), "correct it")
    # Where the text ends too early, libyaml points behind the blank lines at its end, at a line that may not exist.
    end = len(text.rstrip(" \r\n"))
    said = complaint(str(error.problem), text[mark.index : mark.index + 1] if mark.index < end else "")
    start = error.context_mark if said.at_start else None
    if start is None and mark.index >= end:
        return Problem(said.rule, said.message, place(file, text, end), said.fix)
    at = start or mark
    return Problem(said.rule, said.message, Location(file, at.line + 1, at.column + 1), said.fix)


@dataclass(slots=True)
class _Places:
    """Where the values of one file stand. Holds the bytes, and reads them again when somebody asks first."""

    file: str
    content: bytes
    limits: Limits
    dialect: Dialect
    _builder: PlacingBuilder | None = None

    def find(self, document: int, path: Path, key: bool) -> Location:  # noqa: FBT001  (the signature of Positions)
        if self._builder is None:
            self._builder = self.dialect.placing(self.file, self.limits)
            _run(self._builder, self.file, self.content, self.limits)
        return self._builder.find(document, path, key=key)

"""Walking a generated object: by pointer, by line, and into files that lie in a ConfigMap as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gitops_gen.explain.target import NotFoundError, no_such_step
from gitops_gen.load.yaml import RawDocument, read
from gitops_gen.model.source import Json, Path

ABSENT = object()
"""In place of a value that is not there: None is a value."""


def find(file: str, body: Json, steps: Iterable[str]) -> tuple[Path, Json]:
    """The path that a decoded pointer means, with its value. Raises NotFoundError naming what is near."""
    path: Path = ()
    value = body
    for step in steps:
        inside = opened(value)
        key: str | int = int(step) if isinstance(inside, list) and step.isdecimal() else step
        value = inner(inside, key)
        if value is ABSENT:
            raise no_such_step(file, path, step, inside)
        path = (*path, key)
    return path, value


def value_at(body: Json, path: Path) -> Json:
    """The value at a path, or None where there is none."""
    value = body
    for step in path:
        value = inner(opened(value), step)
    return None if value is ABSENT else value


def inner(value: Json, step: str | int) -> Json:
    """What lies in a mapping under a key or in a list at an index, or ABSENT."""
    if isinstance(value, dict):
        return value.get(step, ABSENT)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return ABSENT


def opened(value: Json) -> Json:
    """A text of several lines that is a YAML mapping, as that mapping; anything else as it is."""
    document = _nested(value)
    return value if document is None else document.data


def leaves(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every single value below, with its path, in the order of the file; empty mappings and lists count as values."""
    inside = opened(value)
    if isinstance(inside, dict) and inside:
        for key in sorted(inside):
            yield from leaves(inside[key], (*path, key))
    elif isinstance(inside, list) and inside:
        for index, item in enumerate(inside):
            yield from leaves(item, (*path, index))
    else:
        yield path, inside


def path_at_line(file: str, content: bytes, line: int) -> Path:
    """The innermost value that begins at a line of a generated file, or that the line belongs to."""
    lines = content.count(b"\n")
    if line > lines:
        raise NotFoundError(f"{file} has {lines} lines, there is no line {line}")
    documents, _ = read(file, content)
    return _innermost(documents[0], line) if documents else ()


def _innermost(document: RawDocument, line: int) -> Path:
    path: Path = ()
    for candidate in paths(document.data):
        if document.positions(candidate, True).line <= line:
            path = candidate
    nested = _nested(value_at(document.data, path))
    below = line - document.positions(path, True).line
    if nested is None or below < 1:
        return path
    return path + _innermost(nested, below)


def paths(value: Json, path: Path = ()) -> Iterator[Path]:
    """Every path below a value and its own, outer before inner, in the order of the document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield from paths(item, (*path, step))


def _nested(value: Json) -> RawDocument | None:
    if not isinstance(value, str) or "\n" not in value:
        return None
    documents, problems = read("", value.encode())
    return documents[0] if len(documents) == 1 and not problems else None

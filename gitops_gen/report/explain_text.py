"""Explanations for a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from gitops_gen.explain.answer import Explanation, Field, Origin, Uses
from gitops_gen.model.source import Json
from gitops_gen.report.paint import paint
from gitops_gen.report.printable import printable
from gitops_gen.report.summary import plural
from gitops_gen.report.text import render_text

_LONGEST_VALUE = 72
_MARGIN = 12
_NO_LINE = (
    "no line of its own: it follows from what the object was made for, or is the same in every object of the kind"
)


def render_explanation(answer: Explanation, *, color: bool = False) -> str:
    """The object, the value, the spec lines behind it with the winner first, and what the rules say of it."""
    head = _head(answer, color=color)
    body = _fields(answer.fields) if answer.fields else ()
    lines = [*head, "", *_value(answer, color=color), *body]
    text = "".join(line.rstrip() + "\n" for line in lines)
    return text + ("\n" + render_text(answer.findings, color=color) if answer.findings else "")


def _head(answer: Explanation, *, color: bool) -> Iterator[str]:
    yield paint(printable(answer.file), "bold", color=color)
    if answer.object:
        yield _entry("object", f"{answer.object} in cluster {answer.cluster}")
    yield _entry("renderer", f"{answer.renderer}: {answer.summary}" if answer.summary else answer.renderer)
    yield from _origin(answer.reason, color=color)


def _value(answer: Explanation, *, color: bool) -> Iterator[str]:
    if answer.pointer:
        shown = "" if answer.fields else f" = {json.dumps(answer.value, ensure_ascii=False)}"
        yield paint(printable(answer.pointer), "bold", color=color) + printable(shown)
    if answer.decided_at not in (None, answer.pointer):
        yield _entry("decided", f"with all of {answer.decided_at}")
    for origin in answer.origins:
        yield from _origin(origin, color=color)
    if answer.pointer and not answer.fields and not answer.origins:
        yield _entry("set by", _NO_LINE)


def _origin(origin: Origin, *, color: bool) -> Iterator[str]:
    role = "made for" if origin.role == "exists because of" else origin.role
    yield _entry(role, f"{paint(printable(str(origin.location)), 'cyan', color=color)}  {printable(origin.document)}")
    yield f"{'':{_MARGIN}}| {printable(origin.text)}"


def _fields(fields: Sequence[Field]) -> Iterator[str]:
    """The place first: it is the shorter column. A dash is what no spec line decides."""
    rows = [(printable(str(field.location or "-")), field) for field in fields]
    width = max(len(place) for place, _ in rows)
    for place, field in rows:
        yield f"  {place:{width}}  {printable(field.pointer)} = {printable(_short(field.value))}"


def _entry(name: str, text: str) -> str:
    return f"  {name:{_MARGIN - 2}}{text}"


def _short(value: Json) -> str:
    """A value on one line; of a long one, the beginning."""
    if isinstance(value, dict | list) and value:
        return plural(len(value), "entry").replace("entrys", "entries")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def render_uses(answer: Uses, *, color: bool = False) -> str:
    """What a place in a spec decides, by file."""
    lines = [paint(printable(answer.place), "bold", color=color)]
    if answer.text:
        lines.append(f"  | {printable(answer.text)}")
    lines += ["", *_used(answer, color=color)]
    files = len({use.file for use in answer.uses})
    told = (
        f"{plural(len(answer.uses), 'value')} in {plural(files, 'file')}"
        if answer.uses
        else "no generated value names this place as its origin"
    )
    return "".join(f"{line}\n" for line in [*lines, *([""] if answer.uses else []), told])


def _used(answer: Uses, *, color: bool) -> Iterator[str]:
    file = ""
    for use in answer.uses:
        if use.file != file:
            file = use.file
            yield paint(printable(file), "cyan", color=color)
        yield (
            f"  {printable(use.pointer)} = {printable(_short(use.value))}" if use.pointer else f"  {_whole(use.value)}"
        )


def _whole(value: Json) -> str:
    return printable(f"the object itself: {value}" if value else "the file itself")

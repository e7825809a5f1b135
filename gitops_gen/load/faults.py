"""What the models refuse, in plain words and at its line: what was read, what was expected, what to write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gitops_gen.load.forms import FORMS
from gitops_gen.load.language import legal_keys, other_forms
from gitops_gen.model import names
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Document, Json, Path, Ref
from gitops_gen.model.spec import SpecModel

_ABSENT = object()
_UNION_TAG = re.compile(r"literal\[|tuple\[|dict\[|function-|[A-Z]")
"""How pydantic names an alternative of a union inside a location."""

_KEY_MARK = "[key]"
"""What pydantic adds to a location when a mapping's key is wrong, not its value."""

_TYPES = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "tuple_type": "a list",
}

_BOUNDS = {
    "greater_than_equal": ("ge", "{} or more"),
    "less_than_equal": ("le", "{} or less"),
    "string_too_long": ("max_length", "at most {} characters"),
    "string_too_short": ("min_length", "at least {} character"),
    "too_short": ("min_length", "at least {} entry"),
}
"""pydantic's error to the bound in its context, and to what was expected."""

_CREDENTIALS = re.compile(r"//[^/@]{1,200}@")
"""A name and a password inside a URL, which no message may repeat."""

_OF_A_MAPPING = ("one_of", "order", "state_change", "empty")
"""Errors of a mapping as a whole; their text names the keys concerned."""

_FIXES = {
    "one_of": "keep only keys that go together",
    "order": "change one of the two",
    "state_change": 'write stateChange: {date: "YYYY-MM-DD", reason: …} beside every state but active, and only there',
    "text": "remove them",
}
"""Where the text of an error of ours says no fix. All others are bounds."""

_SHOWN = 60


class _Words(NamedTuple):
    message: str
    fix: str


def document_problems(document: Document, model: type[SpecModel], error: ValidationError) -> Iterator[Problem]:
    """One problem a fault, without repetitions."""
    seen: set[tuple[object, str]] = set()
    details = [one for one in error.errors(include_url=False) if _of_this_branch(document.data, one["loc"])]
    misspelt = {_meant(document, model, detail) for detail in details if detail["type"] == "extra_forbidden"}
    for detail in details:
        if detail["type"] == "missing" and tuple(detail["loc"]) in misspelt:
            continue
        if detail["type"] == "too_short" and detail["input"]:
            # pydantic counts the entries that are right; each of the others is a fault of its own.
            continue
        problem = _problem(document, model, detail)
        if (problem.at, problem.message) not in seen:
            seen.add((problem.at, problem.message))
            yield problem


def _problem(document: Document, model: type[SpecModel], detail: ErrorDetails) -> Problem:
    kind, path = detail["type"], _real_path(document.data, detail["loc"])
    if kind == "extra_forbidden":
        key = str(path[-1])
        text = f"{key[:_SHOWN]!r} is no key of {_place(path[:-1])}{_look_alikes(key)}"
        fix = names.did_you_mean(key, legal_keys(model, path[:-1]))
        return Problem("spec-unknown-key", text, Ref(document, path), fix, on_key=True)
    if kind == "missing":
        return _missing(document, path, str(detail["loc"][-1]))
    if kind in _TYPES:
        return Problem("spec-type", *_type_words(path, detail, at=Ref(document, path)))
    words = _value_words(path, detail, others=other_forms(model, path))
    if kind in _OF_A_MAPPING:
        path = _first_key_named(document.data, path, detail["msg"])
    on_key = _KEY_MARK in detail["loc"] or kind in _OF_A_MAPPING
    return Problem("spec-value", words.message, Ref(document, path), words.fix, on_key=on_key)


def _meant(document: Document, model: type[SpecModel], detail: ErrorDetails) -> Path:
    """The key that an unknown one was probably meant to be: that it is missing is no second fault."""
    *parent, key = _real_path(document.data, detail["loc"])
    return (*parent, names.nearest(str(key), legal_keys(model, tuple(parent))) or "")


def _missing(document: Document, path: Path, key: str) -> Problem:
    if path and path[-1] == key:
        text = f"{_place(path)} is null, which means unset, but {_place(path[:-1])} needs it"
        return Problem("spec-missing-key", text, Ref(document, path), f"write a value for {key}", on_key=True)
    text = f"{_place(path)} lacks {key!r}"
    return Problem("spec-missing-key", text, Ref(document, path), f"add {key}", on_key=True)


def _type_words(path: Path, detail: ErrorDetails, *, at: Ref) -> tuple[str, Ref, str]:
    kind, value = detail["type"], detail["input"]
    fix = f"write {_TYPES[kind]}"
    if kind == "string_type" and isinstance(value, int | float):
        fix = f'write it in quotes: "{_show(value)}"'
    elif kind == "int_type" and isinstance(value, str) and re.fullmatch(r"[0-9]{1,18}", value):
        fix = f"write it without quotes: {int(value)}"
    return f"{_place(path)} is {_show(value)}, expected {_TYPES[kind]}", at, fix


def _value_words(path: Path, detail: ErrorDetails, *, others: tuple[str, ...]) -> _Words:
    kind, place, shown, context = detail["type"], _place(path), _show(detail["input"]), detail.get("ctx", {})
    if kind in ("literal_error", "enum"):
        return _choice_words(place, detail, others)
    if kind in _BOUNDS:
        bound, wanted = _BOUNDS[kind]
        expected = wanted.format(context.get(bound))
        read = "empty" if detail["input"] in ("", [], {}) else shown
        return _Words(f"{place} is {read}, expected {expected}", f"write {expected}")
    if kind == "string_pattern_mismatch":
        expected = FORMS.get(str(context.get("pattern")), f"text of the form {context.get('pattern')}")
        return _Words(f"{place} is {shown}, expected {expected}", f"write {expected}")
    return _own_words(place, shown, detail)


def _choice_words(place: str, detail: ErrorDetails, others: tuple[str, ...]) -> _Words:
    """``others``: what may stand there beside the words, such as a mapping."""
    listed = str(detail.get("ctx", {}).get("expected", "")).replace(" or ", ", ").split(",")
    legal = sorted(part.strip(" '\"") for part in listed)
    expected = " or ".join((", ".join(repr(word) for word in legal), *others))
    close = names.nearest(str(detail["input"]), legal)
    fix = f"did you mean {close!r}?" if close else f"write {expected}" if len(legal) == 1 else "write one of them"
    return _Words(f"{place} is {_show(detail['input'])}, expected {expected}", fix)


def _own_words(place: str, shown: str, detail: ErrorDetails) -> _Words:
    """Our models' errors: ``expected X``, ``X; write Y``, or for names ``X is no Y: Z``."""
    kind, message = detail["type"], detail["msg"]
    if message.startswith("expected "):
        wanted = message.removeprefix("expected ")
        read = place if kind in _OF_A_MAPPING else f"{place} is {shown}"
        return _Words(f"{read}{':' if kind in _OF_A_MAPPING else ','} {message}", f"write {wanted}")
    if kind == "name":
        head, _, wanted = message.rpartition(": ")
        return _Words(f"{place}: {head}{_look_alikes(str(detail['input']))}", f"use {wanted}")
    head, separator, wanted = message.rpartition("; write ")
    if separator:
        # "it as X" names an example of the form, not the value to write.
        return _Words(f"{place}: {head}", f"write {wanted.replace('it as ', 'it like ', 1)}")
    return _Words(f"{place}: {message}", _FIXES.get(kind, "write a value within these bounds"))


def _look_alikes(text: str) -> str:
    """Names the first character outside ASCII: on paper it may look like a legal one."""
    strange = next((c for c in text if not c.isascii()), None)
    if strange is None:
        return ""
    return f" ({strange!r} is U+{ord(strange):04X} {unicodedata.name(strange, 'without a name')})"


def _show(value: Any) -> str:
    """A short form of what was read; never a whole object."""
    if isinstance(value, dict | list):
        name = "mapping" if isinstance(value, dict) else "list"
        return f"a {name}" if value else f"an empty {name}"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(_CREDENTIALS.sub("//…@", value)[:_SHOWN]) if isinstance(value, str) else str(value)[:_SHOWN]


def _place(path: Path) -> str:
    """A path as people write it: spec.taints[0].key."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".") or "the document"


def _first_key_named(data: Json, path: Path, message: str) -> Path:
    """The first key of the mapping at ``path`` that a message names; the mapping itself where it has none of them."""
    current = data
    for step in path:
        current = current[step]
    words = re.findall(r"[A-Za-z]+", message)
    key = next((word for word in words if isinstance(current, dict) and word in current), None)
    return path if key is None else (*path, key)


def _of_this_branch(data: Json, loc: Iterable[str | int]) -> bool:
    """Of a union's alternatives, keep the errors of the one that is meant: of a mapping or list, or of a word."""
    current = data
    for step in loc:
        inner = _inside(current, step)
        if inner is not _ABSENT:
            current = inner
            continue
        is_tag = isinstance(step, str) and _UNION_TAG.match(step)
        if is_tag and str(step).startswith("literal[") == isinstance(current, dict | list):
            return False
    return True


def _real_path(data: Json, loc: Iterable[str | int]) -> Path:
    """The part of a pydantic location that the document has; tags of unions and ``[key]`` marks are skipped."""
    path: list[str | int] = []
    current = data
    for step in loc:
        inner = _inside(current, step)
        if inner is not _ABSENT:
            current = inner
            path.append(step)
    return tuple(path)


def _inside(current: Json, step: str | int) -> Json:
    if isinstance(current, dict) and step in current:
        return current[step]
    if isinstance(current, list) and isinstance(step, int) and 0 <= step < len(current):
        return current[step]
    return _ABSENT

"""What the models of the spec language allow at a place, for messages."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

from gitops_gen.model.source import Path
from gitops_gen.model.spec import SpecModel


def legal_keys(model: type[SpecModel], path: Path) -> tuple[str, ...]:
    """Keys that a mapping of the language may have at ``path``; empty where any key is legal or none."""
    current: Any = model
    for step in path:
        current = _step(current, step)
        if current is None:
            return ()
    found = next((candidate for candidate in _alternatives(current) if _is_model(candidate)), None)
    return tuple(sorted(field.alias or name for name, field in found.model_fields.items())) if found else ()


def other_forms(model: type[SpecModel], path: Path) -> tuple[str, ...]:
    """What may stand at ``path`` beside a word: a mapping, a list."""
    current: Any = model
    for step in path:
        current = _step(current, step)
        if current is None:
            return ()
    alternatives = tuple(_alternatives(current))
    mapping = any(_is_model(found) or typing.get_origin(found) is dict for found in alternatives)
    listed = any(typing.get_origin(found) is tuple for found in alternatives)
    return ("a mapping",) * mapping + ("a list",) * listed


def _step(current: Any, step: str | int) -> Any:
    for candidate in _alternatives(current):
        if _is_model(candidate):
            field = next((f for n, f in candidate.model_fields.items() if (f.alias or n) == step), None)
            return field.annotation if field else None
        origin, arguments = typing.get_origin(candidate), typing.get_args(candidate)
        if origin in (dict, tuple, list) and arguments:
            return arguments[1] if origin is dict else arguments[0]
    return None


def _is_model(candidate: Any) -> bool:
    return isinstance(candidate, type) and issubclass(candidate, SpecModel)


def _alternatives(annotation: Any) -> Iterator[Any]:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        yield from _alternatives(typing.get_args(annotation)[0])
    elif origin in (typing.Union, types.UnionType):
        for argument in typing.get_args(annotation):
            yield from _alternatives(argument)
    else:
        yield annotation

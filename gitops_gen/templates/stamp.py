"""Fills a template's slots. Compiled once for each template, since a fleet stamps tens of thousands of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from gitops_gen.model.source import Json, Path
from gitops_gen.model.template import SLOT_MARK, Slot, Template

Values = Mapping[str, Json]
Stamper = Callable[[Values], dict[str, Json]]
_Fill = Callable[[Values], Json]


class SlotError(ValueError):
    """A template and the values for it do not fit each other: a bug in a construct or in whoever stamps it."""


def stamp(template: Template, values: Values) -> dict[str, Json]:
    """The template with every slot replaced by its value.

    The values of optional slots are given too, as None. The result shares its unchanging parts with the template and
    with other stamps, and the values with the caller: read it, or copy it first. Raises SlotError when a slot has no
    value, a value has no slot, None is given for a slot that is not optional, or no list for one that is spread.
    """
    return _stamper(template)(values)


@lru_cache(maxsize=256)
def _stamper(template: Template) -> Stamper:
    return compile_stamper(template.object)


def slot_paths(template_object: dict[str, Json]) -> Mapping[Path, str]:
    """Where each slot stands: path in the template to the name of the slot, in the order of the template.

    Paths hold after stamping too: an optional slot is the value of a key, so nothing else moves when it is left out.
    Of a spread slot it is the path of its first item; the others follow at the next indices.
    """
    return {path: slot.name for path, slot in _slots(template_object, ())}


def compile_stamper(template_object: dict[str, Json]) -> Stamper:
    """A function that stamps this object. Raises SlotError for a slot where none may stand."""
    names = frozenset(slot_paths(template_object).values())
    fill = _fill_mapping(template_object)

    def stamper(values: Values) -> dict[str, Json]:
        if values.keys() != names:
            raise SlotError(_misfit(names, values))
        return fill(values)

    return stamper


def _misfit(names: frozenset[str], values: Values) -> str:
    missing, unknown = sorted(names - values.keys()), sorted(values.keys() - names)
    return f"slots without a value: {missing}; values without a slot: {unknown}; slots of the template: {sorted(names)}"


def _slots(node: Json, path: Path) -> Iterator[tuple[Path, Slot]]:
    slot = _read(node, path)
    if slot is not None:
        yield path, slot
    elif isinstance(node, dict):
        for key, value in node.items():
            if SLOT_MARK in key:
                raise SlotError(f"a key cannot be a slot: {key!r} in {path}")
            yield from _member(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _item(value, (*path, index), last=index == len(node) - 1)


def _read(node: Json, path: Path) -> Slot | None:
    try:
        return Slot.read(node)
    except ValueError as error:
        raise SlotError(f"at {path}: {error}") from None


def _member(node: Json, path: Path) -> Iterator[tuple[Path, Slot]]:
    for place, slot in _slots(node, path):
        if place == path and slot.spread:
            raise SlotError(f"at {path}: {slot.name!r} is spread, but stands in no list")
        yield place, slot


def _item(node: Json, path: Path, *, last: bool) -> Iterator[tuple[Path, Slot]]:
    for place, slot in _slots(node, path):
        # Anything that makes later items move would make their paths wrong after stamping.
        if place == path and (slot.optional or (slot.spread and not last)):
            raise SlotError(f"at {path}: in a list {slot.name!r} must be neither optional nor spread before the end")
        yield place, slot


def _has_slots(node: Json) -> bool:
    return any(True for _ in _slots(node, ()))


def _fill_mapping(node: dict[str, Json]) -> Callable[[Values], dict[str, Json]]:
    slots = {key: slot for key, value in node.items() if (slot := Slot.read(value)) is not None}
    required = tuple((key, slot.name) for key, slot in slots.items() if not slot.optional)
    optional = tuple((key, slot.name) for key, slot in slots.items() if slot.optional)
    nested = tuple((key, _fill(value)) for key, value in node.items() if key not in slots and _has_slots(value))

    def fill(values: Values) -> dict[str, Json]:
        filled = node.copy()
        for key, name in required:
            filled[key] = _required(values, name)
        for key, name in optional:
            value = values[name]
            if value is None:
                del filled[key]
            else:
                filled[key] = value
        for key, inner in nested:
            filled[key] = inner(values)
        return filled

    return fill


def _fill_sequence(node: list[Json]) -> _Fill:
    last = Slot.read(node[-1])
    spread = last.name if last is not None and last.spread else None
    fixed = node if spread is None else node[:-1]
    nested = tuple((index, _fill(value)) for index, value in enumerate(fixed) if _has_slots(value))

    def fill(values: Values) -> list[Json]:
        filled = fixed.copy()
        for index, inner in nested:
            filled[index] = inner(values)
        if spread is not None:
            items = values[spread]
            if not isinstance(items, list | tuple):
                raise SlotError(f"slot {spread!r} is spread into a list, but its value is a {type(items).__name__}")
            filled.extend(items)
        return filled

    return fill


def _fill(node: Json) -> _Fill:
    """For a node that holds slots, or is one that is neither optional nor spread."""
    if isinstance(node, dict):
        return _fill_mapping(node)
    if isinstance(node, list):
        return _fill_sequence(node)
    slot = Slot.read(node)
    assert slot is not None
    return lambda values: _required(values, slot.name)


def _required(values: Values, name: str) -> Json:
    value = values[name]
    if value is None:
        raise SlotError(f"slot {name!r} is not optional, but its value is None")
    return value

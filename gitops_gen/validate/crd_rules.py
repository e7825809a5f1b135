"""What a CustomResourceDefinition asks beyond JSON Schema: unique entries of lists, and rules in CEL.

https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
Rules see an object with its defaults filled in, and only one that fits its schema, as on the server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from gitops_gen.model.manifest import Gvk
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.cel import Failed, Scope, Unevaluated, escaped
from gitops_gen.validate.problem import ObjectProblem, Problems, shown

RULE = "manifest-cel"
UNEVALUATED = "manifest-cel-unevaluated"
NOTHING = object()


@dataclass(frozen=True, slots=True)
class CelRule:
    """``field`` is where below the value the fault is shown."""

    expression: str
    message: str
    field: Path

    @property
    def is_transition(self) -> bool:
        """Whether it compares with what was there before: on creation such a rule is not run."""
        return "oldSelf" in self.expression


@dataclass(frozen=True, slots=True)
class Watch:
    """A part of a structural schema that holds, or leads to, rules, defaults and unique entries."""

    rules: tuple[CelRule, ...]
    default: Json
    unique: tuple[str, ...] | None
    """Keys by which entries are told apart; none: by the whole of them; None: they may repeat."""
    properties: Mapping[str, Watch]
    each: Watch | None
    """Of entries of a list, or values of a map."""
    names_properties: bool


def watches(crd: Mapping[str, Any]) -> Iterator[tuple[Gvk, Watch]]:
    """Each served version that asks for more than its schema. Raises KeyError, TypeError or AttributeError where
    ``crd`` has not the shape of a definition."""
    spec = crd["spec"]
    for version in spec["versions"]:
        if version.get("served", True):
            watch = _watch(version["schema"]["openAPIV3Schema"])
            if watch is not None:
                yield Gvk(spec["group"], version["name"], spec["names"]["kind"]), watch


def check_watched(watch: Watch, body: dict[str, Json]) -> Problems:
    """Every entry that stands twice, and every rule that does not hold."""
    value = deepcopy(body)
    _fill(watch, value)
    yield from _check(watch, value, ())


def _watch(node: Mapping[str, Any]) -> Watch | None:
    below = {name: _watch(part) for name, part in node.get("properties", {}).items()}
    properties = {name: part for name, part in below.items() if part is not None}
    inner = node.get("items") or node.get("additionalProperties")
    each = _watch(inner) if isinstance(inner, dict) else None
    kind = node.get("x-kubernetes-list-type")
    unique = {"map": tuple(node.get("x-kubernetes-list-map-keys", ())), "set": ()}.get(str(kind))
    rules = tuple(_rule(rule) for rule in node.get("x-kubernetes-validations", ()))
    default = node.get("default", NOTHING)
    if not (properties or each or rules or unique is not None or default is not NOTHING):
        return None
    return Watch(rules, default, unique, properties, each, "properties" in node)


def _rule(rule: Mapping[str, Any]) -> CelRule:
    message = rule.get("message") or f"failed rule: {' '.join(rule['rule'].split())}"
    steps = str(rule.get("fieldPath", "")).strip(".")
    return CelRule(rule["rule"], message, tuple(steps.split(".")) if steps else ())


def _fill(watch: Watch, value: Json) -> None:
    """Set the defaults of missing keys, the outer ones first: an inner default needs what it lies in."""
    if isinstance(value, dict):
        for name, part in watch.properties.items():
            if part.default is not NOTHING and name not in value:
                value[name] = deepcopy(part.default)
            if name in value:
                _fill(part, value[name])
    if watch.each is not None:
        for each in _entries(value, watch).values():
            _fill(watch.each, each)


def _entries(value: Json, watch: Watch) -> dict[str | int, Json]:
    if isinstance(value, list):
        return dict(enumerate(value))
    if isinstance(value, dict):
        return {key: each for key, each in value.items() if key not in watch.properties}
    return {}


def _check(watch: Watch, value: Json, path: Path) -> Problems:
    if value is None:
        return
    if watch.unique is not None and isinstance(value, list):
        yield from _repeated(value, watch.unique, path)
    if isinstance(value, dict):
        for name, part in watch.properties.items():
            if name in value:
                yield from _check(part, value[name], (*path, name))
    if watch.each is not None:
        for step, each in _entries(value, watch).items():
            yield from _check(watch.each, each, (*path, step))
    for rule in watch.rules:
        if not rule.is_transition:
            yield from _run(rule, watch, value, path)


def _repeated(value: list[Json], keys: tuple[str, ...], path: Path) -> Problems:
    seen: set[str] = set()
    for position, each in enumerate(value):
        told = {key: each.get(key) for key in keys} if keys and isinstance(each, dict) else each
        mark = json.dumps(told, sort_keys=True)
        if mark in seen:
            text = f"{shown(told)} stands twice in a list whose entries differ by {' and '.join(keys) or 'their value'}"
            yield ObjectProblem("manifest-schema", (*path, position), text, "keep one of the two")
        seen.add(mark)


def _run(rule: CelRule, watch: Watch, value: Json, path: Path) -> Problems:
    try:
        holds = Scope({"self": _spelled(value, watch)}).evaluate(rule.expression)
    except Unevaluated as error:
        text = f"the rule {shown(' '.join(rule.expression.split()))} is not evaluated here: {error}"
        yield ObjectProblem(UNEVALUATED, path, text, "see that the API server takes it")
        return
    except Failed as error:
        text = f"the rule {shown(' '.join(rule.expression.split()))} comes to no result: {error}"
        yield ObjectProblem(RULE, path, text, "give the value that it asks for")
        return
    if holds is not True:
        yield ObjectProblem(RULE, (*path, *rule.field), rule.message, "change the object so that the rule holds")


def _spelled(value: Json, watch: Watch | None) -> Json:
    """A value with its properties' names as expressions spell them; the keys of a map stay as they are."""
    if isinstance(value, list):
        return [_spelled(each, watch and watch.each) for each in value]
    if isinstance(value, dict):
        as_properties = watch is not None and watch.names_properties
        return {
            escaped(name) if as_properties else name: _spelled(each, watch and watch.properties.get(name, watch.each))
            for name, each in value.items()
        }
    return value

"""Says in plain words what a schema found: the field, what stands there, what was expected.

Pure, and blind to libraries: ``schema.py`` hands over faults as plain values. Values of Secrets are never shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gitops_gen.model.names import did_you_mean
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.definitions import JsonSchema, follow

WORDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "a string",
}
KIND_WORDS = {
    bool: "a boolean",
    dict: "a mapping",
    float: "a number",
    int: "an integer",
    list: "a list",
    str: "a string",
}
LIMITS = {
    "exclusiveMaximum": "less than {}",
    "exclusiveMinimum": "more than {}",
    "maxItems": "at most {} items",
    "maxLength": "at most {} characters",
    "maxProperties": "at most {} keys",
    "maximum": "{} or less",
    "minItems": "at least {} items",
    "minLength": "at least {} characters",
    "minProperties": "at least {} keys",
    "minimum": "{} or more",
    "multipleOf": "a multiple of {}",
}
SHOWN = 60


@dataclass(frozen=True, slots=True)
class SchemaError:
    """One fault: where in the object, what is wrong in plain words, and what was expected there."""

    path: Path
    message: str
    expected: str
    unknown: bool = False
    """Whether it is about a field that the schema does not know."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A validator's verdict as plain values: the place in the object, the place of the keyword in the schema.

    ``names`` are the missing field, the unknown fields, or the key that is no legal name.
    """

    path: Path
    schema_path: Path
    keyword: str
    names: tuple[str, ...] = ()


def in_words(fault: Fault, *, schema: JsonSchema, body: Json) -> Iterator[SchemaError]:
    """One error a field. Deterministic: names in the order of the alphabet."""
    owner = _owner(schema, fault)
    if fault.keyword == "additionalProperties" and fault.names:
        known = owner.get("properties", {})
        for name in sorted(fault.names):
            hint = did_you_mean(name, known) if known else "no field at all"
            yield SchemaError((*fault.path, name), f"unknown field {name!r}", hint, unknown=True)
    elif fault.names and fault.keyword == "required":
        for name in sorted(fault.names):
            yield SchemaError(
                (*fault.path, name),
                f"the required field {name!r} is missing",
                owner.get("title") or f"a value for {name!r}",
            )
    elif fault.names and fault.keyword == "propertyNames":
        for name in sorted(fault.names):
            yield SchemaError((*fault.path, name), f"{_quoted(name)} is no legal key here", _expected(owner, fault))
    else:
        secret = isinstance(body, dict) and body.get("kind") == "Secret"
        found = _found(_value(body, fault.path), hidden=secret)
        yield SchemaError(fault.path, f"{found} is not allowed here", _expected(owner, fault))


def _owner(schema: JsonSchema, fault: Fault) -> JsonSchema:
    """The schema that holds the keyword; for a schema that is ``false`` its parent."""
    steps = fault.schema_path if fault.keyword == "falseSchema" else fault.schema_path[:-1]
    owner = follow(schema, steps)
    return owner if isinstance(owner, dict) else {}


def _value(body: Json, path: Path) -> Json:
    for step in path:
        body = body[step]
    return body


def _expected(owner: JsonSchema, fault: Fault) -> str:
    if "title" in owner:
        return str(owner["title"])
    keyword = fault.schema_path[-1] if fault.schema_path else fault.keyword
    wanted: Any = owner.get(str(keyword))
    if keyword == "type":
        return _types(wanted)
    if keyword == "enum":
        return _choices(wanted)
    if keyword == "const":
        return _quoted(wanted)
    if keyword == "pattern":
        return f"text of the form {wanted}"
    if keyword == "uniqueItems":
        return "each item only once"
    if keyword in LIMITS:
        return LIMITS[str(keyword)].format(wanted)
    if keyword in ("anyOf", "oneOf"):
        return _alternatives(wanted)
    return "nothing here"


def _types(wanted: Any) -> str:
    names = [wanted] if isinstance(wanted, str) else [name for name in wanted if name != "null"]
    return " or ".join(WORDS.get(name, name) for name in sorted(names))


def _choices(wanted: Any) -> str:
    options = sorted(_quoted(option) for option in wanted if option is not None)
    return options[0] if len(options) == 1 else "one of " + ", ".join(options)


def _alternatives(branches: Any) -> str:
    words = {_types(branch["type"]) for branch in branches if "type" in branch}
    words |= {"the field " + " and ".join(branch["required"]) for branch in branches if "required" in branch}
    return " or ".join(sorted(words)) or "another value"


def _quoted(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _found(value: Json, *, hidden: bool) -> str:
    kind = KIND_WORDS.get(type(value), "null")
    if hidden or value is None or isinstance(value, (dict, list)):
        return kind
    return f"{str(value).lower()} (a boolean)" if isinstance(value, bool) else f"{_quoted(value)} ({kind})"

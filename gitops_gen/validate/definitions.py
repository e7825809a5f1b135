"""Cuts one kind's schema out of Kubernetes' definitions, so small that it compiles in a millisecond.

Pure: knows JSON Schema and Kubernetes' habits in it, and no library.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

JsonSchema = dict[str, Any]
"""A JSON Schema, draft 2020-12, as plain data."""

LOCAL = "#/$defs/"
PROSE = frozenset({"description", "$id"})
SCHEMA_MAPS = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})
SCHEMAS = frozenset(
    {
        "additionalProperties",
        "allOf",
        "anyOf",
        "else",
        "if",
        "items",
        "not",
        "oneOf",
        "prefixItems",
        "propertyNames",
        "then",
    }
)
INTEGER_RANGES = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}


def self_contained(schema: JsonSchema, definitions: Mapping[str, JsonSchema]) -> JsonSchema:
    """``schema`` with every definition that it reaches under ``$defs``, all references local, prose left out.

    ``format: int32`` and ``int64`` become bounds: validators take a format for a remark, the API server does not.
    Raises KeyError for a reference that nobody defines: a defect of the data.
    """
    wanted: set[str] = set()
    root: JsonSchema = _cut(schema, wanted)
    found: JsonSchema = root.setdefault("$defs", {})
    while missing := sorted(wanted - found.keys()):
        for name in missing:
            found[name] = _cut(definitions[name], wanted)
    return root


def follow(schema: JsonSchema, steps: tuple[str | int, ...]) -> Any:
    """The part of ``schema`` at ``steps``, references resolved on the way; an empty schema where there is none."""
    node: Any = schema
    for step in steps:
        node = resolved(schema, node)
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            return {}
    return resolved(schema, node)


def resolved(schema: JsonSchema, node: Any) -> Any:
    """``node``, or what its local reference names."""
    while isinstance(node, dict) and isinstance(node.get("$ref"), str):
        node = schema["$defs"][node["$ref"].removeprefix(LOCAL)]
    return node


def _cut(node: Any, wanted: set[str]) -> Any:
    if isinstance(node, list):
        return [_cut(item, wanted) for item in node]
    if not isinstance(node, dict):
        return node
    cut = {key: _keyword(key, value, wanted) for key, value in node.items() if key not in PROSE}
    bounds = INTEGER_RANGES.get(node.get("format", ""))
    if bounds:
        cut["minimum"], cut["maximum"] = (
            max(bounds[0], cut.get("minimum", bounds[0])),
            min(bounds[1], cut.get("maximum", bounds[1])),
        )
    return cut


def _keyword(key: str, value: Any, wanted: set[str]) -> Any:
    if key == "$ref":
        name = value.rpartition("/")[2]
        wanted.add(name)
        return LOCAL + name
    if key in SCHEMA_MAPS:
        return {name: _cut(part, wanted) for name, part in value.items()}
    return _cut(value, wanted) if key in SCHEMAS else value

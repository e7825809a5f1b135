"""What the API server asks of a field beyond its published type, as JSON Schema: it costs no more than the type.

The words that a field takes are in ``data/kubernetes-enums.json``, all else in ``data/kubernetes-overlays.yaml``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from gitops_gen.catalog import load_overlays
from gitops_gen.model.manifest import Gvk
from gitops_gen.validate.definitions import JsonSchema

COMBINED = ("allOf", "anyOf", "oneOf")


@cache
def load_enums() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The words of a field, by the full name of its type."""
    data = json.loads((files("gitops_gen") / "data" / "kubernetes-enums.json").read_bytes())
    return {
        name: {
            field: tuple(words)
            for field, words in {**data["marked"].get(name, {}), **data["enforced"].get(name, {})}.items()
        }
        for name in sorted({*data["marked"], *data["enforced"]})
    }


def type_name(gvk: Gvk) -> str:
    """The full name of a kind's type."""
    return f"io.k8s.api.{gvk.group.partition('.')[0] or 'core'}.{gvk.version}.{gvk.kind}"


def overlaid(types: Mapping[str, JsonSchema]) -> dict[str, JsonSchema]:
    """All types, with what is laid over some of them."""
    names = load_overlays().keys() | load_enums().keys()
    return {**types, **{name: overlay(name, types[name]) for name in sorted(names) if name in types}}


def overlay(name: str, schema: JsonSchema) -> JsonSchema:
    """One type with what is laid over it; an empty schema, of a kind that is not there, stays empty."""
    more, words = load_overlays().get(name, {}), load_enums().get(name, {})
    if not schema or not (more or words):
        return schema
    properties = dict(schema.get("properties", {}))
    for field, words_of_field in words.items():
        if field in properties:
            properties[field] = _limited(properties[field], words_of_field)
    for field, asked in more.get("fields", {}).items():
        if field in properties:
            properties[field] = {**_kept(properties[field], asked), **asked}
    required = {*schema.get("required", ()), *more.get("required", ())} - {*more.get("optional", ())}
    combined = {key: more[key] for key in (*COMBINED, "type") if key in more}
    return {**schema, "properties": properties, "required": sorted(required), **combined}


def _kept(field: JsonSchema, asked: JsonSchema) -> JsonSchema:
    """What stays of a field: all, but for the reference where a type is asked for, as of a number or percentage."""
    return {key: value for key, value in field.items() if key != "$ref" or "type" not in asked}


def _limited(field: JsonSchema, words: tuple[str, ...]) -> JsonSchema:
    """Empty counts as absent, and so does null."""
    if "items" in field:
        return {**field, "items": {**field["items"], "enum": [*words]}}
    return {**field, "enum": [*words, "", None]}

"""JSON Schemas of the spec language, made from its models, for editors and other tools. Pure.

pydantic's own schema is near: here it learns that ``null`` means unset, that keys of a wrong form are refused, and it
loses titles that only repeat a field's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gitops_gen.model.source import Json
from gitops_gen.model.spec import KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BASE = "https://gitops-gen.io/v1"
_ORDER = ("$schema", "$id", "title", "description", "type")
_NULL = {"type": "null"}


def schema_file(kind: str) -> str:
    """The name under which a kind's schema is published; spec files name it in their modeline."""
    return f"{kind.lower()}.json"


def spec_schema(kind: str, *, gpus: Iterable[str] = ()) -> dict[str, Json]:
    """The JSON Schema (draft 2020-12) of a kind of document. ``gpus`` are catalog ids, for completion in editors.

    Raises KeyError for a kind that is none.
    """
    schema = KINDS[kind].model_json_schema(by_alias=True, mode="validation")
    models = schema.pop("$defs", {})
    meanings = {f"#/$defs/{name}": model["description"] for name, model in models.items()}
    definitions = {name: _model(model, meanings) for name, model in models.items()}
    _offer(definitions.get("PoolGpu"), "model", sorted(gpus))
    whole = {"$schema": DIALECT, "$id": f"{BASE}/{schema_file(kind)}", **_model(schema, meanings), "title": kind}
    return _ordered(whole | {"$defs": definitions})


def _offer(model: Json, name: str, values: list[str]) -> None:
    if model and values:
        model["properties"][name]["examples"] = values


def _model(schema: Json, meanings: Mapping[str, str]) -> dict[str, Json]:
    """A mapping of the language: every key that is not required may be null, which means unset."""
    required = schema.get("required", ())
    cleaned: dict[str, Json] = {key: value for key, value in schema.items() if key != "title"}
    cleaned["properties"] = {}
    for name, field in schema["properties"].items():
        value = _closed({key: part for key, part in field.items() if key not in ("title", "description", "default")})
        about = {"description": field.get("description") or _meaning(field, meanings), "default": _default(field)}
        told = {key: text for key, text in about.items() if _worth_saying(text)}
        cleaned["properties"][name] = told | (value if name in required else _nullable(value))
    return cleaned


def _meaning(field: Json, meanings: Mapping[str, str]) -> str | None:
    """What a field without words of its own holds: editors do not look for them behind an alternative."""
    references = [part.get("$ref") for part in (field, *field.get("anyOf", ()))]
    return next((meanings[reference] for reference in references if reference), None)


def _default(field: Json) -> Json:
    """The default as one writes it. Models keep durations as seconds, the only numbers that are text in YAML."""
    value = field.get("default")
    if field.get("type") == "string" and isinstance(value, int):
        return f"{value // 60}m" if value % 60 == 0 else f"{value}s"
    return value


def _worth_saying(value: Json) -> bool:
    return value is not None and value != [] and not isinstance(value, dict)


def _nullable(schema: dict[str, Json]) -> dict[str, Json]:
    alternatives = schema.get("anyOf")
    if alternatives is None:
        return {"anyOf": [schema, _NULL]}
    return schema if _NULL in alternatives else {**schema, "anyOf": [*alternatives, _NULL]}


def _closed(schema: Json) -> Json:
    """Refuse keys that no pattern matches."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if "patternProperties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed


def _ordered(schema: dict[str, Json]) -> dict[str, Json]:
    """What a reader wants first comes first; definitions by name; properties stay in the order of the models."""
    head = {key: schema[key] for key in _ORDER if key in schema}
    rest = {key: schema[key] for key in sorted(schema) if key not in _ORDER}
    return {**head, **{key: _by_name(value) if key == "$defs" else value for key, value in rest.items()}}


def _by_name(definitions: dict[str, Json]) -> dict[str, Json]:
    return {name: _ordered(definitions[name]) for name in sorted(definitions)}

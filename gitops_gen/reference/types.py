"""What the types of the spec language are called, for people: a JSON Schema in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from gitops_gen.model.source import Json
from gitops_gen.model.spec import nodepool, scalars

SCALARS: Mapping[str, tuple[Json, str]] = {
    "name": (scalars.Name, "lower case letters, digits and `-`, at most 63 characters, alphanumeric at both ends"),
    "quantity": (scalars.Cpu, "as in Kubernetes: `4`, `500m`, `16Gi`, `2Ti`"),
    "quantity or `unlimited`": (scalars.CpuCeiling, "a ceiling, or the word that there is none"),
    "GPU kind": (
        scalars.Kind,
        '`h100-80gb` a whole card, `h100-80gb/1g.10gb` a MIG slice, `"l4-24gb:shared"` a share of a card',
    ),
    "MIG profile": (
        nodepool.SliceName,
        "`1g.10gb`, as the driver calls it; `gitops-gen catalog <GPU>` lists those of a card",
    ),
    "date": (scalars.Date, 'in quotes: `"2026-11-30"`, UTC'),
    "duration": (scalars.Duration, "`30s`, `5m`, `8h`, `1h30m`"),
    "port": (scalars.PortText, "a number or a range with its protocol: `443/TCP`, `8000-8010/UDP`"),
    "ports": (scalars.Ports, "a list of ports, or the word `any`"),
    "network": (scalars.Cidr, "an address range without host bits: `203.0.113.0/24`"),
    "ratio": (scalars.Ratio, "promised to physical, 1 or more: `1.5`"),
    "share": (scalars.Share, "a part of a whole: `0.8`"),
    "money": (scalars.Money, "an amount in the currency of the rates"),
    "count": (scalars.Count, "a whole number, 0 or more"),
    "positive count": (scalars.Positive, "a whole number, 1 or more"),
    "version": (scalars.SemVer, 'in quotes: `"26.7.0"`'),
    "profile version": (scalars.Version, 'a whole number in quotes: `"1"`; the highest is the newest'),
    "Kubernetes version": (scalars.KubernetesVersion, 'a minor, in quotes: `"1.36"`'),
    "owner": (scalars.Owner, "a user or team of the forge: `@acme/platform`"),
    "group": (scalars.Group, "a group of people, as the identity provider names it"),
    "image": (scalars.ImageRef, "a container image, with a tag or better a digest"),
    "URL": (scalars.Url, "`https://` or `ssh://`"),
    "text": (scalars.Text, "anything printable"),
    "path in a container": (scalars.MountPath, "absolute: `/checkpoints`"),
    "path in the repository": (scalars.RepoPath, "relative: `generated`"),
    "branch": (scalars.Branch, "a Git branch or tag"),
    "environment variable": (scalars.EnvName, "its name"),
    "key": (scalars.ConfigKey, "a key of a Secret or ConfigMap"),
}
"""What a scalar is called in the tables: the type, and what it means."""


def type_words(field: Json, models: Mapping[str, Json]) -> str:
    """A schema as a person says it."""
    bare = {key: value for key, value in field.items() if key not in ("description", "default", "examples")}
    alternatives = [part for part in bare.get("anyOf", ()) if part != {"type": "null"}]
    known = _known().get(_frozen({**bare, "anyOf": alternatives} if alternatives else bare))
    if known:
        return known
    if len(alternatives) == 1:
        return type_words(alternatives[0], models)
    if alternatives:
        return " or ".join(type_words(part, models) for part in alternatives)
    return _plain_words(bare, models)


def _plain_words(field: Json, models: Mapping[str, Json]) -> str:
    if "$ref" in field:
        return "mapping"
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return "one of " + ", ".join(f"`{value}`" for value in field["enum"])
    kind = field.get("type")
    if kind == "array":
        return f"list of {type_words(field['items'], models)}"
    if kind == "object":
        keys = [type_words({"type": "string", "pattern": key}, models) for key in field.get("patternProperties", {})]
        return (
            f"{keys[0] if keys else 'text'} → {' or '.join(type_words(value, models) for value in map_values(field))}"
        )
    if kind in ("integer", "number"):
        return ("whole number" if kind == "integer" else "number") + _bounds(field)
    return {"boolean": "`true` or `false`", "string": "text"}.get(str(kind), str(kind)) + _form(field)


def _bounds(field: Json) -> str:
    low, high = field.get("minimum"), field.get("maximum")
    if low is not None and high is not None:
        return f", {low} to {high}"
    return f", {low} or more" if low is not None else ""


def _form(field: Json) -> str:
    pattern = field.get("pattern")
    return f" like `{pattern}`" if pattern else ""


def map_values(field: Json) -> list[Json]:
    """What the keys of a free mapping lead to."""
    extra = field.get("additionalProperties")
    return [*field.get("patternProperties", {}).values(), *([extra] if isinstance(extra, dict) else [])]


@cache
def _known() -> Mapping[str, str]:
    return {_frozen(TypeAdapter(annotation).json_schema()): name for name, (annotation, _) in SCALARS.items()}


def _frozen(schema: Json) -> str:
    return json.dumps(schema, sort_keys=True)

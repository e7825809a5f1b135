"""Turns a CustomResourceDefinition into strict JSON Schemas, one for each served version.

Strict as the API server is with ``fieldValidation=Strict``: a field that the definition does not know is an error.
The definition's CEL rules are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gitops_gen.model.manifest import Gvk
from gitops_gen.validate.definitions import LOCAL, JsonSchema

OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
COPIED = (
    "const",
    "default",
    "enum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "title",
    "uniqueItems",
)
COMBINED = ("allOf", "anyOf", "oneOf")
PRESERVE = "x-kubernetes-preserve-unknown-fields"
INT_OR_STRING = "x-kubernetes-int-or-string"
EMBEDDED = "x-kubernetes-embedded-resource"


def crd_schemas(crd: dict[str, Any]) -> Iterator[tuple[Gvk, JsonSchema]]:
    """The strict schema of each served version. Raises KeyError or TypeError where ``crd`` has not the shape of one."""
    spec = crd["spec"]
    for version in spec["versions"]:
        if version.get("served", True):
            gvk = Gvk(spec["group"], version["name"], spec["names"]["kind"])
            yield gvk, _root(version["schema"]["openAPIV3Schema"], gvk)


def _root(node: dict[str, Any], gvk: Gvk) -> JsonSchema:
    schema = _strict(node)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["properties"] = {
        **schema.get("properties", {}),
        "apiVersion": {"const": gvk.api_version},
        "kind": {"const": gvk.kind},
        "metadata": {"$ref": LOCAL + OBJECT_META},
    }
    schema["required"] = sorted({"apiVersion", "kind", "metadata", *schema.get("required", ())})
    return schema


def _strict(node: dict[str, Any]) -> JsonSchema:
    schema = _values(node, nested=_strict)
    if schema.get("type") == "object" and not node.get(PRESERVE) and "additionalProperties" not in schema:
        schema["additionalProperties"] = False
    if node.get(EMBEDDED):
        schema["properties"] = {"apiVersion": {}, "kind": {}, "metadata": {}, **schema.get("properties", {})}
    if node.get(INT_OR_STRING):
        # The definition repeats it as anyOf, whose two branches say the same.
        schema["type"] = ["integer", "string"]
        schema.pop("anyOf", None)
    if node.get("nullable") and "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        schema["type"] = [*types, "null"]
    return schema


def _values(node: dict[str, Any], *, nested: Any = None) -> JsonSchema:
    """The node in JSON Schema's words. Inside allOf, anyOf, oneOf and not, fields are judged and never forbidden."""
    nested = nested or _values
    schema: JsonSchema = {key: node[key] for key in COPIED if key in node}
    if "type" in node:
        schema["type"] = node["type"]
    for bound, keyword in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if node.get(keyword) is True and bound in schema:
            schema[keyword] = schema.pop(bound)
    if "properties" in node:
        schema["properties"] = {name: nested(part) for name, part in node["properties"].items()}
    if isinstance(node.get("items"), dict):
        schema["items"] = nested(node["items"])
    if "additionalProperties" in node:
        extra = node["additionalProperties"]
        schema["additionalProperties"] = nested(extra) if isinstance(extra, dict) else extra
    for keyword in COMBINED:
        if keyword in node:
            schema[keyword] = [_values(part) for part in node[keyword]]
    if "not" in node:
        schema["not"] = _values(node["not"])
    return schema

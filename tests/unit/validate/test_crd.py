"""A CustomResourceDefinition becomes a schema as strict as the API server."""

from __future__ import annotations

from typing import Any

import pytest

from gitops_gen.model.manifest import Gvk
from gitops_gen.validate.crd import crd_schemas
from gitops_gen.validate.schema import Schemas, SchemaState

GVK = Gvk("acme.example", "v1", "Widget")


def crd(spec: dict[str, Any]) -> dict[str, Any]:
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"metadata": {"type": "object"}, "spec": spec}}}
    return {
        "spec": {
            "group": GVK.group,
            "names": {"kind": GVK.kind, "plural": "widgets"},
            "versions": [
                {"name": "v1", "served": True, "schema": schema},
                {"name": "v1beta1", "served": False, "schema": schema},
            ],
        }
    }


CLOSED = {"type": "object", "properties": {"size": {"type": "integer"}}}
CASES: dict[str, tuple[dict[str, Any], Any, bool]] = {
    "a known field": (CLOSED, {"size": 1}, True),
    "an unknown field": (CLOSED, {"sise": 1}, False),
    "an object without fields": ({"type": "object"}, {"a": 1}, False),
    "fields kept although unknown": ({**CLOSED, "x-kubernetes-preserve-unknown-fields": True}, {"a": 1}, True),
    "a map": ({"type": "object", "additionalProperties": {"type": "string"}}, {"a": "b"}, True),
    "a map of other values": ({"type": "object", "additionalProperties": {"type": "string"}}, {"a": 1}, False),
    "a null where it may be": ({"type": "object", "nullable": True}, None, True),
    "a null where it may not be": (CLOSED, None, False),
    "a number or text": (
        {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]},
        "50%",
        True,
    ),
    "neither number nor text": ({"x-kubernetes-int-or-string": True}, True, False),
    "an embedded object": (
        {"type": "object", "x-kubernetes-embedded-resource": True, "properties": {}},
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}},
        True,
    ),
    "an exclusive bound": ({"type": "integer", "minimum": 0, "exclusiveMinimum": True}, 0, False),
    "a field judged again inside anyOf is not forbidden": (
        {**CLOSED, "anyOf": [{"properties": {"size": {"minimum": 1}}}]},
        {"size": 2},
        True,
    ),
    "a pattern": ({"type": "string", "pattern": "^a"}, "b", False),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_definition_judges_like_the_server(case: tuple[dict[str, Any], Any, bool]) -> None:
    spec, value, want_valid = case
    schemas = Schemas(crds=dict(crd_schemas(crd(spec))))
    body = {"apiVersion": GVK.api_version, "kind": GVK.kind, "metadata": {"name": "a"}, "spec": value}
    result = schemas.check(body, kubernetes_version="1.36")
    assert (result.state is SchemaState.VALID) is want_valid


def test_only_served_versions_count() -> None:
    assert [gvk for gvk, _ in crd_schemas(crd(CLOSED))] == [GVK]


def test_metadata_is_checked_although_the_definition_leaves_it_open() -> None:
    schemas = Schemas(crds=dict(crd_schemas(crd(CLOSED))))
    body = {"apiVersion": GVK.api_version, "kind": GVK.kind, "metadata": {"name": "a", "label": {}}}
    result = schemas.check(body, kubernetes_version="1.36")
    assert [error.path for error in result.errors] == [("metadata", "label")]


def test_something_else_than_a_definition_is_a_mistake_of_the_caller() -> None:
    with pytest.raises((KeyError, TypeError)):
        list(crd_schemas({"spec": None}))

"""Our schemas and checks against what others wrote: the reference output, and the real CustomResourceDefinitions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from gitops_gen.catalog import load_kinds
from gitops_gen.model.manifest import Gvk
from gitops_gen.validate.bundle import definitions
from gitops_gen.validate.context import check_context
from gitops_gen.validate.crd import crd_schemas
from gitops_gen.validate.definitions import JsonSchema, resolved, self_contained
from gitops_gen.validate.objects import check_object, kind_key
from gitops_gen.validate.schema import FILE_FORMATS, Schemas, SchemaState

Body = dict[str, Any]
VERSION = "1.36"
OWN = {
    Gvk("argoproj.io", "v1alpha1", "AppProject"): "appprojects.argoproj.io",
    Gvk("argoproj.io", "v1alpha1", "Application"): "applications.argoproj.io",
    Gvk("kustomize.toolkit.fluxcd.io", "v1", "Kustomization"): "kustomizations.kustomize.toolkit.fluxcd.io",
    Gvk("nfd.k8s-sigs.io", "v1alpha1", "NodeFeatureRule"): "nodefeaturerules.nfd.k8s-sigs.io",
    Gvk("source.toolkit.fluxcd.io", "v1", "GitRepository"): "gitrepositories.source.toolkit.fluxcd.io",
    Gvk("source.toolkit.fluxcd.io", "v1", "OCIRepository"): "ocirepositories.source.toolkit.fluxcd.io",
}
FILE_KIND = "kustomize.config.k8s.io"


def own(name: str) -> JsonSchema:
    text = files("gitops_gen").joinpath("data", "schemas", f"{name}.json").read_text()
    schema: JsonSchema = json.loads(text)
    return schema


def reference_objects(shared: Path) -> list[tuple[str, Body]]:
    root = shared / "reference" / "generated"
    found = [
        (str(file.relative_to(root)), yaml.safe_load(file.read_text()))
        for file in sorted(root.rglob("*.yaml"))
        if not file.name.startswith("values-")
    ]
    assert len(found) > 90
    return found


def test_every_reference_object_is_valid(shared: Path, schemas: Schemas) -> None:
    for name, body in reference_objects(shared):
        result = schemas.check(body, kubernetes_version=VERSION)
        assert (name, result.state, result.errors) == (name, SchemaState.VALID, ())


def test_no_check_finds_fault_with_a_reference_object(shared: Path) -> None:
    objects = reference_objects(shared)
    namespaces = [body for _, body in objects if body["kind"] == "Namespace"]
    context = check_context(load_kinds().values(), kubernetes_version=VERSION, namespaces=namespaces)
    assert len(context.pod_security) == len(namespaces) > 2
    for name, body in objects:
        assert (name, list(check_object(body, context))) == (name, [])


def test_the_files_inside_reference_objects_are_valid(shared: Path, schemas: Schemas) -> None:
    formats = {"mig-parted-config": "mig-parted-v1", "device-plugin-config": "device-plugin-v1"}
    judged = 0
    for name, body in reference_objects(shared):
        if body["kind"] == "ConfigMap":
            for text in body["data"].values():
                result = schemas.check_file(formats[body["metadata"]["name"]], yaml.safe_load(text))
                assert (name, result.errors) == (name, ())
                judged += 1
    assert judged > 2


def real_schema(shared: Path, gvk: Gvk) -> JsonSchema:
    crd = yaml.safe_load((shared / "crds" / f"{OWN[gvk]}.yaml").read_text())
    return dict(crd_schemas(crd))[gvk]


@pytest.mark.parametrize("gvk", OWN, ids=str)
def test_reference_objects_satisfy_the_real_definition(gvk: Gvk, shared: Path) -> None:
    """Judged by another library too, so that a slip in our use of one does not hide."""
    schema = self_contained(real_schema(shared, gvk), definitions(VERSION))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    key = f"{gvk.kind}.{gvk.group}"
    bodies = [body for _, body in reference_objects(shared) if kind_key(body) == key]
    assert bodies or gvk.kind == "OCIRepository"
    for body in bodies:
        assert [error.message for error in validator.iter_errors(body)] == []
        broken = {**body, "spec": {**body["spec"], "oddity": 1}}
        assert [error.validator for error in validator.iter_errors(broken)] == ["additionalProperties"]


def fields(whole: JsonSchema, node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every field that a schema names, as a place and its type; lists and maps are passed through."""
    node = resolved(whole, node)
    for name, part in sorted(node.get("properties", {}).items()):
        part = resolved(whole, part)
        here = f"{place}/{name}"
        yield here, str(part.get("type", ""))
        if here not in ("/metadata", "/status", "/operation"):
            yield from fields(whole, part, here)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            yield from fields(whole, node[key], f"{place}/*")


@pytest.mark.parametrize("gvk", OWN, ids=str)
def test_our_schema_allows_no_field_that_the_real_definition_lacks(gvk: Gvk, shared: Path) -> None:
    ours = self_contained(own("_".join(gvk)), definitions(VERSION))
    real = self_contained(real_schema(shared, gvk), definitions(VERSION))
    known = dict(fields(real, real))
    mine = dict(fields(ours, ours))
    assert mine.keys() - known.keys() == set()
    assert len(mine) > 10
    different = {
        place: (kind, known[place]) for place, kind in mine.items() if kind and known[place] and kind != known[place]
    }
    assert different == {}


@pytest.mark.parametrize("gvk", OWN, ids=str)
def test_our_schema_knows_every_field_of_the_real_definition(gvk: Gvk, shared: Path) -> None:
    """Or else a good object of somebody else would be refused."""
    ours = self_contained(own("_".join(gvk)), definitions(VERSION))
    real = self_contained(real_schema(shared, gvk), definitions(VERSION))
    assert {place for place, _ in fields(real, real)} - {place for place, _ in fields(ours, ours)} == set()


@pytest.mark.parametrize("gvk", OWN, ids=str)
def test_our_schema_demands_what_the_real_definition_demands(gvk: Gvk, shared: Path) -> None:
    ours, real = own("_".join(gvk)), real_schema(shared, gvk)
    for place in ("spec",):
        wanted = set(real["properties"][place].get("required", ()))
        assert wanted <= set(ours["properties"][place].get("required", ()))


def own_names() -> list[str]:
    folder = files("gitops_gen").joinpath("data", "schemas")
    return sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))


@pytest.mark.parametrize("name", own_names())
def test_our_schemas_are_schemas_and_strict_and_name_their_sources(name: str) -> None:
    schema = own(name)
    known = {} if name in FILE_FORMATS or name.startswith(FILE_KIND) else definitions(VERSION)
    whole = self_contained(schema, known)
    jsonschema.Draft202012Validator.check_schema(whole)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert all(isinstance(source, str) and source for source in schema["x-sources"])
    for place, node in objects_in(schema):
        assert (place, "additionalProperties" in node) == (place, "properties" in node)


def objects_in(node: Any, place: str = "") -> Iterator[tuple[str, JsonSchema]]:
    """Every schema with fields of its own; those inside allOf, if and then only judge."""
    if isinstance(node, list):
        for position, item in enumerate(node):
            yield from objects_in(item, f"{place}/{position}")
    elif isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            yield place, node
        for key, value in node.items():
            if key not in ("allOf", "anyOf", "oneOf"):
                yield from objects_in(value, f"{place}/{key}")

"""Reads the schemas that are there: Kubernetes' from the package kubernetes-validate, our own from the package data."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from gitops_gen.errors import ToolError
from gitops_gen.model.manifest import Gvk
from gitops_gen.validate.definitions import JsonSchema

PACKAGE = "kubernetes_validate"
BUNDLE = "kubernetes-json-schema"
FOLDER = "v{}.0-local-strict"
VERSION = re.compile(r"v(\d+)\.(\d+)\.\d+-local-strict\Z")


def bundled_versions() -> tuple[str, ...]:
    """The Kubernetes minors that are bundled, oldest first: ``1.25`` … Raises ToolError without the bundle."""
    found = (VERSION.match(entry.name) for entry in _bundle().iterdir())
    minors = sorted((int(match[1]), int(match[2])) for match in found if match)
    return tuple(f"{major}.{minor}" for major, minor in minors)


def definitions(version: str) -> Mapping[str, JsonSchema]:
    """Every type of a bundled minor, by its full name."""
    found: Mapping[str, JsonSchema] = _read(_folder(version) / "_definitions.json")["$defs"]
    return found


def builtin_schema(version: str, gvk: Gvk) -> JsonSchema:
    """The kind's schema in a bundled minor; empty when it has none.

    Files are named by the first part of the group alone, so that the full identity must be compared.
    """
    parts = (gvk.kind.lower(), gvk.group.partition(".")[0], gvk.version)
    file = _folder(version) / ("-".join(part for part in parts if part) + ".json")
    schema: JsonSchema = _read(file) if file.is_file() else {}
    return schema if gvk in _identities(schema) else {}


def own_schema(name: str) -> JsonSchema:
    """A schema of ours, by file name without the ending; empty when there is none."""
    file = files("gitops_gen").joinpath("data", "schemas", f"{name}.json")
    schema: JsonSchema = json.loads(file.read_bytes()) if file.is_file() else {}
    return schema


def kinds_like(version: str, kind: str) -> tuple[Gvk, ...]:
    """Where a bundled minor has a kind of this name, whatever its group and version; sorted."""
    candidates = _folder(version).glob(f"{kind.lower()}-*.json")
    return tuple(sorted({gvk for file in candidates for gvk in _identities(_read(file))}))


def _bundle() -> Path:
    # The package itself is not imported: that costs 0.1 s for libraries which its data does not need.
    spec = importlib.util.find_spec(PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise ToolError("Kubernetes' schemas are missing; install the package kubernetes-validate")
    return Path(folders[0]) / BUNDLE


def _folder(version: str) -> Path:
    return _bundle() / FOLDER.format(version)


def _read(file: Path) -> Any:
    return json.loads(file.read_bytes())


def _identities(schema: JsonSchema) -> tuple[Gvk, ...]:
    entries = schema.get("x-kubernetes-group-version-kind", ())
    return tuple(Gvk(entry["group"], entry["version"], entry["kind"]) for entry in entries)

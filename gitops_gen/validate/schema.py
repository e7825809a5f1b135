"""Checks objects against JSON Schemas: Kubernetes' bundled ones, our own for other projects' kinds, and users' CRDs.

The only module that imports a schema library. A :class:`Schemas` lives for one run and compiles a kind once, on first
sight. One engine judges and explains, so that the two never disagree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from gitops_gen.model.manifest import Gvk
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.bundle import builtin_schema, bundled_versions, definitions, kinds_like, own_schema
from gitops_gen.validate.definitions import JsonSchema, self_contained
from gitops_gen.validate.overlays import overlaid, overlay, type_name
from gitops_gen.validate.schema_words import Fault, SchemaError, in_words

if TYPE_CHECKING:
    import jsonschema_rs

API_VERSION = re.compile(r"(?:[a-z0-9][a-z0-9.-]*/)?v[0-9][a-z0-9]*\Z")
KIND = re.compile(r"[A-Za-z][A-Za-z0-9]*\Z")
FILE_FORMATS = ("device-plugin-v1", "mig-parted-v1")


class SchemaState(StrEnum):
    """A schema's verdict. ``NO_SCHEMA``: nobody knows the kind. ``NO_VERSION``: that Kubernetes is not bundled."""

    VALID = "valid"
    INVALID = "invalid"
    NO_SCHEMA = "no-schema"
    NO_VERSION = "no-version"


@dataclass(frozen=True, slots=True)
class SchemaResult:
    """A verdict. ``detail`` says what is known instead, where there is no schema or no such version."""

    state: SchemaState
    errors: tuple[SchemaError, ...] = ()
    detail: str = ""


VALID = SchemaResult(SchemaState.VALID)


@dataclass(frozen=True, slots=True)
class _Compiled:
    schema: JsonSchema
    validator: jsonschema_rs.Draft202012Validator

    def check(self, body: Json) -> SchemaResult:
        try:
            if self.validator.is_valid(body):
                return VALID
            faults = [_fault(error, body) for error in self.validator.iter_errors(body)]
        except ValueError as error:
            # Not JSON at all: a key that is no string, half a surrogate pair, nesting without end.
            return _invalid(SchemaError((), f"the object is no JSON: {error}", "string keys and plain values"))
        return _invalid(*(error for fault in faults for error in in_words(fault, schema=self.schema, body=body)))


_Entry = _Compiled | SchemaResult


@dataclass(slots=True)
class Schemas:
    """The schemas of one run. ``crds`` (see ``crd.py``) win over our own schemas, and those over the bundled ones."""

    crds: Mapping[Gvk, JsonSchema] = field(default_factory=dict)
    _entries: dict[tuple[str, str, str], _Entry] = field(default_factory=dict, init=False)
    _files: dict[str, _Compiled] = field(default_factory=dict, init=False)
    _definitions: dict[str, Mapping[str, JsonSchema]] = field(default_factory=dict, init=False)

    def versions(self) -> tuple[str, ...]:
        """The Kubernetes minors that are bundled, oldest first: ``1.25`` … Raises ToolError without the bundle."""
        return bundled_versions()

    def check(self, body: Json, *, kubernetes_version: str) -> SchemaResult:
        """All faults of one object against its kind's schema in a bundled Kubernetes minor, such as ``1.36``."""
        if not isinstance(body, dict):
            return _invalid(SchemaError((), "not a mapping", "a Kubernetes object"))
        api_version, kind = body.get("apiVersion"), body.get("kind")
        if not isinstance(api_version, str) or not isinstance(kind, str):
            return _invalid(*_identity_faults(api_version, kind))
        entry = self._entries.get((kubernetes_version, api_version, kind))
        if entry is None:
            entry = self._load(kubernetes_version, api_version, kind)
            self._entries[kubernetes_version, api_version, kind] = entry
        return entry.check(body) if isinstance(entry, _Compiled) else entry

    def check_file(self, file_format: str, body: Json) -> SchemaResult:
        """All faults of a file inside a ConfigMap; ``file_format`` is one of FILE_FORMATS, else KeyError."""
        if file_format not in FILE_FORMATS:
            raise KeyError(file_format)
        if file_format not in self._files:
            self._files[file_format] = _compiled(own_schema(file_format), {})
        return self._files[file_format].check(body)

    def _load(self, version: str, api_version: str, kind: str) -> _Entry:
        faults = _identity_faults(api_version, kind)
        if faults:
            return _invalid(*faults)
        if version not in self.versions():
            known = ", ".join(self.versions())
            return SchemaResult(
                SchemaState.NO_VERSION, detail=f"Kubernetes {version} is not bundled; known are {known}"
            )
        group, _, api = api_version.rpartition("/")
        gvk = Gvk(group, api, kind)
        builtin = overlay(type_name(gvk), builtin_schema(version, gvk))
        schema = self.crds.get(gvk) or own_schema("_".join(gvk)) or builtin
        if not schema:
            return SchemaResult(SchemaState.NO_SCHEMA, detail=_no_schema(version, gvk))
        return _compiled(schema, self._definitions_of(version))

    def _definitions_of(self, version: str) -> Mapping[str, JsonSchema]:
        if version not in self._definitions:
            self._definitions[version] = overlaid(definitions(version))
        return self._definitions[version]


def _compiled(schema: JsonSchema, known: Mapping[str, JsonSchema]) -> _Compiled:
    import jsonschema_rs  # slow, and not needed by every command

    whole = self_contained(schema, known)
    return _Compiled(whole, jsonschema_rs.Draft202012Validator(whole))


def _fault(error: jsonschema_rs.ValidationError, body: Json) -> Fault:
    details = error.kind.as_dict()
    names: tuple[str, ...] = ()
    if "unexpected" in details:
        names = tuple(details["unexpected"])
    elif "property" in details:
        names = (details["property"],)
    elif error.kind.name == "propertyNames":
        names = (str(details["error"].instance),)
    return Fault(_steps(body, error.instance_path), tuple(error.schema_path), error.kind.name, names)


def _steps(body: Json, path: Iterable[str | int]) -> Path:
    """The path as the object has it: the engine takes a key such as "1" for an index."""
    steps: list[str | int] = []
    for step in path:
        step = str(step) if isinstance(body, dict) else step
        steps.append(step)
        body = body[step]
    return tuple(steps)


def _identity_faults(api_version: Json, kind: Json) -> tuple[SchemaError, ...]:
    wanted = (
        ("apiVersion", api_version, API_VERSION, "an API group and version such as batch/v1"),
        ("kind", kind, KIND, "a kind such as Job"),
    )
    return tuple(
        SchemaError((name,), "missing" if value is None else f"{value!r} is not allowed here", expected)
        for name, value, pattern, expected in wanted
        if not isinstance(value, str) or not pattern.match(value)
    )


def _no_schema(version: str, gvk: Gvk) -> str:
    served = ", ".join(f"{known.kind} of {known.api_version}" for known in kinds_like(version, gvk.kind))
    instead = f"; it has {served}" if served else ""
    return f"Kubernetes {version} has no {gvk.kind} of {gvk.api_version}, and no definition of it was given{instead}"


def _invalid(*errors: SchemaError) -> SchemaResult:
    return SchemaResult(SchemaState.INVALID, tuple(sorted(set(errors), key=_order)))


def _order(error: SchemaError) -> tuple[tuple[tuple[bool, str | int], ...], str, str]:
    return tuple((isinstance(step, str), step) for step in error.path), error.message, error.expected

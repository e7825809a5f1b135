"""What ``explain`` answers: values that the reports print."""

from __future__ import annotations

from dataclasses import dataclass

from gitops_gen.model.finding import Finding
from gitops_gen.model.source import Json, Location


@dataclass(frozen=True, slots=True)
class Origin:
    """A spec value behind a field.

    ``role``: ``set by`` holds, ``overrides`` lost against it, ``adds`` is a grant, ``with`` was taken into account too.
    ``text`` is the line of the spec as it stands there.
    """

    role: str
    document: str
    pointer: str
    location: Location
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """A value in an object with the spec value that decided it; ``location`` None: no spec did."""

    pointer: str
    value: Json
    location: Location | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a field of a generated file is what it is.

    ``object`` is empty for a file that is no Kubernetes object. ``decided_at`` is the pointer of the value that names
    the origins: the field itself, one that holds it, or None where no spec decides the value. ``reason`` is why the
    object exists at all. ``fields`` are what lies below the pointer, when that is no single value.
    """

    file: str
    pointer: str
    value: Json
    object: str
    cluster: str
    renderer: str
    summary: str
    decided_at: str | None
    origins: tuple[Origin, ...]
    reason: Origin
    fields: tuple[Field, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A generated value that a spec line had a part in; an empty pointer is the object's existence."""

    file: str
    pointer: str
    value: Json


@dataclass(frozen=True, slots=True)
class Uses:
    """The other way: what a place in a spec decides."""

    place: str
    text: str
    uses: tuple[Use, ...]

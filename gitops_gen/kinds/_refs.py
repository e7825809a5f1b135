"""Where a rendered field came from, for values that no layer has traced already."""

from __future__ import annotations

from typing import Any

from gitops_gen.model.fleet import Spec, Tenant, TenantProfile
from gitops_gen.model.source import Document, Ref

Refs = tuple[Ref, ...]


def is_written(spec: Spec[Any], *path: str | int) -> bool:
    """Whether the document states this value below ``spec`` itself. A default, or ``null``, has no line."""
    return len(_written_path(spec.document, ("spec", *path))) > len(path)


def written(spec: Spec[Any], *path: str | int) -> Ref:
    """A value below ``spec``, or what it is the default of: the deepest part of the path that the document states."""
    return nearest(spec.ref(*path))


def nearest(ref: Ref) -> Ref:
    """The reference itself where its document states the value, else that of its nearest ancestor."""
    return Ref(ref.document, _written_path(ref.document, ref.path))


def _written_path(document: Document, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    current: Any = document.data
    for length, step in enumerate(path):
        if isinstance(current, dict):
            current = current.get(step)
        elif isinstance(current, list) and isinstance(step, int) and step < len(current):
            current = current[step]
        else:
            current = None
        if current is None:
            return path[:length]
    return path


def joined(*origins: Refs) -> Refs:
    """Several origins as one, oldest first: of what occurs twice the last place counts."""
    refs = [ref for part in reversed(origins) for ref in reversed(part)]
    return tuple(reversed(dict.fromkeys(refs)))


def use_of(tenant: Tenant, profile: TenantProfile) -> Refs:
    """The two lines that give a namespace a profile: the team uses it, the allocation allows it."""
    position = tenant.allocation.model.spec.profiles.index(profile.name)
    return (tenant.team.ref("profiles", profile.name), tenant.allocation.ref("profiles", position))

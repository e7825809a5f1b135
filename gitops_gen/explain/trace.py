"""From the references behind a field to the lines that people read."""

from __future__ import annotations

from collections.abc import Mapping

from gitops_gen.explain.answer import Origin
from gitops_gen.explain.body import ABSENT, inner
from gitops_gen.model.source import Document, Json, Path, Ref, pointer
from gitops_gen.model.spec import Grant, Team, WorkloadProfile
from gitops_gen.model.spec.layers import LAYERED_FIELDS


def trace(refs: tuple[Ref, ...], texts: Mapping[str, bytes]) -> tuple[Origin, ...]:
    """The winner first, then grants, then the others from the nearest to the farthest; of twins the nearer."""
    nearest_first = tuple(dict.fromkeys(reversed(refs)))
    # A grant is added to the value that holds; it never replaces one.
    grants = tuple(ref for ref in nearest_first if ref.document.kind == Grant.__name__)
    winner, *others = [ref for ref in nearest_first if ref not in grants] or grants
    found = [("set by", winner), *(("adds", ref) for ref in grants if ref is not winner)]
    found += [(_role(ref, winner), ref) for ref in others if ref not in grants]
    return tuple(origin(role, ref, texts) for role, ref in found)


def origin(role: str, ref: Ref, texts: Mapping[str, bytes]) -> Origin:
    """One reference with its line."""
    written = Ref(ref.document, existing(ref.document, ref.path))
    place = written.location
    lines = texts.get(place.file, b"").decode("utf-8", "replace").splitlines()
    text = lines[place.line - 1].strip() if place.line <= len(lines) else ""
    return Origin(role, str(ref.document), pointer(ref.path), place, text)


def existing(document: Document, path: Path) -> Path:
    """The part of a path that the document states: a default has no line of its own."""
    value: Json = document.data
    for length, step in enumerate(path):
        value = inner(value, step)
        if value is ABSENT or value is None:
            return path[:length]
    return path


def _role(ref: Ref, winner: Ref) -> str:
    """Whether a value lost against the winner, or was one of several that were taken together."""
    slot = _slot(ref)
    return "overrides" if slot and slot == _slot(winner) and ref.document is not winner.document else "with"


def _slot(ref: Ref) -> Path:
    """What a layer speaks about, whichever layer it is; empty for values that no other layer can state."""
    kind, path = ref.document.kind, ref.path
    if kind == WorkloadProfile.__name__:
        return ("profile", *path[1:])
    if kind == Team.__name__ and path[:2] == ("spec", "profiles"):
        return ("profile", *path[3:])
    return path if len(path) > 1 and path[1] in LAYERED_FIELDS else ()

"""The other way: from a line of a spec to everything generated that it had a part in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitops_gen.explain.answer import Use, Uses
from gitops_gen.explain.body import paths, value_at
from gitops_gen.explain.target import NotFoundError, Target
from gitops_gen.explain.trace import existing
from gitops_gen.explain.world import Subject, World
from gitops_gen.model.source import Document, Path, Ref, pointer


def explain_spec(world: World, target: Target) -> Uses:
    """What a place in a spec decides; of a whole file, everything that it decides. Raises NotFoundError."""
    lines = world.texts[target.file].decode("utf-8", "replace").splitlines()
    if target.line > len(lines):
        raise NotFoundError(f"{target.file} has {len(lines)} lines, there is no line {target.line}")
    subjects = world.subjects()
    refs = {ref for subject in subjects.values() for ref in _refs(subject) if ref.document.file == target.file}
    chosen = _chosen(refs, target)
    uses = tuple(_uses(world, subjects, chosen))
    text = lines[target.line - 1].strip() if target.line else ""
    return Uses(_place(target), text, tuple(sorted(uses, key=lambda use: (use.file, use.pointer))))


def _place(target: Target) -> str:
    return (
        f"{target.file}:{target.line}"
        if target.line
        else target.file + (f"#{pointer(target.steps)}" if target.steps else "")
    )


def _refs(subject: Subject) -> Iterator[Ref]:
    yield subject.origin
    for found in subject.sources.values():
        yield from found


def _chosen(refs: set[Ref], target: Target) -> frozenset[Ref]:
    """The references that speak about the place; where none does, the nearest that speak about what it lies in."""
    if not target.line and not target.steps:
        return frozenset(refs)
    meant = {document: _meant(document, target) for document in {ref.document for ref in refs}}
    written = {ref: existing(ref.document, ref.path) for ref in refs}
    direct = frozenset(ref for ref, path in written.items() if _touches(path, meant[ref.document], target))
    return direct or _around(written, meant)


def _meant(document: Document, target: Target) -> tuple[Path, ...]:
    """The paths of a document that a target names."""
    if target.line:
        return tuple(path for path in paths(document.data) if path and _begins_at(document, path, target.line))
    return tuple(path for path in paths(document.data) if tuple(map(str, path)) == target.steps)


def _begins_at(document: Document, path: Path, line: int) -> bool:
    return line in (document.locate(path).line, document.locate(path, key=True).line)


def _touches(path: Path, meant: tuple[Path, ...], target: Target) -> bool:
    """By line: what begins there. By pointer: that value and all inside it."""
    return path in meant if target.line else any(path[: len(place)] == place for place in meant)


def _around(written: Mapping[Ref, Path], meant: Mapping[Document, tuple[Path, ...]]) -> frozenset[Ref]:
    inner = {document: max(places, key=len) for document, places in meant.items() if places}
    holding = {
        ref: len(path)
        for ref, path in written.items()
        if ref.document in inner and len(path) > 1 and inner[ref.document][: len(path)] == path
    }
    nearest = max(holding.values(), default=0)
    return frozenset(ref for ref, length in holding.items() if length == nearest)


def _uses(world: World, subjects: Mapping[str, Subject], chosen: frozenset[Ref]) -> Iterator[Use]:
    for path, subject in subjects.items():
        file = f"{world.folder}/{path}"
        if subject.origin in chosen:
            yield Use(file, "", str(subject.manifest.id) if subject.manifest else "")
        for place, refs in subject.sources.items():
            if not chosen.isdisjoint(refs):
                yield Use(file, pointer(place), value_at(subject.body, place))

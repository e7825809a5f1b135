"""Provenance: which spec lines and which plug-in made a generated field, and what they overrode. Pure.

Nothing of this is written into the output: a comment added to a spec would change every file. It is worked out when
somebody asks, from the references that every object carries beside its body.
"""

from __future__ import annotations

from gitops_gen.emit.yaml import render_file
from gitops_gen.explain.answer import Explanation, Field, Uses
from gitops_gen.explain.body import find, leaves, path_at_line, value_at
from gitops_gen.explain.renderer import renderer_of_file, renderer_of_object
from gitops_gen.explain.target import NotFoundError, Target, no_such_file, parse_target
from gitops_gen.explain.trace import origin, trace
from gitops_gen.explain.uses import explain_spec
from gitops_gen.explain.world import Subject, World
from gitops_gen.model.finding import Finding
from gitops_gen.model.source import Json, Path, pointer

__all__ = ["Explanation", "NotFoundError", "Target", "Uses", "World", "explain", "parse_target"]


def explain(world: World, target: Target) -> Explanation | Uses:
    """Explain a place in a generated file, or what a place in a spec decides. Raises NotFoundError with a suggestion.

    A generated file may be named below the repository or below the output folder.
    """
    subjects = world.subjects()
    path = target.file.removeprefix(f"{world.folder}/")
    if path not in subjects and target.file in world.texts:
        return explain_spec(world, target)
    if path not in subjects:
        raise no_such_file(target.file, [*(f"{world.folder}/{known}" for known in subjects), *world.texts])
    return _explain_file(world, path, subjects[path], target)


def _explain_file(world: World, path: str, subject: Subject, target: Target) -> Explanation:
    file = f"{world.folder}/{path}"
    place, value = _place(file, subject, target)
    manifest = subject.manifest
    renderer, summary = renderer_of_object(world, manifest) if manifest else renderer_of_file(world, path)
    decided = _decided(subject, place)
    below = tuple(leaves(value, place))
    return Explanation(
        file=file,
        pointer=pointer(place),
        value=value,
        object=str(manifest.id) if manifest else "",
        cluster=path.split("/")[0],
        renderer=renderer,
        summary=summary,
        decided_at=None if decided is None else pointer(decided),
        origins=() if decided is None else trace(subject.sources[decided], world.texts),
        reason=origin("exists because of", subject.origin, world.texts),
        fields=() if below == ((place, value),) else tuple(_field(subject, *leaf) for leaf in below),
        findings=tuple(item for item in world.findings if manifest and _concerns(item, str(manifest), pointer(place))),
    )


def _place(file: str, subject: Subject, target: Target) -> tuple[Path, Json]:
    if target.line:
        place = path_at_line(file, render_file(subject.body), target.line)
        return place, value_at(subject.body, place)
    return find(file, subject.body, target.steps)


def _decided(subject: Subject, path: Path) -> Path | None:
    """The path itself or the nearest around it that names spec values."""
    return next((path[:length] for length in range(len(path), 0, -1) if subject.sources.get(path[:length])), None)


def _field(subject: Subject, path: Path, value: Json) -> Field:
    decided = _decided(subject, path)
    place = None if decided is None else subject.sources[decided][-1].location
    return Field(pointer(path), value, place)


def _concerns(finding: Finding, manifest: str, place: str) -> bool:
    """Whether a finding is about this object, at this place, inside it or around it."""
    inner, outer = f"{finding.path}/", f"{place}/"
    return finding.object == manifest and (inner.startswith(outer) or outer.startswith(inner))

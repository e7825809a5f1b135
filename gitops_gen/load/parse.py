"""Raw documents to typed specs. Every fault of every document becomes a problem at the line that holds it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gitops_gen.load.faults import document_problems
from gitops_gen.load.yaml import RawDocument
from gitops_gen.model import names
from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Spec
from gitops_gen.model.source import Document, Json, Location, Ref
from gitops_gen.model.spec import API_VERSION, KINDS


@dataclass(frozen=True, slots=True)
class Parsed:
    """The documents that are right, and what is wrong with the others."""

    specs: tuple[Spec[Any], ...]
    problems: tuple[Problem, ...]
    broken: frozenset[tuple[str, str]] = frozenset()
    """Kind and name of documents that are wrong, empty where unknown: references to them are no second fault."""


_LOSE_DOCUMENTS = ("yaml-not-utf8", "yaml-syntax", "yaml-too-large")
"""Faults of reading behind which a file may hold documents that nobody knows."""


def parse(raw: Iterable[RawDocument], faults: Iterable[Problem] = ()) -> Parsed:
    """Type every document. ``faults`` is what reading found: what follows from it is no second fault."""
    read = tuple(faults)
    reported = {fault.at for fault in read}
    specs: list[Spec[Any]] = []
    problems: list[Problem] = []
    broken: set[tuple[str, str]] = {("", "") for fault in read if fault.rule in _LOSE_DOCUMENTS}
    for item in raw:
        document = Document(item.file, str(item.data.get("kind", "")), _name(item.data), item.data, item.positions)
        model = KINDS.get(document.kind)
        if model is None:
            problems.append(_unknown_kind(document))
            broken.add((names.nearest(document.kind, KINDS) or "", _legal(document.name)))
            continue
        try:
            specs.append(Spec(document, model.model_validate(item.data)))
        except ValidationError as error:
            broken.add((document.kind, _legal(document.name)))
            found = document_problems(document, model, error)
            problems.extend(problem for problem in found if _place(problem) not in reported)
    return Parsed(tuple(specs), tuple(problems), frozenset(broken))


def _place(problem: Problem) -> Location:
    if isinstance(problem.at, Location):
        return problem.at
    return problem.at.key_location if problem.on_key else problem.at.location


def _name(data: dict[str, Json]) -> str:
    metadata = data.get("metadata")
    return str(metadata.get("name", "")) if isinstance(metadata, dict) else ""


def _legal(name: str) -> str:
    """A name that others may refer to; empty where the fault lies in the name itself."""
    return name if names.is_label(name) else ""


def _unknown_kind(document: Document) -> Problem:
    written = document.data.get("kind")
    if written is None:
        fix = f"add apiVersion: {API_VERSION} and a kind; {names.did_you_mean('', KINDS)}"
        return Problem("spec-kind", "the document has no kind", Ref(document, ("kind",)), fix)
    shown = "a mapping or a list" if isinstance(written, dict | list) else repr(written)[:60]
    text = f"{shown} is no kind of the spec language"
    return Problem("spec-kind", text, Ref(document, ("kind",)), names.did_you_mean(str(written), KINDS))

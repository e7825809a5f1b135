"""Any files of manifests to objects: many documents, lists of objects, JSON; each object knows where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gitops_gen.load.builder import Limits
from gitops_gen.load.yaml import GO, read
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Document, Json, Location, Path, Ref

LIMITS = Limits(bytes=64 << 20, events=20_000_000, documents=200_000)
"""A dump of a cluster is one file of many objects."""
NOT_OURS = frozenset({"kustomization.kustomize.config.k8s.io", "component.kustomize.config.k8s.io"})
"""Kinds that no server ever sees: kustomize reads them."""
MARKS = frozenset({"apiVersion", "kind", "metadata"})
"""A document with one of these is meant to be an object."""


@dataclass(frozen=True, slots=True)
class FoundObject:
    """An object in a file. ``path`` leads to it inside its document: empty, or into the items of a list."""

    document: Document
    path: Path
    body: dict[str, Json]

    def ref(self, path: Path) -> Ref:
        """Where a value of the object stands."""
        return Ref(self.document, self.path + path)

    def __str__(self) -> str:
        metadata = self.body.get("metadata")
        names = metadata if isinstance(metadata, dict) else {}
        namespace = names.get("namespace")
        place = f"{namespace}/" if namespace else ""
        return f"{self.body.get('kind')} {place}{names.get('name') or names.get('generateName') or '?'}"


def read_manifests(file: str, content: bytes) -> tuple[list[FoundObject], list[Problem]]:
    """All objects of a file, and what is wrong with its text. Files of kustomize are left out."""
    raws, problems = read(file, content, LIMITS, GO)
    documents = [Document(file, str(raw.data.get("kind")), "", raw.data, raw.positions) for raw in raws]
    if problems and content.lstrip()[:1] == b"{":
        parsed = _json(file, content)
        if parsed is not None:
            documents, problems = [parsed], []
    found: list[FoundObject] = []
    for document in documents:
        if document.data and document.data.keys().isdisjoint(MARKS):
            text = "the document is no object: it has neither apiVersion nor kind"
            problems.append(Problem("manifest-none", text, Ref(document, ()), "leave the file out, or write both"))
        else:
            found += _objects(document, (), document.data)
    return found, problems


def _json(file: str, content: bytes) -> Document | None:
    """A file that is JSON and that a YAML parser does not take: tabs, for one. Its values have no places."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return None
    start = Location(file, 1, 1)
    return Document(file, str(data.get("kind")), "", data, lambda path, key: start) if isinstance(data, dict) else None


def _objects(document: Document, path: Path, body: dict[str, Json]) -> Iterator[FoundObject]:
    """The object itself, or what a List holds, as deep as it goes: the reader has limited the depth."""
    items = body.get("items")
    kind = body.get("kind")
    if isinstance(kind, str) and kind.endswith("List") and isinstance(items, list):
        for position, item in enumerate(items):
            if isinstance(item, dict):
                yield from _objects(document, (*path, "items", position), _typed(item, body, kind))
    elif not _is_kustomize(body):
        yield FoundObject(document, path, body)


def _typed(item: dict[str, Json], around: dict[str, Json], kind: str) -> dict[str, Json]:
    """An item of a PodList need not repeat that it is a Pod."""
    if kind == "List" or "kind" in item:
        return item
    return {"apiVersion": around.get("apiVersion"), "kind": kind.removesuffix("List"), **item}


def _is_kustomize(body: dict[str, Json]) -> bool:
    group = str(body.get("apiVersion")).partition("/")[0]
    return f"{body.get('kind')}.{group}".lower() in NOT_OURS


def of_kind(objects: Iterable[FoundObject], kind: str) -> Iterator[FoundObject]:
    """Those of one kind, whatever their group."""
    return (found for found in objects if found.body.get("kind") == kind)

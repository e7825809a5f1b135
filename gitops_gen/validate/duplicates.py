"""No two objects of one identity in one folder: an agent applies a folder as one set, and the last one would win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gitops_gen.load.manifests import FoundObject
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Location
from gitops_gen.validate.objects import kind_key
from gitops_gen.validate.problem import mapping

Identity = tuple[str, str, str, str]
Place = tuple[str, int]
"""A file, and which of its objects."""


@dataclass(slots=True)
class Identities:
    """Folder, kind, namespace and name of every object, with its places; may be sent to another process."""

    places: dict[Identity, list[Place]] = field(default_factory=dict)

    def add(self, file: str, objects: Sequence[FoundObject]) -> None:
        """Take in the objects of a file. One whose name the server makes up is always another."""
        folder = file.rpartition("/")[0]
        for number, found in enumerate(objects):
            metadata = mapping(found.body.get("metadata"))
            name = metadata.get("name")
            if isinstance(name, str):
                identity = (folder, kind_key(found.body), str(metadata.get("namespace", "")), name)
                self.places.setdefault(identity, []).append((file, number))


def duplicates(parts: Iterable[Identities], locate: Callable[[Place], Location]) -> Iterator[Problem]:
    """Each object that stands a second time, at its later places."""
    together: dict[Identity, list[Place]] = {}
    for part in parts:
        for identity, places in part.places.items():
            together.setdefault(identity, []).extend(places)
    for (_, kind, namespace, name), places in sorted(together.items()):
        if len(places) > 1:
            label = f"{kind.partition('.')[0]} {namespace + '/' if namespace else ''}{name}"
            first, *others = (locate(place) for place in sorted(places))
            for other in others:
                text = f"{label} stands twice in one folder: an agent would apply one of the two"
                fix = "keep one of them, or give one another name"
                yield Problem("manifest-duplicate", text, other, fix, object=label, related=(("the first", first),))

"""What a run would change on disk: desired files against what is there. Pure, and by digest: contents stay where
they were made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from gitops_gen.emit.yaml import HEADER

INDEX = ".gitops-gen/index.json"
"""Which files the tool owns, with their digests; outside every sync root."""

INDEX_VERSION = 1


class Seen(NamedTuple):
    """A file on disk: its digest, and whether it begins with our header."""

    digest: str
    ours: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths below the output directory, sorted.

    ``create`` and ``update`` are written, ``delete`` goes. Of those on disk: ``hand_edited`` are ours and were changed
    by somebody; ``foreign`` are not ours and stay; ``blocked`` are not ours and stand where a file of ours must go.
    """

    desired: Mapping[str, str]
    create: tuple[str, ...]
    update: tuple[str, ...]
    delete: tuple[str, ...]
    hand_edited: tuple[str, ...]
    foreign: tuple[str, ...]
    blocked: tuple[str, ...]
    index: bytes
    index_changed: bool

    @property
    def is_empty(self) -> bool:
        """Whether no file changes but the index."""
        return not (self.create or self.update or self.delete or self.blocked)

    @property
    def undoes_edits(self) -> bool:
        """Whether to write would undo what somebody has changed by hand."""
        return not {*self.update, *self.delete}.isdisjoint(self.hand_edited)


def make_plan(
    desired: Mapping[str, str],
    current: Mapping[str, Seen],
    index: bytes = b"",
    *,
    protected: frozenset[str] = frozenset(),
) -> Plan:
    """Compare digests by path. ``current`` is everything below the output directory but the index.

    A file is ours when the index names it or when it begins with our header; anything else is never touched.
    ``protected`` are paths outside the scope of this run: ours, and left as they are.
    """
    owned = read_index(index)
    ours = {path for path, seen in current.items() if seen.ours or path in owned}
    create = sorted(path for path in desired if path not in current)
    update = sorted(path for path, digest in desired.items() if path in ours and current[path].digest != digest)
    delete = sorted(path for path in ours if path not in desired and path not in protected and current[path].ours)
    hand_edited = sorted(path for path in ours if path in owned and owned[path] != current[path].digest)
    foreign = sorted(path for path in current if path not in ours and path not in desired)
    kept = {path: owned.get(path, current[path].digest) for path in protected if path in ours}
    written = write_index({**desired, **kept})
    return Plan(
        desired=desired,
        create=tuple(create),
        update=tuple(update),
        delete=tuple(delete),
        hand_edited=tuple(hand_edited),
        foreign=tuple(foreign),
        blocked=_blocked(desired, current, ours, foreign),
        index=written,
        index_changed=written != index,
    )


def _blocked(
    desired: Mapping[str, str], current: Mapping[str, Seen], ours: set[str], foreign: Iterable[str]
) -> tuple[str, ...]:
    """Where somebody else's file stands in the way; also one whose name differs in case alone: on many laptops the two
    are one file, and ours would replace it."""
    taken = {path.casefold(): path for path in foreign}
    same = {
        path
        for path, digest in desired.items()
        if path in current and path not in ours and current[path].digest != digest
    }
    alike = {path for path in desired if path not in current and path.casefold() in taken} if taken else set()
    return tuple(sorted(same | alike))


def seen(content: bytes) -> Seen:
    """A file as the plan sees it."""
    return Seen(digest(content), content.startswith(HEADER.encode()))


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def read_index(text: bytes) -> dict[str, str]:
    """Path to digest; empty when there is no index or it cannot be read (a merge conflict): headers tell then."""
    try:
        data = json.loads(text) if text else {}
        files = data["files"] if data else {}
        return {str(path): str(value) for path, value in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def write_index(files: Mapping[str, str]) -> bytes:
    """One line a file, sorted, so that two branches merge."""
    return (json.dumps({"version": INDEX_VERSION, "files": dict(sorted(files.items()))}, indent=1) + "\n").encode()


def rebuilt_index(current: Mapping[str, Seen]) -> bytes:
    """An index made from the headers of the files on disk."""
    return write_index({path: found.digest for path, found in current.items() if found.ours})

"""What a run would change on disk: desired files against what is there. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from gitops_gen.emit.yaml import HEADER

INDEX = ".gitops-gen/index.json"
"""Which files the tool owns, with their digests; outside every sync root."""

INDEX_VERSION = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths below the output directory, sorted.

    ``create`` and ``update`` are written, ``delete`` goes. Of those on disk: ``hand_edited`` are ours and were changed
    by somebody; ``foreign`` are not ours and stay; ``blocked`` are not ours and stand where a file of ours must go.
    """

    create: tuple[str, ...]
    update: tuple[str, ...]
    delete: tuple[str, ...]
    hand_edited: tuple[str, ...]
    foreign: tuple[str, ...]
    blocked: tuple[str, ...]
    contents: Mapping[str, bytes]
    index: bytes
    index_changed: bool

    @property
    def is_empty(self) -> bool:
        return not (self.create or self.update or self.delete or self.blocked)


def make_plan(
    desired: Mapping[str, bytes], current: Mapping[str, bytes], *, protected: frozenset[str] = frozenset()
) -> Plan:
    """Compare. ``current`` is everything below the output directory, the index included.

    A file is ours when the index names it or when it begins with our header; anything else is never touched.
    ``protected`` are paths outside the scope of this run: ours, and left as they are.
    """
    owned = read_index(current.get(INDEX, b""))
    on_disk = {path: content for path, content in current.items() if path != INDEX}
    ours = {path for path, content in on_disk.items() if path in owned or is_ours(content)}
    create = sorted(path for path in desired if path not in on_disk)
    update = sorted(path for path, content in desired.items() if path in ours and on_disk[path] != content)
    delete = sorted(path for path in ours if path not in desired and path not in protected and is_ours(on_disk[path]))
    hand_edited = sorted(path for path in ours if path in owned and owned[path] != digest(on_disk[path]))
    blocked = sorted(
        path for path in desired if path in on_disk and path not in ours and on_disk[path] != desired[path]
    )
    foreign = sorted(path for path in on_disk if path not in ours and path not in desired)
    kept = {path: owned.get(path, digest(on_disk[path])) for path in protected if path in ours}
    index = write_index({path: digest(content) for path, content in desired.items()} | kept)
    return Plan(
        create=tuple(create),
        update=tuple(update),
        delete=tuple(delete),
        hand_edited=tuple(hand_edited),
        foreign=tuple(foreign),
        blocked=tuple(blocked),
        contents=desired,
        index=index,
        index_changed=index != current.get(INDEX),
    )


def is_ours(content: bytes) -> bool:
    """Whether a file begins with the line that every file of ours begins with."""
    return content.startswith(HEADER.encode())


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def read_index(text: bytes) -> dict[str, str]:
    """Path to digest; empty when there is no index or it cannot be read (a merge conflict): headers tell then."""
    try:
        data = json.loads(text) if text else {}
        files = data["files"] if data else {}
        return {str(path): str(value) for path, value in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def write_index(files: Mapping[str, str]) -> bytes:
    """One line a file, sorted, so that two branches merge."""
    return (json.dumps({"version": INDEX_VERSION, "files": dict(sorted(files.items()))}, indent=1) + "\n").encode()

"""The index: which files of the output directory the tool owns, and how it has left them. Pure.

Headers say the same of most files, so that an index that is lost, or torn by a merge, can be made again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from json.encoder import encode_basestring_ascii
from typing import NamedTuple

from gitops_gen.emit.yaml import HEADER

INDEX = ".gitops-gen/index.json"
"""Below the output directory, and outside every sync root."""

INDEX_VERSION = 1


class Seen(NamedTuple):
    """A file on disk: its digest, and whether it begins with our header."""

    digest: str
    ours: bool


def seen(content: bytes) -> Seen:
    """A file as the plan sees it."""
    return Seen(digest(content), content.startswith(HEADER.encode()))


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def is_index(text: bytes) -> bool:
    """Whether a text can be read as an index."""
    return _files(text) is not None


def read_index(text: bytes) -> dict[str, str]:
    """Path to digest; empty when there is no index or it cannot be read (a merge conflict): headers tell then."""
    return _files(text) or {}


def _files(text: bytes) -> dict[str, str] | None:
    try:
        files = json.loads(text)["files"]
        return {str(path): str(value) for path, value in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def write_index(files: Mapping[str, str]) -> bytes:
    """JSON with one line a file, sorted, so that two branches merge. Made line by line: there may be many."""
    text = BytesIO()
    text.write(f'{{\n "version": {INDEX_VERSION},\n "files": {{'.encode())
    end = "\n"
    for path in sorted(files):
        text.write(f"{end}  {encode_basestring_ascii(path)}: {encode_basestring_ascii(files[path])}".encode())
        end = ",\n"
    text.write(b"\n }\n}\n" if files else b"}\n}\n")
    return text.getvalue()


def rebuilt_index(current: Mapping[str, Seen]) -> bytes:
    """An index made from the headers of the files on disk."""
    return write_index({path: found.digest for path, found in current.items() if found.ours})


@dataclass(frozen=True, slots=True)
class IndexState:
    """An index beside the files on disk. Paths below the output directory, sorted.

    ``listed``: how many files it names. ``missing``: named, and not there. ``changed``: there, with another content
    than the one written last. ``unlisted``: ours by their header, and not named.
    """

    readable: bool
    listed: int
    missing: tuple[str, ...]
    changed: tuple[str, ...]
    unlisted: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return self.readable and not (self.missing or self.changed or self.unlisted)


def compare_index(index: bytes, current: Mapping[str, Seen]) -> IndexState:
    """Hold an index against what is on disk; ``current`` is everything below the output directory but the index."""
    owned = read_index(index)
    return IndexState(
        readable=is_index(index),
        listed=len(owned),
        missing=tuple(sorted(path for path in owned if path not in current)),
        changed=tuple(sorted(path for path in owned if path in current and current[path].digest != owned[path])),
        unlisted=tuple(sorted(path for path, found in current.items() if found.ours and path not in owned)),
    )

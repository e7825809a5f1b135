"""Finds files of manifests on disk: those that are named, and those in the folders that are."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from gitops_gen.errors import TreeError

SUFFIXES = (".yaml", ".yml", ".json")
STDIN = "-"
LARGEST_FILE = 64 << 20


def manifest_files(paths: Sequence[str]) -> list[str]:
    """Every file, by the name that leads to it from here, sorted within each folder. ``-`` stays what it is.

    Hidden files and folders are left out unless they are named. Raises TreeError for a path that is not there.
    """
    found: dict[str, None] = {}
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            found.update(dict.fromkeys(_below(path)))
        elif path == STDIN or os.path.exists(path):
            found[path] = None
        else:
            raise TreeError(f"there is no {path}")
    return list(found)


def read_manifest_file(path: str) -> bytes:
    """The content of a file, or of standard input. Raises TreeError where it cannot be read, or is too large."""
    if path == STDIN:
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise TreeError(f"{path} is no regular file")
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise TreeError(f"cannot read {path}: {error.strerror}") from None


def _below(folder: str) -> Iterator[str]:
    for directory, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(SUFFIXES) and not name.startswith("."):
                # A link inside of a folder is not followed: it may lead anywhere, and round in circles.
                path = Path(directory, name)
                if not path.is_symlink():
                    yield str(path)


def _refuse(error: OSError) -> None:
    raise TreeError(f"cannot read folder {error.filename}: {error.strerror}")

"""The only reader of disk for specs and for what ``generated/`` holds now. Everything behind it is pure."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from gitops_gen.errors import TreeError

SPEC_FOLDERS = ("profiles", "environments")
SPEC_SUFFIXES = (".yaml", ".yml")
MOST_SPEC_FILES = 50_000
LARGEST_SPEC_FILE = 1 << 20


def read_specs(root: Path) -> Mapping[str, bytes]:
    """Return every spec file by its path below ``root``, in order of path.

    Raises TreeError for a missing folder, an unreadable file, a link that leaves the repository, or too many files.
    """
    if not (root / SPEC_FOLDERS[0]).is_dir():
        raise TreeError(
            f"{root} holds no {SPEC_FOLDERS[0]}/ folder: run this in a platform repository, or name one with -C DIR"
        )
    found: dict[str, bytes] = {}
    for folder in SPEC_FOLDERS:
        for path in _files(root, root / folder):
            if path.suffix not in SPEC_SUFFIXES:
                continue
            if len(found) >= MOST_SPEC_FILES:
                raise TreeError(f"more than {MOST_SPEC_FILES} spec files below {root}")
            found[path.relative_to(root).as_posix()] = _read(root, path)
    return dict(sorted(found.items()))


def _files(root: Path, folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for directory, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(directory, name)


def _refuse(error: OSError) -> None:
    raise TreeError(f"cannot read folder {error.filename}: {error.strerror}")


def _read(root: Path, path: Path) -> bytes:
    if path.is_symlink() and not path.resolve().is_relative_to(root.resolve()):
        raise TreeError(f"{path} is a link to a place outside the repository")
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_SPEC_FILE + 1)
    except OSError as error:
        raise TreeError(f"cannot read {path}: {error.strerror}") from None

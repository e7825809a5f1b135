"""The only reader of disk for specs. Everything behind it is pure."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from gitops_gen.errors import TreeError

SPEC_FOLDERS = ("profiles", "environments")
SPEC_SUFFIXES = (".yaml", ".yml")
MOST_SPEC_FILES = 50_000
LARGEST_SPEC_FILE = 1 << 20


def is_spec(path: str) -> bool:
    """Whether a path below a repository's root is one of a spec file."""
    return path.split("/")[0] in SPEC_FOLDERS and path.endswith(SPEC_SUFFIXES)


def read_specs(root: Path) -> Mapping[str, bytes]:
    """Return every spec file by its path below ``root``, in order of path.

    Raises TreeError for a missing folder, an unreadable file, a link, whatever is no regular file, or too many files.
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
            found[path.relative_to(root).as_posix()] = _read(path)
    return dict(sorted(found.items()))


def _files(root: Path, folder: Path) -> Iterator[Path]:
    _refuse_link(folder)
    if not folder.is_dir():
        return
    for directory, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            _refuse_link(Path(directory, name))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(directory, name)


def _refuse(error: OSError) -> None:
    raise TreeError(f"cannot read folder {error.filename}: {error.strerror}")


def _refuse_link(path: Path) -> None:
    """A link could lead out of the repository, or to another team's file, past the owners who must approve it."""
    if path.is_symlink():
        raise TreeError(f"{path} is a link; specs are regular files in regular folders")


def _read(path: Path) -> bytes:
    _refuse_link(path)
    try:
        # Not to wait for a pipe that nobody writes to.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(opened, "rb") as file:
            facts = os.fstat(opened)
            if not stat.S_ISREG(facts.st_mode):
                raise TreeError(f"{path} is no regular file")
            # A reader takes room for all that it may read: the limit, for each of thousands of small files.
            content = file.read(min(facts.st_size, LARGEST_SPEC_FILE) + 1)
            return content if len(content) <= facts.st_size else content + file.read(LARGEST_SPEC_FILE)
    except OSError as error:
        raise TreeError(f"cannot read {path}: {error.strerror}") from None

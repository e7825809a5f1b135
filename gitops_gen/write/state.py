"""The tool's own folder in a repository: a lock, and the mark of a run that has not finished. Git ignores all of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gitops_gen.errors import WriteError

STATE = ".gitops-gen"
LOCK = "lock"
WRITING = "writing"
_IGNORE = "# The lock and the cache of gitops-gen; nothing here belongs into Git.\n*\n"


def state_folder(root: Path) -> Path:
    """Where the state of a repository lies; made, with a .gitignore of its own. Raises WriteError."""
    folder = root / STATE
    try:
        if folder.is_symlink():
            raise WriteError(f"{folder} is a link; remove it")
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text(_IGNORE, encoding="utf-8")
    except OSError as error:
        raise WriteError(f"cannot make {folder}: {error.strerror}") from None
    return folder


@contextmanager
def locked(root: Path) -> Iterator[Path]:
    """Hold the repository's lock; yields the state folder. The kernel lets the lock go when a process ends, however it
    ends: nothing has to be cleaned up by hand. Raises WriteError where another run holds it."""
    from filelock import FileLock, Timeout  # only where something is written

    folder = state_folder(root)
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        with lock:
            yield folder
    except Timeout:
        raise WriteError(
            f"another run of gitops-gen is writing in {root}; wait until it has ended, and run this again"
        ) from None
    except OSError as error:
        raise WriteError(f"cannot use {folder}: {error.strerror}") from None


@contextmanager
def writing(root: Path) -> Iterator[None]:
    """Hold the repository's lock while files are written; the mark goes when all of them are. Raises WriteError."""
    with locked(root) as folder:
        mark = folder / WRITING
        mark.touch()
        yield
        mark.unlink(missing_ok=True)


def was_cut_off(root: Path) -> bool:
    """Whether the last run that wrote did not come to its end, and none is at work now.

    Raises WriteError where another run writes at this moment: what is on disk is then neither old nor new.
    """
    folder = root / STATE
    if folder.is_symlink() or not (folder / WRITING).exists():
        return False
    from filelock import FileLock, Timeout

    try:
        with FileLock(folder / LOCK, timeout=0):
            return True
    except Timeout:
        raise WriteError(f"another run of gitops-gen is writing in {root}; wait until it has ended") from None
    except OSError:
        return True

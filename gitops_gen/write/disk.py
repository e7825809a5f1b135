"""The only writer of the output directory. A file is replaced whole or not at all; the index goes last.

Every folder is opened by its parent and never through a link, so that no name and no link leads out of the tree.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gitops_gen.errors import TreeError, WriteError
from gitops_gen.write.index import Seen, seen

TEMPORARY = ".gitops-gen-new-"
"""Begins the name of a file that is being written. Agents read ``*.yaml`` alone, and so never see one."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Scan(NamedTuple):
    """What is on disk below a folder: files by path, and temporary files of a run that was cut off."""

    files: Mapping[str, Seen]
    temporary: tuple[str, ...]


def scan(folder: Path, below: str = "", *, skip: frozenset[str] = frozenset()) -> Scan:
    """Read everything below ``folder/below``; ``skip`` are names at its top to leave out. Nothing there is nothing.

    Raises TreeError for what cannot be read, for links, and for whatever is no regular file.
    """
    files: dict[str, Seen] = {}
    temporary: list[str] = []
    _refuse_linked(folder)
    for path, entry in _walk(folder, below, skip):
        if TEMPORARY in path:
            temporary.append(path)
        else:
            files[path] = seen(read_regular(entry.path))
    return Scan(files, tuple(temporary))


def _refuse_linked(folder: Path) -> None:
    if folder.is_symlink():
        raise TreeError(f"{folder} is a link; the output directory may not be one")


def _walk(folder: Path, below: str, skip: frozenset[str] = frozenset()) -> Iterator[tuple[str, os.DirEntry[str]]]:
    try:
        entries = sorted(os.scandir(folder / below), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    except OSError as error:
        raise TreeError(f"cannot read folder {folder / below}: {error.strerror}") from None
    for entry in entries:
        if entry.name in skip:
            continue
        path = f"{below}/{entry.name}" if below else entry.name
        if entry.is_symlink():
            raise TreeError(f"{entry.path} is a link; nothing below the output directory may be one")
        if entry.is_dir():
            yield from _walk(folder, path)
        else:
            yield path, entry


def read_regular(path: str | Path) -> bytes:
    """A regular file's bytes. Raises TreeError for any other thing: a pipe would be waited for without end."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            facts = os.fstat(opened)
            if not stat.S_ISREG(facts.st_mode):
                raise TreeError(f"{path} is no regular file")
            return _read_whole(opened, facts.st_size)
        finally:
            os.close(opened)
    except OSError as error:
        raise TreeError(f"cannot read {path}: {error.strerror}") from None


def _read_whole(opened: int, size: int) -> bytes:
    content = os.read(opened, size + 1)
    while len(content) < size:
        more = os.read(opened, size - len(content) + 1)
        if not more:
            break
        content += more
    return content


def write_files(folder: Path, contents: Iterable[tuple[str, bytes]]) -> int:
    """Write files below the output directory: a reader sees the old bytes or the new ones. Return how many.

    A file is written beside its place and renamed over it; a folder that does not exist yet is filled under another
    name and then renamed, which costs half. Raises WriteError naming the file; those before it are whole.
    """
    written = 0
    for where, files in _by_folder(contents).items():
        above, _, last = where.rpartition("/")
        path = where
        try:
            with _opened(folder, above) as opened:
                if last and not _exists(opened, last):
                    _fill(opened, last, files)
                else:
                    with _below(opened, last) as here:
                        for name, content in files:
                            path = f"{where}/{name}" if where else name
                            _replace(here, name, content)
        except OSError as error:
            raise _write_error(folder / path, error) from None
        written += len(files)
    return written


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@contextmanager
def _below(folder: int, name: str) -> Iterator[int]:
    """A folder in an open one; without a name that one itself."""
    opened = os.open(name or ".", _FOLDER, dir_fd=folder)
    try:
        yield opened
    finally:
        os.close(opened)


def _fill(above: int, name: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Make a folder with files in it, at once. What a run that was cut off had begun is written anew."""
    temporary = TEMPORARY + name[:200]
    try:
        os.mkdir(temporary, dir_fd=above)
    except FileExistsError:
        _empty(above, temporary)
    try:
        with _below(above, temporary) as here:
            for file, content in files:
                opened = os.open(file, _CREATE, 0o644, dir_fd=here)
                try:
                    _write_whole(opened, content)
                finally:
                    os.close(opened)
        os.rename(temporary, name, src_dir_fd=above, dst_dir_fd=above)
    except OSError:
        _empty(above, temporary)
        os.rmdir(temporary, dir_fd=above)
        raise


def _empty(above: int, name: str) -> None:
    with _below(above, name) as here:
        for file in os.listdir(here):
            os.unlink(file, dir_fd=here)


def _by_folder(contents: Iterable[tuple[str, bytes]]) -> dict[str, list[tuple[str, bytes]]]:
    found: dict[str, list[tuple[str, bytes]]] = {}
    for path, content in contents:
        where, _, name = path.rpartition("/")
        found.setdefault(where, []).append((name, content))
    return found


def _write_error(path: Path, error: OSError) -> WriteError:
    reason = "it is a link, or a link is on the way to it" if error.errno == errno.ELOOP else error.strerror
    return WriteError(
        f"cannot write {path}: {reason}; what was written before it is whole, "
        'and "gitops-gen generate" finishes the rest'
    )


@contextmanager
def _opened(folder: Path, where: str) -> Iterator[int]:
    """A folder below the output directory, made where it is missing, reached without following any link."""
    folder.mkdir(parents=True, exist_ok=True)
    opened = os.open(folder, _FOLDER)
    try:
        for name in where.split("/") if where else ():
            try:
                below = os.open(name, _FOLDER, dir_fd=opened)
            except FileNotFoundError:
                os.mkdir(name, dir_fd=opened)
                below = os.open(name, _FOLDER, dir_fd=opened)
            os.close(opened)
            opened = below
        yield opened
    finally:
        os.close(opened)


def _replace(folder: int, name: str, content: bytes) -> None:
    temporary = TEMPORARY + name[:200]
    try:
        opened = os.open(temporary, _CREATE, 0o644, dir_fd=folder)
    except FileExistsError:
        # A run was cut off here; the lock says that none is at work.
        os.unlink(temporary, dir_fd=folder)
        opened = os.open(temporary, _CREATE, 0o644, dir_fd=folder)
    try:
        try:
            _write_whole(opened, content)
        finally:
            os.close(opened)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        os.unlink(temporary, dir_fd=folder)
        raise


def _write_whole(opened: int, content: bytes) -> None:
    written = os.write(opened, content)
    while written < len(content):
        written += os.write(opened, content[written:])


def remove_files(folder: Path, paths: Iterable[str]) -> int:
    """Remove files, and folders that are empty then; return how many files. Raises WriteError naming the file."""
    removed = 0
    for path in paths:
        try:
            (folder / path).unlink(missing_ok=True)
            removed += 1
            parent = (folder / path).parent
            while parent != folder and not any(parent.iterdir()):
                parent.rmdir()
                parent = parent.parent
        except OSError as error:
            raise WriteError(f"cannot remove {folder / path}: {error.strerror}") from None
    return removed

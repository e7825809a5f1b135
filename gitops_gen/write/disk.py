"""The only writer of ``generated/``. A file is replaced whole or not at all; the index goes last."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from gitops_gen.errors import TreeError, WriteError
from gitops_gen.write.plan import INDEX, Plan


def read_output(folder: Path) -> Mapping[str, bytes]:
    """Everything below the output directory, by path. Raises TreeError for what cannot be read, or a link."""
    found: dict[str, bytes] = {}
    for directory, folders, names in os.walk(folder, onerror=_refuse):
        folders.sort()
        for name in sorted([*names, *(item for item in folders if Path(directory, item).is_symlink())]):
            path = Path(directory, name)
            if path.is_symlink():
                raise TreeError(f"{path} is a link; nothing below the output directory may be one")
            if not name.startswith(".tmp-"):
                found[path.relative_to(folder).as_posix()] = _read(path)
    return found


def _refuse(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise TreeError(f"cannot read folder {error.filename}: {error.strerror}")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TreeError(f"cannot read {path}: {error.strerror}") from None


def apply(plan: Plan, folder: Path) -> int:
    """Carry a plan out; return how many files were written or removed. Raises WriteError naming the file."""
    for path in (*plan.create, *plan.update):
        _replace(folder / path, plan.contents[path])
    for path in plan.delete:
        _remove(folder, folder / path)
    if plan.index_changed:
        _replace(folder / INDEX, plan.index)
    return len(plan.create) + len(plan.update) + len(plan.delete)


def _replace(path: Path, content: bytes) -> None:
    """Write beside the file, then rename over it: a reader sees the old bytes or the new ones."""
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=".tmp-", delete=False) as file:
            temporary = file.name
            file.write(content)
            os.fchmod(file.fileno(), 0o644)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise WriteError(f"cannot write {path}: {error.strerror}; what was written before it is whole") from None


def _remove(folder: Path, path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
        parent = path.parent
        while parent != folder and not any(parent.iterdir()):
            parent.rmdir()
            parent = parent.parent
    except OSError as error:
        raise WriteError(f"cannot remove {path}: {error.strerror}") from None

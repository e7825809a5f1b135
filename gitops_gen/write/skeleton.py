"""Writes a new repository into a folder of its own. Nothing that is there is ever replaced."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from gitops_gen.errors import WriteError

_SHOWN = 5


def refuse_occupied(folder: Path) -> None:
    """Raises WriteError unless the folder is absent, empty, or holds a Git repository without files."""
    if folder.is_symlink():
        raise WriteError(f"{folder} is a link; name the folder itself")
    try:
        there = sorted(os.listdir(folder))
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise WriteError(f"{folder} is no folder; name one that is empty, or not there yet") from None
    except OSError as error:
        raise WriteError(f"cannot read {folder}: {error.strerror}") from None
    others = [name for name in there if name != ".git"]
    if others:
        shown = ", ".join(others[:_SHOWN]) + (f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else "")
        raise WriteError(f"{folder} is not empty: it holds {shown}; name a folder that is empty, or not there yet")


def folder_in_git(folder: Path) -> str:
    """Where a folder, which need not be there yet, lies in a Git repository around it; empty at the top or in none."""
    place = Path(os.path.abspath(folder))
    for above in (place, *place.parents):
        if (above / ".git").exists():
            return place.relative_to(above).as_posix().removeprefix(".")
    return ""


def write_skeleton(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Write all files; return whether a Git repository was there. Raises WriteError, which tells what is incomplete."""
    refuse_occupied(folder)
    for written, (path, content) in enumerate(contents.items()):
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            with (folder / path).open("xb") as file:  # x: fails where somebody was faster, and follows no link
                file.write(content)
        except OSError as error:
            count = f"{written} of {len(contents)} files were written: empty the folder before you try again"
            state = count if written else "nothing was written"
            raise WriteError(f"cannot write {folder / path}: {error.strerror}; {state}") from None
    return (folder / ".git").exists()

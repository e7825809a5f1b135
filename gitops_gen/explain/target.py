"""What a person asks about: a file, and a place in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from gitops_gen.errors import GitOpsGenError
from gitops_gen.model import names
from gitops_gen.model.source import Json, Path, pointer

_TARGET = re.compile(r"(?P<file>[^#]+?)(?:#(?P<pointer>.*)|:(?P<line>[0-9]{1,7})(?::[0-9]{1,7})?)?\Z", re.DOTALL)


class NotFoundError(GitOpsGenError):
    """There is no such file, or no such place in it; the text names the nearest one."""


class Target(NamedTuple):
    """A file, and a JSON pointer or a line in it (not both). ``steps`` is the pointer, decoded."""

    file: str
    steps: tuple[str, ...] = ()
    line: int = 0


def parse_target(text: str) -> Target:
    """Read ``FILE``, ``FILE#/json/pointer`` or ``FILE:LINE``. Raises NotFoundError for a pointer that is none."""
    match = _TARGET.match(text)
    if match is None:
        raise NotFoundError(f"{text!r} names no file; write FILE, FILE#/json/pointer or FILE:LINE")
    written = match["pointer"] or ""
    if written and not written.startswith("/"):
        raise NotFoundError(f"{written!r} is no JSON pointer; it begins with a slash, as in #/spec/hard")
    steps = tuple(step.replace("~1", "/").replace("~0", "~") for step in written.split("/")[1:])
    return Target(match["file"].removeprefix("./"), steps, int(match["line"] or 0))


def no_such_file(file: str, known: Iterable[str]) -> NotFoundError:
    """Suggest a file of the same name first, then the one most like it."""
    paths = sorted(known)
    name = file.rpartition("/")[2]
    same = [path for path in paths if path.rpartition("/")[2] == name]
    nearest = names.nearest(file, same or paths) or (same[0] if same else None)
    hint = f"did you mean {nearest}?" if nearest else "it is neither generated nor a spec"
    return NotFoundError(f"the specs make no file {file}; {hint}")


def no_such_step(file: str, path: Path, step: str, value: Json) -> NotFoundError:
    """Suggest the nearest key."""
    place = pointer(path) or "the object"
    if isinstance(value, list):
        hint = f"it is a list of {len(value)}; write an index from 0"
    elif isinstance(value, dict):
        nearest = names.nearest(step, value)
        near = f"did you mean {file}#{pointer((*path, nearest))}?" if nearest else ""
        hint = near or f"it has {', '.join(repr(key) for key in sorted(value))}"
    else:
        hint = "it is a single value"
    return NotFoundError(f"{file}: {place} has no {step!r}; {hint}")

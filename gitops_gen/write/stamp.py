"""Whether any file below a folder has been touched, from what the file system says of it, without reading it."""

from __future__ import annotations

import os
import time
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_PATIENCE_SECONDS = 0.1

_Facts = tuple[str, int, int, int, int, int]


class Stamp(NamedTuple):
    """``digest`` of the names, sizes, times and inodes below a folder; ``newest`` change, in nanoseconds."""

    digest: str
    newest: int


def stamp(folder: Path, *, deep: bool = True) -> Stamp:
    """Stamp what lies in a folder, and if ``deep`` below it. Raises OSError."""
    facts: list[_Facts] = []
    _collect(str(folder), facts, deep=deep)
    facts.sort()
    digest = sha256(repr(facts).encode(errors="surrogateescape")).hexdigest()
    return Stamp(digest, max((changed for _, _, _, changed, _, _ in facts), default=0))


def _collect(folder: str, facts: list[_Facts], *, deep: bool) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                found = entry.stat(follow_symlinks=False)
                times = (found.st_mtime_ns, found.st_ctime_ns)
                facts.append((entry.path, found.st_size, *times, found.st_ino, found.st_mode))
            elif deep:
                _collect(entry.path, facts, deep=True)


def wait_for_tick(probe: Path) -> int | None:
    """Wait until the file system's clock, which moves in steps, shows a later time than now; return now.

    Whatever is touched from here on gets a later time, so that a stamp with no newer change than this is safe. None
    where the clock does not move in a tenth of a second. Raises OSError.
    """
    now, end = _touch(probe), time.monotonic() + _PATIENCE_SECONDS
    while _touch(probe) <= now:
        if time.monotonic() > end:
            return None
        time.sleep(0.001)
    return now


def _touch(probe: Path) -> int:
    probe.touch()
    return probe.stat().st_ctime_ns

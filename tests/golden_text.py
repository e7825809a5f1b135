"""Texts that people read once and that then stay: compared with ``tests/golden``, or written anew on demand."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str, *, update: bool) -> None:
    """Compare a text with the file of this name below ``tests/golden``; a missing file is a failure."""
    path = FOLDER / name
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.is_file(), f"{path} is missing: run make golden, and read what it writes"
    pinned = path.read_text(encoding="utf-8").splitlines()
    changes = list(unified_diff(pinned, text.splitlines(), "pinned", "now", lineterm=""))
    assert not changes, "\n".join(changes)


def golden_names(folder: str) -> set[str]:
    """Names of the files below a folder of ``tests/golden``, without their ending."""
    return {path.stem for path in (FOLDER / folder).iterdir()}

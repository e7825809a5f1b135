"""The pictures of docs/tour.md are recordings: each command is run on a copy of the example, and drawn again.

A picture's text is its command: ``![$ gitops-gen validate](tour/NAME.svg)``. ``<!-- edit FILE: OLD => NEW -->`` before
it holds for that picture. ``make tour`` writes them anew.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from gitops_gen.cli import root
from tests.recording import WIDTH, picture

PIECE = re.compile(
    r"<!-- edit (?P<file>\S+): (?P<old>.+?) => (?P<new>.+?) -->"
    r"|!\[\$ (?P<command>[^\]]+)\]\((?P<picture>tour/[a-z-]+\.svg)\)"
)


class Scene(NamedTuple):
    command: str
    picture: str
    edits: tuple[tuple[str, str, str], ...]


def scenes(text: str) -> Iterator[Scene]:
    edits: list[tuple[str, str, str]] = []
    for piece in PIECE.finditer(text):
        if piece["file"]:
            edits.append((piece["file"], piece["old"], piece["new"]))
        else:
            yield Scene(piece["command"], piece["picture"], tuple(edits))
            edits.clear()


def play(folder: Path, scene: Scene) -> str:
    """What the command prints, with the edits made before it and taken back after it."""
    before: list[tuple[Path, str]] = []
    for file, old, new in scene.edits:
        path = folder / file
        before.append((path, path.read_text()))
        assert before[-1][1].count(old) == 1, f"{file}: {old}"
        path.write_text(before[-1][1].replace(old, new))
    program, *arguments = shlex.split(scene.command)
    assert program == "gitops-gen"
    result = CliRunner().invoke(root, ["--color", "always", "-C", str(folder), *arguments], color=True)
    assert result.exit_code in (0, 1), result.output
    for path, content in reversed(before):
        path.write_text(content)
    return result.output


def test_the_pictures_show_what_the_tool_prints(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, update_golden: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    page = repository / "docs/tour.md"
    for name in ("profiles", "environments"):
        shutil.copytree(repository / name, tmp_path / name)
    shown = {scene.picture: picture(scene.command, play(tmp_path, scene)) for scene in scenes(page.read_text())}
    assert len(shown) >= 10
    there = {f"tour/{path.name}" for path in (page.parent / "tour").glob("*")}
    if update_golden:
        (page.parent / "tour").mkdir(exist_ok=True)
        for name in there - shown.keys():
            (page.parent / name).unlink()
        for name, drawn in shown.items():
            (page.parent / name).write_text(drawn)
        return
    assert there == shown.keys()
    for name, drawn in shown.items():
        assert (page.parent / name).read_text() == drawn, f"{name} shows something else; make tour, and look at it"


def test_a_picture_loads_nothing_and_says_what_it_leaves_out() -> None:
    drawn = picture("gitops-gen rules", "\n".join(f"\x1b[31mline {number}\x1b[0m" for number in range(50)))
    assert "@font-face" not in drawn
    assert "url(" not in re.sub(r"url\(#[^)]*\)", "", drawn)
    assert "16&#160;more&#160;lines" in drawn
    assert drawn == picture("gitops-gen rules", "\n".join(f"\x1b[31mline {number}\x1b[0m" for number in range(50)))

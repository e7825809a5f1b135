"""The tour of the README is real: each console block is run on a copy of the example, after the edits named above it.

``<!-- edit FILE: OLD => NEW -->`` before a block is an edit that holds for that block. ``--update-golden`` writes the
output into the README.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

from click.testing import CliRunner

from gitops_gen.cli import root

PIECE = re.compile(
    r"<!-- edit (?P<file>\S+): (?P<old>.+?) => (?P<new>.+?) -->"
    r"|```console\n\$ (?P<command>.+)\n(?P<output>(?:.*\n)*?)```"
)


def _copy(repository: Path, folder: Path) -> Path:
    for name in ("profiles", "environments"):
        shutil.copytree(repository / name, folder / name)
    return folder


def _run(folder: Path, command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "gitops-gen"
    result = CliRunner().invoke(root, ["-C", str(folder), *arguments])
    return result.stdout if result.stdout.endswith("\n") else result.stdout + "\n"


def test_the_tour_shows_what_the_tool_prints(repository: Path, tmp_path: Path, *, update_golden: bool) -> None:
    readme = repository / "README.md"
    text = readme.read_text()
    folder = _copy(repository, tmp_path)
    edits: list[tuple[Path, str]] = []
    parts: list[str] = []
    end = 0
    for piece in PIECE.finditer(text):
        if piece["file"]:
            path = folder / piece["file"]
            before = path.read_text()
            assert before.count(piece["old"]) == 1, piece[0]
            path.write_text(before.replace(piece["old"], piece["new"]))
            edits.append((path, before))
            continue
        output = _run(folder, piece["command"])
        parts += [text[end : piece.start()], f"```console\n$ {piece['command']}\n{output}```"]
        end = piece.end()
        for path, before in reversed(edits):
            path.write_text(before)
        edits.clear()
    shown = "".join([*parts, text[end:]])
    assert len(parts) >= 10
    if update_golden:
        readme.write_text(shown)
    assert shown == readme.read_text()

"""Every format, through the command line, from a run that finds nothing, faults of specs, faults of files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from gitops_gen.cli.formats import FORMATS
from tests.git_platform import TEAM
from tests.unit.cli_platform import call


@pytest.fixture
def root(tmp_path: Path) -> Path:
    assert call("init", tmp_path / "p", "--ci", "none").exit_code == 0
    assert call("generate", "-C", tmp_path / "p").exit_code == 0
    return tmp_path / "p"


def break_spec(root: Path) -> None:
    (root / TEAM).write_text((root / TEAM).read_text().replace("department: research", "department: nowhere"))


@pytest.mark.parametrize("style", FORMATS)
def test_nothing_found(style: str, root: Path) -> None:
    done = call("generate", "--check", "-C", root, "--format", style)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("\n")


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("command", [("validate",), ("generate", "--check")])
def test_a_fault_of_a_spec(style: str, command: tuple[str, ...], root: Path) -> None:
    break_spec(root)
    done = call(*command, "-C", root, "--format", style)
    assert done.exit_code == 1
    assert "reference-unknown" in done.stdout
    assert "profiles/teams/vision.yaml" in done.stdout
    if style in ("json", "sarif", "gitlab"):
        json.loads(done.stdout)


@pytest.mark.parametrize("style", FORMATS)
def test_a_fault_of_a_file(style: str, root: Path) -> None:
    (root / "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml").unlink()
    done = call("generate", "--check", "-C", root, "--format", style)
    assert done.exit_code == 1
    assert "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml" in done.stdout


@pytest.mark.parametrize(("style", "where"), [("sarif", '"uri": "'), ("gitlab", '"path": "'), ("github", "file=")])
def test_paths_from_above_the_platform(style: str, where: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_spec(root)
    monkeypatch.chdir(root.parent)
    assert f"{where}p/{TEAM}" in call("validate", "-C", "p", "--format", style).stdout
    monkeypatch.chdir(root)
    assert f"{where}{TEAM}" in call("validate", "--format", style).stdout
    monkeypatch.chdir(root / "profiles")
    assert f"{where}{TEAM}" in call("validate", "-C", os.pardir, "--format", style).stdout

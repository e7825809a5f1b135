"""An earlier proof is recalled where nothing has changed, and only there."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from gitops_gen import generate
from gitops_gen.write import memo as memos
from gitops_gen.write.memo import memo_path
from gitops_gen.write.stamp import stamp, wait_for_tick
from tests.git_platform import TEAM, edit_team
from tests.unit.cli_platform import call


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("recall") / "platform"
    assert call("init", root, "--ci", "none").exit_code == 0
    assert call("generate", "-C", root).exit_code == 0
    return root


@pytest.fixture
def root(template: Path, tmp_path: Path) -> Path:
    """A platform whose last run is remembered."""
    root = tmp_path / "platform"
    shutil.copytree(template, root)
    assert call("generate", "-C", root).exit_code == 0
    return root


@pytest.fixture
def quota(root: Path) -> Path:
    return root / "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml"


class Proofs:
    """Counts the runs that prove anew."""

    def __init__(self) -> None:
        self.number = 0

    def counted(self, run: Callable[..., object]) -> Callable[..., object]:
        def prove(*arguments: object, **named: object) -> object:
            self.number += 1
            return run(*arguments, **named)

        return prove


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> Proofs:
    counter = Proofs()
    for name in ("generate_repository", "check_repository"):
        monkeypatch.setattr(generate, name, counter.counted(getattr(generate, name)))
    return counter


def both(root: Path) -> tuple[Result, Result]:
    return call("generate", "-C", root), call("generate", "--check", "-C", root)


def test_nothing_changed(root: Path, proofs: Proofs) -> None:
    written, checked = both(root)
    assert proofs.number == 0
    assert (written.exit_code, checked.exit_code) == (0, 0)
    anew, checked_anew = (call("generate", *more, "--no-cache", "-C", root) for more in ((), ("--check",)))
    assert proofs.number == 2
    assert (written.output, checked.output) == (anew.output, checked_anew.output)


def test_findings_are_told_again(tmp_path: Path, proofs: Proofs, repository: Path) -> None:
    root = tmp_path / "example"
    for part in ("profiles", "environments"):
        shutil.copytree(repository / part, root / part)
    first = call("generate", "-C", root, "-v")
    assert "info[" in first.output
    proofs.number = 0
    again = call("generate", "--check", "-C", root, "--format", "json")
    assert proofs.number == 0
    anew = call("generate", "--check", "-C", root, "--format", "json", "--no-cache")
    assert json.loads(again.output) == json.loads(anew.output)


def test_a_check_that_proved_is_remembered_too(template: Path, tmp_path: Path, proofs: Proofs) -> None:
    root = tmp_path / "copied"
    shutil.copytree(template, root)
    for _ in range(2):
        assert call("generate", "--check", "-C", root).exit_code == 0
    assert proofs.number == 1


def edited_spec(root: Path) -> None:
    edit_team(root)


def touched_and_edited_spec(root: Path) -> None:
    """Of the same size, and with the times of before."""
    times = os.stat(root / TEAM)
    (root / TEAM).write_text((root / TEAM).read_text().replace("1010", "1011"))
    os.utime(root / TEAM, ns=(times.st_atime_ns, times.st_mtime_ns))


def spec_gone(root: Path) -> None:
    (root / "environments/dev/allocations/vision-dev.yaml").unlink()


def spec_moved(root: Path) -> None:
    (root / TEAM).rename(root / "profiles/teams/moved.yaml")


def index_gone(root: Path) -> None:
    (root / "generated/.gitops-gen/index.json").unlink()


def cut_off(root: Path) -> None:
    (root / ".gitops-gen/writing").touch()


def other_memo(root: Path) -> None:
    """One that another repository has."""
    path = memo_path(root)
    assert path is not None
    path.write_text(path.read_text().replace('"key": "', '"key": "0'))


def broken_memo(root: Path) -> None:
    path = memo_path(root)
    assert path is not None
    path.write_text("[" * 100_000)


@pytest.mark.parametrize(
    "change",
    [edited_spec, touched_and_edited_spec, spec_gone, spec_moved, index_gone, cut_off, other_memo, broken_memo],
)
def test_proven_anew(change: Callable[[Path], None], root: Path, proofs: Proofs) -> None:
    change(root)
    expected = call("generate", "--check", "--no-cache", "-C", root)
    proofs.number = 0
    checked = call("generate", "--check", "-C", root)
    assert proofs.number == 1
    assert (checked.exit_code, checked.output) == (expected.exit_code, expected.output)
    assert call("generate", "-C", root).exit_code == 0
    assert call("generate", "--check", "--no-cache", "-C", root).exit_code == 0


@pytest.mark.parametrize("variable", ["true", "1", "yes"])
def test_never_under_ci(root: Path, proofs: Proofs, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv("CI", variable)
    both(root)
    assert proofs.number == 2


def test_another_option(root: Path, proofs: Proofs) -> None:
    call("generate", "--check", "--as-of", "2026-12-01", "-C", root)
    call("generate", "--check", "--kubernetes-version", "1.35", "-C", root)
    call("generate", "--check", "--team", "vision", "-C", root)
    assert proofs.number == 3


def test_another_tool(root: Path, proofs: Proofs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "_tool", lambda: [("gitops_gen/app.py", 1, 1)])
    both(root)
    assert proofs.number == 1, "the run that proved is remembered"


def in_place(file: Path) -> None:
    """Of the same size, with the modification time set back."""
    times = os.stat(file)
    content = bytearray(file.read_bytes())
    content[-2] ^= 1
    with file.open("r+b") as opened:
        opened.write(content)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def replaced(file: Path) -> None:
    file.with_suffix(".new").write_text("mine: true\n")
    file.with_suffix(".new").replace(file)


def gone(file: Path) -> None:
    file.unlink()


def left_over(file: Path) -> None:
    shutil.copy(file, file.with_name("copied.yaml"))


@pytest.mark.parametrize("change", [in_place, replaced, gone, left_over])
def test_output_that_was_touched(change: Callable[[Path], None], root: Path, quota: Path) -> None:
    before = quota.read_bytes()
    change(quota)
    expected = call("generate", "--check", "--no-cache", "-C", root)
    assert expected.exit_code == 1
    checked = call("generate", "--check", "-C", root)
    assert (checked.exit_code, checked.output) == (1, expected.output)
    assert call("generate", "-C", root).exit_code == 0
    assert quota.read_bytes() == before
    assert call("generate", "--check", "--no-cache", "-C", root).exit_code == 0


def test_a_file_of_somebody_else_comes(root: Path, quota: Path) -> None:
    quota.with_name("notes.md").write_text("mine")
    for done in both(root):
        assert done.exit_code == 0
        assert "foreign: generated/dev-1/teams/vision-dev/notes.md (left alone)" in done.output


def test_a_link(root: Path, quota: Path) -> None:
    quota.unlink()
    quota.symlink_to("/etc/hostname")
    for done in both(root):
        assert done.exit_code == 2
        assert "is a link" in done.stderr


def test_without_a_place_for_it(root: Path, monkeypatch: pytest.MonkeyPatch, proofs: Proofs) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert [done.exit_code for done in both(root)] == [0, 0]
    assert proofs.number == 2


def test_every_change_has_another_stamp(tmp_path: Path) -> None:
    """Also one that leaves size and modification time as they were, and comes at once."""
    (tmp_path / "tree").mkdir()
    file = tmp_path / "tree" / "file"
    file.write_text("a")
    os.utime(file, ns=(0, 0))
    for text in ("b", "c") * 20:
        now = wait_for_tick(tmp_path / "probe")
        before = stamp(tmp_path / "tree")
        assert now is not None
        assert before.newest <= now
        file.write_text(text)
        os.utime(file, ns=(0, 0))
        assert stamp(tmp_path / "tree").digest != before.digest

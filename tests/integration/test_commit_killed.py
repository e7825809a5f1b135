"""``commit`` killed at any moment: the branch is at the old or the whole new commit, and the next run ends the work."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.conftest import REPOSITORY
from tests.git_platform import edit_team, git, head, make_git_platform
from tests.unit.cli_platform import call

KILLS = int(os.environ.get("GITOPS_GEN_KILLS", "6"))
"""How many kills a test makes. The documented figures are of runs with more."""

STAGED = "staged by a person\n"
CALLS = ("openat", "write", "rename", "link", "unlink", "mkdir", "close", "execve")


@dataclass(frozen=True)
class World:
    """A repository with work to commit, and the trees before and after."""

    root: Path
    old: str
    new: str


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    root = make_git_platform(tmp_path_factory.mktemp("killed") / "platform")
    old = head(root, "HEAD^{tree}")
    edit_team(root)
    (root / "staged.txt").write_text(STAGED)
    git(root, "add", "staged.txt")
    (root / "README.md").write_text("changed by a person\n")
    done = root.parent / "done"
    shutil.copytree(root, done)
    assert call("commit", "-C", done).exit_code == 0
    return World(root, old, head(done, "HEAD^{tree}"))


def start(work: Path, *before: str) -> subprocess.Popen[bytes]:
    """The command in a session of its own, so that what it starts dies with it."""
    return subprocess.Popen(
        [*before, sys.executable, "-m", "gitops_gen", "commit", "-C", str(work)],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def check_after(world: World, work: Path) -> None:
    assert head(work, "HEAD^{tree}") in (world.old, world.new), "a commit is whole or absent"
    git(work, "fsck", "--full", "--no-dangling")
    done = call("commit", "-C", work)
    while lock := re.search(r"remove it: rm '([^'\n]+)'", done.stderr):
        Path(lock[1]).unlink()
        done = call("commit", "-C", work)
    assert done.exit_code == 0, done.output
    assert head(work, "HEAD^{tree}") == world.new
    assert git(work, "show", ":staged.txt") + "\n" == STAGED
    assert git(work, "status", "--porcelain") == " M README.md\nA  staged.txt"
    assert not [path for path in (work / ".gitops-gen").iterdir() if path.name not in ("lock", "clock", ".gitignore")]


def test_at_any_moment(world: World, tmp_path: Path) -> None:
    random, work, during = Random(5), tmp_path / "work", 0
    for number in range(2 * KILLS):
        shutil.copytree(world.root, work)
        git(work, "update-index", "-q", "--refresh", "--really-refresh") if number % 3 else None
        process = start(work)
        deadline = time.monotonic() + 30
        # Half of them are aimed: our index is there while the commit is made.
        while number % 2 and not (work / ".gitops-gen/git-index").exists() and time.monotonic() < deadline:
            time.sleep(0.0002)
        time.sleep(random.uniform(0, 0.08 if number % 2 else 0.9))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        during += (work / ".gitops-gen/git-index").exists()
        check_after(world, work)
        shutil.rmtree(work)
    assert during, "no kill landed while a commit was made"


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("name", CALLS)
def test_at_a_system_call(name: str, world: World, tmp_path: Path) -> None:
    """``when`` counts in each process; the first that comes so far dies: ours, or a Git that we have started."""
    work, log = tmp_path / "work", tmp_path / "log"
    shutil.copytree(world.root, work)
    start(work, "strace", "-f", "-qq", "-o", str(log), "-e", f"trace={name}").wait()
    counts: dict[str, int] = {}
    for line in log.read_text().splitlines():
        process, _, told = line.partition(" ")
        counts[process] = counts.get(process, 0) + told.lstrip().startswith(f"{name}(")
    shutil.rmtree(work)
    most = max(counts.values(), default=0)
    assert most, "the run makes no such call"
    wanted = {1 + number * (most - 1) // (KILLS - 1) for number in range(KILLS)} if most > KILLS else range(1, most + 1)
    for when in sorted(wanted):
        shutil.copytree(world.root, work)
        inject = f"inject={name}:signal=KILL:when={when}"
        start(work, "strace", "-f", "-qq", "-o", str(log), "-e", f"trace={name}", "-e", inject).wait()
        assert "killed by SIGKILL" in log.read_text()
        check_after(world, work)
        shutil.rmtree(work)

"""The index in a real repository: what it says, how it survives a merge, how it is made again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.git_platform import edit_team, git, make_git_platform
from tests.unit.cli_platform import call

INDEX = "generated/.gitops-gen/index.json"
QUOTA = "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_git_platform(tmp_path / "platform")


def test_it_says_what_is_there(root: Path) -> None:
    done = call("index", "-C", root)
    assert done.exit_code == 0
    assert done.output.endswith(" files of generated/, as they are\n")


def test_what_differs_is_named(root: Path) -> None:
    (root / QUOTA).write_text((root / QUOTA).read_text() + "# more\n")
    gone = root / "generated/dev-1/teams/vision-dev/networkpolicy-default-deny.yaml"
    copied = root / "generated/dev-1/teams/vision-dev/copied.yaml"
    gone.rename(copied)
    done = call("index", "-C", root)
    assert done.exit_code == 1
    assert done.output.splitlines()[:3] == [
        f"missing: {gone.relative_to(root)}",
        f"changed: {QUOTA}",
        f"not listed: {copied.relative_to(root)}",
    ]


@pytest.mark.parametrize("text", ["", "{}", "<<<<<<< HEAD\n{}\n=======\n", '{"files": []}', "[" * 100_000])
def test_rebuilt(root: Path, text: str) -> None:
    before = (root / INDEX).read_text()
    (root / INDEX).write_text(text)
    assert "cannot be read (a merge conflict?)" in call("index", "-C", root).output
    done = call("index", "-C", root, "--rebuild")
    assert done.exit_code == 0
    assert (root / INDEX).read_text() == before
    assert call("index", "-C", root).exit_code == 0


def test_with_specs_that_have_errors(root: Path) -> None:
    (root / "profiles/platform.yaml").write_text("kind: Platform\n")
    done = call("index", "-C", root, "--rebuild")
    assert done.exit_code == 2
    assert "name it with --output" in done.stderr
    assert call("index", "-C", root, "--rebuild", "--output", "generated").exit_code == 0


def test_nothing_generated_yet(root: Path) -> None:
    done = call("index", "-C", root, "--output", "nowhere")
    assert done.exit_code == 2
    assert "nowhere/ is not there" in done.stderr


def test_two_branches_meet(root: Path) -> None:
    """Both change the index in neighbouring lines; the attributes keep Git from mixing the two, and one run ends it."""
    git(root, "checkout", "-q", "-b", "other")
    allocation = root / "environments/dev/allocations/search-dev.yaml"
    allocation.write_text(allocation.read_text().replace("guaranteed: 8", "guaranteed: 7"))
    done = call("commit", "-C", root)
    assert done.exit_code == 0, done.output
    git(root, "checkout", "-q", "main")
    edit_team(root)
    assert call("commit", "-C", root).exit_code == 0
    merged = merge_with_conflict(root)
    assert "CONFLICT" in merged
    assert INDEX in merged
    assert call("generate", "-C", root).exit_code == 0
    assert call("generate", "--check", "-C", root).exit_code == 0
    assert call("index", "-C", root).exit_code == 0
    git(root, "add", "-A")
    git(root, "commit", "-q", "--no-edit")
    assert call("commit", "-C", root).output.count("nothing to commit") == 1


def merge_with_conflict(root: Path) -> str:
    done = subprocess.run(["git", "merge", "other"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    return done.stdout

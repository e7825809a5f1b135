"""A platform repository in a real Git repository on disk, with all of it committed once."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.unit.cli_platform import call

TEAM = "profiles/teams/vision.yaml"


def git(folder: Path, *arguments: str, **settings: str) -> str:
    """Run Git; it must not fail. Returns what it prints, without the line break at the end."""
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env={**os.environ, **settings}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.rstrip("\n")


def make_git_platform(folder: Path, below: str = "") -> Path:
    """What ``init`` writes, generated and committed; returns the platform's folder."""
    root = folder / below
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    assert call("init", root, "--ci", "none").exit_code == 0
    assert call("generate", "-C", root).exit_code == 0
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Begin")
    return root


def edit_team(root: Path, center: str = "2020") -> None:
    """A change that compiles to other output: the cost center, which stands on every object of the team."""
    path = root / TEAM
    content = path.read_text()
    changed = re.sub(r'costCenter: "\d+"', f'costCenter: "{center}"', content)
    assert changed != content
    path.write_text(changed)


def head(root: Path, ref: str = "HEAD") -> str:
    return git(root, "rev-parse", ref)


def files_of(root: Path, commit: str = "HEAD") -> list[str]:
    """The paths that a commit changes, from the top of the repository."""
    return git(root, "show", "--format=", "--name-only", "--no-renames", commit).splitlines()

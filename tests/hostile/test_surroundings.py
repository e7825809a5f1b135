"""The same specs give the same bytes, whatever clock, zone, language, hash seed and disk say; an edit of one team
changes what is that team's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from gitops_gen.app import compile_specs
from tests.conftest import REPOSITORY
from tests.example_platform import base_texts
from tests.hostile.scale import SCALE
from tests.unit.cli_platform import call, make_repository

PROGRAM = """
import os, sys, time
clock = sys.argv.pop(1)
if clock:
    time.time = lambda: float(clock)
    time.time_ns = lambda: int(float(clock)) * 10**9
if sys.argv.pop(1) == "shuffled":
    from random import Random
    class Shuffled:
        def __init__(self, path):
            with scan(path) as found:
                self.entries = iter(sorted(found, key=lambda entry: Random(str(entry.name)).random()))
        def __iter__(self): return self
        def __next__(self): return next(self.entries)
        def __enter__(self): return self
        def __exit__(self, *_): pass
        def close(self): pass
    scan, there = os.scandir, os.listdir
    os.scandir = lambda path=".": Shuffled(path)
    os.listdir = lambda path=".": sorted(there(path), key=lambda name: Random(str(name)).random())
from gitops_gen.cli import main
main()
"""

WORLDS: dict[str, tuple[str, str, dict[str, str]]] = {
    "plain": ("", "", {}),
    "1970": ("0", "", {}),
    "2038": ("2147483648", "", {}),
    "9999": ("253402300799", "", {}),
    "far east": ("", "", {"TZ": "Pacific/Kiritimati"}),
    "far west": ("", "", {"TZ": "Etc/GMT+12"}),
    "half an hour": ("", "", {"TZ": "Asia/Kolkata"}),
    "C": ("", "", {"LC_ALL": "C"}),
    "Turkish": ("", "", {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
    "German": ("", "", {"LC_ALL": "de_DE.UTF-8"}),
    "no home": ("", "", {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"}),
    "folders in another order": ("", "shuffled", {}),
    **{f"hash seed {seed}": ("", "", {"PYTHONHASHSEED": str(seed)}) for seed in range(4 * SCALE)},
}


def digest_of(folder: Path) -> str:
    found = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        found.update(f"{path.relative_to(folder)} {path.stat().st_mode:o} ".encode() + path.read_bytes())
    return found.hexdigest()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = make_repository(tmp_path_factory.mktemp("expected") / "platform")
    assert call("generate", "-C", root).exit_code == 0
    return digest_of(root / "generated")


@pytest.mark.parametrize("name", WORLDS)
def test_the_same_bytes(name: str, expected: str, tmp_path: Path) -> None:
    clock, order, environment = WORLDS[name]
    root = make_repository(tmp_path / "platform")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, clock, order, "generate", "-C", str(root)],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert digest_of(root / "generated") == expected


EDITS = {
    "costCenter": re.compile(r'costCenter: "\d+"'),
    "displayName": re.compile(r"displayName: [^\n]+"),
    "version": re.compile(r"h100-80gb: \{guaranteed: \d+"),
    "cpu": re.compile(r"cpu: \d+"),
}


def test_an_edit_of_one_team_changes_what_is_that_teams() -> None:
    """Its namespaces, its part of the GitOps objects, and nothing of another team or of the cluster."""
    base = dict(base_texts())
    before = compile_specs(base).contents
    seen = 0
    for number in range(40 * SCALE):
        random = Random(number)
        team = random.choice(("robotics", "ranking"))
        file = random.choice(sorted(file for file in base if team in file and "grants" not in file))
        text = base[file].decode()
        wanted = [pattern for pattern in EDITS.values() if pattern.search(text)]
        if not wanted:
            continue
        found = random.choice(list(random.choice(wanted).finditer(text)))
        value = re.sub(r"[0-9]+", str(random.randrange(1, 9)), found[0], count=1)
        value = value if value != found[0] else f"{value}x"
        files = {**base, file: (text[: found.start()] + value + text[found.end() :]).encode()}
        compilation = compile_specs(files)
        if not compilation.ok:
            continue
        after = compilation.contents
        changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
        strangers = {path for path in changed if team not in path}
        assert not strangers, (file, value, strangers)
        seen += bool(changed)
    assert seen >= 10

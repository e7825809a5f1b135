"""Whatever is done to ``generated/`` is seen by ``--check``; nothing outside it is ever touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.git_platform import git
from tests.hostile.scale import SCALE
from tests.unit.cli_platform import call, make_repository

TIMES = 40 * SCALE


def flip(random: Random, path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)


def insert(random: Random, path: Path) -> None:
    content = path.read_bytes()
    at = random.randrange(len(content) + 1)
    path.write_bytes(content[:at] + random.choice((b"\n", b" ", b"#", b"x: 1\n")) + content[at:])


def cut(random: Random, path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: random.randrange(len(content))])


def link(random: Random, path: Path) -> None:
    twin = path.parent.parent.parent.parent / f"twin-{random.random()}"
    shutil.copy(path, twin)
    path.unlink()
    path.symlink_to(twin)


def replace_by_folder(random: Random, path: Path) -> None:
    path.unlink()
    path.mkdir()


def swap(random: Random, path: Path) -> None:
    other = random.choice(sorted(there for there in path.parent.iterdir() if there != path))
    mine, theirs = path.read_bytes(), other.read_bytes()
    path.write_bytes(theirs)
    other.write_bytes(mine)


def rename(random: Random, path: Path) -> None:
    path.rename(path.with_name(f"x-{path.name}"))


WAYS: dict[str, Callable[[Random, Path], None]] = {
    "a bit": flip,
    "something more": insert,
    "the end cut off": cut,
    "gone": lambda random, path: path.unlink(),
    "a link to the same bytes": link,
    "a folder in its place": replace_by_folder,
    "two files exchanged": swap,
    "another name": rename,
}


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_repository(tmp_path_factory.mktemp("tampering") / "platform")
    assert call("generate", "-C", root).exit_code == 0
    return root


@pytest.mark.parametrize("way", WAYS)
def test_it_is_seen(way: str, platform: Path, tmp_path: Path) -> None:
    for number in range(TIMES):
        work, random = tmp_path / "work", Random(f"{way} {number}")
        shutil.copytree(platform, work)
        path = random.choice(sorted(path for path in (work / "generated").rglob("*.yaml") if path.is_file()))
        WAYS[way](random, path)
        for cache in ((), ("--no-cache",)):
            result = call("generate", "--check", "-C", work, *cache)
            assert result.exit_code in (1, 2), (path, result.output)
            assert path.name in result.output + result.stderr or result.exit_code == 1
        shutil.rmtree(work)


def test_an_index_that_lies_is_seen(platform: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(platform, work)
    index = work / "generated/.gitops-gen/index.json"
    path = work / "generated/main/teams/robotics/resourcequota-gpu.yaml"
    before = path.read_bytes()
    path.write_bytes(before.replace(b'"', b"'"))
    index.write_text(index.read_text().replace(sha256(before).hexdigest(), sha256(path.read_bytes()).hexdigest()))
    result = call("generate", "--check", "-C", work)
    assert result.exit_code == 1
    assert "resourcequota-gpu.yaml" in result.output


HOSTILE_NAMES = ("a b", "a\nb", "$(id)", "::error::x", "-rf", "\u202eb", "a'b", 'a"b', "é", "*.yaml", "~", "%s")


def fingerprint(folder: Path, skip: Path) -> dict[str, tuple[int, int, str]]:
    found = {}
    for above, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if Path(above, name) != skip]
        for name in names:
            path = Path(above, name)
            facts = path.lstat()
            content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
            found[str(path)] = (facts.st_ino, facts.st_mtime_ns, sha256(content).hexdigest())
    return found


def test_nothing_around_it_is_touched(tmp_path: Path) -> None:
    """Files with hostile names beside the platform, in it, and links that lead out."""
    root = make_repository(tmp_path / "canary/platform")
    for folder in (tmp_path / "canary", root, root / "docs"):
        folder.mkdir(exist_ok=True)
        for name in HOSTILE_NAMES:
            (folder / name).write_text(f"mine: {name}")
    (root / "elsewhere").symlink_to(tmp_path / "canary")
    git(tmp_path / "canary/platform", "init", "-q")
    before = fingerprint(tmp_path / "canary", root / "generated")
    for arguments in ("generate", "generate --check", "validate", "index --rebuild", "commit -m x"):
        assert call(*arguments.split(), "-C", root).exit_code == 0
    after = fingerprint(tmp_path / "canary", root / "generated")
    own = (str(root / ".gitops-gen"), str(root / ".git"))
    assert {path: facts for path, facts in after.items() if not path.startswith(own)} == {
        path: facts for path, facts in before.items() if not path.startswith(own)
    }
    committed = git(root, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
    assert {path.split("/")[0] for path in committed} == {"profiles", "environments", "generated"}


LINKS = ("generated", "generated/main", "generated/main/teams/robotics", "profiles", "profiles/teams")


@pytest.mark.parametrize("link", LINKS)
def test_a_link_out_of_the_tree_is_refused(link: str, platform: Path, tmp_path: Path) -> None:
    work, outside = tmp_path / "work", tmp_path / "outside"
    shutil.copytree(platform, work)
    shutil.move(work / link, outside)
    (work / link).symlink_to(outside)
    robotics = work / "environments/prod/allocations/robotics-prod.yaml"
    robotics.write_text(robotics.read_text().replace("cpu: 320", "cpu: 300"))
    before = fingerprint(outside, tmp_path)
    result = call("generate", "-C", work)
    assert result.exit_code == 2
    assert "link" in result.stderr
    assert fingerprint(outside, tmp_path) == before


@pytest.mark.parametrize("gone", ["profiles", "environments", "environments/clusters", "profiles/platform.yaml"])
def test_a_half_checked_out_tree_destroys_nothing(gone: str, platform: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(platform, work)
    shutil.rmtree(work / gone) if (work / gone).is_dir() else (work / gone).unlink()
    before = fingerprint(work / "generated", tmp_path)
    assert call("generate", "-C", work).exit_code in (1, 2)
    assert call("generate", "--check", "-C", work).exit_code in (1, 2)
    assert fingerprint(work / "generated", tmp_path) == before

"""``--shard i/n``: all shares together write and find what one run does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.git_platform import edit_team, make_git_platform
from tests.unit.cli_platform import call

INDEX = "generated/.gitops-gen/index.json"


def tree(root: Path) -> dict[str, bytes]:
    below = root / "generated"
    return {path.relative_to(below).as_posix(): path.read_bytes() for path in below.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """This repository's own platform, which has three clusters."""
    root = tmp_path_factory.mktemp("shards") / "platform"
    for part in ("profiles", "environments"):
        shutil.copytree(repository / part, root / part)
    return root


@pytest.fixture(scope="module")
def whole(specs: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    root = tmp_path_factory.mktemp("whole") / "platform"
    shutil.copytree(specs, root)
    assert call("generate", "-C", root).exit_code == 0
    return tree(root)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_one_after_the_other(specs: Path, whole: dict[str, bytes], tmp_path: Path, count: int) -> None:
    root = tmp_path / "platform"
    shutil.copytree(specs, root)
    for number in range(count, 0, -1):
        done = call("generate", "-C", root, "--shard", f"{number}/{count}")
        assert done.exit_code == 0, done.output
    assert tree(root) == whole
    for number in range(1, count + 1):
        assert call("generate", "--check", "-C", root, "--shard", f"{number}/{count}").exit_code == 0
    assert call("generate", "--check", "-C", root).exit_code == 0


def test_side_by_side_then_put_together(specs: Path, whole: dict[str, bytes], tmp_path: Path) -> None:
    """As jobs of a matrix do: each in its own checkout; files are gathered, and the index is rebuilt."""
    gathered = tmp_path / "gathered"
    shutil.copytree(specs, gathered)
    for number in (1, 2):
        root = tmp_path / str(number)
        shutil.copytree(specs, root)
        assert call("generate", "-C", root, "--shard", f"{number}/2").exit_code == 0
        shutil.copytree(root / "generated", gathered / "generated", dirs_exist_ok=True)
    assert call("index", "--rebuild", "-C", gathered).exit_code == 0
    assert tree(gathered) == whole


def findings(root: Path, *arguments: str) -> set[tuple[Any, ...]]:
    report = json.loads(call("validate", "-C", root, "--format", "json", *arguments).stdout)
    return {tuple(item.values()) for item in report["findings"]}


def test_together_they_find_what_one_run_finds(specs: Path, tmp_path: Path) -> None:
    root = tmp_path / "platform"
    shutil.copytree(specs, root)
    for path in sorted((root / "environments").glob("clusters/*/cluster.yaml")):
        path.write_text(path.read_text().replace('"1.36"', '"1.99"'))
    one = findings(root)
    assert sum(item[0] == "kubernetes-version" for item in one) == 3
    parts = [findings(root, "--shard", f"{number}/3") for number in (1, 2, 3)]
    assert set().union(*parts) == one
    assert all(sum(item[0] == "kubernetes-version" for item in part) == 1 for part in parts)


def test_each_file_is_seen_by_one_shard(tmp_path: Path) -> None:
    root = make_git_platform(tmp_path / "platform")
    (root / "generated/dev-1/teams/vision-dev/resourcequota-gpu.yaml").unlink()
    (root / "generated/gone-1/platform").mkdir(parents=True)
    shutil.copy(root / "generated/prod-1/platform/kustomization.yaml", root / "generated/gone-1/platform")
    outputs = [call("generate", "--check", "-C", root, "--shard", f"{number}/2").output for number in (1, 2)]
    for text in ("missing: generated/dev-1/", "leftover: generated/gone-1/"):
        assert sum(text in output for output in outputs) == 1
    assert "leftover: generated/gone-1/" in outputs[0], "what is no cluster's is the first shard's"


def test_the_index_is_judged_by_each_for_its_own_part(tmp_path: Path) -> None:
    root = make_git_platform(tmp_path / "platform")
    index = root / INDEX
    lines = index.read_text().splitlines(keepends=True)
    index.write_text("".join(line for line in lines if "dev-1/teams/vision-dev/resourcequota-gpu" not in line))
    codes = [call("generate", "--check", "-C", root, "--shard", f"{number}/2").exit_code for number in (1, 2)]
    assert sorted(codes) == [0, 1]


def test_an_edit_touches_one_share(tmp_path: Path) -> None:
    root = make_git_platform(tmp_path / "platform")
    edit_team(root)
    before = tree(root)
    assert call("generate", "-C", root, "--shard", "1/2").exit_code == 0
    changed = {path.split("/")[0] for path, content in tree(root).items() if before[path] != content}
    assert len(changed - {".gitops-gen"}) == 1


def test_more_shards_than_clusters(specs: Path) -> None:
    done = call("validate", "-C", specs, "--shard", "9/9")
    assert done.exit_code == 0
    assert ", 0 clusters, 0 namespaces, 0 objects " in done.output


@pytest.mark.parametrize("text", ["0/2", "3/2", "1/0", "1", "a/b", "01/2", "1/2/3", "-1/2"])
def test_no_share(specs: Path, text: str) -> None:
    done = call("validate", "-C", specs, f"--shard={text}")
    assert done.exit_code == 2
    assert "write the second of four as 2/4" in done.stderr

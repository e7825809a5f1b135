"""Many runs one after the other: nothing is held open, nothing is left lying about, memory does not grow."""

from __future__ import annotations

import gc
import os
import tempfile
from pathlib import Path

import pytest

from gitops_gen.generate import check_repository, generate_repository
from tests.hostile.scale import SCALE
from tests.unit.cli_platform import call

OPEN = Path("/proc/self/fd")
SPEC = "profiles/teams/vision.yaml"
RUNS = 40 * SCALE


@pytest.mark.skipif(not OPEN.exists(), reason="open files are counted in /proc")
def test_nothing_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    repository = tmp_path / "platform"
    call("init", repository, "--engine", "argocd", "--repository", "https://github.com/acme/p.git", "--ci", "none")
    spec = repository / SPEC
    text = spec.read_text()

    def run(times: int) -> None:
        for number in range(times):
            spec.write_text(text.replace('costCenter: "', f'costCenter: "{number % 2}'))
            assert not generate_repository(repository).findings
            plan = check_repository(repository).plan
            assert plan is not None
            assert plan.is_empty

    run(4)
    files, handles, objects = _lying_about(tmp_path), len(os.listdir(OPEN)), _objects_alive()
    run(RUNS)
    assert _lying_about(tmp_path) == files
    assert len(os.listdir(OPEN)) <= handles
    assert _objects_alive() - objects < RUNS


def _objects_alive() -> int:
    gc.collect()
    return len(gc.get_objects())


def _lying_about(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))

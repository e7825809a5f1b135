"""The command line as a process of its own: exit codes and streams as a shell sees them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.cli_platform import make_repository


def _run(*arguments: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gitops_gen", *map(str, arguments)]
    root = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "PYTHONPATH": root, **settings}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=120)


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_repository(tmp_path_factory.mktemp("process") / "repository")


def test_fine(platform: Path) -> None:
    done = _run("validate", "-C", platform)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 2


def test_findings(platform: Path) -> None:
    done = _run("generate", "--check", "-C", platform)
    assert done.returncode == 1
    assert done.stdout.count("missing: generated/") > 20


def test_usage() -> None:
    done = _run("validate", "--nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_a_bug(platform: Path, tmp_path: Path) -> None:
    code = (
        "import gitops_gen.generate as generate, gitops_gen.cli as cli\n"
        "def fail(*_): raise RuntimeError('a bug')\n"
        "generate.prove_repository = fail\n"
        "cli.main()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2]), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", code, "validate", "-C", str(platform)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=120)
    assert done.returncode == 3
    logs = list(tmp_path.glob("gitops-gen-crash-*.log"))
    assert len(logs) == 1
    assert str(logs[0]) in done.stderr
    assert "Traceback" not in done.stderr
    assert "RuntimeError: a bug" in logs[0].read_text()


def test_a_reader_that_leaves_early() -> None:
    root = str(Path(__file__).resolve().parents[2])
    command = f"{sys.executable} -m gitops_gen rules --format markdown | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": root},
        timeout=120,
    )
    assert done.stdout in ("141\n", "0\n"), "0: the text fitted into the pipe before its reader left"
    assert done.stderr == ""


def test_a_terminal_that_lacks_a_character(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    team = repository / "profiles" / "teams" / "robotics.yaml"
    team.write_text(team.read_text(encoding="utf-8").replace("displayName: ", "漢Name: "), encoding="utf-8")
    done = _run("validate", "-C", repository, PYTHONIOENCODING="latin-1")
    assert done.returncode == 1
    assert "'\\u6f22Name'" in done.stdout


def test_help_imports_neither_models_nor_rich() -> None:
    """What makes help slow is imported by nobody before it is needed."""
    code = (
        "import sys\nfrom gitops_gen.cli import root\n"
        "try: root.main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'pydantic', 'yaml', 'rich', 'jsonschema_rs', 'networkx', 'difflib'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment, timeout=120
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_bash_completes_what_exists() -> None:
    done = _run(COMP_WORDS="gitops-gen catalog h100", COMP_CWORD="2", _GITOPS_GEN_COMPLETE="bash_complete")
    assert "plain,h100-80gb" in done.stdout.splitlines()

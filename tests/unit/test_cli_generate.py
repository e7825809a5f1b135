"""What ``generate`` writes, what ``--check`` refuses, and what neither touches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.cli_platform import call, make_repository

ROLE = "generated/main/teams/robotics/role-developer.yaml"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A platform whose output is current."""
    repository = make_repository(tmp_path / "repository")
    assert call("generate", "-C", repository).exit_code == 0
    return repository


def _tree(repository: Path) -> dict[str, bytes]:
    paths = (repository / "generated").rglob("*")
    return {path.relative_to(repository).as_posix(): path.read_bytes() for path in paths if path.is_file()}


def _remove(repository: Path) -> None:
    (repository / ROLE).unlink()


def _edit(repository: Path) -> None:
    path = repository / ROLE
    path.write_text(path.read_text() + "# and a comment\n")


def _leave(repository: Path) -> None:
    path = repository / ROLE
    path.with_name("role-old.yaml").write_text(path.read_text())


def _change_spec(repository: Path) -> None:
    path = repository / "environments" / "prod" / "allocations" / "robotics-prod.yaml"
    path.write_text(path.read_text().replace("{guaranteed: 12}", "{guaranteed: 11}"))


def _spoil_index(repository: Path) -> None:
    (repository / "generated" / ".gitops-gen" / "index.json").write_text("<<<<<<< ours\n")


FAULTS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "a file that is gone": (_remove, f"missing: {ROLE}", "missing"),
    "a file that was edited": (_edit, f"hand-edited: {ROLE}", "handEdited"),
    "a file that nothing makes": (_leave, f"leftover: {ROLE.replace('developer', 'old')}", "leftover"),
    "a spec that changed": (_change_spec, "stale: generated/main/teams/robotics/resourcequota-gpu.yaml", "stale"),
    "an index in conflict": (_spoil_index, "stale: generated/.gitops-gen/index.json", "stale"),
}


@pytest.mark.parametrize(("change", "want", "_key"), FAULTS.values(), ids=FAULTS.keys())
def test_check_names_what_is_wrong_and_writes_nothing(
    written: Path, change: Callable[[Path], None], want: str, _key: str
) -> None:
    change(written)
    before = _tree(written)
    result = call("generate", "--check", "-C", written)
    assert result.exit_code == 1
    assert want in result.stdout.splitlines()
    assert result.stdout.splitlines()[-1] == 'generated/ is not what the specs say: run "gitops-gen generate"'
    assert _tree(written) == before


@pytest.mark.parametrize(("change", "_want", "key"), FAULTS.values(), ids=FAULTS.keys())
def test_check_says_the_same_to_programs(written: Path, change: Callable[[Path], None], _want: str, key: str) -> None:
    change(written)
    result = call("generate", "--check", "--format", "json", "-C", written)
    files = json.loads(result.stdout)["summary"]["files"]
    assert result.exit_code == 1
    assert len(files[key]) == 1
    assert files["written"] is False


@pytest.mark.parametrize(("change", "_want", "_key"), FAULTS.values(), ids=FAULTS.keys())
def test_generate_puts_it_right(written: Path, change: Callable[[Path], None], _want: str, _key: str) -> None:
    change(written)
    assert call("generate", "-C", written).exit_code == 0
    assert call("generate", "--check", "-C", written).exit_code == 0


def test_a_second_run_has_nothing_to_do(written: Path) -> None:
    before = _tree(written)
    result = call("generate", "-C", written)
    assert f"0 files written, 0 removed, {len(before) - 1} unchanged in generated/" in result.stdout
    assert _tree(written) == before


def test_edits_that_are_overwritten_are_named(written: Path) -> None:
    _edit(written)
    result = call("generate", "-C", written)
    assert f"overwrote hand edits: {ROLE}" in result.stdout.splitlines()
    assert "1 file written, 0 removed" in result.stdout


def test_a_foreign_file_is_left_alone_and_fails_nothing(written: Path) -> None:
    note = written / "generated" / "main" / "notes.txt"
    note.write_text("mine\n")
    result = call("generate", "--check", "-C", written)
    assert result.exit_code == 0
    assert "foreign: generated/main/notes.txt (left alone)" in result.stdout.splitlines()
    assert call("generate", "-C", written).exit_code == 0
    assert note.read_text() == "mine\n"


def test_a_foreign_file_in_the_way_blocks_the_whole_run(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    (repository / ROLE).parent.mkdir(parents=True)
    (repository / ROLE).write_text("kind: Role\n")
    result = call("generate", "-C", repository)
    assert result.exit_code == 1
    assert f"blocked: {ROLE}" in result.stdout.splitlines()
    assert "missing:" not in result.stdout
    assert _tree(repository) == {ROLE: b"kind: Role\n"}


def test_errors_keep_everything_as_it_was(written: Path) -> None:
    before = _tree(written)
    (written / "profiles" / "teams" / "robotics.yaml").write_text("kind: [\n")
    result = call("generate", "-C", written)
    assert result.exit_code == 1
    assert result.stderr == "nothing was written: the specs have errors\n"
    assert _tree(written) == before


LIMITS = {
    "a cluster": (["--cluster", "lab"], "generated/lab/"),
    "an environment": (["--env", "dev"], "generated/lab/teams/"),
    "a team in an environment": (["--team", "ranking", "--env", "prod"], "generated/main/teams/ranking/"),
    "two teams in a cluster": (["--team", "ranking", "--team", "robotics", "--cluster", "lab"], "generated/lab/teams/"),
}


@pytest.mark.parametrize(("options", "want"), LIMITS.values(), ids=LIMITS.keys())
def test_limits_say_which_files_are_touched(options: list[str], want: str, tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    result = call("generate", "-C", repository, *options)
    assert result.exit_code == 0
    assert "limited" in result.stdout
    touched = {path for path in _tree(repository) if "/.gitops-gen/" not in path}
    assert touched
    assert {path for path in touched if not path.startswith(want)} == set()
    assert call("generate", "--check", "-C", repository, *options).exit_code == 0


def test_limits_hide_what_lies_outside(written: Path) -> None:
    _edit(written)
    (written / "generated" / "main" / "notes.txt").write_text("mine\n")
    result = call("generate", "--check", "-C", written, "--cluster", "lab")
    assert result.exit_code == 0
    assert "main" not in result.stdout


UNKNOWN = {
    "a team": (["--team", "rankin"], "did you mean 'ranking'?"),
    "a cluster": (["--cluster", "mian"], "did you mean 'main'?"),
    "an environment": (["--env", "production"], "'dev', 'prod'"),
}


@pytest.mark.parametrize(("options", "want"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_a_limit_that_names_nothing_is_refused(options: list[str], want: str, tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    result = call("generate", "-C", repository, *options)
    assert result.exit_code == 2
    assert want in result.stderr
    assert not (repository / "generated").exists()


def test_explain_answers_for_what_generate_wrote(written: Path) -> None:
    for name in (ROLE, str(written / ROLE), ROLE.removeprefix("generated/")):
        result = call("explain", "-C", written, f"{name}#/metadata/name")
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.startswith(f"{ROLE}\n")


def test_explain_needs_specs_that_make_a_platform(written: Path) -> None:
    (written / "profiles" / "platform.yaml").unlink()
    result = call("explain", "-C", written, ROLE)
    assert result.exit_code == 1
    assert "nothing can be explained" in result.stderr


def test_explain_of_a_file_that_is_not_made(written: Path) -> None:
    result = call("explain", "-C", written, ROLE.replace("developer", "develper"))
    assert result.exit_code == 2
    assert f"did you mean {ROLE}?" in result.stderr

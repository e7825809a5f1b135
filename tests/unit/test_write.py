"""Writing to disk: whole files or none, nothing through links, one run at a time, and a cut-off run is known."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitops_gen.crew import crew
from gitops_gen.errors import LostError, TreeError, WriteError
from gitops_gen.generate import check_repository, generate_repository
from gitops_gen.write.disk import TEMPORARY, remove_files, scan, write_files
from gitops_gen.write.index import INDEX, digest, read_index, rebuilt_index, seen, write_index
from gitops_gen.write.plan import make_plan
from gitops_gen.write.state import STATE, was_cut_off, writing
from tests.unit.cli_platform import call, make_repository

SOURCE = Path(__file__).resolve().parents[2]


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_files_are_written_in_new_and_in_old_folders(tmp_path: Path) -> None:
    first = {"a/x/one.yaml": b"1", "a/x/two.yaml": b"2", "three.yaml": b"3"}
    assert write_files(tmp_path / "out", first.items()) == 3
    assert _files(tmp_path / "out") == first
    assert write_files(tmp_path / "out", [("a/x/one.yaml", b"1.1"), ("a/x/four.yaml", b"4")]) == 2
    assert _files(tmp_path / "out") == {**first, "a/x/one.yaml": b"1.1", "a/x/four.yaml": b"4"}


def test_what_a_killed_run_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "a" / f"{TEMPORARY}x").mkdir(parents=True)
    (tmp_path / "a" / f"{TEMPORARY}x" / "half.yaml").write_bytes(b"ha")
    (tmp_path / f"{TEMPORARY}one.yaml").write_bytes(b"ha")
    there = scan(tmp_path)
    assert there.files == {}
    assert set(there.temporary) == {f"a/{TEMPORARY}x/half.yaml", f"{TEMPORARY}one.yaml"}
    write_files(tmp_path, [("a/x/new.yaml", b"n"), ("one.yaml", b"1")])
    assert _files(tmp_path) == {"a/x/new.yaml": b"n", "one.yaml": b"1"}


def test_folders_that_become_empty_go(tmp_path: Path) -> None:
    write_files(tmp_path, [("a/b/c.yaml", b""), ("a/d.yaml", b"")])
    assert remove_files(tmp_path, ["a/b/c.yaml"]) == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["a", "d.yaml"]


def _link_to_a_folder(folder: Path, outside: Path) -> None:
    (folder / "a").symlink_to(outside)


def _link_to_a_file(folder: Path, outside: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "one.yaml").symlink_to(outside / "victim")


def _link_that_leads_nowhere(folder: Path, outside: Path) -> None:
    (folder / "a").symlink_to(outside / "absent")


def _pipe(folder: Path, _: Path) -> None:
    (folder / "a").mkdir()
    os.mkfifo(folder / "a" / "one.yaml")


@pytest.mark.parametrize("trap", [_link_to_a_folder, _link_to_a_file, _link_that_leads_nowhere, _pipe])
def test_nothing_is_read_through_links_or_from_pipes(trap: Callable[[Path, Path], None], tmp_path: Path) -> None:
    folder, outside = tmp_path / "out", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    trap(folder, outside)
    with pytest.raises(TreeError, match=r"is a link|no regular file"):
        scan(folder)


@pytest.mark.parametrize("trap", [_link_to_a_folder, _link_to_a_file, _link_that_leads_nowhere])
def test_nothing_is_written_through_links(trap: Callable[[Path, Path], None], tmp_path: Path) -> None:
    folder, outside = tmp_path / "out", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (outside / "victim").write_bytes(b"precious")
    trap(folder, outside)
    try:
        write_files(folder, [("a/one.yaml", b"1")])
    except WriteError as error:
        assert "link" in str(error) or "Not a directory" in str(error)  # noqa: PT017
    assert _files(outside) == {"victim": b"precious"}


def test_an_output_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    (tmp_path / "elsewhere").mkdir()
    (repository / "generated").symlink_to(tmp_path / "elsewhere")
    result = call("generate", "-C", repository)
    assert result.exit_code == 2
    assert "generated is a link" in result.stderr
    assert list((tmp_path / "elsewhere").iterdir()) == []


SPEC_TRAPS: dict[str, Callable[[Path, Path], None]] = {
    "a pipe among the specs": lambda root, _: os.mkfifo(root / "profiles" / "pipe.yaml"),
    "a linked spec": lambda root, out: (root / "profiles" / "link.yaml").symlink_to(out / "x.yaml"),
    "a linked folder": lambda root, out: (root / "profiles" / "more").symlink_to(out),
}


@pytest.mark.parametrize("trap", SPEC_TRAPS.values(), ids=SPEC_TRAPS.keys())
def test_specs_are_regular_files(trap: Callable[[Path, Path], None], tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    trap(repository, tmp_path)
    result = call("validate", "-C", repository)
    assert result.exit_code == 2
    assert "is a link" in result.stderr or "no regular file" in result.stderr


def test_a_file_that_differs_in_case_alone_blocks() -> None:
    plan = make_plan({"a/one.yaml": "x"}, {"a/One.yaml": seen(b"a person's")})
    assert plan.blocked == ("a/one.yaml",)


def test_the_index_is_rebuilt_from_headers() -> None:
    ours = b'# Generated by gitops-gen. Do not edit: change the spec and run "gitops-gen generate".\n'
    index = rebuilt_index({"a.yaml": seen(ours), "b.yaml": seen(b"a person's")})
    assert make_plan({"a.yaml": digest(ours)}, {"a.yaml": seen(ours)}, index).index_changed is False


def test_two_runs_exclude_each_other(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    code = (
        "import sys, time; from pathlib import Path; from gitops_gen.write.state import writing\n"
        "with writing(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)\n"
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(repository)], stdout=subprocess.PIPE, cwd=SOURCE)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        for options in ([], ["--check"]):
            result = call("generate", *options, "-C", repository)
            assert result.exit_code == 2
            assert "another run of gitops-gen is writing" in result.stderr
        assert not (repository / "generated").exists()
    finally:
        other.kill()
        other.communicate()
    # The kernel has let the lock go with the process; the mark tells that it did not finish.
    assert was_cut_off(repository)
    assert check_repository(repository).cut_off
    assert call("generate", "-C", repository).exit_code == 0
    assert call("generate", "--check", "-C", repository).exit_code == 0


def test_a_cut_off_run_is_named_even_where_no_file_differs(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    generate_repository(repository)
    (repository / STATE / "writing").touch()
    result = call("generate", "--check", "-C", repository)
    assert result.exit_code == 1
    assert "cut-off: generated" in result.stdout.splitlines()
    assert call("generate", "-C", repository).exit_code == 0
    assert call("generate", "--check", "-C", repository).exit_code == 0


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the system refuses to write in the middle of a file."""
    folder = tmp_path / "out"
    write_files(folder, [("a/one.yaml", b"old")])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(WriteError, match=r"one\.yaml"):
            write_files(folder, [("a/one.yaml", b"x" * 5000)])
        with pytest.raises(WriteError, match="new"):
            write_files(folder, [("new/two.yaml", b"x" * 5000)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert _files(folder) == {"a/one.yaml": b"old"}


def _run(repository: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gitops_gen", "generate", "-C", str(repository)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)


def _damage(repository: Path, states: tuple[dict[str, bytes], ...]) -> list[str]:
    """Files that are neither as they were nor as they are to be."""
    whole = {path: {state.get(path) for state in states} for path in set().union(*states)}
    return [
        path
        for path, content in _files(repository / "generated").items()
        if TEMPORARY not in path and path != INDEX and content not in whole.get(path, {b""})
    ]


@pytest.fixture(scope="module")
def two_states(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes], dict[str, bytes]]:
    """A repository whose output is old, with the old and the new output. Most files change, some come, some go."""
    repository = make_repository(tmp_path_factory.mktemp("kill") / "repository")
    generate_repository(repository)
    (repository / "generated" / "notes.md").write_text("a person's\n")
    old = _files(repository / "generated")
    platform = repository / "profiles" / "platform.yaml"
    platform.write_text(platform.read_text() + "  annotations: {example.com/new: text}\n")
    generate_repository(repository)
    new = _files(repository / "generated")
    assert sum(old.get(path) != content for path, content in new.items()) > 20
    shutil.rmtree(repository / "generated")
    for path, content in old.items():
        (repository / "generated" / path).parent.mkdir(parents=True, exist_ok=True)
        (repository / "generated" / path).write_bytes(content)
    return repository, old, new


def _check_after_kill(work: Path, old: dict[str, bytes], new: dict[str, bytes]) -> None:
    assert _damage(work, (old, new)) == []
    assert (work / "generated" / "notes.md").read_text() == "a person's\n"
    current = _files(work / "generated")
    if current not in (old, new):
        assert call("generate", "--check", "-C", work).exit_code == 1
    assert call("generate", "-C", work).exit_code == 0
    assert _files(work / "generated") == new


KILLS = int(os.environ.get("GITOPS_GEN_KILLS", "25"))
"""How many kills a test makes. The documented figures are of runs with more."""


def test_killed_at_any_moment(two_states: tuple[Path, dict[str, bytes], dict[str, bytes]], tmp_path: Path) -> None:
    repository, old, new = two_states
    random, during = Random(3), 0
    for number in range(KILLS):
        work = tmp_path / str(number)
        shutil.copytree(repository, work)
        process = _run(work)
        deadline = time.monotonic() + 20
        # Half of them are aimed: the mark stands while files are written.
        while number % 2 and not (work / STATE / "writing").exists() and time.monotonic() < deadline:
            time.sleep(0.0002)
        time.sleep(random.uniform(0, 0.004 if number % 2 else 0.6))
        process.kill()
        process.wait()
        during += (work / STATE / "writing").exists()
        _check_after_kill(work, old, new)
        shutil.rmtree(work)
    assert during, "no kill landed during the writes"


CALLS = ("openat", "write", "renameat", "unlink", "close")
_IN_PROCESS = (
    "import sys; from pathlib import Path; from gitops_gen import generate\n"
    "generate.generate_repository(Path(sys.argv[1]))\n"
)


def _traced(work: Path, log: Path, *options: str) -> None:
    command = ["strace", "-f", "-qq", "-o", str(log), *options, sys.executable, "-c", _IN_PROCESS, str(work)]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": str(SOURCE)}, check=False)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("name", CALLS)
def test_killed_at_a_system_call(
    name: str, two_states: tuple[Path, dict[str, bytes], dict[str, bytes]], tmp_path: Path
) -> None:
    repository, old, new = two_states
    log, work = tmp_path / "log", tmp_path / "work"
    shutil.copytree(repository, work)
    _traced(work, log, "-e", f"trace={name},openat")
    lines = log.read_text().splitlines()
    total = sum(f" {name}(" in line for line in lines)
    begin = next(number for number, line in enumerate(lines) if "/writing" in line)
    before = sum(f" {name}(" in line for line in lines[:begin])
    shutil.rmtree(work)
    assert total > before, "the run makes no such call while it writes"
    during = 0
    # Every call from the mark on, or where they are many, some of them from the first to the last.
    calls, most = range(before + 1, total + 1), max(8, KILLS - 17)
    for when in sorted({calls[number * (len(calls) - 1) // (most - 1)] for number in range(most)}):
        shutil.copytree(repository, work)
        _traced(work, log, "-e", f"trace={name}", "-e", f"inject={name}:signal=KILL:when={when}")
        during += (work / STATE / "writing").exists()
        _check_after_kill(work, old, new)
        shutil.rmtree(work)
    assert during


def test_a_member_that_dies_is_missed() -> None:
    with crew([1, 2], alone=False) as members:
        members[0].ask(_double)
        members[1].ask(_die)
        assert members[0].answer() == 2
        with pytest.raises(LostError):
            members[1].answer()


def _die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _double(part: int) -> int:
    return part * 2


def test_many_processes_write_what_one_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: Path
) -> None:
    for name, small in (("one", 10_000), ("many", 0)):
        work = tmp_path / name
        for part in ("profiles", "environments"):
            shutil.copytree(repository / part, work / part)
        monkeypatch.setattr("gitops_gen.generate.SMALL", small)
        monkeypatch.setattr("gitops_gen.generate.processors", lambda: 3)
        assert generate_repository(work).plan
    assert _files(tmp_path / "one" / "generated") == _files(tmp_path / "many" / "generated")


def test_the_lock_is_let_go_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), writing(tmp_path):
        raise RuntimeError
    assert was_cut_off(tmp_path)
    with writing(tmp_path):
        pass
    assert not was_cut_off(tmp_path)


@pytest.mark.parametrize("files", [{}, {"a": "1"}, {'b/é"\n\udcff': "2", "a": "1", "B": "3"}])
def test_an_index_is_plain_json(files: dict[str, str]) -> None:
    plain = json.dumps({"version": 1, "files": dict(sorted(files.items()))}, indent=1) + "\n"
    assert write_index(files) == plain.encode()
    assert read_index(write_index(files)) == files

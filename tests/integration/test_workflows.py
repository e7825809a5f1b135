"""The workflows of this repository and those that ``init`` writes: linted; their scripts run against a Git remote."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
SCRIPTS = REPOSITORY / ".github" / "scripts"
WRITTEN = REPOSITORY / "gitops_gen" / "data" / "init" / "ci" / "github" / "dot-github" / "workflows"
WORKFLOWS = (*sorted((REPOSITORY / ".github" / "workflows").glob("*.yml")), *sorted(WRITTEN.glob("*.yml")))
ACTIONS = tuple(sorted((REPOSITORY / ".github" / "actions").glob("*/action.yml")))
SHELL = (*sorted(SCRIPTS.glob("*.sh")), *sorted((REPOSITORY / ".github" / "actions").glob("*/*.sh")))
BIN = Path(sys.executable).parent


def read(path: Path) -> dict[str, Any]:
    """A workflow. YAML 1.1 reads the key ``on`` as true."""
    loaded: dict[Any, Any] = yaml.safe_load(path.read_bytes())
    return {"on" if key is True else key: value for key, value in loaded.items()}


def steps(path: Path) -> Iterator[dict[str, Any]]:
    content = read(path)
    for job in content.get("jobs", {"": content.get("runs")}).values():
        yield from job["steps"]


def script(name: str, *, cwd: Path | None = None, path: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one of the scripts with an environment that holds little else."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if key.startswith("GIT_") or key in ("LC_ALL", "TZ", "XDG_CACHE_HOME")
    }
    search = f"{path}:{os.environ['PATH']}" if path else os.environ["PATH"]
    environment = {**kept, "PATH": search, "HOME": str(cwd or "/"), **settings}
    return subprocess.run(
        [str(REPOSITORY / ".github" / name)],
        cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_there_is_something_to_look_at() -> None:
    assert [path.name for path in WORKFLOWS] == ["as-of.yml", "main.yml", "pull-request.yml", "gitops-gen.yml"]
    assert len(ACTIONS) == 1
    assert len(SHELL) >= 7


@pytest.mark.skipif(not (BIN / "zizmor").exists(), reason="zizmor is not installed here")
def test_the_linters_find_nothing() -> None:
    done = script("scripts/lint_workflows.sh", BIN=str(BIN))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not (BIN / "zizmor").exists(), reason="zizmor is not installed here")
def test_the_linters_would_find_something(tmp_path: Path) -> None:
    """The script in a copy of the repository whose gate lets the pull request in with all rights."""
    shutil.copytree(REPOSITORY / ".github", tmp_path / ".github")
    ci = Path("gitops_gen/data/init/ci")
    shutil.copytree(REPOSITORY / ci, tmp_path / ci)
    broken = tmp_path / ".github" / "workflows" / "pull-request.yml"
    broken.write_text(broken.read_text().replace("  pull_request:\n", "  pull_request_target:\n"))
    done = subprocess.run(
        [tmp_path / ".github" / "scripts" / "lint_workflows.sh"],
        env={**os.environ, "BIN": str(BIN)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "dangerous-triggers" in done.stdout


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.name)
def test_actions_are_pinned_and_shells_get_no_expressions(path: Path) -> None:
    for step in steps(path):
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", step["uses"]), step
            assert "checkout" not in step["uses"] or step["with"]["persist-credentials"] is False, step
        else:
            assert "${{" not in step["run"], step
    pins = re.findall(r"^ +(?:- )?uses: \S+@\S+(.*)", path.read_text(), re.MULTILINE)
    assert pins
    assert all(re.fullmatch(r" # v\d+\.\d+\.\d+", comment) for comment in pins), pins


def test_an_action_has_one_pin_everywhere() -> None:
    found = {step["uses"] for path in (*WORKFLOWS, *ACTIONS) for step in steps(path) if "uses" in step}
    assert len(found) == len({uses.partition("@")[0] for uses in found}), found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_asks_for_little_and_ends(path: Path) -> None:
    content = read(path)
    assert content["permissions"] == {}
    assert "concurrency" in content
    assert "pull_request_target" not in content["on"]
    assert all(job["timeout-minutes"] <= 30 and "permissions" in job for job in content["jobs"].values())
    writers = [name for name, job in content["jobs"].items() if "write" in job["permissions"].values()]
    assert writers == (["advance"] if path.name == "as-of.yml" else [])


@pytest.mark.parametrize("path", [item for item in WORKFLOWS if item.name != "as-of.yml"], ids=lambda path: path.name)
def test_the_gate_waits_for_every_job_and_is_told_of_each(path: Path) -> None:
    jobs = read(path)["jobs"]
    gate = jobs.pop("gate")
    assert set(gate["needs"]) == set(jobs)
    assert gate["if"] == "always()"
    told = dict(re.findall(r"(\S+)=\$\{\{ needs\.(\S+)\.result \}\}", gate["steps"][-1]["env"]["RESULTS"]))
    assert told == {name: name for name in jobs}


@pytest.mark.parametrize(
    "path", [item for item in WORKFLOWS if "pull_request" in read(item)["on"]], ids=lambda path: path.name
)
def test_what_is_required_runs_for_every_change_and_in_a_merge_queue(path: Path) -> None:
    triggers = read(path)["on"]
    assert triggers["pull_request"] is None, "a filter would leave the required check pending for ever"
    assert triggers["merge_group"] == {"types": ["checks_requested"]}


GATE = {
    "one success": ("check=success", 0, ""),
    "all succeeded": ("check=success platform=success lint=success", 0, ""),
    "a failure": ("check=success platform=failure", 1, "platform: failure"),
    "cancelled": ("check=cancelled platform=success", 1, "check: cancelled"),
    "skipped is no success": ("check=success platform=skipped", 1, "platform: skipped"),
    "no result": ("check=success platform=", 1, "platform: nothing"),
    "success without a job": ("=success", 1, "only success will do"),
    "no pair": ("success", 1, "only success will do"),
    "a result that begins well": ("check=success-not", 1, "check: success-not"),
    "a result in it twice": ("check=failure=success", 1, "check: failure=success"),
    "nothing": ("", 1, "no results"),
    "blanks": (" \n ", 1, "no results"),
    "a star is no file name": ("*=failure", 1, "*: failure"),
}


@pytest.mark.parametrize("case", GATE)
def test_the_gate(case: str) -> None:
    results, code, words = GATE[case]
    done = script("scripts/gate.sh", RESULTS=results)
    assert (done.returncode, words in done.stdout) == (code, True), done.stdout


@pytest.mark.parametrize("case", [case for case in GATE if "=" in GATE[case][0].lstrip("=")])
def test_the_gate_that_init_writes_gives_the_same_verdict(case: str) -> None:
    results, code, _ = GATE[case]
    run = read(WRITTEN / "gitops-gen.yml")["jobs"]["gate"]["steps"][-1]["run"]
    done = subprocess.run(["bash", "-e", "-c", run], env={"RESULTS": results}, capture_output=True, check=False)
    assert done.returncode == code


@pytest.mark.parametrize("path", SHELL, ids=lambda path: path.name)
def test_a_script_is_strict_and_can_be_run(path: Path) -> None:
    text = path.read_text()
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    assert path.stat().st_mode & stat.S_IXUSR
    subprocess.run(["bash", "-n", str(path)], check=True)
    assert "$1" not in re.sub(r"^(tree_of|unchanged|schema)\(\).*$", "", text, flags=re.MULTILINE)


# Against a real remote: a bare repository with a branch for each case, checked out as the workflow does.

TREES = ("gitops_gen", "profiles", "environments", "generated", "requirements", ".github")


def git(*arguments: str, cwd: Path) -> str:
    done = subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of a bare remote that holds this repository's tree as it is now; the base is beside it."""
    top = tmp_path_factory.mktemp("remote")
    git("init", "-q", "--bare", "-b", "main", "remote.git", cwd=top)
    git("clone", "-q", "remote.git", "work", cwd=top)
    for name in TREES:
        shutil.copytree(REPOSITORY / name, top / "work" / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / ".gitattributes", top / "work")
    # As in the repository: what Python leaves behind is no change.
    (top / "work" / ".gitignore").write_text("__pycache__/\n")
    git("add", "-A", cwd=top / "work")
    git("commit", "-q", "-m", "base", cwd=top / "work")
    git("push", "-q", "origin", "HEAD:main", cwd=top / "work")
    git("clone", "-q", "--depth", "1", f"file://{top}/remote.git", "base", cwd=top)
    return top / "work"


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new))


def compile_into(folder: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "gitops_gen", "-C", str(folder), "generate"],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)}, check=True, capture_output=True,
    )  # fmt: skip


def push_branch(work: Path, branch: str) -> None:
    git("add", "-A", cwd=work)
    git("commit", "-q", "-m", branch, cwd=work)
    git("push", "-q", "origin", f"HEAD:{branch}", cwd=work)


def prove(work: Path, branch: str) -> subprocess.CompletedProcess[str]:
    """The platform job: both sides checked out of the remote, the base's script run."""
    top = work.parent
    git("clone", "-q", "--depth", "1", "--branch", branch, f"file://{top}/remote.git", branch, cwd=top)
    settings = {"BASE": "base", "CHANGE": branch, "BASE_PYTHON": sys.executable, "CHANGE_PYTHON": sys.executable}
    environment = {**os.environ, **settings}
    environment.pop("PYTHONPATH", None)
    return subprocess.run(
        [top / "base" / ".github" / "scripts" / "prove_platform.sh"],
        cwd=top, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.fixture
def branch(work: Path, request: pytest.FixtureRequest) -> str:
    """A branch of its own, from main."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.name)[:60].strip("-")
    git("switch", "-q", "--force-create", name, "origin/main", cwd=work)
    return str(name)


LANGUAGE = Path("profiles/teams/language.yaml")


def test_a_good_change_passes(work: Path, branch: str) -> None:
    replace(work / LANGUAGE, 'costCenter: "6120"', 'costCenter: "6121"')
    compile_into(work)
    push_branch(work, branch)
    done = prove(work, branch)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "judged by the base branch's tool" in done.stdout
    assert "::error" not in done.stdout


def test_a_wrong_spec_fails_at_its_line(work: Path, branch: str) -> None:
    replace(work / LANGUAGE, "department: research", "department: reserch")
    push_branch(work, branch)
    done = prove(work, branch)
    line = (work / LANGUAGE).read_text().split("department:")[0].count("\n") + 1
    assert done.returncode == 1
    annotations = [text for text in done.stdout.splitlines() if text.startswith("::error ")]
    assert any(text.startswith(f"::error file={LANGUAGE},line={line},") and "reserch" in text for text in annotations)


def test_a_generated_file_edited_by_hand_fails_by_name(work: Path, branch: str) -> None:
    edited = Path("generated/prod-eu1/teams/language/resourcequota-gpu.yaml")
    (work / edited).write_text((work / edited).read_text() + "# mine\n")
    push_branch(work, branch)
    done = prove(work, branch)
    assert done.returncode == 1
    assert f"::error file={edited},title=hand-edited::" in done.stdout


def test_a_changed_tool_is_compared_with_its_own_output(work: Path, branch: str) -> None:
    """The tool of the change writes another header; files that the base's tool made are stale under it."""
    header = work / "gitops_gen" / "emit" / "yaml.py"
    replace(header, "# Generated by gitops-gen.", "# Made by gitops-gen.")
    push_branch(work, branch)
    done = prove(work, branch)
    assert done.returncode == 1
    assert "::notice::the tool is changed here" in done.stdout
    assert "title=stale" in done.stdout or "title=hand-edited" in done.stdout


def test_code_beside_the_specs_is_never_run(work: Path, branch: str) -> None:
    """A change that brings modules with the names of the tool's and of the standard library's."""
    for name in ("gitops_gen.py", "click.py", "os.py", "sitecustomize.py", "yaml.py"):
        (work / name).write_text("raise SystemExit('owned')\n")
    push_branch(work, branch)
    done = prove(work, branch)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "owned" not in done.stdout + done.stderr


FAKE_GH = """#!/usr/bin/env bash
echo "$*" >> "$GH_LOG"
if [ "$1 $2" = "pr list" ]; then cat "$GH_OPEN"; fi
"""


@pytest.fixture
def gh(tmp_path: Path) -> Path:
    """A ``gh`` that writes down what it is asked, and says how many requests are open."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gh").write_text(FAKE_GH)
    (tmp_path / "bin" / "gh").chmod(0o755)
    (tmp_path / "open").write_text("0\n")
    (tmp_path / "log").write_text("")
    return tmp_path


def advance(work: Path, gh: Path, as_of: str) -> subprocess.CompletedProcess[str]:
    return script(
        "scripts/advance_as_of.sh", cwd=work, path=str(gh / "bin"),
        AS_OF=as_of, PYTHON=sys.executable, GH_LOG=str(gh / "log"), GH_OPEN=str(gh / "open"),
    )  # fmt: skip


def test_the_clock_is_advanced_in_a_request_of_its_own(work: Path, branch: str, gh: Path) -> None:
    done = advance(work, gh, "2026-12-05")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pr create --head gitops-gen/as-of --base main" in (gh / "log").read_text()
    changed = git("diff", "--name-only", "origin/main", "origin/gitops-gen/as-of", "--", "profiles", cwd=work)
    assert changed == "profiles/platform.yaml\n"
    lines = git("diff", "-U0", "origin/main", "origin/gitops-gen/as-of", "--", "profiles", cwd=work).splitlines()[-2:]
    assert [line[:1] for line in lines] == ["-", "+"]
    assert lines[1][1:] == lines[0][1:].replace("2026-11-30", "2026-12-05")
    git("switch", "-q", "--detach", "origin/gitops-gen/as-of", cwd=work)
    assert prove(work, "gitops-gen/as-of").returncode == 0
    # A week later: the same branch, and no second request.
    git("switch", "-q", "--force-create", branch, "origin/main", cwd=work)
    (gh / "open").write_text("1\n")
    (gh / "log").write_text("")
    done = advance(work, gh, "2026-12-12")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pr create" not in (gh / "log").read_text()
    assert git("log", "--format=%s", "origin/main..origin/gitops-gen/as-of", cwd=work) == "Advance asOf to 2026-12-12\n"


@pytest.mark.parametrize(
    ("as_of", "code", "words"),
    [
        ("2026-11-30", 0, "asOf is 2026-11-30 already"),
        ("2026-11-01", 0, "asOf is 2026-11-30 already"),
        ("tomorrow", 2, "no date"),
        ('2026-12-05"; x', 2, "no date"),
    ],
)
def test_the_clock_never_goes_back_and_takes_dates_only(
    as_of: str, code: int, words: str, work: Path, branch: str, gh: Path
) -> None:
    done = advance(work, gh, as_of)
    assert (done.returncode, words in done.stdout) == (code, True), done.stdout + done.stderr
    assert git("status", "--porcelain", cwd=work) == ""
    assert (gh / "log").read_text() == ""


def test_a_clock_that_is_not_one_plain_line_is_left_alone(work: Path, branch: str, gh: Path) -> None:
    platform = work / "profiles" / "platform.yaml"
    platform.write_text(platform.read_text() + '  asOf: "2026-11-30"\n')
    done = advance(work, gh, "2026-12-05")
    assert done.returncode == 2
    assert "::error file=profiles/platform.yaml::exactly one line" in done.stdout
    git("checkout", "-q", "--", ".", cwd=work)


ACTION = {
    "generate": ("generate", 0, "0 errors, 0 warnings"),
    "validate": ("validate", 0, "0 errors, 0 warnings"),
    "another command": ("generate; id", 2, 'the input "command" is generate or validate'),
}


@pytest.mark.parametrize("case", ACTION)
def test_the_action_for_other_repositories(case: str, work: Path, branch: str) -> None:
    command, code, words = ACTION[case]
    done = script(
        "actions/gitops-gen/run.sh", cwd=work,
        ACTION_PATH=str(REPOSITORY / ".github/actions/gitops-gen"), COMMAND=command, DIRECTORY=".",
        PYTHON=sys.executable,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert words in done.stdout

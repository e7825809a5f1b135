"""Exit codes, help, and faults of the user: every one is answered in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import jsonschema
import pytest

from gitops_gen import discover, generate
from gitops_gen.cli import root
from gitops_gen.cli.commands import doctor
from gitops_gen.cli.root import COMMANDS
from gitops_gen.report.json_v1 import json_schema
from tests.unit.cli_platform import call, make_repository


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read only: what a test changes it copies."""
    return make_repository(tmp_path_factory.mktemp("cli") / "repository")


FINE = {
    "help": ["--help"],
    "short help": ["-h"],
    "the version": ["--version"],
    "all rules": ["rules"],
    "rules that begin so": ["rules", "gpu-"],
    "one rule": ["rules", "sharing-limits"],
    "rules as a page": ["rules", "--format", "markdown"],
    "all cards": ["catalog"],
    "one card": ["catalog", "h100-80gb"],
    "cards that begin so": ["catalog", "h100"],
    "cards as JSON": ["catalog", "--format", "json"],
    "the kinds of specs": ["schema"],
    "one schema, in any case": ["schema", "team"],
    "completion for fish": ["completion", "fish"],
    "completion for zsh": ["completion", "zsh"],
    "what this machine has": ["doctor"],
}


@pytest.mark.parametrize("arguments", FINE.values(), ids=FINE.keys())
def test_fine(arguments: list[str]) -> None:
    result = call(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout


USAGE = {
    "no command": ([], "Usage"),
    "a command of nearly that name": (["generat"], "did you mean 'generate'?"),
    "an option of nearly that name": (["validate", "--formt", "json"], "--format"),
    "a format that is none": (
        ["validate", "--format", "xml"],
        "'sarif', 'github', 'gitlab', 'markdown'",
    ),
    "a folder that is not there": (["-C", "/nowhere", "validate"], "no such folder"),
    "a folder that is a file": (["validate", "-C", __file__], "no such folder"),
    "a date that is none": (["validate", "--as-of", "2026-13-01"], "2026-13-01' is no date; write it as 2026-11-30"),
    "a date in another form": (["generate", "--as-of", "20261130"], "is no date"),
    "a version that is none": (["validate", "--kubernetes-version", "1"], "write it as 1.36"),
    "a rule of nearly that name": (["rules", "sharing-limist"], "did you mean 'sharing-limits'?"),
    "a card of nearly that name": (["catalog", "h100-88gb"], "did you mean 'h100-80gb'?"),
    "a kind that is none": (["schema", "Pod"], "one of: 'Allocation'"),
    "a schema check of nothing": (["schema", "--check"], "--output"),
    "a schema of both sorts": (["schema", "Team", "--output", "x"], "--output"),
    "a shell that is none": (["completion", "cmd"], "'bash', 'zsh', 'fish'"),
    "no file to explain": (["explain"], "FILE"),
}


@pytest.mark.parametrize(("arguments", "want"), USAGE.values(), ids=USAGE.keys())
def test_usage(arguments: list[str], want: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert want in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["validate", "generate", "explain"])
def test_a_folder_without_specs(command: str, tmp_path: Path) -> None:
    result = call(command, "-C", tmp_path, *(["x"] if command == "explain" else []))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "no profiles/ folder" in result.stderr


def test_a_link_out_of_the_repository(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    (repository / "profiles" / "passwd.yaml").symlink_to("/etc/passwd")
    result = call("validate", "-C", repository)
    assert result.exit_code == 2
    assert "root:" not in result.output


def test_the_folder_may_stand_before_and_after_the_command(platform: Path, tmp_path: Path) -> None:
    assert call("-C", platform, "validate").exit_code == 0
    assert call("validate", "-C", platform).exit_code == 0
    assert call("-C", tmp_path, "validate", "-C", platform).exit_code == 0


def test_a_sound_platform_passes(platform: Path) -> None:
    result = call("validate", "-C", platform)
    assert (result.exit_code, result.stderr) == (0, "")
    covered, found = result.stdout.splitlines()[-2:]
    form = (
        r"\d+ documents, \d+ clusters, \d+ namespaces, (\d+) objects \((\d+) checked against a schema\), \d+ rules run"
    )
    counts = re.fullmatch(form, covered)
    assert counts
    assert counts[1] == counts[2] != "0"
    assert found.startswith("0 errors, ")


def _broken(tmp_path: Path) -> Path:
    repository = make_repository(tmp_path / "repository")
    team = repository / "profiles" / "teams" / "robotics.yaml"
    team.write_text(team.read_text().replace("department: research", "departement: research"))
    return repository


def test_a_fault_is_shown_with_its_line(tmp_path: Path) -> None:
    result = call("validate", "-C", _broken(tmp_path))
    assert result.exit_code == 1
    assert (
        "profiles/teams/robotics.yaml:6:3: error[spec-unknown-key]: 'departement' is no key of spec\n" in result.stdout
    )
    assert "  fix: did you mean 'department'?\n" in result.stdout


def test_a_fault_as_json(tmp_path: Path) -> None:
    result = call("validate", "-C", _broken(tmp_path), "--format", "json")
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert ("spec-unknown-key", 6) in [(finding["id"], finding["line"]) for finding in data["findings"]]
    jsonschema.validate(data, json_schema(), cls=jsonschema.Draft202012Validator)


def test_a_fault_as_an_annotation(tmp_path: Path) -> None:
    result = call("validate", "-C", _broken(tmp_path), "--format", "github")
    assert result.exit_code == 1
    assert (
        "::error file=profiles/teams/robotics.yaml,line=6,col=3,title=spec-unknown-key::'departement' is"
        in result.stdout
    )


def test_infos_are_counted_and_shown_on_demand(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    for edit in discover.rules()["workload-not-rendered"].invalid[0].edits:
        file = repository / edit.file
        file.write_text(file.read_text().replace(edit.old, edit.new) if edit.old else edit.new)
    quiet, loud = call("validate", "-C", repository), call("validate", "-v", "-C", repository)
    assert "info[" not in quiet.stdout
    assert "--verbose shows" in quiet.stdout
    assert "info[workload-not-rendered]" in loud.stdout
    assert "--verbose shows" not in loud.stdout


def test_a_kubernetes_version_that_is_not_bundled_is_refused(platform: Path) -> None:
    result = call("validate", "-C", platform, "--kubernetes-version", "1.99")
    assert result.exit_code == 2
    assert "no schemas of Kubernetes 1.99 are bundled; there are 1." in result.stderr


def test_another_date_is_taken(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repository")
    assert call("generate", "-C", repository).exit_code == 0
    assert call("generate", "--check", "-C", repository).exit_code == 0
    later = call("generate", "--check", "-C", repository, "--as-of", "2027-06-01")
    assert later.exit_code == 1, "a grant has run out by then"


def test_a_bug_ends_with_a_log(platform: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a \x1b[31mbug")

    monkeypatch.setattr(generate, "prove_repository", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    result = call("validate", "-C", platform)
    assert result.exit_code == 3
    assert "bug: RuntimeError: a \\x1b[31mbug" in result.stderr
    log = Path(result.stderr.split()[-1])
    assert log.parent == tmp_path
    text = log.read_text()
    assert "Traceback" in text
    assert "Python: " in text
    assert "PyYAML: " in text


def test_a_bug_without_a_place_for_its_log(platform: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(generate, "prove_repository", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    result = CallOfABug(platform).result
    assert result.exit_code == 3
    assert "no log could be written" in result.stderr


class CallOfABug:
    """The only call that may print a traceback: there is no other place for it."""

    def __init__(self, platform: Path) -> None:
        from click.testing import CliRunner

        self.result = CliRunner().invoke(root, ["validate", "-C", str(platform)])


def test_an_interruption(platform: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(generate, "prove_repository", interrupt)
    assert call("validate", "-C", platform).exit_code == 130


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert "Examples:\n" in result.stdout
    assert f"gitops-gen {name}" in result.stdout.partition("Examples:")[2]


def test_every_module_of_a_command_is_listed(repository: Path) -> None:
    modules = {path.stem for path in (repository / "gitops_gen" / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert modules == set(COMMANDS)


def test_every_option_says_what_it_does() -> None:
    context = click.Context(root)
    commands = [root, *(command for name in COMMANDS if (command := root.get_command(context, name)))]
    assert len(commands) == len(COMMANDS) + 1
    for command in commands:
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help, f"{command.name} {parameter.name}"


COLORS = {
    "always": (["--color", "always"], True),
    "never": (["--color", "never"], False),
    "auto is off where no terminal is": (["--color", "auto"], False),
    "the default": ([], False),
}


@pytest.mark.parametrize(("options", "want"), COLORS.values(), ids=COLORS.keys())
def test_colours(options: list[str], tmp_path: Path, *, want: bool) -> None:
    result = call("validate", "-C", _broken(tmp_path), *options)
    assert ("\x1b[31merror[" in result.stdout) is want


DOCTOR = """\
ok       Python  3.11.0
MISSING  PyYAML  needed to read specs
absent   git     needed to commit
"""


def test_what_is_missing_is_named_with_its_purpose() -> None:
    items = (
        doctor.Item("Python", "3.11.0", "at all", required=True),
        doctor.Item("PyYAML", "", "to read specs", required=True),
        doctor.Item("git", "", "to commit", required=False),
    )
    assert doctor.render(items) == DOCTOR


@pytest.mark.parametrize(("required", "want"), [(True, 1), (False, 0)])
def test_only_what_is_required_fails_the_examination(
    monkeypatch: pytest.MonkeyPatch, *, required: bool, want: int
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda: iter([doctor.Item("x", "", "to run", required=required)]))
    assert call("doctor").exit_code == want


def test_programs_that_are_not_there_are_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    found = {item.name: item.found for item in doctor.examine()}
    assert (found["git"], found["kubectl"]) == ("", "")
    assert found["PyYAML"].count("libyaml") == 1
    assert call("doctor").exit_code == 0

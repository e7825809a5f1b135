"""``init`` as a person runs it: every engine with every CI system, the printed steps in a shell, folders refused."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from gitops_gen.app import compile_specs, new_repository, owners_file
from gitops_gen.cli.documentation import schemas
from gitops_gen.discover import ci_systems, engines
from gitops_gen.errors import GitOpsGenError, WriteError
from gitops_gen.load.tree import is_spec
from gitops_gen.skeleton.files import ChoiceError, Choices
from gitops_gen.write.skeleton import write_skeleton

COMMON = {
    ".gitattributes",
    ".pre-commit-config.yaml",
    ".vscode/extensions.json",
    ".vscode/settings.json",
    "README.md",
    "environments/clusters/dev-1/cluster.yaml",
    "environments/clusters/dev-1/nodepool-l4.yaml",
    "environments/clusters/prod-1/cluster.yaml",
    "environments/clusters/prod-1/nodepool-h100.yaml",
    "environments/dev/allocations/search-dev.yaml",
    "environments/dev/allocations/vision-dev.yaml",
    "environments/dev/environment.yaml",
    "environments/prod/allocations/search-prod.yaml",
    "environments/prod/allocations/vision-prod.yaml",
    "environments/prod/environment.yaml",
    "profiles/platform.yaml",
    "profiles/teams/search.yaml",
    "profiles/teams/vision.yaml",
    "profiles/workloads/experiment.yaml",
    "profiles/workloads/training.yaml",
}
OF_CI = {
    "github": {".github/CODEOWNERS", ".github/dependabot.yml", ".github/workflows/gitops-gen.yml"},
    "gitlab": {".gitlab-ci.yml", "CODEOWNERS"},
    "none": {"CODEOWNERS"},
}
ENGINES, SYSTEMS = tuple(engines()), tuple(ci_systems())


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Mapping[str, str]:
    """An environment in which a shell finds ``gitops-gen``, of this checkout."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "gitops-gen"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gitops_gen "$@"\n')
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(repository)}


def run(tool: Mapping[str, str], *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["gitops-gen", *arguments], cwd=cwd, env=tool, capture_output=True, text=True, timeout=60, check=False
    )


def skeleton(engine: str = "argocd", ci: str = "github", platform: str = "acme", url: str = "") -> dict[str, bytes]:
    choices = Choices(engine, ci, platform, url or ci_systems()[ci].repository, "0.1.0")
    return dict(new_repository(choices, {"team.json": "{}\n"}))


def printed_steps(output: str) -> str:
    """The command lines under ``Next:``, one a line."""
    lines = output.split("\nNext:\n", 1)[1].split("\n\n", 1)[0].splitlines()
    assert all(line.startswith("  ") for line in lines), output
    return "".join(f"{line.strip()}\n" for line in lines)


@pytest.mark.parametrize("ci", SYSTEMS)
@pytest.mark.parametrize("engine", ENGINES)
def test_the_tree_is_whole_and_compiles_without_a_finding(engine: str, ci: str) -> None:
    files = skeleton(engine, ci)
    assert set(files) == COMMON | OF_CI[ci] | {"schemas/team.json"}
    compilation = compile_specs({path: content for path, content in files.items() if is_spec(path)})
    assert compilation.ok
    assert compilation.findings == ()
    assert compilation.fleet is not None
    assert {cluster.engine for cluster in compilation.fleet.clusters} == {engine}
    assert not [path for path, content in files.items() if re.search(rb"__[A-Z_]+__", content)]
    assert not [path for path, content in files.items() if b"\r" in content or not content.endswith(b"\n")]


@pytest.mark.parametrize(
    ("platform", "url", "owner"),
    [
        ("a", "https://github.com/Big-Org/x.git", "@Big-Org/gpu-platform"),
        ("p" * 63, "https://host.example/x.git", f"@{'p' * 39}/gpu-platform"),
        ("null", "ssh://git@github.com/acme/x.git", "@acme/gpu-platform"),
        ("no", "https://gitlab.example/group/deeper/x.git", "@group/gpu-platform"),
        ("1e3", f"https://host.example/{'o' * 60}/x.git", "@1e3/gpu-platform"),
    ],
)
def test_any_name_and_url_that_a_spec_may_hold_compile(platform: str, url: str, owner: str) -> None:
    files = skeleton(platform=platform, url=url)
    compilation = compile_specs({path: content for path, content in files.items() if is_spec(path)})
    assert [finding.message for finding in compilation.findings] == []
    assert files[".github/CODEOWNERS"].decode().splitlines()[1].split() == ["*", owner]
    assert compilation.fleet is not None
    assert compilation.fleet.platform.model.spec.repository.url == url


@pytest.mark.parametrize("engine", ENGINES)
def test_the_printed_steps_work_with_a_remote_on_disk(engine: str, tmp_path: Path, tool: Mapping[str, str]) -> None:
    """As printed, in a folder with a space; Git is told that the printed URL is a bare repository on this disk."""
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
    told = run(tool, "init", "gpu platform", "--engine", engine, cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    there = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{bare}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/acme/gpu-platform.git",
    }
    shell = subprocess.run(
        ["bash", "-eu"], input=printed_steps(told.stdout), cwd=tmp_path, env={**tool, **there},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert shell.returncode == 0, shell.stdout + shell.stderr
    clone = tmp_path / "clone"
    # Whoever clones gets the same bytes, whatever their Git does with line ends.
    subprocess.run(["git", "-c", "core.autocrlf=true", "clone", "-q", str(bare), str(clone)], check=True)
    checked = run(tool, "generate", "--check", cwd=clone)
    assert checked.returncode == 0, checked.stdout
    assert "0 errors, 0 warnings" in checked.stdout
    assert run(tool, "schema", "--output", "schemas", "--check", cwd=clone).returncode == 0
    for cluster in ("dev-1", "prod-1"):
        assert (clone / "generated" / cluster / "bootstrap" / "kustomization.yaml").is_file()
    for hook in yaml.safe_load((clone / ".pre-commit-config.yaml").read_bytes())["repos"][0]["hooks"]:
        assert run(tool, *hook["entry"].split()[1:], cwd=clone).returncode == 0


def test_in_a_folder_of_a_larger_repository(tmp_path: Path, tool: Mapping[str, str]) -> None:
    """Its own Git is made for nobody; what acts at the top alone is left to whoever owns it, and named."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(tmp_path / "all")], check=True)
    told = run(tool, "init", "teams/gpu", cwd=tmp_path / "all")
    assert told.returncode == 2
    assert "say --ci none" in told.stderr
    assert not (tmp_path / "all/teams").exists()
    told = run(tool, "init", "teams/gpu", "--ci", "none", "--engine", "flux", cwd=tmp_path / "all")
    assert told.returncode == 0, told.stderr
    assert "git init" not in told.stdout
    assert "let CI run: gitops-gen -C teams/gpu generate --check" in told.stdout
    platform = tmp_path / "all/teams/gpu"
    assert "/teams/gpu/profiles/teams/vision.yaml" in (platform / "CODEOWNERS").read_text()
    assert run(tool, "generate", cwd=platform).returncode == 0
    source = yaml.safe_load((platform / "generated/dev-1/bootstrap/gitrepository-dev-1.yaml").read_bytes())
    assert source["spec"]["sparseCheckout"] == ["teams/gpu/generated/dev-1"]


def test_in_an_empty_clone_git_is_set_up_already(tmp_path: Path, tool: Mapping[str, str]) -> None:
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
    subprocess.run(["git", "clone", "-q", str(bare), str(tmp_path / "clone")], check=True, capture_output=True)
    told = run(tool, "-C", "clone", "init", ".", "--ci", "none", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "git init" not in told.stdout
    assert "git remote" not in told.stdout
    shell = subprocess.run(
        ["bash", "-eu"], input=printed_steps(told.stdout), cwd=tmp_path, env=dict(tool),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert shell.returncode == 0, shell.stdout + shell.stderr
    pushed = subprocess.run(
        ["git", "-C", str(bare), "log", "--format=%s", "main"], capture_output=True, text=True, check=True
    )
    assert pushed.stdout == "Begin the platform\n"


def _file(folder: Path) -> None:
    folder.write_text("")


def _occupied(folder: Path) -> None:
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "notes.txt").write_text("mine\n")


def _link(folder: Path) -> None:
    folder.with_name("elsewhere").mkdir()
    folder.symlink_to(folder.with_name("elsewhere"))


def _dangling(folder: Path) -> None:
    folder.symlink_to(folder.with_name("nowhere"))


REFUSED = {
    "a file": (_file, "is no folder; name one that is empty, or not there yet"),
    "a folder with something in it": (_occupied, "it holds notes.txt; name a folder that is empty"),
    "a link to an empty folder": (_link, "is a link; name the folder itself"),
    "a link to nowhere": (_dangling, "is a link; name the folder itself"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_folder_is_refused_and_left_alone(case: str, tmp_path: Path) -> None:
    make, words = REFUSED[case]
    target = tmp_path / "target"
    make(target)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(WriteError, match=re.escape(words)):
        write_skeleton(target, skeleton())
    assert sorted(tmp_path.rglob("*")) == before


def test_a_refusal_names_five_of_many_and_exits_with_2(tmp_path: Path, tool: Mapping[str, str]) -> None:
    for number in range(7):
        (tmp_path / f"f{number}").write_text("")
    told = run(tool, "init", ".", cwd=tmp_path)
    assert told.returncode == 2
    assert "it holds f0, f1, f2, f3, f4 and 2 more" in told.stderr
    assert len(list(tmp_path.iterdir())) == 7


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="file/deeper"):
        write_skeleton(tmp_path / "file" / "deeper", {"a": b""})


def test_a_failure_in_the_middle_tells_what_is_incomplete(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"cannot write .*a/b: .*; 1 of 2 files were written: empty the folder"):
        write_skeleton(tmp_path / "new", {"a": b"", "a/b": b""})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--platform", "A b"), "--platform 'A b'"),
        (("--repository", "file:///srv/x"), "--repository 'file:///srv/x': write an https:// or ssh:// URL"),
        (("--repository", "https://me:secret@host.example/x"), "the URL holds credentials"),
        (("--repository", 'https://host.example/x"\nspec: {}'), "write an https:// or ssh:// URL"),
        (("--engine", "argo"), "did you mean 'argocd'"),
        (("--ci", "gitea"), "there is none of that name"),
    ],
)
def test_wrong_choices_are_refused_before_anything_is_written(
    arguments: tuple[str, ...], words: str, tmp_path: Path, tool: Mapping[str, str]
) -> None:
    told = run(tool, "init", "new", *arguments, cwd=tmp_path)
    assert told.returncode == 2
    assert words in told.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_tool_without_a_version_is_no_tool_for_ci() -> None:
    with pytest.raises(ChoiceError, match="not installed"):
        new_repository(Choices("argocd", "none", "acme", "https://host.example/x", "not installed"), {})
    assert issubclass(ChoiceError, GitOpsGenError)


TEAM = """\
apiVersion: gitops-gen.io/v1
kind: Team
metadata: {{name: {name}}}
spec: {{department: research, owners: [{owners}]}}
"""


def _owned(files: Mapping[str, str]) -> list[list[str]]:
    texts = {path: content for path, content in skeleton().items() if path == "profiles/platform.yaml"}
    texts |= {path: text.encode() for path, text in files.items()}
    return [line.split() for line in owners_file(texts).splitlines() if not line.startswith("#")]


def test_owners_of_several_teams_in_a_file_stand_on_one_line_once() -> None:
    both = TEAM.format(name="a", owners='"@x/a", "@x/b"') + "---\n" + TEAM.format(name="b", owners='"@x/b", "@x/c"')
    assert _owned({"profiles/teams/both.yaml": both}) == [
        ["*", "@acme/gpu-platform"],
        ["/generated/"],
        ["/profiles/teams/both.yaml", "@x/a", "@x/b", "@x/c"],
    ]


def test_a_file_that_is_more_than_a_teams_stays_the_platforms() -> None:
    department = (
        "---\napiVersion: gitops-gen.io/v1\nkind: Environment\nmetadata: {name: dev}\nspec: {tier: development}\n"
    )
    mixed = TEAM.format(name="a", owners='"@x/a"') + department
    assert _owned({"profiles/teams/a.yaml": mixed}) == [["*", "@acme/gpu-platform"], ["/generated/"]]


def test_a_path_that_no_pattern_can_say_stays_the_platforms() -> None:
    text = TEAM.format(name="a", owners='"@x/a"')
    for name in ("a b", "a*", "[a]", "#a", "!a", "a\n* @x/a"):
        assert len(_owned({f"profiles/teams/{name}.yaml": text})) == 2, name


def test_the_owners_of_this_repository_are_those_of_its_specs(repository: Path) -> None:
    from gitops_gen.load.tree import read_specs

    assert (repository / ".github" / "CODEOWNERS").read_text() == owners_file(read_specs(repository))


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not here")
@pytest.mark.parametrize("engine", ENGINES)
def test_kustomize_reads_what_bootstrap_applies(engine: str, tmp_path: Path, tool: Mapping[str, str]) -> None:
    write_skeleton(tmp_path / "new", skeleton(engine))
    assert run(tool, "generate", cwd=tmp_path / "new").returncode == 0
    for cluster in ("dev-1", "prod-1"):
        folder = tmp_path / "new" / "generated" / cluster / "bootstrap"
        built = subprocess.run(["kubectl", "kustomize", str(folder)], capture_output=True, check=True)
        assert list(yaml.safe_load_all(built.stdout))


def test_published_schemas_are_those_that_editors_are_pointed_at() -> None:
    settings = yaml.safe_load(skeleton()[".vscode/settings.json"])
    assert {path.removeprefix("./schemas/") for path in settings["yaml.schemas"]} == set(schemas()) - {
        "findings-v1.json"
    }
    for path, content in skeleton().items():
        if is_spec(path):
            modeline = content.decode().splitlines()[0]
            target = modeline.removeprefix("# yaml-language-server: $schema=")
            assert os.path.normpath(f"{os.path.dirname(path)}/{target}").removeprefix("schemas/") in schemas()

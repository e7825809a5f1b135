"""Generated documents: current, complete, and true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from gitops_gen.cli.documentation import FOLDERS, compare, documents, schemas, strangers, write
from gitops_gen.model.spec import KINDS
from gitops_gen.reference.page import spec_reference
from gitops_gen.reference.schema import schema_file, spec_schema
from gitops_gen.reference.types import SCALARS
from tests.unit.cli_platform import call


def test_the_committed_documents_are_current(repository: Path) -> None:
    assert compare(repository / "docs", documents()) == (), "run make docs"


def test_nothing_else_lies_beside_them(repository: Path) -> None:
    assert strangers(repository / "docs", documents()) == ()


def test_documents_are_made_the_same_twice() -> None:
    assert documents() == documents()


def test_what_is_missing_stale_or_left_over_is_found(tmp_path: Path) -> None:
    texts = {"reference/a.md": "a", "schemas/b.json": "b"}
    assert [line.split(":")[0] for line in compare(tmp_path, texts)] == ["missing", "missing"]
    assert len(write(tmp_path, texts)) == 2
    assert write(tmp_path, texts) == ()
    assert compare(tmp_path, texts) == ()
    (tmp_path / "schemas" / "b.json").write_text("c")
    (tmp_path / "reference" / "old.md").write_text("old")
    assert compare(tmp_path, texts) == (f"stale: {tmp_path}/schemas/b.json",)
    assert strangers(tmp_path, texts) == (f"leftover: {tmp_path}/reference/old.md",)
    assert set(FOLDERS) == {"reference", "schemas"}


def test_schemas_are_written_and_checked_by_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "schemas"
    assert call("schema", "--output", folder, "--check").exit_code == 1
    assert call("schema", "--output", folder).exit_code == 0
    assert call("schema", "--output", folder, "--check").exit_code == 0
    assert {path.name for path in folder.iterdir()} == set(schemas())
    (folder / "team.json").write_text("{}")
    result = call("schema", "--output", folder, "--check")
    assert result.exit_code == 1
    assert result.stdout == f"stale: {folder}/team.json\n"


def test_a_schema_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = call("schema", "--output", tmp_path / "file")
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one(kind: str) -> None:
    schema = spec_schema(kind, gpus=("h100-80gb",))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == kind
    assert schema["$id"].endswith(f"/{kind.lower()}.json")
    assert schema["description"]


def _specs(folder: Path) -> Iterator[tuple[Path, Any]]:
    for path in sorted([*(folder / "profiles").rglob("*.yaml"), *(folder / "environments").rglob("*.yaml")]):
        for document in yaml.load_all(path.read_bytes(), Loader=yaml.CSafeLoader):
            yield path, document


def test_the_example_passes_its_schemas(repository: Path) -> None:
    validators = {kind: jsonschema.Draft202012Validator(spec_schema(kind)) for kind in KINDS}
    seen = set()
    for path, document in _specs(repository):
        seen.add(document["kind"])
        assert [f"{path}: {error.message}" for error in validators[document["kind"]].iter_errors(document)] == []
    assert seen == set(KINDS)


def test_modelines_lead_to_a_schema(repository: Path) -> None:
    found = 0
    for path in sorted((repository / "profiles").rglob("*.yaml")) + sorted(
        (repository / "environments").rglob("*.yaml")
    ):
        match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text())
        if match:
            found += 1
            kinds = {schema_file(document["kind"]) for document in yaml.safe_load_all(path.read_bytes())}
            assert (path.parent / match[1]).resolve().is_file(), path
            assert (path.parent / match[1]).name in kinds, path
    assert found > 10


POOL: dict[str, Any] = {
    "apiVersion": "gitops-gen.io/v1",
    "kind": "NodePool",
    "metadata": {"name": "h100"},
    "spec": {
        "cluster": "prod",
        "nodes": {"count": 2},
        "allocatable": {"cpu": 188, "memory": "1900Gi"},
        "partition": {
            "mig": {"strategy": "mixed", "layouts": {"a": {"nodes": {"count": 1}, "slices": {"1g.10gb": 7}}}}
        },
    },
}

CHANGES: dict[str, tuple[tuple[str, ...], Any, bool]] = {
    "as it is": (("metadata", "name"), "h100", True),
    "null is unset": (("spec", "gpu"), None, True),
    "null for a value with a default": (("spec", "capacity"), None, True),
    "null for a mapping with defaults": (("spec", "reserve"), None, True),
    "null where a value is needed": (("spec", "cluster"), None, False),
    "an unknown key": (("spec", "gpus"), 1, False),
    "an unknown key further in": (("spec", "nodes", "size"), 1, False),
    "a number as a quantity": (("spec", "allocatable", "cpu"), 1.5, True),
    "a wrong quantity": (("spec", "allocatable", "memory"), "1900 GB", False),
    "a wrong choice": (("spec", "capacity"), "cheap", False),
    "a wrong name": (("metadata", "name"), "H100", False),
    "a word instead of a mapping": (("spec", "partition"), "none", True),
    "a wrong word instead of a mapping": (("spec", "partition"), "some", False),
    "a key of a wrong form": (("spec", "partition", "mig", "layouts", "a", "slices"), {"10gb": 7}, False),
    "text as a count": (("spec", "nodes", "count"), "2", False),
    "true as a count": (("spec", "nodes", "count"), True, False),
}


@pytest.mark.parametrize(("path", "value", "want"), CHANGES.values(), ids=CHANGES.keys())
def test_a_schema_agrees_with_its_model(path: tuple[str, ...], value: Any, *, want: bool) -> None:
    document = json.loads(json.dumps(POOL))
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert jsonschema.Draft202012Validator(spec_schema("NodePool")).is_valid(document) is want
    assert _model_takes("NodePool", document) is want


def _model_takes(kind: str, document: Any) -> bool:
    from pydantic import ValidationError

    try:
        KINDS[kind].model_validate(document)
    except ValidationError:
        return False
    return True


def test_defaults_in_schemas_pass_their_own_schema() -> None:
    checked = 0
    for kind in KINDS:
        schema = spec_schema(kind)
        for name, model in schema["$defs"].items():
            for field, value in model["properties"].items():
                if "default" in value:
                    checked += 1
                    whole = {**value, "$defs": schema["$defs"]}
                    assert jsonschema.Draft202012Validator(whole).is_valid(value["default"]), f"{kind} {name} {field}"
    assert checked > 20


def test_editors_are_offered_the_catalog() -> None:
    model = spec_schema("NodePool", gpus=("l4-24gb", "a30-24gb"))["$defs"]["PoolGpu"]["properties"]["model"]
    assert model["examples"] == ["a30-24gb", "l4-24gb"]


def test_the_page_of_the_language_has_every_field() -> None:
    page = spec_reference()
    names = {name for kind in KINDS for model in spec_schema(kind)["$defs"].values() for name in model["properties"]}
    missing = {name for name in names if not re.search(rf"`[^`|]*\.{re.escape(name)}`", page)}
    assert missing == set()
    assert [f"## {kind}" for kind in KINDS if f"## {kind}\n" not in page] == []


def test_every_type_of_the_page_is_used() -> None:
    tables = spec_reference().partition("## Types")[0]
    assert [name for name in SCALARS if not re.search(rf"\| ([^|]* )?{re.escape(name)}[ ,]", tables)] == []


def test_the_architecture_names_only_what_exists(repository: Path) -> None:
    text = (repository / "docs" / "architecture.md").read_text()
    paths = set(re.findall(r"gitops_gen/[\w./-]*[\w-]", text)) | {
        f"gitops_gen/{path}"
        for path in re.findall(r"\s((?:load|resolve|emit|write|validate)/\w+\.py|render\.py)", text)
    }
    modules = {name.replace(".", "/") for name in re.findall(r"`(gitops_gen(?:\.\w+)+)`", text)}
    assert len(paths) > 25
    assert len(modules) > 15
    absent = [path for path in sorted(paths) if not (repository / path).exists()]
    absent += [name for name in sorted(modules) if not _is_module(repository / name)]
    assert absent == []


def _is_module(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file() or (path / "__main__.py").is_file()


def test_links_in_the_documents_lead_somewhere(repository: Path) -> None:
    for page in sorted((repository / "docs").rglob("*.md")):
        text = re.sub(r"`[^`]*`", "", page.read_text())
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (page.parent / link).exists(), f"{page}: {link}"


def test_anchors_in_the_documents_exist() -> None:
    for name, text in documents().items():
        if name.endswith(".md"):
            titles = {line.lstrip("# ").lower().replace(" ", "-") for line in text.splitlines() if line.startswith("#")}
            assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= titles, name

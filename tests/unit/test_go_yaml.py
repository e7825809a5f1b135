"""Manifests are read as kubectl and the GitOps agents read them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitops_gen.load.manifests import read_manifests
from gitops_gen.load.yaml import GO, read
from gitops_gen.model.source import Json


def value_of(text: str) -> tuple[Json, list[str]]:
    """The one document of a text, and the rules of what was found in it."""
    documents, problems = read("f.yaml", text.encode(), dialect=GO)
    return documents[0].data if documents else None, [problem.rule for problem in problems]


ROUNDED = {"12345678901234567890"}  # kubectl prints it as a float has it; the server gets all digits


def test_plain_scalars_are_what_kubectl_makes_of_them(shared: Path) -> None:
    table = (shared / "cases" / "oracle" / "yaml-scalars.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in table if not line.startswith("#")][1:]
    assert len(rows) > 60
    for scalar, kubectl, _ in rows:
        data, problems = value_of(f"v: {scalar}\n")
        if kubectl.startswith("ERROR"):
            assert "yaml-syntax" in problems, scalar
        elif scalar not in ROUNDED:
            assert data["v"] == json.loads(kubectl), scalar
            assert type(data["v"]) is type(json.loads(kubectl)), scalar


VALUES: dict[str, tuple[str, Json, set[str]]] = {
    "an alias": ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}, {"yaml-alias"}),
    "a merge key": (
        "a: &x {b: 1, d: 2}\nc: {<<: *x, b: 3}",
        {"a": {"b": 1, "d": 2}, "c": {"b": 3, "d": 2}},
        {"yaml-alias"},
    ),
    "merges, the first one wins": ("a: {<<: [{b: 1}, {b: 2, c: 3}]}", {"a": {"b": 1, "c": 3}}, {"yaml-alias"}),
    "keys that are no text": ("1: a\ntrue: b\n1.5: c", {"1": "a", "true": "b", "1.5": "c"}, set()),
    "a key of one letter": ("y: 1", {"true": 1}, {"yaml-ambiguous-scalar"}),
    "a tag for text": ("a: !!str 1", {"a": "1"}, {"yaml-tag"}),
    "a tag for numbers": ("a: !!int 0x10", {"a": 16}, {"yaml-tag"}),
    "a tag of one's own": ("a: !mine 1", {"a": "1"}, {"yaml-tag"}),
    "base64": ("a: !!binary aGk=", {"a": "hi"}, {"yaml-tag"}),
    "a key twice": ("a: 1\na: 2", {"a": 2}, {"yaml-duplicate-key"}),
    "an alias of nothing": ("a: *x", {"a": None}, {"yaml-alias", "yaml-syntax"}),
    "an alias inside of itself": ("a: &x [*x]", {"a": [None]}, {"yaml-alias", "yaml-syntax"}),
    "no number": ("a: .nan", {"a": ".nan"}, {"yaml-ambiguous-scalar", "yaml-syntax"}),
}


@pytest.mark.parametrize(("text", "expected", "rules"), VALUES.values(), ids=VALUES)
def test_what_is_read(text: str, expected: Json, rules: set[str]) -> None:
    data, problems = value_of(text)
    assert data == expected
    assert set(problems) == rules


def test_aliases_do_not_multiply() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x]"]
    levels += [f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 8)}]" for number in range(1, 12)]
    _, problems = read("f.yaml", "\n".join(levels).encode(), dialect=GO)
    assert problems[-1].rule == "yaml-too-large"


POD = "{apiVersion: v1, kind: Pod, metadata: {name: %s}}"


def names(text: str) -> list[str]:
    return [str(found) for found in read_manifests("f.yaml", text.encode())[0]]


def test_documents_and_lists() -> None:
    listed = (
        f"apiVersion: v1\nkind: List\nitems:\n- {POD % 'b'}\n- apiVersion: v1\n  kind: List\n  items: [{POD % 'c'}]\n"
    )
    assert names(f"{POD % 'a'}\n---\n---\n{listed}") == ["Pod a", "Pod b", "Pod c"]


def test_items_of_a_typed_list_need_no_kind() -> None:
    text = "apiVersion: v1\nkind: PodList\nitems: [{metadata: {name: a, namespace: lab}}]"
    (found,) = read_manifests("f.yaml", text.encode())[0]
    assert str(found) == "Pod lab/a"
    assert found.ref(("metadata", "name")).location == ("f.yaml", 3, 27)


def test_json_with_tabs() -> None:
    content = b'{\n\t"apiVersion": "v1",\n\t"kind": "Pod",\n\t"metadata": {"name": "a"}\n}\n'
    objects, problems = read_manifests("f.json", content)
    assert [str(found) for found in objects] == ["Pod a"]
    assert problems == []


def test_kustomizations_are_no_objects_and_values_are_named() -> None:
    assert names("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]") == []
    objects, problems = read_manifests("f.yaml", b"operator: {a: 1}\n")
    assert objects == []
    assert [problem.rule for problem in problems] == ["manifest-none"]

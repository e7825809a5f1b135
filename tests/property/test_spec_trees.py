"""3,000 platforms by chance: never a traceback, always a line, and the same bytes in any order.

Seeded, so that every run judges the same trees; at least a third of them compile.
"""

from __future__ import annotations

import json
from random import Random

import pytest
import yaml

from gitops_gen import discover
from gitops_gen.app import Compilation, compile_specs
from gitops_gen.model.manifest import manifest_path
from gitops_gen.write.index import digest, seen
from gitops_gen.write.plan import make_plan
from tests.property.spec_trees import Tree, break_something, kinds, texts, valid_tree

CHUNKS = 24
TREES = 3_000
BROKEN = 0.3


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_trees_by_chance(chunk: int) -> None:
    compiled = 0
    for number in range(TREES // CHUNKS):
        rng = Random(f"{chunk}/{number}")
        tree = valid_tree(rng)
        broken = rng.random() < BROKEN
        if broken:
            break_something(rng, tree)
        compiled += judge(tree, rng, whole=not broken)
    assert compiled * 3 >= TREES // CHUNKS, f"only {compiled} of {TREES // CHUNKS} compile"


def judge(tree: Tree, rng: Random, *, whole: bool) -> bool:
    """Compile a tree and hold the outcome against every promise; whether it compiles. ``whole``: nothing was broken."""
    files = texts(tree)
    compilation = compile_specs(files)
    check_findings(compilation, files)
    if not compilation.ok:
        assert compilation.contents == {}
        return False
    check_output(compilation)
    if whole:
        check_quota(compilation, tree)
    assert compile_specs(texts(tree, rng)).contents == compilation.contents
    return True


def check_findings(compilation: Compilation, files: dict[str, bytes]) -> None:
    for finding in compilation.findings:
        assert finding.id in discover.rules()
        assert finding.fix
        assert finding.message
        place = finding.location
        if place.file.startswith("(built in)"):
            continue
        lines = files[place.file].decode().split("\n")
        assert 1 <= place.line <= len(lines), finding
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1, finding


def check_output(compilation: Compilation) -> None:
    contents = compilation.contents
    assert len({path.casefold() for path in contents}) == len(contents)
    for manifest in compilation.manifests:
        assert yaml.load(contents[manifest_path(manifest)], Loader=yaml.CSafeLoader) == manifest.body
    digests = {path: digest(content) for path, content in contents.items()}
    first = make_plan(digests, {})
    assert set(first.create) == set(contents)
    again = make_plan(digests, {path: seen(content) for path, content in contents.items()}, first.index)
    assert again.is_empty
    assert not again.index_changed


def check_quota(compilation: Compilation, tree: Tree) -> None:
    """Every GPU line of every quota, from the documents alone."""
    found = {
        (
            manifest.cluster,
            manifest.body["metadata"]["labels"]["gitops-gen.io/team"],
            manifest.body["metadata"]["labels"]["gitops-gen.io/environment"],
        ): manifest.body["spec"]["hard"]
        for manifest in compilation.manifests
        if manifest.id.kind == "ResourceQuota" and manifest.id.name == "gpu"
    }
    for (cluster, team, environment), hard in found.items():
        if _state(tree, team, environment) in ("drained", "removed"):
            assert set(hard.values()) == {"0"}
            continue
        want = _want(tree, cluster, team, environment)
        assert hard == {f"requests.{key}": _text(amount) for key, amount in want.items()}


def _want(tree: Tree, cluster: str, team: str, environment: str) -> dict[str, int]:
    keys = {
        kind: key
        for pool in tree.of("NodePool")
        if pool["spec"]["cluster"] == cluster
        for kind, key in kinds(pool).items()
    }
    want = dict.fromkeys(keys.values(), 0)
    (allocation,) = [
        doc for doc in tree.of("Allocation") if (doc["spec"]["team"], doc["spec"]["environment"]) == (team, environment)
    ]
    for kind, promise in allocation["spec"]["clusters"][cluster]["gpus"].items():
        want[keys[kind]] += promise.get("guaranteed", 0)
    for grant in tree.of("Grant"):
        spec = grant["spec"]
        mine = (spec["allocation"], spec["cluster"]) == (allocation["metadata"]["name"], cluster)
        if mine and (spec.get("from") or "") <= "2026-11-30" < spec["until"]:
            for kind, added in spec.get("gpus", {}).items():
                want[keys[kind]] += added.get("guaranteed", 0)
    return want


def _state(tree: Tree, team: str, environment: str) -> str:
    (found,) = [doc for doc in tree.of("Team") if doc["metadata"]["name"] == team]
    return str(found["spec"].get("state", "active"))


def _text(amount: int) -> str:
    return str(amount) if amount < 1000 else json.dumps(amount)


def test_a_third_means_something() -> None:
    """Unbroken trees mostly compile; a generator of nonsense would prove nothing."""
    good = sum(compile_specs(texts(valid_tree(Random(f"good/{number}")))).ok for number in range(40))
    assert good >= 24

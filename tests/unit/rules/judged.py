"""The example platform, changed and resolved, as a rule sees it: no manifests, which these rules do not look at."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from gitops_gen.catalog import load_driver_rules, load_gpus, load_sharing_limits
from gitops_gen.load.parse import parse
from gitops_gen.load.yaml import read
from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Fleet
from gitops_gen.model.plugin import Compiled, Edit, Rule
from gitops_gen.model.source import Document, Location
from gitops_gen.resolve.fleet import resolve
from tests.example_platform import edited


def resolved(edits: Iterable[Edit] = ()) -> Fleet:
    """The fleet with these changes. Fails where the specs do not hang together."""
    raw = [document for file, content in edited(edits).items() for document in read(file, content)[0]]
    parsed = parse(raw)
    assert parsed.problems == ()
    found = resolve(parsed.specs, defaults=defaults(), gpus=load_gpus())
    assert found.fleet is not None, found.problems
    return found.fleet


def defaults() -> Document:
    """The built-in defaults, as the lowest layer."""
    document = read("(built in)", files("gitops_gen").joinpath("data/defaults.yaml").read_bytes())[0][0]
    return Document(document.file, "Defaults", "built-in", document.data, document.positions)


def judge(rule: Rule, *edits: Edit) -> list[Problem]:
    """What a rule says of the changed platform."""
    assert rule.check is not None
    compiled = Compiled(resolved(edits), (), {}, load_sharing_limits(), load_driver_rules())
    return list(rule.check(compiled))


def place(problem: Problem) -> Location:
    """Where a problem stands."""
    if isinstance(problem.at, Location):
        return problem.at
    return problem.at.key_location if problem.on_key else problem.at.location

"""The example platform of the package, changed and compiled: what the tests of rules and violations stand on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import as_file, files
from types import MappingProxyType
from typing import NamedTuple

from gitops_gen.app import compile_specs
from gitops_gen.load.tree import read_specs
from gitops_gen.model.finding import Finding
from gitops_gen.model.plugin import Edit, Example


class Case(NamedTuple):
    """A change of the example platform, and the finding that must come of it: the rule, and text of its line."""

    rule: str
    edits: tuple[Edit, ...]
    at: str
    at_file: str = ""


def case(rule: str, *edits: Edit, at: str, at_file: str = "") -> Case:
    """A case whose finding stands in the first edit's file, unless ``at_file`` names another."""
    return Case(rule, edits, at, at_file or edits[0].file)


def example_case(rule: str, example: Example) -> Case:
    """A rule's example as a case."""
    return case(rule, *example.edits, at=example.at, at_file=example.at_file)


@cache
def base_texts() -> Mapping[str, bytes]:
    """The spec files of the example platform, by path."""
    with as_file(files("gitops_gen") / "data" / "example") as folder:
        return MappingProxyType(dict(read_specs(folder)))


@cache
def base_findings() -> tuple[Finding, ...]:
    """What is found in the example platform as it is."""
    return compile_specs(base_texts()).findings


def edited(edits: Iterable[Edit]) -> dict[str, bytes]:
    """The example platform with edits made. Fails where ``old`` does not stand exactly once."""
    texts = {file: _decoded(content) for file, content in base_texts().items()}
    for edit in edits:
        if not edit.old:
            texts[edit.file] = edit.new
            continue
        count = texts[edit.file].count(edit.old)
        assert count == 1, f"{edit.old!r} stands {count} times in {edit.file}, expected once"
        texts[edit.file] = texts[edit.file].replace(edit.old, edit.new)
    return {file: text.encode("utf-8", "surrogateescape") for file, text in sorted(texts.items())}


@cache
def findings_after(edits: tuple[Edit, ...]) -> tuple[Finding, ...]:
    """What is found once the edits are made."""
    return compile_specs(edited(edits)).findings


def new_findings(edits: tuple[Edit, ...]) -> tuple[Finding, ...]:
    """What the edits bring: findings that the platform as it is does not have."""
    known = set(base_findings())
    return tuple(finding for finding in findings_after(edits) if finding not in known)


def expected_place(case: Case) -> tuple[str, int]:
    """File and line where the finding must stand. Fails unless exactly one line of the changed file holds ``at``."""
    assert case.at, "the case does not say where the finding must stand"
    text = _decoded(edited(case.edits)[case.at_file])
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if case.at in line]
    assert len(lines) == 1, f"{case.at!r} stands in lines {lines} of {case.at_file}, expected one"
    return case.at_file, lines[0]


def places(findings: Iterable[Finding], rule: str) -> set[tuple[str, int]]:
    """Files and lines of the findings of one rule."""
    return {(finding.location.file, finding.location.line) for finding in findings if finding.id == rule}


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")

"""Every rule keeps what it promises: its examples are judged as they say, at that line, in the words pinned here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gitops_gen
from gitops_gen import discover, rules
from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Example, Rule
from gitops_gen.report.text import render_text
from tests.example_platform import (
    base_findings,
    example_case,
    expected_place,
    findings_after,
    new_findings,
    places,
)
from tests.golden_text import check_golden, golden_names
from tests.manifest_faults import manifest_faults

RULES = discover.rules()
GOLDEN = "violations/rules"
RULE_ID = re.compile(r"[a-z]+(-[a-z0-9]+)+\Z")
STAGES = ("read", "parse", "resolve", "render", "validate", "rules")
PROBLEM_MAKERS = re.compile(r"(Problem|ObjectProblem|Complaint|_report|_?\w*problem)\Z")
"""Functions that are given the id of a rule."""

INVALID = [(rule, example) for rule in RULES.values() for example in rule.invalid]
VALID = [(rule, example) for rule in RULES.values() for example in rule.valid]
MANIFESTS = [(rule, text) for rule in RULES.values() for text in rule.invalid_manifests]


def _title(value: object) -> str:
    return value.name if isinstance(value, Example) else value.id if isinstance(value, Rule) else str(value)[:40]


each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=_title)


def test_the_example_platform_passes_without_a_word() -> None:
    assert [str(finding) for finding in base_findings() if finding.severity is not Severity.INFO] == []


@each_rule
def test_a_rule_explains_itself(rule: Rule) -> None:
    assert RULE_ID.match(rule.id)
    assert rule.title[:1].isupper()
    assert not rule.title.endswith(".")
    assert "\n" not in rule.title
    for text in (rule.why, rule.fix):
        assert text.endswith("."), f"{text!r} is no whole sentence"
        assert text == " ".join(text.split()), f"{text!r} has spaces of its own"
    assert rule.stage in STAGES
    assert (rule.check is None) == (rule.stage != "rules"), "a stage before the rules finds it, or a check does"


@each_rule
def test_a_rule_has_examples(rule: Rule) -> None:
    assert rule.invalid or rule.invalid_manifests, "nothing shows that it ever finds anything"
    assert rule.valid or rule.valid_manifests, "nothing shows that it can be silent"
    names = [example.name for example in (*rule.invalid, *rule.valid)]
    assert len(set(names)) == len(names)
    assert not [example.name for example in rule.valid if example.at or example.at_file]


@pytest.mark.parametrize(("rule", "example"), INVALID, ids=_title)
def test_an_invalid_example_is_found_at_its_line(rule: Rule, example: Example) -> None:
    case = example_case(rule.id, example)
    findings = new_findings(example.edits)
    assert places(findings, rule.id) >= {expected_place(case)}, render_text(findings)
    assert [finding for finding in findings if not finding.fix.strip()] == []


@pytest.mark.parametrize(("rule", "example"), VALID, ids=_title)
def test_a_valid_example_is_no_false_alarm(rule: Rule, example: Example) -> None:
    found = [finding for finding in findings_after(example.edits) if finding.id == rule.id]
    assert render_text(found) == ""


@pytest.mark.parametrize(("rule", "text"), MANIFESTS, ids=_title)
def test_an_invalid_manifest_is_found(rule: Rule, text: str) -> None:
    assert rule.id in [found for found, _ in manifest_faults(text)]


@each_rule
def test_a_valid_manifest_is_no_false_alarm(rule: Rule) -> None:
    for text in rule.valid_manifests:
        assert rule.id not in [found for found, _ in manifest_faults(text)]


@each_rule
def test_the_words_of_a_rule_are_pinned(rule: Rule, *, update_golden: bool) -> None:
    """Everything that an example brings is pinned, not only its own rule: one mistake is to be one finding."""
    parts = [f"== {example.name}\n{render_text(new_findings(example.edits))}" for example in rule.invalid]
    parts += [
        f"== a manifest\n{''.join(found for _, found in manifest_faults(text))}" for text in rule.invalid_manifests
    ]
    check_golden(f"{GOLDEN}/{rule.id}.txt", "\n".join(parts), update=update_golden)


def test_every_pinned_text_belongs_to_a_rule() -> None:
    assert golden_names(GOLDEN) == set(RULES)


def test_the_file_of_a_rule_is_named_by_its_id() -> None:
    folder = Path(rules.__path__[0])
    files = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")}
    assert files == {rule_id.replace("-", "_") for rule_id in RULES}


def test_every_problem_has_a_rule_and_every_rule_a_problem() -> None:
    emitted = {rule_id for module in MODULES for rule_id in _emitted(module)}
    assert emitted - set(RULES) == set(), "these would stop a run: no file in rules/ documents them"
    assert set(RULES) - emitted == set(), "nothing in the package finds these"


def _parsed_modules() -> dict[str, ast.Module]:
    """All modules of the package, read and not run: some need what is not installed everywhere."""
    found: dict[str, ast.Module] = {}
    top = Path(gitops_gen.__path__[0])
    for path in sorted(top.rglob("*.py")):
        name = ".".join(("gitops_gen", *path.relative_to(top).with_suffix("").parts))
        found[name.removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


MODULES = _parsed_modules()


def _emitted(module: str) -> Iterator[str]:
    """Ids of rules that a module makes problems of."""
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.Call) and PROBLEM_MAKERS.match(_called(node.func)):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from filter(RULE_ID.match, _texts(argument, module))


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _texts(node: ast.expr, module: str) -> Iterator[str]:
    """The text of a literal, of a choice between two, or of a constant."""
    if isinstance(node, ast.IfExp):
        yield from (*_texts(node.body, module), *_texts(node.orelse, module))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name):
        yield from _constant(node.id, module)


def _constant(name: str, module: str) -> Iterator[str]:
    """What a name stands for: assigned in the module itself, or in the one that it is imported from."""
    for node in MODULES[module].body:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            yield from _texts(node.value, module)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    yield from _constant(alias.name, node.module)

"""Many small mistakes, each reported under the right rule, at the line that holds it, in words that are pinned."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gitops_gen.model.finding import Severity
from gitops_gen.report.text import render_text
from tests.example_platform import Case, expected_place, new_findings, places
from tests.golden_text import check_golden, golden_names
from tests.violations import capacity, layers, layouts, names, network, references, schema, values, yaml

GOLDEN = "violations/many"
GROUPS: Mapping[str, Mapping[str, Case]] = {
    "capacity": capacity.CASES,
    "layers": layers.CASES,
    "layouts": layouts.CASES,
    "names": names.CASES,
    "network": network.CASES,
    "references": references.CASES,
    "schema": schema.CASES,
    "values": values.CASES,
    "yaml": yaml.CASES,
}
ALL = [(group, sentence) for group, cases in GROUPS.items() for sentence in cases]


@pytest.mark.parametrize(("group", "sentence"), ALL)
def test_a_mistake_is_reported_where_it_stands(group: str, sentence: str) -> None:
    case = GROUPS[group][sentence]
    findings = new_findings(case.edits)
    assert places(findings, case.rule) >= {expected_place(case)}, render_text(findings)
    assert [finding for finding in findings if not finding.fix.strip()] == []


@pytest.mark.parametrize("group", GROUPS)
def test_the_words_are_pinned(group: str, *, update_golden: bool) -> None:
    """Warnings and notices that a mistake brings along are left to the rules that give them."""
    parts = [f"== {sentence}\n{_errors(case)}" for sentence, case in GROUPS[group].items()]
    check_golden(f"{GOLDEN}/{group}.txt", "\n".join(parts), update=update_golden)


def _errors(case: Case) -> str:
    return render_text(finding for finding in new_findings(case.edits) if finding.severity is Severity.ERROR)


def test_every_pinned_text_belongs_to_a_group() -> None:
    assert golden_names(GOLDEN) == set(GROUPS)

"""SARIF: the places, the rules, the fingerprints, and text that stays text."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest

from gitops_gen.discover import rules
from gitops_gen.model.finding import Finding
from gitops_gen.model.source import Location
from gitops_gen.report import sarif
from gitops_gen.report.run import Run
from gitops_gen.report.sarif import FINGERPRINT, render_run
from tests.unit.report.samples import FINDINGS, HOSTILE, PROMISED, RUN, SUMMARY


def parsed(run: Run) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(render_run(run))
    assert log["version"] == "2.1.0"
    (only,) = log["runs"]
    return dict(only)


def results(*findings: Finding) -> list[dict[str, Any]]:
    return list(parsed(Run(findings, replace(SUMMARY, files=None), version="1"))["results"])


def test_a_finding() -> None:
    (result,) = results(PROMISED)
    assert result["ruleId"] == "capacity-gpu"
    assert result["level"] == "error"
    assert result["message"]["text"] == f"{PROMISED.message}\nFix: {PROMISED.fix}"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "environments/prod/allocations/vision-prod.yaml"
    assert place["region"] == {"startLine": 9, "startColumn": 12}
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "yields"
    assert related["physicalLocation"]["region"]["startLine"] == 7


def test_every_result_names_its_rule() -> None:
    run = parsed(RUN)
    described = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in described] == sorted({result["ruleId"] for result in run["results"]})
    for result in run["results"]:
        assert described[result["ruleIndex"]]["id"] == result["ruleId"]


def test_every_rule_can_be_described() -> None:
    findings = tuple(replace(PROMISED, id=rule.id, severity=rule.severity) for rule in rules().values())
    described = parsed(Run(findings, SUMMARY, version="1"))["tool"]["driver"]["rules"]
    assert len(described) == len(rules()) + 5, "and five faults of files"
    for rule in described:
        for text in (rule["shortDescription"]["text"], rule["fullDescription"]["text"], rule["help"]["markdown"]):
            assert text.strip()
            assert len(text) < 1_000
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
        assert len(rule["properties"]["tags"]) <= 20


def test_files_are_results_too() -> None:
    found = [result for result in parsed(RUN)["results"] if result["ruleId"].startswith("output-")]
    assert [result["ruleId"] for result in found] == [
        *("output-blocked", "output-missing", "output-stale", "output-hand-edited", "output-leftover")
    ]
    uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in found]
    assert uris[0] == "generated/e%2Cf.yaml"


def test_findings_of_level_info_are_in_it_without_verbose() -> None:
    assert [result["level"] for result in parsed(replace(RUN, verbose=False))["results"]][:3] == [
        *("error", "warning", "note")
    ]


class TestFingerprint:
    def of(self, *findings: Finding) -> list[str]:
        return [result["partialFingerprints"][FINGERPRINT] for result in results(*findings)]

    def test_it_stays_while_lines_move(self) -> None:
        moved = replace(PROMISED, location=Location(PROMISED.location.file, 90, 1))
        assert self.of(moved) == self.of(PROMISED)

    @pytest.mark.parametrize(
        "other",
        [
            replace(PROMISED, id="capacity-compute"),
            replace(PROMISED, message="13 are promised"),
            replace(PROMISED, object="dev-eu1: ResourceQuota vision/gpu"),
            replace(PROMISED, location=Location("profiles/other.yaml", 9, 12)),
        ],
    )
    def test_another_fault_has_another(self, other: Finding) -> None:
        assert self.of(other) != self.of(PROMISED)

    def test_two_alike_are_told_apart(self) -> None:
        again = replace(PROMISED, location=Location(PROMISED.location.file, 90, 1))
        assert len(set(self.of(PROMISED, again))) == 2


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [docs](https://evil.example)", "see \\[docs](https://evil.example)"),
        ("a list [1, 2] is no link", "a list [1, 2] is no link"),
        ("{0} and {12} and {name}", "{{0}} and {{12}} and {name}"),
        ("a\nb\x1b[31m", "a\\nb\\x1b[31m"),
    ],
)
def test_text_stays_text(text: str, shown: str) -> None:
    (result,) = results(replace(PROMISED, message=text, fix=""))
    assert result["message"]["text"] == shown


def test_hostile_names() -> None:
    (result,) = results(HOSTILE)
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri) == HOSTILE.location.file
    assert uri.isascii()
    assert not set(uri) & set(" \n:%".replace("%", ""))


def test_paths_lead_from_where_the_tool_was_called() -> None:
    for result in parsed(replace(RUN, place="gpu/platform/"))["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.startswith("gpu/platform/")


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 2)
    run = parsed(RUN)
    assert len(run["results"]) == 2
    notes = [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]]
    assert notes == [
        "6 more results are left out: a run may hold 2",
        "2 objects were checked against no schema: none is known for them",
    ]


def test_the_same_bytes() -> None:
    assert render_run(RUN) == render_run(RUN)
    assert "capacity-gpu" in render_run(RUN)
    assert len(FINDINGS) == 3

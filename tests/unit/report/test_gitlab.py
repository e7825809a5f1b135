"""GitLab's Code Quality report."""

from __future__ import annotations

import json
from dataclasses import replace

from gitops_gen.report.gitlab import render_run
from gitops_gen.report.run import Run
from tests.unit.report.samples import PROMISED, RUN, SUMMARY


def test_entries() -> None:
    entries = json.loads(render_run(RUN))
    assert [(entry["check_name"], entry["severity"]) for entry in entries] == [
        ("capacity-gpu", "major"),
        ("shared-memory-large", "minor"),
        ("spec-value", "info"),
        ("output-blocked", "major"),
        ("output-missing", "major"),
        ("output-stale", "major"),
        ("output-hand-edited", "major"),
        ("output-leftover", "major"),
    ]
    first = entries[0]
    assert first["location"] == {"path": "environments/prod/allocations/vision-prod.yaml", "lines": {"begin": 9}}
    assert first["description"] == f"{PROMISED.message} (fix: {PROMISED.fix})"
    assert set(first) == {"description", "check_name", "fingerprint", "severity", "location"}


def test_fingerprints_are_unique() -> None:
    entries = json.loads(render_run(replace(RUN, findings=(PROMISED, PROMISED, *RUN.findings))))
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)


def test_nothing_found() -> None:
    assert render_run(Run((), replace(SUMMARY, files=None), version="1")) == "[]\n"


def test_paths_lead_from_where_the_tool_was_called() -> None:
    entries = json.loads(render_run(replace(RUN, place="gpu/")))
    assert all(entry["location"]["path"].startswith("gpu/") for entry in entries)

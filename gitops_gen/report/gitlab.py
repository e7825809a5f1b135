"""Findings for GitLab's merge requests: a Code Quality report.

Its fields, and that a fingerprint must be unique: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gitops_gen.model.finding import Severity
from gitops_gen.model.source import Json
from gitops_gen.report.file_faults import file_faults
from gitops_gen.report.fingerprints import Fingerprints
from gitops_gen.report.printable import printable
from gitops_gen.report.run import Run

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render_run(run: Run) -> str:
    """An array, empty where nothing was found."""
    return json.dumps(list(_entries(run)), indent=2) + "\n"


def _entries(run: Run) -> Iterator[dict[str, Json]]:
    names = Fingerprints()
    for finding in run.findings:
        place = finding.location
        fix = f" (fix: {printable(finding.fix)})" if finding.fix else ""
        yield _entry(
            finding.id,
            printable(finding.message) + fix,
            names.make(finding.id, place.file, finding.object, finding.path, finding.message),
            _SEVERITIES[finding.severity],
            run.place + place.file,
            place.line,
        )
    for fault, path in file_faults(run.files):
        yield _entry(fault.id, fault.text, names.make(fault.id, path), "major", run.place + path, 1)


def _entry(rule: str, text: str, fingerprint: str, severity: str, path: str, line: int) -> dict[str, Json]:
    return {
        "description": text,
        "check_name": rule,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": printable(path), "lines": {"begin": line}},
    }

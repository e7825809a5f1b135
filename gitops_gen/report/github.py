"""Findings as annotations of a pull request: the workflow commands of GitHub Actions.

The escapes are those of actions/toolkit (packages/core/src/command.ts): a command ends at a line break, a property also
at a colon or a comma.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.report.file_faults import file_faults
from gitops_gen.report.printable import printable
from gitops_gen.report.run import Run
from gitops_gen.report.text import render_summary

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render_run(run: Run) -> str:
    """One command a finding, one for each file that is not what the specs say, and the totals."""
    findings = "".join(_finding(run.place, finding) for finding in run.shown)
    files = "".join(
        _command("error", {"file": run.place + path, "title": fault.word}, f"{path}: {fault.text}")
        for fault, path in file_faults(run.files)
    )
    return findings + files + render_summary(replace(run.summary, files=None), hidden=run.hidden)


def _finding(where: str, finding: Finding) -> str:
    place = finding.location
    properties = {"file": where + place.file, "line": str(place.line), "col": str(place.column), "title": finding.id}
    notes = [f"note: {role} {location}" for role, location in finding.related]
    lines = [finding.message, *notes, *([f"fix: {finding.fix}"] if finding.fix else [])]
    return _command(_COMMANDS[finding.severity], properties, *lines)


def _command(name: str, properties: dict[str, str], *lines: str) -> str:
    told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {told}::{_data(lines)}\n"


def _data(lines: Iterable[str]) -> str:
    """Our line breaks are kept, escaped; those of the input are shown, so that it cannot make lines of its own."""
    return "%0A".join(printable(line).replace("%", "%25") for line in lines)


def _property(text: str) -> str:
    shown = printable(text).replace("%", "%25")
    return shown.replace(":", "%3A").replace(",", "%2C")

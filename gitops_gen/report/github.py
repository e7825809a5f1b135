"""Findings as annotations of a pull request: the workflow commands of GitHub Actions.

The escapes are those of actions/toolkit (packages/core/src/command.ts): a command ends at a line break, a property also
at a colon or a comma.
"""

from __future__ import annotations

from collections.abc import Iterable

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.report.printable import printable
from gitops_gen.report.summary import FileChanges

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}

_GENERATE = 'run "gitops-gen generate" and commit'
_FILE_WORDS = {
    "missing": f"the specs make this file, and it is not there; {_GENERATE}",
    "stale": f"the specs say something else; {_GENERATE}",
    "hand-edited": f"somebody edited this generated file; change the spec instead, {_GENERATE}",
    "leftover": f"no spec makes this file any more; {_GENERATE}",
    "cut-off": f"the run that wrote last did not come to its end; {_GENERATE}",
    "blocked": "this file is not ours, and one of ours must go here; move or delete it",
}


def render_github(findings: Iterable[Finding]) -> str:
    """One command a finding."""
    return "".join(_finding(finding) for finding in findings)


def render_github_files(files: FileChanges) -> str:
    """One error for each file that ``--check`` refuses, at the file itself."""
    return "".join(
        _command("error", {"file": path, "title": word}, f"{path}: {_FILE_WORDS[word]}") for word, path in files.faults
    )


def _finding(finding: Finding) -> str:
    place = finding.location
    properties = {"file": place.file, "line": str(place.line), "col": str(place.column), "title": finding.id}
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

"""Findings as SARIF 2.1.0, for code scanning.

The format: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. What GitHub takes of it, and how much:
https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from gitops_gen.discover import rules
from gitops_gen.model.finding import Finding, Severity
from gitops_gen.model.source import Json, Location
from gitops_gen.report.file_faults import FILE_FAULTS, file_faults
from gitops_gen.report.fingerprints import Fingerprints
from gitops_gen.report.printable import printable
from gitops_gen.report.run import Run

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS = 25_000
"""What GitHub takes in one run."""

FINGERPRINT = "gitopsGenFault/v1"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_LINK = re.compile(r"\[(?=[^\]]*\]\()")
_PLACEHOLDER = re.compile(r"\{([0-9]+)\}")


def render_run(run: Run) -> str:
    """One run of one tool, with the rules that were broken. Every finding is in it, those of level info too."""
    results = list(_results(run))
    kept = results[:MOST_RESULTS]
    ids = sorted({result.rule for result in kept})
    driver = {
        "name": "gitops-gen",
        "version": run.version,
        "rules": [_rule(id) for id in ids],
    }
    content = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": _notes(run, len(results))}],
        "results": [result.plain(ids) for result in kept],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [content]}, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class _Result:
    rule: str
    level: str
    text: str
    location: Json
    fingerprint: str
    related: Sequence[Json] = ()

    def plain(self, ids: Sequence[str]) -> dict[str, Json]:
        result: dict[str, Json] = {
            "ruleId": self.rule,
            "ruleIndex": ids.index(self.rule),
            "level": self.level,
            "message": {"text": self.text},
            "locations": [self.location],
            "partialFingerprints": {FINGERPRINT: self.fingerprint},
        }
        return {**result, "relatedLocations": list(self.related)} if self.related else result


def _results(run: Run) -> Iterator[_Result]:
    names = Fingerprints()
    for finding in run.findings:
        place = finding.location
        yield _Result(
            finding.id,
            _LEVELS[finding.severity],
            _text(finding),
            _location(run.place, place),
            names.make(finding.id, place.file, finding.object, finding.path, finding.message),
            [
                {"id": number, "message": {"text": _plain(role)}, **_location(run.place, related)}
                for number, (role, related) in enumerate(finding.related, start=1)
            ],
        )
    for fault, path in file_faults(run.files):
        location = _location(run.place, Location(path, 1, 1))
        yield _Result(fault.id, "error", f"{_plain(path)}: {fault.text}", location, names.make(fault.id, path))


def _text(finding: Finding) -> str:
    return _plain(finding.message) + (f"\nFix: {_plain(finding.fix)}" if finding.fix else "")


def _plain(text: str) -> str:
    """Text that no viewer takes for a link or a placeholder (sections 3.11.5 and 3.11.6)."""
    return _PLACEHOLDER.sub(r"{{\1}}", _LINK.sub(r"\\[", printable(text)))


def _location(place: str, location: Location) -> dict[str, Json]:
    uri = quote((place + location.file).encode(errors="surrogateescape"))
    region = {"startLine": location.line, "startColumn": location.column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _rule(id: str) -> dict[str, Json]:
    rule = rules().get(id)
    if rule is not None:
        return _descriptor(id, rule.title, rule.why, rule.fix, _LEVELS[rule.severity], rule.stage)
    fault = FILE_FAULTS[id.removeprefix("output-")]
    why = "What the clusters read must be what the specs say, byte for byte: nobody reviews it otherwise."
    return _descriptor(id, fault.title, why, fault.fix, "error", "write")


def _descriptor(id: str, title: str, why: str, fix: str, level: str, stage: str) -> dict[str, Json]:
    why, fix = " ".join(why.split()), " ".join(fix.split())
    return {
        "id": id,
        "shortDescription": {"text": title},
        "fullDescription": {"text": why},
        "help": {"text": f"{why}\nFix: {fix}", "markdown": f"{why}\n\n**Fix:** {fix}"},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [stage]},
    }


def _notes(run: Run, results: int) -> list[Mapping[str, Json]]:
    """What a reader would miss otherwise: results that were cut, objects without a schema, stages that did not run."""
    told = []
    if results > MOST_RESULTS:
        told.append(f"{results - MOST_RESULTS:,} more results are left out: a run may hold {MOST_RESULTS:,}")
    if run.summary.without_schema:
        told.append(f"{run.summary.without_schema:,} objects were checked against no schema: none is known for them")
    if run.summary.stopped:
        told.append("stopped before rendering, so there may be more to find")
    return [{"level": "note", "message": {"text": text}} for text in told]

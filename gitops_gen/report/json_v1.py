"""Findings as JSON, version 1: an interface for programs. It does not follow our types; a change is a version 2."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.model.source import Json
from gitops_gen.report.run import Run
from gitops_gen.report.summary import FileChanges, Summary

VERSION = 1

_COUNT = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string"}
_PATHS = {"type": "array", "items": _TEXT}


def render_json(findings: Iterable[Finding], summary: Summary) -> str:
    """All findings and the summary. Characters outside ASCII are escaped, so that no terminal obeys one."""
    data = {"version": VERSION, "findings": [_finding(item) for item in findings], "summary": _summary(summary)}
    return json.dumps(data, indent=2) + "\n"


def render_run(run: Run) -> str:
    """All of a run."""
    return render_json(run.findings, run.summary)


def _finding(finding: Finding) -> dict[str, Json]:
    return {
        "id": finding.id,
        "severity": finding.severity.value,
        "message": finding.message,
        "file": finding.location.file,
        "line": finding.location.line,
        "column": finding.location.column,
        "object": finding.object,
        "path": finding.path,
        "fix": finding.fix,
    }


def _summary(summary: Summary) -> dict[str, Json]:
    return {
        "documents": summary.documents,
        "clusters": summary.clusters,
        "namespaces": summary.namespaces,
        "objects": summary.objects,
        "schemaChecked": summary.schema_checked,
        "rules": summary.rules,
        "errors": summary.errors,
        "warnings": summary.warnings,
        "infos": summary.infos,
        "ignored": [{"rule": rule, "reason": reason, "count": count} for rule, reason, count in summary.ignored],
        "files": None if summary.files is None else _files(summary.files),
    }


def _files(files: FileChanges) -> dict[str, Json]:
    return {
        "folder": files.folder,
        "limited": files.limited,
        "written": files.written,
        "missing": list(files.missing),
        "stale": list(files.stale),
        "handEdited": list(files.hand_edited),
        "leftover": list(files.leftover),
        "foreign": list(files.foreign),
        "blocked": list(files.blocked),
        "unchanged": files.unchanged,
        "cutOff": files.cut_off,
    }


def _closed(description: str, **properties: Json) -> dict[str, Json]:
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def json_schema() -> dict[str, Json]:
    """The JSON Schema (draft 2020-12) of what :func:`render_json` makes."""
    finding = _closed(
        "One fault, or one thing worth knowing.",
        id={**_TEXT, "description": "The rule; `gitops-gen rules ID` explains it."},
        severity={"enum": [severity.value for severity in Severity], "description": "Only error makes a run fail."},
        message={**_TEXT, "description": "What was read and what was expected."},
        file={**_TEXT, "description": "The spec that caused it, below the repository."},
        line={"type": "integer", "minimum": 1},
        column={"type": "integer", "minimum": 1},
        object={**_TEXT, "description": "The manifest in which it shows; empty where it shows in none."},
        path={**_TEXT, "description": "JSON pointer in that manifest; empty for the whole, or for none."},
        fix={**_TEXT, "description": "What to do."},
    )
    files = _closed(
        "Output files by what is wrong with them; paths below the repository.",
        folder={**_TEXT, "description": "Folder of the output."},
        limited={"type": "boolean", "description": "Options limited the run to a part of the folder."},
        written={
            "type": "boolean",
            "description": "This run put missing, stale, hand-edited and leftover files right.",
        },
        missing=_PATHS,
        stale={**_PATHS, "description": "Not what the specs say."},
        handEdited={**_PATHS, "description": "Changed by somebody since they were generated."},
        leftover={**_PATHS, "description": "No longer wanted."},
        foreign={**_PATHS, "description": "Not ours, and left alone."},
        blocked={**_PATHS, "description": "Not ours, and where one of ours must go."},
        unchanged=_COUNT,
        cutOff={"type": "boolean", "description": "The run that wrote last was cut off; the next one finishes it."},
    )
    summary = _closed(
        "What the run covered.",
        documents=_COUNT,
        clusters=_COUNT,
        namespaces=_COUNT,
        objects=_COUNT,
        schemaChecked={**_COUNT, "description": "Objects whose kind has a schema, and that were checked against it."},
        rules={**_COUNT, "description": "Rules that ran; faults of earlier stages have rules as well."},
        errors=_COUNT,
        warnings=_COUNT,
        infos=_COUNT,
        ignored={
            "type": "array",
            "items": _closed(
                "A rule whose findings were asked not to be shown.",
                rule=_TEXT,
                reason={**_TEXT, "description": "Why, as it was given."},
                count={**_COUNT, "description": "How many findings it would have shown."},
            ),
        },
        files={"anyOf": [files, {"type": "null"}], "description": "null: output was neither compared nor written."},
    )
    whole = _closed(
        "What `--format json` prints.",
        version={"const": VERSION},
        findings={"type": "array", "items": finding},
        summary=summary,
    )
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://gitops-gen.io/findings-v1.json",
        "title": "Findings of gitops-gen",
    }
    return head | whole

"""Findings and summary in Markdown: for a comment at a pull request, or a job's summary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.report.file_faults import file_faults
from gitops_gen.report.printable import printable
from gitops_gen.report.run import Run
from gitops_gen.report.summary import plural
from gitops_gen.report.text import render_summary

MOST_ROWS = 100
LONGEST = 500
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}
_MARKED = re.compile(r"([\\`*_{}\[\]()#+!|~-])")


def render_run(run: Run) -> str:
    """A headline, a table of findings, a list of files, and what was covered."""
    return "\n".join([_headline(run), "", *_table(run), *_files(run), "```text", _covered(run), "```", ""])


def _headline(run: Run) -> str:
    summary, faults = run.summary, tuple(file_faults(run.files))
    if not summary.errors and not faults:
        return "### gitops-gen: all proven" + (f", {plural(summary.warnings, 'warning')}" if summary.warnings else "")
    told = [plural(summary.errors, "error")] if summary.errors else []
    told += [plural(len(faults), "file") + " not as the specs say"] if faults else []
    return f"### gitops-gen: {' and '.join(told)}"


def _table(run: Run) -> Iterator[str]:
    if not run.shown:
        return
    yield "| | where | what | fix |"
    yield "|---|---|---|---|"
    for finding in sorted(run.shown, key=lambda item: item.severity.rank)[:MOST_ROWS]:
        yield _row(run.place, finding)
    if len(run.shown) > MOST_ROWS:
        yield f"\n{len(run.shown) - MOST_ROWS:,} more are not listed."
    yield ""


def _row(place: str, finding: Finding) -> str:
    where = f"{_code(f'{place}{finding.location.file}:{finding.location.line}')}<br>{_code(finding.id)}"
    return f"| {_WORDS[finding.severity]} | {where} | {_text(finding.message)} | {_text(finding.fix)} |"


def _files(run: Run) -> Iterator[str]:
    faults = list(file_faults(run.files))
    for fault, path in faults[:MOST_ROWS]:
        yield f"* {_code(run.place + path)}: {fault.word}; {fault.fix}"
    if len(faults) > MOST_ROWS:
        yield f"* and {len(faults) - MOST_ROWS:,} more"
    if faults:
        yield ""


def _covered(run: Run) -> str:
    """The last lines of the text; its file names stand above, so that none is in a block that it could end."""
    lines = render_summary(run.summary, hidden=run.hidden).splitlines()
    return "\n".join([*lines[:2], *(lines[-1:] if run.files else ())]).replace("```", "'''")


def _code(text: str) -> str:
    """A span that its own text cannot end, in a table."""
    shown = _short(text).replace("`", "'").replace("|", "\\|")
    return f"`{shown}`"


def _text(text: str) -> str:
    """Text without effects: no markup, no HTML, and nobody is notified."""
    shown = _short(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKED.sub(r"\\\1", shown).replace("@", "@<!-- -->").replace("://", ":&#47;&#47;")


def _short(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"

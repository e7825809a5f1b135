"""Findings and summaries for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.report.paint import paint
from gitops_gen.report.printable import printable
from gitops_gen.report.run import Run
from gitops_gen.report.summary import FileChanges, Summary, plural

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}

_MOST_FOREIGN = 10


def render_run(run: Run) -> str:
    """Findings, an empty line, the summary."""
    text = render_text(run.shown, color=run.color)
    return (text + "\n" if text else "") + render_summary(run.summary, hidden=run.hidden)


def render_text(findings: Iterable[Finding], *, color: bool = False) -> str:
    """Each finding with its place, its notes and its fix; empty without findings, else it ends with a line break.

    ::

        teams/vision.yaml:9:12: error[gpu-promised]: 12 GPUs are promised, the pools yield 8
          note: yield environments/clusters/prod/nodepool.yaml:8:10
          fix: lower the promise
    """
    return "".join(line + "\n" for finding in findings for line in _finding(finding, color=color))


def _finding(finding: Finding, *, color: bool) -> Iterator[str]:
    place = paint(printable(str(finding.location)), "bold", color=color)
    severity = paint(f"{finding.severity.value}[{finding.id}]", _COLORS[finding.severity], color=color)
    yield f"{place}: {severity}: {printable(finding.message)}"
    for role, location in finding.related:
        yield f"  {paint('note:', 'cyan', color=color)} {printable(f'{role} {location}')}"
    if finding.fix:
        yield f"  {paint('fix:', 'green', color=color)} {printable(finding.fix)}"


def render_summary(summary: Summary, *, hidden: int = 0) -> str:
    """What was covered, what was found, what was written. ``hidden`` findings were not shown above."""
    lines = [_covered(summary), _found(summary, hidden=hidden)]
    lines += [f"ignored: {rule}, {plural(count, 'finding')}: {reason}" for rule, reason, count in summary.ignored]
    if summary.files is not None:
        lines += _files(summary.files)
    return "".join(line + "\n" for line in lines)


def _covered(summary: Summary) -> str:
    if summary.stopped:
        return f"{plural(summary.documents, 'document')}; stopped before rendering, so there may be more to find"
    checked = f"{summary.schema_checked:,} checked against a schema"
    if summary.without_schema:
        checked += f", {summary.without_schema:,} without one"
    objects = f"{plural(summary.objects, 'object')} ({checked})"
    if not summary.clusters and not summary.rules:
        return f"{plural(summary.documents, 'file')}, {objects}"
    parts = (
        plural(summary.documents, "document"),
        plural(summary.clusters, "cluster"),
        plural(summary.namespaces, "namespace"),
        objects,
        f"{plural(summary.rules, 'rule')} run",
    )
    return ", ".join(parts)


def _found(summary: Summary, *, hidden: int) -> str:
    counts = ((summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "info"))
    told = ", ".join(plural(number, noun) for number, noun in counts)
    return f"{told} (--verbose shows {'it' if hidden == 1 else 'them'})" if hidden else told


def _files(files: FileChanges) -> Iterator[str]:
    yield from (f"{word}: {printable(path)}" for word, path in files.faults)
    if files.written:
        yield from (f"overwrote hand edits: {printable(path)}" for path in files.hand_edited)
    yield from (f"foreign: {printable(path)} (left alone)" for path in files.foreign[:_MOST_FOREIGN])
    if len(files.foreign) > _MOST_FOREIGN:
        yield f"foreign: {len(files.foreign) - _MOST_FOREIGN:,} more (left alone)"
    yield _outcome(files)


def _outcome(files: FileChanges) -> str:
    place = f"{printable(files.folder)}/" + (" (the part that this run is limited to)" if files.limited else "")
    if files.written:
        changed = len(files.missing) + len(files.stale) + len(files.hand_edited)
        rest = f"{len(files.leftover):,} removed, {files.unchanged:,} unchanged"
        return f"{plural(changed, 'file')} written, {rest} in {place}"
    if files.blocked:
        return f"{place}: blocked files are not ours and stand where one of ours must go; move or delete them first"
    if files.keep_edits and files.hand_edited:
        return (
            f"{place}: hand-edited files are kept; move what was changed into the specs, then run gitops-gen generate"
        )
    if files.faults:
        return f'{place} is not what the specs say: run "gitops-gen generate"'
    return f"{place} is what the specs say: {plural(files.unchanged, 'file')}"

"""What ``generate`` and ``validate`` share: run the stages, and turn the outcome into a report and an exit code."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.exits import FINDINGS, FINE
from gitops_gen.cli.session import Session, progress

if TYPE_CHECKING:
    from gitops_gen.app import Compilation, Options
    from gitops_gen.report.summary import FileChanges, Summary


def compiled(session: Session, options: Options) -> Compilation:
    """Compile the repository; shows the stages on a terminal."""
    from gitops_gen.app import compile_repository

    with progress() as report:
        return compile_repository(session.root, options, report)


def make_options(
    *,
    kubernetes_version: str | None,
    as_of: date | None,
    environments: tuple[str, ...] = (),
    clusters: tuple[str, ...] = (),
    teams: tuple[str, ...] = (),
) -> Options:
    """The options of a run."""
    from gitops_gen.app import Options

    return Options(kubernetes_version, as_of, environments, clusters, teams)


def summarise(compilation: Compilation, files: FileChanges | None = None) -> Summary:
    """The run in numbers."""
    from gitops_gen.model.finding import Severity
    from gitops_gen.report.summary import Summary, count

    clusters = compilation.fleet.clusters if compilation.fleet else ()
    checked, findings = compilation.checked, compilation.findings
    return Summary(
        documents=compilation.documents,
        clusters=len(clusters),
        namespaces=sum(len(cluster.tenants) for cluster in clusters),
        objects=checked.objects,
        without_schema=checked.without_schema,
        rules=checked.rules,
        errors=count(findings, Severity.ERROR),
        warnings=count(findings, Severity.WARNING),
        infos=count(findings, Severity.INFO),
        files=files,
    )


def report(session: Session, compilation: Compilation, files: FileChanges | None, *, style: str, verbose: bool) -> int:
    """Print the findings and the summary; return the exit code."""
    from gitops_gen.model.finding import Severity
    from gitops_gen.report.text import render_summary, render_text

    summary = summarise(compilation, files)
    shown = tuple(item for item in compilation.findings if verbose or item.severity is not Severity.INFO)
    hidden = len(compilation.findings) - len(shown)
    if style == "json":
        from gitops_gen.report.json_v1 import render_json

        session.print(render_json(compilation.findings, summary))
    elif style == "github":
        from gitops_gen.report.github import render_github, render_github_files

        totals = render_summary(replace(summary, files=None), hidden=hidden)
        session.print(render_github(shown) + (render_github_files(files) if files else "") + totals)
    else:
        text = render_text(shown, color=session.color)
        session.print((text + "\n" if text else "") + render_summary(summary, hidden=hidden))
    return FINDINGS if summary.errors or (files is not None and files.faults) else FINE


def refuse_unknown_names(compilation: Compilation, options: Options) -> None:
    """A limit that names nothing would write nothing, in silence. Raises click's usage error."""
    from gitops_gen.model.names import did_you_mean

    fleet = compilation.fleet
    if fleet is None:
        return
    groups = (
        ("--env", options.environments, tuple(fleet.environments)),
        ("--cluster", options.clusters, tuple(cluster.name for cluster in fleet.clusters)),
        ("--team", options.teams, tuple(fleet.teams)),
    )
    for option, names, known in groups:
        for name in names:
            if name not in known:
                raise click.UsageError(f"{option} {name!r}: no such name; {did_you_mean(name, known)}")

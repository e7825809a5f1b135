"""What ``generate`` and ``validate`` share: run the stages, and turn the outcome into a report and an exit code."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.exits import FINDINGS, FINE, package_version
from gitops_gen.cli.formats import render
from gitops_gen.cli.session import Session, progress

if TYPE_CHECKING:
    from gitops_gen.model.fleet import Fleet
    from gitops_gen.options import Options, Shard
    from gitops_gen.outcome import Outcome
    from gitops_gen.report.summary import FileChanges, Summary


def proven(session: Session, options: Options) -> Outcome:
    """Prove the repository; shows the stages on a terminal."""
    from gitops_gen.generate import prove_repository

    with progress() as report:
        return prove_repository(session.root, options, report)


def generated(session: Session, options: Options, *, check: bool, cache: bool, keep_edits: bool = False) -> Outcome:
    """Generate, or only compare. With ``cache`` an earlier proof of the same inputs is good enough."""
    from gitops_gen.recall import recall, remember
    from gitops_gen.write.memo import memo_path

    memo = memo_path(session.root) if cache else None
    known = recall(session.root, options, memo, check=check)
    if known is not None:
        return known
    from gitops_gen.generate import check_repository, generate_repository

    def accept(fleet: Fleet) -> None:
        refuse_unknown_names(fleet, options)

    with progress() as shown:
        if check:
            outcome = check_repository(session.root, options, shown, accept)
        else:
            outcome = generate_repository(session.root, options, shown, accept, keep_edits=keep_edits)
    remember(session.root, options, memo, outcome)
    return outcome


def make_options(
    *,
    kubernetes_version: str | None,
    as_of: date | None,
    environments: tuple[str, ...] = (),
    clusters: tuple[str, ...] = (),
    teams: tuple[str, ...] = (),
    shard: Shard | None = None,
) -> Options:
    """The options of a run."""
    from gitops_gen.options import Options

    return Options(kubernetes_version, as_of, environments, clusters, teams, shard)


def summarise(outcome: Outcome, files: FileChanges | None = None) -> Summary:
    """The run in numbers."""
    from gitops_gen.model.finding import Severity
    from gitops_gen.report.summary import Summary, count

    totals, findings = outcome.totals, outcome.findings
    return Summary(
        documents=totals.documents,
        clusters=totals.clusters,
        namespaces=totals.namespaces,
        objects=totals.objects,
        without_schema=totals.without_schema,
        rules=totals.rules,
        errors=count(findings, Severity.ERROR),
        warnings=count(findings, Severity.WARNING),
        infos=count(findings, Severity.INFO),
        files=files,
        ignored=outcome.ignored,
    )


def report(session: Session, outcome: Outcome, files: FileChanges | None, *, style: str, verbose: bool) -> int:
    """Print the findings and the summary; return the exit code."""
    from gitops_gen.report.run import Run

    summary = summarise(outcome, files)
    run = Run(
        findings=outcome.findings,
        summary=summary,
        version=package_version("gitops-gen"),
        place=session.place,
        verbose=verbose,
        color=session.color,
    )
    session.print(render(style, run))
    return FINDINGS if summary.errors or (files is not None and files.faults) else FINE


def refuse_unknown_names(fleet: Fleet, options: Options) -> None:
    """A limit that names nothing would write nothing, in silence. Raises click's usage error."""
    from gitops_gen.model.names import did_you_mean

    groups = (
        ("--env", options.environments, tuple(fleet.environments)),
        ("--cluster", options.clusters, tuple(cluster.name for cluster in fleet.clusters)),
        ("--team", options.teams, tuple(fleet.teams)),
    )
    for option, names, known in groups:
        for name in names:
            if name not in known:
                raise click.UsageError(f"{option} {name!r}: no such name; {did_you_mean(name, known)}")

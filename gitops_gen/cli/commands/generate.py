"""``generate``: compile, prove, write what changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.changes import file_changes
from gitops_gen.cli.compiling import make_options, refuse_unknown_names, report
from gitops_gen.cli.options import compile_options, examples, format_option, scope_options, verbose_option
from gitops_gen.cli.session import Session, in_session, progress

if TYPE_CHECKING:
    from gitops_gen.app import Options
    from gitops_gen.generate import Outcome

_EXAMPLES = examples(
    ("gitops-gen generate", "write what changed"),
    ("gitops-gen generate --check", "for CI: fail if generated/ is stale or was edited by hand"),
    ("gitops-gen generate --cluster prod-eu1", "touch the files of one cluster only"),
    ("gitops-gen generate --team language --env dev", "touch one team's files in one environment only"),
)


@click.command(short_help="Compile, prove, and write generated/.", epilog=_EXAMPLES)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 when the output is not what the specs say.")
@scope_options
@compile_options
@format_option("text", "json", "github")
@verbose_option
@in_session
def command(
    session: Session,
    *,
    check: bool,
    environments: tuple[str, ...],
    clusters: tuple[str, ...],
    teams: tuple[str, ...],
    kubernetes_version: str | None,
    as_of: date | None,
    style: str,
    verbose: bool,
) -> int:
    """Compile the specs, prove the result, and write generated/.

    Only what changed is written; files that the tool did not make are never touched. With an error nothing is
    written. All specs are always compiled and proven: --env, --cluster and --team limit which files are touched.
    """
    options = make_options(
        kubernetes_version=kubernetes_version,
        as_of=as_of,
        environments=environments,
        clusters=clusters,
        teams=teams,
    )
    outcome = _run(session, options, check=check)
    files = file_changes(outcome, options, check=check)
    code = report(session, outcome, files, style=style, verbose=verbose)
    if files is None:
        click.echo("nothing was written: the specs have errors", err=True)
    return code


def _run(session: Session, options: Options, *, check: bool) -> Outcome:
    from gitops_gen.generate import check_repository, generate_repository

    with progress() as shown:
        run = check_repository if check else generate_repository
        return run(session.root, options, shown, lambda fleet: refuse_unknown_names(fleet, options))

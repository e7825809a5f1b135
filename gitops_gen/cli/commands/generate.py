"""``generate``: compile, prove, write what changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.changes import file_changes
from gitops_gen.cli.compiling import generated, make_options, report
from gitops_gen.cli.formats import FORMATS
from gitops_gen.cli.options import compile_options, examples, format_option, scope_options, shard_option, verbose_option
from gitops_gen.cli.session import Session, in_session

if TYPE_CHECKING:
    from gitops_gen.options import Shard

_EXAMPLES = examples(
    ("gitops-gen generate", "write what changed"),
    ("gitops-gen generate --check", "for CI: fail if generated/ is stale or was edited by hand"),
    ("gitops-gen generate --cluster prod-eu1", "touch the files of one cluster only"),
    ("gitops-gen generate --check --shard 2/4", "in the second of four jobs of a CI matrix"),
    ("gitops-gen generate --team language --env dev", "touch one team's files in one environment only"),
)


@click.command(short_help="Compile, prove, and write generated/.", epilog=_EXAMPLES)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 when the output is not what the specs say.")
@scope_options
@shard_option
@compile_options
@click.option("--no-cache", is_flag=True, help="Prove anew, even if nothing has changed since the last run.")
@format_option(*FORMATS)
@verbose_option
@in_session
def command(
    session: Session,
    *,
    check: bool,
    environments: tuple[str, ...],
    clusters: tuple[str, ...],
    teams: tuple[str, ...],
    shard: Shard | None,
    kubernetes_version: str | None,
    as_of: date | None,
    no_cache: bool,
    style: str,
    verbose: bool,
) -> int:
    """Compile the specs, prove the result, and write generated/.

    Only what changed is written; files that the tool did not make are never touched. With an error nothing is
    written. All specs are always compiled and proven: --env, --cluster and --team limit which files are touched.

    --shard proves and touches a share of the clusters; all shares together do what one run does. Findings about the
    platform as a whole come from each.

    On a laptop the proof of a run is remembered in your cache directory, and holds until a spec, an option or the tool
    changes. Under CI everything is proven anew.
    """
    options = make_options(
        kubernetes_version=kubernetes_version,
        as_of=as_of,
        environments=environments,
        clusters=clusters,
        teams=teams,
        shard=shard,
    )
    outcome = generated(session, options, check=check, cache=not no_cache)
    files = file_changes(outcome, options, check=check)
    code = report(session, outcome, files, style=style, verbose=verbose)
    if files is None and not check:
        click.echo("nothing was written: the specs have errors", err=True)
    return code

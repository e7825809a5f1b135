"""``validate``: compile and prove, write nothing."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.compiling import make_options, proven, report
from gitops_gen.cli.formats import FORMATS
from gitops_gen.cli.options import compile_options, examples, format_option, shard_option, verbose_option
from gitops_gen.cli.session import Session, in_session

if TYPE_CHECKING:
    from gitops_gen.options import Shard

_EXAMPLES = examples(
    ("gitops-gen validate", "all specs of this repository"),
    ("gitops-gen validate --kubernetes-version 1.37", "would the next Kubernetes take it?"),
    ("gitops-gen validate --as-of 2027-01-15", "what runs out until then?"),
    ("gitops-gen validate --format github", "annotations in a pull request"),
)


@click.command(short_help="Compile and prove; write nothing.", epilog=_EXAMPLES)
@shard_option
@compile_options
@format_option(*FORMATS)
@verbose_option
@in_session
def command(
    session: Session,
    *,
    shard: Shard | None,
    kubernetes_version: str | None,
    as_of: date | None,
    style: str,
    verbose: bool,
) -> int:
    """Compile the specs and prove the result; write nothing.

    Every fault is shown in one run, with its line and what to do. Exit code 1 means errors; warnings pass.
    """
    options = make_options(kubernetes_version=kubernetes_version, as_of=as_of, shard=shard)
    return report(session, proven(session, options), None, style=style, verbose=verbose)

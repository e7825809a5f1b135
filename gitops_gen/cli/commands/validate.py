"""``validate``: compile and prove, or check manifests of any origin; write nothing."""

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

LEVELS = ("server", "recommended", "strict")

_EXAMPLES = examples(
    ("gitops-gen validate", "all specs of this repository"),
    ("gitops-gen validate --kubernetes-version 1.37", "would the next Kubernetes take it?"),
    ("gitops-gen validate --as-of 2027-01-15", "what runs out until then?"),
    ("gitops-gen validate deploy/ --crds crds/", "any manifests, with the definitions of their kinds"),
    ("kustomize build | gitops-gen validate -", "what another program prints"),
    ("gitops-gen validate --format github", "annotations in a pull request"),
)


class _IgnoreType(click.ParamType[tuple[str, str]]):
    """A rule and the reason to ignore it."""

    name = "ignore"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        rule, _, reason = value.partition("=")
        if not reason.strip():
            raise click.BadParameter(f"{value!r} gives no reason; write it as RULE=REASON", ctx, param)
        return rule, reason.strip()


@click.command(short_help="Prove the specs, or check any manifests; write nothing.", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--crds", multiple=True, metavar="PATH", help="With PATH: a file or folder of definitions (repeatable).")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default=LEVELS[1],
    show_default=True,
    help="With PATH: what the API server refuses; also what has no effect; also forms that drift.",
)
@click.option(
    "--ignore",
    "ignores",
    type=_IgnoreType(),
    multiple=True,
    metavar="RULE=REASON",
    help="With PATH: count what a rule finds, and do not show it (repeatable).",
)
@shard_option
@compile_options
@format_option(*FORMATS)
@verbose_option
@in_session
def command(
    session: Session,
    *,
    paths: tuple[str, ...],
    crds: tuple[str, ...],
    level: str,
    ignores: tuple[tuple[str, str], ...],
    shard: Shard | None,
    kubernetes_version: str | None,
    as_of: date | None,
    style: str,
    verbose: bool,
) -> int:
    """Compile the specs and prove the result; write nothing.

    With PATH, check the manifests in files and folders instead, whoever made them: YAML of many documents, lists, JSON;
    - is standard input. They are judged as the API server of that version would judge them, by default the newest one
    that is known. CustomResourceDefinitions and Namespaces among them count. Paths start from this folder.

    Every fault is shown in one run, with its line and what to do. Exit code 1 means errors; warnings pass.
    """
    if not paths:
        _refuse(crds or ignores, "--crds and --ignore")
        options = make_options(kubernetes_version=kubernetes_version, as_of=as_of, shard=shard)
        return report(session, proven(session, options), None, style=style, verbose=verbose)
    _refuse_with_paths(shard or as_of)
    from gitops_gen.inspection import InspectOptions, inspect_manifests
    from gitops_gen.model.level import Level

    wanted = InspectOptions(kubernetes_version, crds, Level(level), dict(ignores))
    return report(session, inspect_manifests(paths, wanted), None, style=style, verbose=verbose)


def _refuse(given: object, options: str) -> None:
    if given:
        raise click.UsageError(f"{options} are for manifests: name files or folders")


def _refuse_with_paths(given: object) -> None:
    if given:
        raise click.UsageError("--shard and --as-of are for specs, and say nothing about manifests")

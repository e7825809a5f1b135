"""``catalog``: the GPUs that the tool knows."""

from __future__ import annotations

from collections.abc import Iterable

import click

from gitops_gen.cli.choosing import choose, completing
from gitops_gen.cli.options import examples, format_option
from gitops_gen.cli.session import Session, in_session

_EXAMPLES = examples(
    ("gitops-gen catalog", "list all"),
    ("gitops-gen catalog h100", "those whose id begins so"),
    ("gitops-gen catalog h100-80gb", "one card: its slices, and how many of each fit"),
    ("gitops-gen catalog --format json", "for programs"),
)


def _ids() -> Iterable[str]:
    from gitops_gen import catalog

    return catalog.load_gpus()


@click.command(short_help="List the GPUs, or show one.", epilog=_EXAMPLES)
@click.argument("gpu", required=False, shell_complete=completing(_ids))
@format_option("text", "json", "markdown")
@in_session
def command(session: Session, *, gpu: str | None, style: str) -> None:
    """List the GPUs, those whose id begins with GPU, or show one with its MIG slices.

    "placements" says how far we know where slices lie on a card: measured on this board, documented by the vendor,
    those of its silicon family, or unverified.
    """
    from gitops_gen import catalog

    chosen = choose(catalog.load_gpus(), gpu, noun="GPU")
    if style == "json":
        from gitops_gen.report.catalog_json import render_catalog_json

        session.print(render_catalog_json(chosen))
    elif style == "markdown":
        from gitops_gen.report.catalog_markdown import render_catalog_markdown

        session.print(render_catalog_markdown(chosen))
    else:
        from gitops_gen.report.catalog_text import render_gpu, render_gpu_list

        session.print(render_gpu(chosen[0]) if len(chosen) == 1 else render_gpu_list(chosen))

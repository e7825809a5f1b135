"""``index``: what the tool owns in the output directory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.exits import FINDINGS, FINE
from gitops_gen.cli.options import examples
from gitops_gen.cli.session import Session, in_session
from gitops_gen.report.printable import printable
from gitops_gen.report.summary import plural

if TYPE_CHECKING:
    from gitops_gen.write.index import IndexState

_MOST_NAMED = 20
_EXAMPLES = examples(
    ("gitops-gen index", "does the index say what is there?"),
    ("gitops-gen index --rebuild", "make it again, after a merge conflict or a loss"),
)


@click.command(short_help="Show or rebuild the index of generated files.", epilog=_EXAMPLES)
@click.option("--rebuild", is_flag=True, help="Write the index anew, from the headers of the files on disk.")
@click.option("--output", metavar="DIR", help="The output directory; default: repository.path of the Platform.")
@in_session
def command(session: Session, *, rebuild: bool, output: str | None) -> int:
    """Hold the index, which names the files that the tool owns, against the files on disk.

    The index is .gitops-gen/index.json in the output directory. It is what tells a file that was edited by hand from
    one that is only stale. With --rebuild what is on disk counts as written by the tool, edits included; `generate`
    rebuilds it as well, from the specs. Exit code 1 means that it does not say what is there.
    """
    from gitops_gen.generate import inspect_index
    from gitops_gen.write.index import INDEX
    from gitops_gen.write.state import locked

    folder = output or _folder(session)
    if not (session.root / folder).is_dir():
        raise click.UsageError(f"{folder}/ is not there: nothing was generated yet")
    if rebuild:
        with locked(session.root):
            state = inspect_index(session.root / folder, rebuild=True)
        session.print(f"rebuilt {printable(folder)}/{INDEX}: {plural(state.listed, 'file')}\n")
        return FINE
    state = inspect_index(session.root / folder)
    session.print("".join(f"{line}\n" for line in _told(state, folder)))
    return FINE if state.holds else FINDINGS


def _folder(session: Session) -> str:
    """The output directory that the specs name. Raises click's usage error where they do not hang together."""
    from gitops_gen.app import resolve_specs
    from gitops_gen.load.tree import read_specs

    fleet = resolve_specs(read_specs(session.root)).fleet
    if fleet is None:
        raise click.UsageError("the specs have errors, so the output directory is not known; name it with --output")
    return fleet.platform.model.spec.repository.path


def _told(state: IndexState, folder: str) -> Iterator[str]:
    if not state.readable:
        yield "the index is missing or cannot be read (a merge conflict?): gitops-gen index --rebuild"
    for word, paths in (("missing", state.missing), ("changed", state.changed), ("not listed", state.unlisted)):
        yield from (f"{word}: {printable(f'{folder}/{path}')}" for path in paths[:_MOST_NAMED])
        if len(paths) > _MOST_NAMED:
            yield f"{word}: {len(paths) - _MOST_NAMED:,} more"
    yield f"the index names {plural(state.listed, 'file')} of {printable(folder)}/" + (
        ", as they are" if state.holds else ""
    )

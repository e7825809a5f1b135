"""``schema``: the JSON Schemas of the spec language and of our own output."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from gitops_gen.cli.choosing import completing
from gitops_gen.cli.exits import FINDINGS, FINE
from gitops_gen.cli.options import examples
from gitops_gen.cli.session import Session, in_session

_EXAMPLES = examples(
    ("gitops-gen schema Team", "print one"),
    ("gitops-gen schema --output docs/schemas", "write all, one file each"),
    ("gitops-gen schema --output docs/schemas --check", "are those files current?"),
)


def _kinds() -> Iterable[str]:
    from gitops_gen.model.spec import KINDS

    return KINDS


@click.command(short_help="Print or write JSON Schemas of the specs.", epilog=_EXAMPLES)
@click.argument("kind", required=False, shell_complete=completing(_kinds))
@click.option("--output", metavar="DIR", type=click.Path(path_type=Path), help="Write all schemas into this folder.")
@click.option("--check", is_flag=True, help="With --output: write nothing; exit with 1 when a file is not current.")
@in_session
def command(session: Session, *, kind: str | None, output: Path | None, check: bool) -> int:
    """Print the JSON Schema of a KIND of spec, or write those of all kinds.

    Without KIND the kinds are listed. An editor with a YAML language server completes and checks a spec that begins
    with a line such as "# yaml-language-server: $schema=../../docs/schemas/team.json".
    """
    from gitops_gen.cli.documentation import compare, render_schema, schemas, write
    from gitops_gen.model.names import did_you_mean
    from gitops_gen.model.spec import KINDS

    if (kind and output) or (check and not output):
        raise click.UsageError("name a KIND, or --output DIR, to which --check belongs")
    if output:
        folder = session.root / output
        if check:
            faults = compare(folder, schemas())
            session.print("".join(f"{fault}\n" for fault in faults))
            return FINDINGS if faults else FINE
        session.print("".join(f"wrote {path}\n" for path in write(folder, schemas())))
        return FINE
    if kind is None:
        session.print("".join(f"{name}\n" for name in KINDS))
        return FINE
    found = next((name for name in KINDS if name.lower() == kind.lower()), None)
    if found is None:
        raise click.UsageError(f"{kind!r} is no kind of the spec language; {did_you_mean(kind, KINDS)}")
    session.print(render_schema(found))
    return FINE

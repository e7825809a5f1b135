"""The pages and schemas that are generated and committed, and how they are compared with the disk.

``python -m gitops_gen.cli.documentation DIR`` writes them below DIR (``docs``); with ``--check`` it fails on any
difference, files that nobody generates included.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from gitops_gen import catalog, discover
from gitops_gen.cli.root import PROGRAM, root
from gitops_gen.errors import WriteError
from gitops_gen.model.spec import KINDS
from gitops_gen.reference.page import spec_reference
from gitops_gen.reference.schema import schema_file, spec_schema
from gitops_gen.report.catalog_markdown import render_catalog_markdown
from gitops_gen.report.json_v1 import json_schema
from gitops_gen.report.markdown import fenced
from gitops_gen.report.rules_markdown import render_rules_markdown

FOLDERS = ("reference", "schemas")
_WIDTH = 100

_CLI_HEAD = """\
# The command line

Generated from `--help` by `make docs`; do not edit.
"""


def documents() -> Mapping[str, str]:
    """Every generated document, by its path below the documentation's folder."""
    pages = {
        "reference/spec.md": spec_reference(),
        "reference/rules.md": render_rules_markdown(discover.rules().values()),
        "reference/catalog.md": render_catalog_markdown(catalog.load_gpus().values()),
        "reference/cli.md": cli_reference(),
    }
    return pages | {f"schemas/{name}": text for name, text in schemas().items()}


def schemas() -> Mapping[str, str]:
    """Every published JSON Schema, by file name."""
    found = {schema_file(kind): render_schema(kind) for kind in KINDS}
    return {**found, "findings-v1.json": _json(json_schema())}


def render_schema(kind: str) -> str:
    """The JSON Schema of a kind of spec as text."""
    return _json(spec_schema(kind, gpus=catalog.load_gpus()))


def _json(schema: object) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def cli_reference() -> str:
    """The help of every command."""
    context = click.Context(root, info_name=PROGRAM, terminal_width=_WIDTH, **root.context_settings)
    parts = [_CLI_HEAD, f"## {PROGRAM}\n\n{fenced(root.get_help(context))}\n"]
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        if command is not None:
            inner = click.Context(command, info_name=name, parent=context)
            parts.append(f"## {PROGRAM} {name}\n\n{fenced(command.get_help(inner))}\n")
    return "\n".join(parts)


def write(folder: Path, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Write what differs; return the paths written. Raises WriteError."""
    written = []
    for name, text in sorted(texts.items()):
        path = folder / name
        if _read(path) != text:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            except OSError as error:
                raise WriteError(f"cannot write {path}: {error.strerror}") from None
            written.append(str(path))
    return tuple(written)


def compare(folder: Path, texts: Mapping[str, str]) -> tuple[str, ...]:
    """What is missing or stale below a folder, one line each."""
    found = ((name, _read(folder / name)) for name in sorted(texts))
    return tuple(
        f"{'missing' if text is None else 'stale'}: {folder / name}" for name, text in found if text != texts[name]
    )


def strangers(folder: Path, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Files in our folders that nobody generates (any more), one line each."""
    paths = sorted(path for name in FOLDERS for path in (folder / name).rglob("*") if path.is_file())
    return tuple(f"leftover: {path}" for path in paths if path.relative_to(folder).as_posix() not in texts)


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True)
def command(*, folder: Path, check: bool) -> None:
    """Write the generated documents below FOLDER, or check them."""
    texts = documents()
    faults = (*(compare(folder, texts) if check else ()), *strangers(folder, texts))
    for line in (*(() if check else write(folder, texts)), *faults):
        click.echo(line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    command()

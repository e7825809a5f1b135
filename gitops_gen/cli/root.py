"""The root of the command line. Commands are modules, imported when they are asked for, so that help is instant."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from gitops_gen.cli.exits import exit_code, package_version
from gitops_gen.cli.session import COLOR, DIRECTORY

PROGRAM = "gitops-gen"

COMMANDS = (
    *("init", "generate", "commit", "validate", "explain"),
    *("schema", "rules", "catalog", "index", "doctor", "completion"),
)
"""Modules of ``cli.commands``, in the order of the help: how one begins, then what one needs daily, then the rest."""

_EXAMPLES = """\b
Examples:
  gitops-gen init gpu-platform            begin: a small platform to make your own
  gitops-gen generate                     compile, prove and write generated/
  gitops-gen generate --check             is generated/ what the specs say?
  gitops-gen commit                       generate, then commit specs and output
  gitops-gen validate                     compile and prove, write nothing
  gitops-gen explain generated/prod-eu1/teams/language/resourcequota-gpu.yaml

\b
Exit codes: 0 fine, 1 findings, 2 usage or unreadable input, 3 a bug (with a log), 130 interrupted."""


class Root(click.Group):
    """The group of all commands. It always exits; :mod:`gitops_gen.cli.exits` decides the code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"gitops_gen.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from gitops_gen.model.names import did_you_mean  # difflib is slow to import, and rarely needed

            ctx.fail(f"No such command {name!r}: {did_you_mean(name, COMMANDS)}")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        extra["standalone_mode"] = False
        for stream in (sys.stdout, sys.stderr):
            # A terminal that lacks a character gets an escape, not a crash.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
        sys.exit(exit_code(lambda: super(Root, self).main(args, PROGRAM, **extra)))


def _print_version(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value:
        click.echo(f"{PROGRAM} {package_version(PROGRAM)}")
        ctx.exit()


@click.command(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EXAMPLES,
    params=[DIRECTORY, COLOR],
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version."
)
def root(**_: Any) -> None:
    """Compile the rules of a GPU platform into Kubernetes manifests, and prove them before they are merged.

    Specs are read from profiles/ and environments/, manifests are written to generated/.
    """

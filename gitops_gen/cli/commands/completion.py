"""``completion``: what makes a shell complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gitops_gen.cli.options import examples
from gitops_gen.cli.session import Session, in_session

_EXAMPLES = examples(
    ('eval "$(gitops-gen completion bash)"', "in ~/.bashrc"),
    ('eval "$(gitops-gen completion zsh)"', "in ~/.zshrc"),
    ("gitops-gen completion fish > ~/.config/fish/completions/gitops-gen.fish", "once"),
)


@click.command(short_help="Print a script for your shell.", epilog=_EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@in_session
def command(session: Session, *, shell: str) -> None:
    """Print a script that makes a SHELL complete commands and options.

    It is click's own script: it calls gitops-gen for each completion. bash must be 4.4 or newer.
    """
    script = get_completion_class(shell)
    root = click.get_current_context().find_root()
    assert script is not None, shell  # the three that click brings
    session.print(script(root.command, {}, "gitops-gen", "_GITOPS_GEN_COMPLETE").source() + "\n")

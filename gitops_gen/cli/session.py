"""What every command is told: where the repository is, and whether to use colours."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import update_wrapper
from pathlib import Path
from typing import Any, TypeVar

import click

from gitops_gen.cli.exits import PipeClosedError

F = TypeVar("F", bound=Callable[..., Any])

DIRECTORY = click.Option(
    ["-C", "directory"], metavar="DIR", type=click.Path(path_type=Path), help="The repository; default: this folder."
)
COLOR = click.Option(
    ["--color"],
    type=click.Choice(["auto", "always", "never"]),
    help="Colours; auto (the default): on a terminal, unless NO_COLOR is set.",
)

_PATIENCE_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Session:
    """Where to work and how to print."""

    root: Path
    color: bool

    @property
    def place(self) -> str:
        """The way from this folder to the repository, as a prefix of paths; empty where it is not below."""
        below = os.path.relpath(self.root).replace(os.sep, "/")
        return "" if below == "." or below.startswith("..") else f"{below}/"

    def print(self, text: str) -> None:
        """Write to standard output, as it is. Raises PipeClosedError when nobody reads it any more."""
        try:
            click.echo(text, nl=False, color=self.color)
        except BrokenPipeError:
            raise PipeClosedError from None


def in_session(function: F) -> F:
    """Give a command the two options that hold everywhere, and a :class:`Session` made of them as first argument.

    They may stand before the command or after it; after it wins.
    """

    def run(directory: Path | None, color: str | None, **arguments: Any) -> Any:
        above = click.get_current_context().find_root().params
        session = make_session(directory or above.get("directory"), color or above.get("color"))
        return function(session, **arguments)

    wrapped: Any = update_wrapper(run, function)
    wrapped.__click_params__ = [COLOR, DIRECTORY, *getattr(function, "__click_params__", [])]
    return wrapped  # type: ignore[no-any-return]


def make_session(directory: Path | None, color: str | None) -> Session:
    """Check the folder, decide on colours. Raises click's usage error for a folder that is none."""
    root = directory or Path()
    if not root.is_dir():
        raise click.UsageError(f"-C {str(root)!r}: no such folder")
    return Session(root, _use_color(color or "auto"))


def _use_color(choice: str) -> bool:
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Show the stage that runs, on a terminal; nothing elsewhere. Yields what is to be called with its name."""
    with ExitStack() as stack:
        yield _Progress(stack).report if sys.stderr.isatty() else lambda _: None


class _Progress:
    """A line that tells the stage. It appears only in runs that take a while: to draw it takes time as well."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._begin = time.monotonic()
        self._show: Callable[[str], None] | None = None

    def report(self, stage: str) -> None:
        if self._show is None and time.monotonic() - self._begin > _PATIENCE_SECONDS:
            from rich.console import Console  # slow to import

            self._show = self._stack.enter_context(Console(stderr=True).status("")).update
        if self._show is not None:
            self._show(f"{stage} …")

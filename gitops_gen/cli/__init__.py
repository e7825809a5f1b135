"""The command line: arguments in, stages run by ``app``, a report and an exit code out. No logic of its own."""

from __future__ import annotations

from typing import NoReturn

from gitops_gen.cli.root import root

__all__ = ["main", "root"]


def main() -> NoReturn:
    """Run what the arguments of this process ask for, and exit. See :mod:`gitops_gen.cli.exits` for the codes."""
    root.main()

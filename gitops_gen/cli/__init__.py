"""The command line: arguments in, stages run by ``app``, a report and an exit code out. No logic of its own."""

from __future__ import annotations

import gc
from typing import NoReturn

from gitops_gen.cli.root import root

__all__ = ["main", "root"]


def main() -> NoReturn:
    """Run what the arguments of this process ask for, and exit. See :mod:`gitops_gen.cli.exits` for the codes."""
    # A run builds one tree of values and ends: collecting garbage in it would take a third of the time and find none.
    gc.disable()
    root.main()

"""``python -m gitops_gen``: the command line without an installed script."""

from __future__ import annotations

from gitops_gen.cli import main

if __name__ == "__main__":
    main()

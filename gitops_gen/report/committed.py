"""What ``commit`` did, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from gitops_gen.report.printable import printable
from gitops_gen.report.summary import plural

MOST_NAMED = 10


def render_committed(
    *, commit: str, branch: str, changed: Sequence[str], left_alone: Sequence[str], dry_run: bool = False
) -> str:
    """Paths are shown from the top of the Git repository. ``commit`` is empty where none was made.

    ::

        left alone: notes.txt
        committed 1a2b3c4d5e6f on main: 12 files
    """
    lines = [f"would commit: {printable(path)}" for path in changed] if dry_run else []
    lines += [f"left alone: {printable(path)}" for path in left_alone[:MOST_NAMED]]
    if len(left_alone) > MOST_NAMED:
        lines.append(f"left alone: {len(left_alone) - MOST_NAMED:,} more")
    return "".join(f"{line}\n" for line in [*lines, _outcome(commit, branch, len(changed), dry_run=dry_run)])


def _outcome(commit: str, branch: str, files: int, *, dry_run: bool) -> str:
    if not files:
        return f"nothing to commit: {printable(branch)} holds the specs and what comes out of them"
    if dry_run:
        return f"would commit {plural(files, 'file')} on {printable(branch)}; nothing was written"
    return f"committed {commit[:12]} on {printable(branch)}: {plural(files, 'file')}"

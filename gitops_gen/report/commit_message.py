"""The message of a commit, where a person gives none: which specs it compiles, and what came out."""

from __future__ import annotations

from collections.abc import Sequence

from gitops_gen.report.printable import printable
from gitops_gen.report.summary import plural

WIDTH = 72
"""Columns of a subject line, by Git's own custom."""

MOST_LISTED = 20


def commit_message(specs: Sequence[str], outputs: Sequence[str], version: str) -> str:
    """``specs`` and ``outputs`` are the files that change, below the platform's folder; outputs below the output
    directory. Where no spec changes, the tool has."""
    clusters = sorted({path.split("/")[0] for path in outputs if not path.startswith(".")})
    files = [path for path in outputs if not path.startswith(".")]
    result = f"{plural(len(files), 'file')} in {_named(clusters)}" if files else "no output changes"
    if not specs:
        return _fitting(f"Compile with gitops-gen {version}: {result}", f"Compile with gitops-gen {version}") + "\n"
    if len(specs) == 1:
        spec = printable(specs[0])
        return _fitting(f"Compile {spec}: {result}", f"Compile {spec}", f"Compile 1 changed spec: {result}") + "\n"
    subject = _fitting(f"Compile {len(specs)} changed specs: {result}", f"Compile {len(specs)} changed specs")
    listed = [f"* {printable(spec)}" for spec in specs[:MOST_LISTED]]
    if len(specs) > MOST_LISTED:
        listed.append(f"* and {len(specs) - MOST_LISTED:,} more")
    return "\n".join([subject, "", *listed]) + "\n"


def _named(clusters: Sequence[str]) -> str:
    return ", ".join(clusters) if len(clusters) <= 3 else plural(len(clusters), "cluster")


def _fitting(*choices: str) -> str:
    """The first that fits into a subject line; else the shortest."""
    return next((text for text in choices if len(text) <= WIDTH), min(choices, key=len))

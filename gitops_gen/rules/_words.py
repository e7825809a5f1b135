"""How messages name several things: sorted, without repeats, and short."""

from __future__ import annotations

from collections.abc import Iterable

SHOWN = 4


def listed(names: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b, c, d and 3 more``."""
    unique = sorted(set(names))
    if len(unique) > SHOWN + 1:
        return f"{', '.join(unique[:SHOWN])} and {len(unique) - SHOWN} more"
    return " and ".join(filter(None, (", ".join(unique[:-1]), *unique[-1:])))


def counted(count: int, noun: str) -> str:
    """``1 node``, ``3 nodes``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

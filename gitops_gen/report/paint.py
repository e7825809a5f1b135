"""Colours of a terminal. The only place that knows escape sequences of our own."""

from __future__ import annotations

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36", "dim": "2"}


def paint(text: str, style: str, *, color: bool) -> str:
    """The text in a style, or as it is."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if color else text

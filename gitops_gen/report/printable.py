"""Text from outside made safe for a terminal, a log and a review: what cannot be seen is written as an escape."""

from __future__ import annotations


def printable(text: str) -> str:
    """One line of visible text: control, format and other invisible characters become ``\\n``, ``\\x1b`` and so on."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)

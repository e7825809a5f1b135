"""The little of Markdown that our pages need."""

from __future__ import annotations


def cell(text: str) -> str:
    """Text for one cell of a table."""
    return " ".join(text.replace("|", "\\|").split())


def fenced(text: str, language: str = "") -> str:
    """A code block that its own text cannot end."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"

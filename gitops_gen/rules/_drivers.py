"""Versions of drivers as people write them, in the form that the catalog compares."""

from __future__ import annotations

import re

NUMBERS = re.compile(r"\d{1,6}(?:\.\d{1,6}){0,3}")


def numbers(version: str) -> str:
    """The numbers at the start of a version: a build's suffix, such as ``-server``, decides nothing here."""
    found = NUMBERS.match(version)
    return found[0] if found else "0"

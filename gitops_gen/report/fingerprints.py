"""Names of faults that stay the same while lines move, so that a platform can tell a new one from one it knows."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256


class Fingerprints:
    """Unique in one report: what is the same twice is numbered, in order."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def make(self, *parts: str) -> str:
        """32 hexadecimal digits of the parts, which hold no line and no column."""
        key = "\0".join(parts)
        number = self._seen[key]
        self._seen[key] += 1
        text = f"{key}\0{number}" if number else key
        return sha256(text.encode(errors="surrogateescape")).hexdigest()[:32]

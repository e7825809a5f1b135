"""Kubernetes quantities, exactly: parsing, arithmetic and the API server's canonical form.

Values are integers of nano units, so sums and comparisons never round. Grammar and canonical form follow
``k8s.io/apimachinery/pkg/api/resource``; see docs/decisions for the spellings we refuse although the server takes them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering

NANO = 10**9
MAX_VALUE = 2**63 - 1
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_PATTERN = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(?:(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]?)|[eE]([+-]?\d{1,2}))\Z", re.ASCII)
_LONGEST = 32


class QuantityError(ValueError):
    """The text is no quantity that the API server would store as written here."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount of cpu, bytes or devices. ``nano`` is exact; ``binary`` keeps the family of its suffix."""

    nano: int
    binary: bool = False

    @classmethod
    def of(cls, amount: int, *, binary: bool = False) -> Quantity:
        return cls(amount * NANO, binary)

    @classmethod
    def parse(cls, text: str | int | float) -> Quantity:
        """Read a quantity as written in YAML. Raises QuantityError with what was expected."""
        raw = str(text)
        match = _PATTERN.match(raw) if len(raw) <= _LONGEST else None
        if match is None:
            raise QuantityError(
                f"{raw[:_LONGEST]!r} is no quantity; write digits and one of m k M G T P E Ki Mi Gi Ti Pi Ei"
            )
        number, suffix, exponent = match.groups()
        whole, _, fraction = number.partition(".")
        digits, scale = int(whole + fraction or "0"), -len(fraction)
        nano = _scaled(digits, scale, suffix or "", int(exponent) if exponent else 0)
        if nano > MAX_VALUE * NANO:
            raise QuantityError(f"{raw!r} is more than the largest amount the API server can hold (2^63 - 1)")
        return cls(nano, suffix in _BINARY)

    @property
    def is_whole(self) -> bool:
        return self.nano % NANO == 0

    @property
    def whole(self) -> int:
        """The amount rounded up to an integer."""
        return -(-self.nano // NANO)

    def __add__(self, other: Quantity) -> Quantity:
        return Quantity(self.nano + other.nano, self.binary or other.binary)

    def __sub__(self, other: Quantity) -> Quantity:
        return Quantity(self.nano - other.nano, self.binary or other.binary)

    def __mul__(self, factor: int) -> Quantity:
        return Quantity(self.nano * factor, self.binary)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.nano == other.nano

    def __lt__(self, other: Quantity) -> bool:
        return self.nano < other.nano

    def __hash__(self) -> int:
        return hash(self.nano)

    def __str__(self) -> str:
        """The canonical form: what the API server stores, a fixed point of its own parser."""
        if self.nano < 0:
            return "-" + str(Quantity(-self.nano, self.binary))
        if self.binary and self.is_whole and self.nano // NANO >= 1024:
            return _binary_text(self.nano // NANO)
        return _decimal_text(self.nano)


ZERO = Quantity(0)


def _scaled(digits: int, scale: int, suffix: str, exponent: int) -> int:
    """digits * 10^scale in nano units, rounded up in magnitude as the server does."""
    factor = 1 << _BINARY[suffix] if suffix in _BINARY else 1
    power = scale + 9 + (0 if suffix in _BINARY else _DECIMAL[suffix]) + exponent
    value = digits * factor
    return value * int(10**power) if power >= 0 else -(-value // int(10**-power))


def _binary_text(value: int) -> str:
    suffix = ""
    for candidate in _BINARY:
        if value % 1024:
            break
        value, suffix = value // 1024, candidate
    return f"{value}{suffix}"


def _decimal_text(nano: int) -> str:
    if nano == 0:
        return "0"
    suffixes = list(_DECIMAL)
    step = 0
    while nano % 1000 == 0 and step < len(suffixes) - 1:
        nano, step = nano // 1000, step + 1
    return f"{nano}{suffixes[step]}"

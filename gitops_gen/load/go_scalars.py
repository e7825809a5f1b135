"""What a plain scalar means to the YAML reader of kubectl, Argo CD and Flux: sigs.k8s.io/yaml, which ends in JSON.

Measured in ``tests/unit/test_go_yaml.py`` against that library; the rules are those of its resolve.go.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gitops_gen.model.source import Json

_WORDS: dict[str, Json] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
}
_MAYBE_NUMBER = frozenset("0123456789+-.")
_INTEGER = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))")
_BASES = (16, 2, 8, 10)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
_MOST_DIGITS = 400
"""No number of more digits fits 64 bits or a float; Python takes long over very long ones."""
_WHOLE_IN_JSON = 1e21
"""From here on Go writes a float with an exponent, and no field of whole numbers takes it."""


@lru_cache(maxsize=1 << 13)
def as_go(text: str) -> Json:
    """Type a plain scalar as JSON behind the conversion has it: a float without a fraction is an integer there."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAYBE_NUMBER or len(text) > _MOST_DIGITS:
        return text
    plain = text.replace("_", "")
    number = _integer(plain)
    if number is None and _FLOAT.fullmatch(plain):
        number = float(plain)
        if abs(number) == float("inf"):
            return text
        if number.is_integer() and abs(number) < _WHOLE_IN_JSON:
            return int(number)
    return text if number is None else number


def go_key(value: Json) -> str | None:
    """The text that a key becomes in JSON; None where there is none, and the reader fails."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


def _integer(plain: str) -> int | float | None:
    found = _INTEGER.fullmatch(plain)
    if found is None:
        return None
    digits, base = next((digits, base) for digits, base in zip(found.groups()[1:], _BASES, strict=True) if digits)
    number = int(found[1] + digits, base)
    return number if _SMALLEST <= number <= _LARGEST else None

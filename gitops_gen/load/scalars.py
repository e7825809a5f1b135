"""What a plain scalar (one without quotes) means, and whether every reader of YAML thinks so.

Measured on four kinds of reader: YAML 1.1 (PyYAML), YAML 1.2's core schema (ruamel.yaml), and the two Go libraries that
kubectl, Argo CD, Flux and kustomize use. Text only: knows no parser.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from gitops_gen.model.source import Json

_WORDS: dict[str, Json] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAYBE_NUMBER = frozenset("0123456789+-.")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+")
_MOST_DIGITS = 20
"""Of an integer within 64 bits, its sign included. Python refuses to read numbers of thousands of digits at all."""
_LONGEST_REMEMBERED = 80


class Judged(NamedTuple):
    """The value of a plain scalar. Where readers disagree: the text, how they disagree, and what to do."""

    value: Json
    doubt: str = ""
    fix: str = ""


class _Doubt(NamedTuple):
    """A form that readers disagree on, what they take it for, and what to write where it is not meant as text."""

    form: re.Pattern[str]
    readings: str
    instead: str = ""


_WORD_DOUBTS = (
    _Doubt(
        re.compile(r"(?i)y|n|yes|no|on|off"), "true or false to some YAML readers and text to others", "true or false"
    ),
    _Doubt(re.compile("="), "refused by some YAML readers and text to others"),
    _Doubt(re.compile("<<"), "a merge key to some YAML readers and text to others"),
)

# Forms of text from which underscores are taken away: the Go libraries drop them before they look for a number.
_NUMBER_DOUBTS = (
    _Doubt(
        re.compile(r"[-+]?0[0-9]+(?:\.[0-9]*)?"),
        "an octal number, a decimal number or text, depending on the YAML reader",
        "the decimal number without leading zeros",
    ),
    _Doubt(
        # A sign behind the prefix is legal to the Go libraries.
        re.compile(r"(?i)[-+]?0(?:o[-+]?[0-7]*|b[-+]?[01]*|x[0-9a-f]*)"),
        "a number to some YAML readers and text to others",
        "the decimal number",
    ),
    _Doubt(
        re.compile(r"[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?"),
        "a number of base 60 to some YAML readers and text to others",
    ),
    _Doubt(
        re.compile(r"(?i)[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]*)e[-+]?[0-9]+"),
        "a number with an exponent to some YAML readers and text to others",
        "the number without an exponent",
    ),
    _Doubt(re.compile(r"(?i)[-+]?\.(?:inf|nan)"), "a number to some YAML readers, which JSON cannot hold"),
    _Doubt(
        re.compile(
            r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
            r"(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]*)?"
            r"[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?)?)?"
        ),
        "a date to some YAML readers and text to others",
    ),
    _Doubt(
        re.compile(r"[-+]\.[0-9]+"),
        "a number to some YAML readers and text to others",
        "the number with a digit before the point",
    ),
)
_UNDERSCORES = _Doubt(
    re.compile(r"[-+]?[0-9]*(?:\.[0-9]*)?"),
    "a number to some YAML readers and text to others",
    "the number without underscores",
)
_TOO_LARGE = _Doubt(
    re.compile(""), "a number that some YAML readers round and others take for text", "a number of 64 bits"
)


def judge(text: str) -> Judged:
    """Type a plain scalar. The value is None, a boolean, an integer, a float or the text itself."""
    return _remembered(text) if len(text) <= _LONGEST_REMEMBERED else _judge(text)


def _judge(text: str) -> Judged:
    if text in _WORDS:
        return Judged(_WORDS[text])
    if text[0] in _MAYBE_NUMBER:
        return _number(text)
    return _doubtful(text, text, _WORD_DOUBTS)


# What specs repeat is short; long text would only fill memory.
_remembered = lru_cache(maxsize=1 << 13)(_judge)


def _number(text: str) -> Judged:
    if _INTEGER.fullmatch(text):
        return _whole(text, int(text) if len(text) <= _MOST_DIGITS else None)
    if _HEXADECIMAL.fullmatch(text):
        return _whole(text, int(text, 16))
    if _FLOAT.fullmatch(text):
        number = float(text)
        return Judged(number) if abs(number) != float("inf") else _judged(text, _TOO_LARGE)
    bare = text.replace("_", "")
    return _doubtful(text, bare, _NUMBER_DOUBTS if bare == text else (*_NUMBER_DOUBTS, _UNDERSCORES))


def _whole(text: str, number: int | None) -> Judged:
    if number is None or not -(2**63) <= number < 2**63:
        return _judged(text, _TOO_LARGE)
    return Judged(number)


def _doubtful(text: str, form: str, doubts: tuple[_Doubt, ...]) -> Judged:
    found = next((doubt for doubt in doubts if doubt.form.fullmatch(form)), None)
    return Judged(text) if found is None else _judged(text, found)


def _judged(text: str, doubt: _Doubt) -> Judged:
    shown = text if len(text) <= 40 else text[:37] + "..."
    fix = f'write it in quotes: "{shown}"'
    if doubt.instead:
        fix += f"; or, where it is not meant as text, {doubt.instead}"
    return Judged(text, f"{shown} without quotes is {doubt.readings}", fix)

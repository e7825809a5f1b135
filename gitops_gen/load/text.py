"""Whether bytes are text that every reader sees the same: UTF-8, and no character that some take for something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Location

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_RULE = "yaml-not-utf8"
_HARMLESS = b"\t\n\r" + bytes(range(0x20, 0x7F))
# What YAML calls not printable, what YAML 1.1 takes for the end of a line while YAML 1.2 and editors do not, and what
# makes an editor or a review show a line in another order than programs read it (CVE-2021-42574).
_HARMFUL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\u202a-\u202e\u2066-\u2069]")
_LINE_ENDS = "\x85\u2028\u2029"
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_OTHER_ENCODINGS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


class Text(NamedTuple):
    """Bytes that a parser may read (None: no text at all), and what is wrong with them."""

    content: bytes | None
    problems: tuple[Problem, ...] = ()


def check_text(file: str, content: bytes) -> Text:
    """Find what makes bytes unfit as YAML. Where only their first or some odd characters are wrong, reading goes on."""
    if not content.translate(None, _HARMLESS):
        return Text(content)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        return Text(None, (_undecodable(file, content, error.start),))
    problems = []
    if content.startswith(BYTE_ORDER_MARK):
        content, text = content[len(BYTE_ORDER_MARK) :], text[1:]
        problems.append(
            Problem(_RULE, "the file begins with a byte order mark", Location(file, 1, 1), "save it without one")
        )
    problems.extend(_odd_characters(file, text))
    readable = all(match[0] in _LINE_ENDS + _TURNS for match in _HARMFUL.finditer(text))
    return Text(content if readable else None, tuple(problems))


def _undecodable(file: str, content: bytes, start: int) -> Problem:
    encoding = next((name for mark, name in _OTHER_ENCODINGS if content.startswith(mark)), "")
    found = f"the file is {encoding}" if encoding else f"the byte 0x{content[start]:02x} here is no UTF-8"
    return Problem(_RULE, found, place(file, content[:start].decode(), start), "save the file as UTF-8")


def _odd_characters(file: str, text: str) -> Iterator[Problem]:
    """One finding for each character that occurs, at its first place: a binary file is one fault, not thousands."""
    seen: set[str] = set()
    for match in _HARMFUL.finditer(text):
        character = match[0]
        if character not in seen:
            seen.add(character)
            yield _odd(place(file, text, match.start()), character)


def _odd(at: Location, character: str) -> Problem:
    name = f"U+{ord(character):04X}"
    if character in _LINE_ENDS:
        message = f"the character {name} ends a line to some YAML readers and not to others"
    elif character in _TURNS:
        message = f"the character {name} changes the order in which people see the line, not what it says"
    elif character == "\0":
        message = f"the character {name} (NUL): this is no text file"
    else:
        message = f"the control character {name} may not stand in YAML"
    code = f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
    return Problem(_RULE, message, at, f"remove it, or write {code} between double quotes")


def place(file: str, text: str, index: int) -> Location:
    """The place of a character of a text, by its index."""
    start = text.rfind("\n", 0, index) + 1
    return Location(file, text.count("\n", 0, index) + 1, index - start + 1)

"""What libyaml's complaints mean to a person who writes YAML by hand. Text only: knows no parser."""

from __future__ import annotations

import re
from typing import NamedTuple

_QUOTE = "put the whole value in quotes"


class Complaint(NamedTuple):
    """A syntax error in plain words. ``at_start``: it is where the construct begins, not where parsing stopped."""

    message: str
    fix: str
    rule: str = "yaml-syntax"
    at_start: bool = False


_CANNOT_START = "found character that cannot start any token"
_NO_VALUE = "did not find expected node content"
_COMPLAINTS = {
    "mapping values are not allowed in this context": Complaint(
        "a key stands here where none can stand", "correct the indent of the line, or put text that has ': ' in quotes"
    ),
    "did not find expected key": Complaint(
        "no key stands here where one must stand",
        "indent the line like the other keys of its mapping; text behind a quoted value belongs inside the quotes",
    ),
    "did not find expected '-' indicator": Complaint(
        "this line stands in a list and does not begin with '- '",
        "begin it with '- ', or indent it as part of the item above",
    ),
    "did not find expected ',' or ']'": Complaint(
        "the list that begins with '[' here is not closed", "close it with ']', with ',' between items", at_start=True
    ),
    "did not find expected ',' or '}'": Complaint(
        "the mapping that begins with '{' here is not closed",
        "close it with '}', with ',' between entries",
        at_start=True,
    ),
    _NO_VALUE: Complaint("a bracket or mark stands here where a value must", "remove it, or put it in quotes"),
    "found unexpected end of stream": Complaint(
        "the quote that begins here is never closed", "close it; inside single quotes, '' is one quote", at_start=True
    ),
    "found unexpected document indicator": Complaint(
        "the quote that begins here runs into the next document", "close it", at_start=True
    ),
    "could not find expected ':'": Complaint(
        "a key without ':'", "write ': ' behind the key, or indent the line as part of the value above"
    ),
    "block sequence entries are not allowed in this context": Complaint(
        "a list item stands here where none can stand", "begin the list on a line of its own"
    ),
    "found unknown escape character": Complaint(
        "a backslash here begins nothing that YAML knows", "write two backslashes, or use single quotes"
    ),
    "found invalid Unicode character escape code": Complaint(
        "the escape here is no character", "write the character itself"
    ),
    "did not find expected hexdecimal number": Complaint(
        "the escape here lacks hexadecimal digits", "write two of them after \\x, four after \\u, eight after \\U"
    ),
    "did not find expected <document start>": Complaint(
        "a second document begins here without a separator", "write --- on a line of its own before it"
    ),
    "found a tab character where an indentation space is expected": Complaint(
        "a tab indents this line", "indent with spaces"
    ),
    "did not find expected alphabetic or numeric character": Complaint(
        "a value here begins with * or &, which are marks of YAML", _QUOTE
    ),
    "did not find expected comment or line break": Complaint(
        "text follows | or > on the same line", "begin the text on the next line; to have the mark itself, " + _QUOTE
    ),
    "found undefined tag handle": Complaint(
        "a tag gives the value a type of its own",
        "remove the tag; text that begins with ! needs quotes",
        "yaml-tag",
    ),
    "exceeded maximum nesting depth": Complaint(
        "brackets are nested deeper than any document needs", "flatten the document", "yaml-too-large"
    ),
}
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)


def complaint(problem: str, character: str) -> Complaint:
    """Put libyaml's text in plain words. ``character`` is the one at the place of the fault, empty at the end."""
    if problem == _CANNOT_START and character == "\t":
        return _COMPLAINTS["found a tab character where an indentation space is expected"]
    if problem == _CANNOT_START:
        return Complaint(f"no value can begin with {character!r} without quotes", _QUOTE)
    if problem == _NO_VALUE and not character:
        return Complaint("the text ends where a value must stand", "add it, or close the bracket that is still open")
    return _COMPLAINTS.get(problem, Complaint(f"the YAML is wrong here: {problem}", "correct it"))


def conflict(text: str) -> int | None:
    """The index of the first mark that Git leaves in a file with an unresolved merge, if there is one."""
    found = _CONFLICT.search(text)
    return found.start() if found else None

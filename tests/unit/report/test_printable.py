"""No byte of the input reaches a terminal as a command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitops_gen.report.printable import printable

CASES = {
    "plain text stays": ("a b: c", "a b: c"),
    "letters of other alphabets stay": ("Köln 東京", "Köln 東京"),
    "a line break": ("a\nb\r", "a\\nb\\r"),
    "an escape sequence": ("\x1b[2J", "\\x1b[2J"),
    "one of eight bits": ("\x9b2J", "\\x9b2J"),
    "a change of direction": ("\u202eabc", "\\u202eabc"),
    "a space that is none": ("a\u00a0b", "a\\xa0b"),
    "half a surrogate pair": ("\ud800", "\\ud800"),
    "beyond the first plane": ("\U000e0001", "\\U000e0001"),
}


@pytest.mark.parametrize(("text", "want"), CASES.values(), ids=CASES.keys())
def test_invisible_characters_are_shown(text: str, want: str) -> None:
    assert printable(text) == want


@given(st.text())
def test_the_result_can_always_be_printed(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert "\n" not in shown
    assert shown.encode("utf-8").decode("utf-8") == shown


@given(st.text(st.characters(exclude_categories=("C", "Z"))))
def test_what_is_visible_stays(text: str) -> None:
    assert printable(text) == text

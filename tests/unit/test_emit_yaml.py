"""The canonical emitter: what each value looks like, what is refused, and the hand-written reference to the byte."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path

import pytest
import yaml

from gitops_gen.emit.yaml import HEADER, LONGEST_KEY, render_file, to_yaml
from gitops_gen.load.yaml import read
from gitops_gen.model.source import Json

BODIES: dict[str, tuple[Json, str]] = {
    "keys by code point": ({"b": 1, "a": 2, "B": 3, "a.b": 4, "a-b": 5}, "B: 3\na: 2\na-b: 5\na.b: 4\nb: 1\n"),
    "nested mappings": ({"a": {"b": {"c": True}}}, "a:\n  b:\n    c: true\n"),
    "a list at the indent of its key": ({"a": {"b": [1, "x"]}}, 'a:\n  b:\n  - 1\n  - "x"\n'),
    "mappings in a list": ({"a": [{"w": 1, "v": [2]}, {"z": {}}]}, "a:\n- v:\n  - 2\n  w: 1\n- z: {}\n"),
    "lists in a list": ({"a": [[1, [2]], []]}, "a:\n- - 1\n  - - 2\n- []\n"),
    "a mapping in a list in a list": ({"a": [[{"x": {"z": 1}}]]}, "a:\n- - x:\n      z: 1\n"),
    "nothing in it": ({"a": {}, "b": []}, "a: {}\nb: []\n"),
    "a tuple is a list": ({"a": (1, ("x",)), "b": ()}, 'a:\n- 1\n- - "x"\nb: []\n'),
    "integers": ({"a": 0, "b": -7, "c": 2**63 - 1}, f"a: 0\nb: -7\nc: {2**63 - 1}\n"),
    "booleans": ({"a": True, "b": [False]}, "a: true\nb:\n- false\n"),
    "an empty root": ({}, "{}\n"),
    "a list as the root": ([{"a": 1}, "x"], '- a: 1\n- "x"\n'),
    "an empty list as the root": ([], "[]\n"),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies(name: str) -> None:
    body, want = BODIES[name]
    assert to_yaml(body) == want


STRINGS = {
    "": '""',
    "plain": '"plain"',
    "on": '"on"',
    "08": '"08"',
    "1e3": '"1e3"',
    "~": '"~"',
    'say "hi"': r'"say \"hi\""',
    "back\\slash": r'"back\\slash"',
    "it's": '"it\'s"',
    "# no comment": '"# no comment"',
    "{{ x }}": '"{{ x }}"',
    " blanks ": '" blanks "',
    "tab\t": r'"tab\t"',
    "bell\a": r'"bell\u0007"',
    "nul\0": r'"nul\u0000"',
    "back\b feed\f": r'"back\b feed\f"',
    "carriage\r\nreturn": r'"carriage\r\nreturn"',
    "del\x7f": r'"del\u007f"',
    "c1\x80\x9f": r'"c1\u0080\u009f"',
    "next\x85line": r'"next\u0085line"',
    "ls\u2028ps\u2029": r'"ls\u2028ps\u2029"',
    "bom\ufeff": r'"bom\ufeff"',
    "noncharacters\ufffe\uffff": r'"noncharacters\ufffe\uffff"',
    "turned \u202e around \u2066": r'"turned \u202e around \u2066"',
    "invisible\u200b\xad": r'"invisible\u200b\u00ad"',
    "tagged\U000e0041": r'"tagged\U000e0041"',
    "é ü 漢 😀": '"é ü 漢 😀"',
    "no-break\xa0space": '"no-break\xa0space"',
    "\ufffd": '"\ufffd"',
}


@pytest.mark.parametrize("text", STRINGS, ids=ascii)
def test_strings_are_in_double_quotes(text: str) -> None:
    assert to_yaml({"v": text}) == f"v: {STRINGS[text]}\n"
    assert to_yaml({"v": [text]}) == f"v:\n- {STRINGS[text]}\n"
    assert yaml.safe_load(to_yaml({"v": text})) == {"v": text}


KEYS = {
    "a": "a",
    "A": "A",
    "app.kubernetes.io/managed-by": "app.kubernetes.io/managed-by",
    "limits_2": "limits_2",
    "NaN": "NaN",
    "yess": "yess",
    "None": "None",
    "": '""',
    "y": '"y"',
    "N": '"N"',
    "yEs": '"yEs"',
    "no": '"no"',
    "On": '"On"',
    "OFF": '"OFF"',
    "true": '"true"',
    "False": '"False"',
    "NULL": '"NULL"',
    "~": '"~"',
    "<<": '"<<"',
    "=": '"="',
    "1g.10gb": '"1g.10gb"',
    "0777": '"0777"',
    ".inf": '".inf"',
    "_a": '"_a"',
    "-a": '"-a"',
    "/a": '"/a"',
    "a b": '"a b"',
    "a:b": '"a:b"',
    "a#b": '"a#b"',
    "aé": '"aé"',
    "a\n": r'"a\n"',
    "a\u2028": r'"a\u2028"',
}


@pytest.mark.parametrize("key", KEYS, ids=ascii)
def test_keys_are_plain_where_no_reader_can_mistake_them(key: str) -> None:
    assert to_yaml({key: 1}) == f"{KEYS[key]}: 1\n"
    assert yaml.safe_load(to_yaml({key: 1})) == {key: 1}


BLOCKS = {
    "two lines": "one\ntwo\n",
    "one line": "one\n",
    "blank lines inside": "one\n\n\ntwo\n",
    "deeper lines": "one\n  two\n    three\n",
    "what means something elsewhere": "# no comment\n- [a: {b}]\n---\n...\n%YAML\n\"'&*!|>@`\n",
    "a tab inside": "one\ttwo\n three\n",
    "other letters": "é\n漢 😀\n",
    "words of YAML": "on\n0777\n~\n",
}


@pytest.mark.parametrize("name", BLOCKS)
def test_text_of_several_lines_is_a_block(name: str) -> None:
    text = BLOCKS[name]
    lines = "".join(f"    {line}\n" if line else "\n" for line in text[:-1].split("\n"))
    assert to_yaml({"a": {"b": text, "c": 1}}) == f"a:\n  b: |\n{lines}  c: 1\n"
    body = {"a": [text, [text], [{"b": text, "c": {"d": [text]}}]]}
    emitted = to_yaml(body)
    assert emitted.count(" |\n") == 4
    assert yaml.safe_load(emitted) == body


NO_BLOCKS = {
    "no line end": "one\ntwo",
    "two line ends": "one\ntwo\n\n",
    "nothing but a line end": "\n",
    "a blank line first": "\none\n",
    "a blank first": " one\ntwo\n",
    "a tab first": "\tone\ntwo\n",
    "a tab at the start of a later line": "one\n\ttwo\n",
    "a blank at the end of a line": "one \ntwo\n",
    "a tab at the end of a line": "one\t\ntwo\n",
    "a blank at the end": "one\ntwo \n",
    "a line of blanks": "one\n  \ntwo\n",
    "a no-break space at the end of a line": "one\xa0\ntwo\n",
    "a carriage return": "one\r\ntwo\r\n",
    "a control character": "one\n\x1b[31mtwo\n",
    "a line end to some readers": "one\u2028two\n",
    "a next line": "one\x85two\n",
    "a byte order mark": "\ufeffone\ntwo\n",
    "something invisible": "one\u200b\ntwo\n",
}


@pytest.mark.parametrize("name", NO_BLOCKS)
def test_text_that_a_block_would_change_or_hide_is_quoted(name: str) -> None:
    text = NO_BLOCKS[name]
    emitted = to_yaml({"a": text})
    assert emitted.startswith('a: "')
    assert emitted.count("\n") == 1
    assert yaml.safe_load(emitted) == {"a": text}


class Word(str):
    """Text of a type of its own."""


class Level(Enum):
    """A member is no text."""

    HIGH = "high"


REFUSED: dict[str, tuple[Json, type[Exception], str]] = {
    "None": ({"a": None}, TypeError, "NoneType"),
    "a float": ({"a": [1.5]}, TypeError, "float"),
    "bytes": ({"a": b"x"}, TypeError, "bytes"),
    "a set": ({"a": {1}}, TypeError, "set"),
    "a type of text": ({"a": Word("x")}, TypeError, "Word"),
    "a member of an enum": ({"a": Level.HIGH}, TypeError, "Level"),
    "a number as a key": ({1: "a"}, TypeError, "int"),
    "None as a key": ({None: "a"}, TypeError, "NoneType"),
    "keys of two types": ({"a": 1, 2: 3}, TypeError, "str"),
    "text as a document": ("a", TypeError, "str"),
    "no document": (None, TypeError, "NoneType"),
    "65 bits": ({"a": 2**63}, ValueError, "64 bits"),
    "65 bits, negative": ({"a": -(2**63) - 1}, ValueError, "64 bits"),
    "half of a pair": ({"a": "\ud800"}, ValueError, "surrogate"),
    "half of a pair in a block": ({"a": "one\n\udfff\n"}, ValueError, "surrogate"),
    "half of a pair in a key": ({"\ud800": 1}, ValueError, "surrogate"),
    "a key that no reader finds the end of": ({"a" * (LONGEST_KEY + 1): 1}, ValueError, "1000 characters"),
    "a key that escapes make too long": ({"\0" * 200: 1}, ValueError, "1000 characters"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_place_in_a_manifest_is_refused(name: str) -> None:
    body, error, words = REFUSED[name]
    with pytest.raises(error, match=words):
        to_yaml(body)


def test_the_longest_key_is_read_back() -> None:
    for body in ({"a" * LONGEST_KEY: 1}, {"0" * (LONGEST_KEY - 2): {"a": 1}}):
        assert yaml.safe_load(to_yaml(body)) == body


def test_a_file_is_header_and_document_in_utf_8() -> None:
    assert render_file({"a": "é"}) == HEADER.encode() + 'a: "é"\n'.encode()
    assert HEADER.startswith("# ")
    assert HEADER.count("\n") == 1
    assert HEADER.endswith("\n")


def test_the_order_of_keys_in_memory_changes_nothing() -> None:
    body = {"z": {"b": 1, "a": [{"d": 1, "c": 2}]}, "é": 1, "a": 2, "_": 3}
    turned = {"_": 3, "a": 2, "é": 1, "z": {"a": [{"c": 2, "d": 1}], "b": 1}}
    assert to_yaml(body) == to_yaml(turned)


def test_a_string_that_equals_no_cached_number_or_boolean() -> None:
    assert to_yaml({"a": 1, "b": True, "c": "1", "d": "true"}) == 'a: 1\nb: true\nc: "1"\nd: "true"\n'


def strings_of_the_trap(shared: Path) -> Iterable[str]:
    table = (shared / "cases" / "oracle" / "pyyaml-dump-trap.tsv").read_text(encoding="utf-8")
    return [line.split("\t")[0] for line in table.splitlines() if not line.startswith("# ")][1:]


def test_strings_that_pyyaml_writes_wrongly_are_quoted(shared: Path) -> None:
    strings = strings_of_the_trap(shared)
    assert len(list(strings)) > 35
    for text in strings:
        emitted = to_yaml({"v": text, text: "v"})
        assert f'v: "{text}"\n' in emitted
        assert text == "NaN" or f'"{text}": "v"\n' in emitted, "as a key too; NaN is a number to no reader"
        assert read("f", emitted.encode())[0][0].data == {"v": text, text: "v"}


def test_the_reference_is_reproduced_to_the_byte(shared: Path) -> None:
    paths = sorted((shared / "reference" / "generated").rglob("*.yaml"))
    assert len(paths) > 100
    for path in paths:
        content = path.read_bytes()
        assert render_file(yaml.safe_load(content)) == content, path

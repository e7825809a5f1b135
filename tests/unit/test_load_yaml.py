"""The strict reader: what it takes, what it refuses and where, and that no input can hurt it."""

from __future__ import annotations

import ast
import datetime
import json
import re
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from gitops_gen.errors import ToolError
from gitops_gen.load import yaml as reader
from gitops_gen.load.yaml import LIMITS, Limits, check_library, read
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Json, Location

MIB = 1 << 20
SECONDS = 5
"""No file may take longer. All take a tenth of it; a quadratic step would take minutes."""


def problems_of(text: str | bytes, limits: Limits = LIMITS) -> list[Problem]:
    return read("f.yaml", text if isinstance(text, bytes) else text.encode(), limits)[1]


def places_of(text: str | bytes, limits: Limits = LIMITS) -> list[tuple[str, int, int]]:
    """Rule, line and column of each problem."""
    return [(found.rule, *place(found.at)) for found in problems_of(text, limits)]


def place(at: object) -> tuple[int, int]:
    assert isinstance(at, Location)
    assert at.file == "f.yaml"
    return at.line, at.column


def only(text: str) -> dict[str, Json]:
    """The one document of a text in which nothing is wrong."""
    documents, problems = read("f.yaml", text.encode())
    assert problems == []
    assert len(documents) == 1
    return documents[0].data


# --- values -----------------------------------------------------------------------------------------------------------

AGREED: dict[str, Json] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "true": True,
    "TRUE": True,
    "False": False,
    "0": 0,
    "-0": 0,
    "7": 7,
    "-12": -12,
    "+1": 1,
    "0x1F": 31,
    "9223372036854775807": 2**63 - 1,
    "-9223372036854775808": -(2**63),
    "1.5": 1.5,
    "-0.25": -0.25,
    "1.10": 1.1,
    ".5": 0.5,
    "1.": 1.0,
    "1.2.3": "1.2.3",
    "v1.30": "v1.30",
    "16Gi": "16Gi",
    "500m": "500m",
    "1g.10gb": "1g.10gb",
    "443/TCP": "443/TCP",
    "10.0.0.1/32": "10.0.0.1/32",
    "8080:8080": "8080:8080",
    "2026-11-30-nightly": "2026-11-30-nightly",
    "a100-80gb/1g.10gb": "a100-80gb/1g.10gb",
    "NaN": "NaN",
    "yess": "yess",
    "_1": "_1",
    "two words": "two words",
    '"on"': "on",
    "'08'": "08",
    '""': "",
    r'"a\tb\u00e9"': "a\tbé",
    "|\n  one\n\n  two": "one\n\ntwo\n",
    ">-\n  one\n  two": "one two",
    "plain\n  over two lines": "plain over two lines",
    "[]": [],
    "{}": {},
    "[a, 1, [true]]": ["a", 1, [True]],
    "{a: {b: c}}": {"a": {"b": "c"}},
}


@pytest.mark.parametrize("text", AGREED)
def test_values_that_every_reader_takes_alike_are_plain_data(text: str) -> None:
    value = only(f"v: {text}\n")["v"]
    assert (value, type(value)) == (AGREED[text], type(AGREED[text]))


DOUBTED = (
    *("y", "Y", "n", "N", "yes", "Yes", "YES", "yEs", "no", "No", "on", "ON", "off", "Off", "="),
    *("0777", "010", "08", "-07", "00", "0o17", "0o7", "0O7", "0b11", "-0x1F", "0X1F", "0x", "0x_", "01.5"),
    *("1_000", "1__0", "0_7", "1_", "+_1", "0_x1", "1_000.5", "0b_", "0o-7", "0b-1"),
    *("12:30", "1:20:30", "22:22", "190:20:30.15", "-1:30"),
    *("1e3", "1E3", "6e2", "12e03", "81111e1", "1.5e3", "1.5e+3", ".5e1", "1e-7"),
    *(".inf", "-.Inf", "+.INF", ".nan", ".NaN"),
    *("2026-11-30", "2026-1-2", "2026-11-30T10:00:00Z", "2026-11-30 10:00:00.5 +02:00", "2026-13-45"),
    *("9223372036854775808", "-9223372036854775809", "12345678901234567890", "1" * 5000, "0x8000000000000000"),
    *("-.5", "+.5", "1" * 400 + ".0"),
)


@pytest.mark.parametrize("text", DOUBTED, ids=lambda text: text[:30])
def test_values_that_readers_take_differently_want_quotes(text: str) -> None:
    documents, problems = read("f.yaml", f"v: [{text}]\n".encode())
    assert [(found.rule, place(found.at)) for found in problems] == [("yaml-ambiguous-scalar", (1, 5))]
    assert problems[0].message.startswith(text[:37])
    assert 'in quotes: "' in problems[0].fix
    assert documents[0].data == {"v": [text]}, "the author most likely means the text"
    assert only(f'v: ["{text}"]\n') == {"v": [text]}


@pytest.mark.parametrize("text", [text for text in DOUBTED if len(text) < 1000], ids=lambda text: text[:30])
def test_keys_that_readers_take_differently_want_quotes(text: str) -> None:
    documents, problems = read("f.yaml", f"a: 1\n{text}: 2\n".encode())
    assert [(found.rule, place(found.at)) for found in problems] == [("yaml-ambiguous-scalar", (2, 1))]
    assert documents[0].data == {"a": 1, text: 2}
    assert only(f'"{text}": 2\n') == {text: 2}


def test_a_doubt_says_what_readers_disagree_on_and_what_to_write() -> None:
    (found,) = problems_of("enabled: yes\n")
    assert found.message == "yes without quotes is true or false to some YAML readers and text to others"
    assert found.fix == 'write it in quotes: "yes"; or, where it is not meant as text, true or false'


# --- the oracle -------------------------------------------------------------------------------------------------------

ERROR = object()


def rows(file: Path) -> list[list[str]]:
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]
    return lines[1:]


def as_pyyaml(column: str) -> Any:
    match = re.fullmatch(r"(.*) \((\w+)\)", column)
    if column.startswith("ERROR") or match is None:
        return ERROR
    text, kind = match.groups()
    if kind in ("date", "datetime"):
        return datetime.datetime  # equal to nothing that JSON holds
    return float(text) if kind == "float" else ast.literal_eval(text)


def as_kubectl(column: str) -> Any:
    return ERROR if column.startswith("ERROR") else json.loads(column)


def same(left: Any, right: Any) -> bool:
    """Equal in value and in JSON's types, of which a number is one."""
    numbers = (int, float)
    kinds = [
        "number" if isinstance(value, numbers) and not isinstance(value, bool) else type(value)
        for value in (left, right)
    ]
    return kinds[0] == kinds[1] and bool(left == right)


def test_oracle_whatever_kubectl_and_pyyaml_read_differently_is_reported(shared: Path) -> None:
    table = rows(shared / "cases" / "oracle" / "yaml-scalars.tsv")
    assert len(table) > 60
    wrong, reported = [], 0
    for scalar, kubectl, pyyaml in table:
        go, python = as_kubectl(kubectl), as_pyyaml(pyyaml)
        documents, problems = read("f.yaml", f"v: {scalar}\n".encode())
        reported += bool(problems)
        if problems:
            continue
        value = documents[0].data["v"]
        if not (same(value, go) and same(value, python)):
            wrong.append((scalar, value, kubectl, pyyaml))
    assert wrong == []
    assert 25 < reported < 55


# --- what is refused, and where ---------------------------------------------------------------------------------------


class Case(NamedTuple):
    text: str | bytes
    want: list[tuple[str, int, int]]


REFUSED = {
    "a key twice": Case("a: 1\nb: 2\na: 3\n", [("yaml-duplicate-key", 3, 1)]),
    "a key twice, once in quotes": Case("a: 1\n'a': 3\n", [("yaml-duplicate-key", 2, 1)]),
    "a key three times": Case("{a: 1, a: 2, a: 3}\n", [("yaml-duplicate-key", 1, 8), ("yaml-duplicate-key", 1, 14)]),
    "a key twice in a list's mapping": Case("l:\n- x: 1\n  x: 2\n", [("yaml-duplicate-key", 3, 3)]),
    "one number twice as a key": Case('1: a\n"1": b\n', [("yaml-key-not-string", 1, 1), ("yaml-duplicate-key", 2, 1)]),
    "an anchor and an alias": Case("a: &x 1\nb: *x\n", [("yaml-alias", 1, 4), ("yaml-alias", 2, 4)]),
    "an anchor on a mapping": Case("a: &x\n  b: 1\n", [("yaml-alias", 1, 4)]),
    "an alias without its anchor": Case("a: *gone\n", [("yaml-alias", 1, 4)]),
    "an alias as a key": Case("*gone : 1\nb: 2\n", [("yaml-alias", 1, 1)]),
    "an alias as a document": Case("*gone\n", [("yaml-alias", 1, 1)]),
    "a merge key": Case("a:\n  <<: {b: 1}\n", [("yaml-alias", 2, 3)]),
    "two merge keys": Case("<<: {b: 1}\n<<: {c: 1}\n", [("yaml-alias", 1, 1), ("yaml-alias", 2, 1)]),
    "a merge mark as a value": Case("a: <<\n", [("yaml-ambiguous-scalar", 1, 4)]),
    "a Python object": Case("a: !!python/object/apply:os.system [x]\n", [("yaml-tag", 1, 4)]),
    "binary": Case("a: !!binary aGk=\n", [("yaml-tag", 1, 4)]),
    "a tag of a standard type": Case("a: !!str 1\nb: !!int x\nc: !!float x\n", [("yaml-tag", n, 4) for n in (1, 2, 3)]),
    "the tag that says nothing": Case("a: ! x\n", [("yaml-tag", 1, 4)]),
    "a tag of somebody's own": Case("a: !team {b: 1}\n", [("yaml-tag", 1, 4)]),
    "a tag whose handle nobody declared": Case("a: !x!y z\n", [("yaml-tag", 1, 4)]),
    "a tag on a key": Case("!!str a: 1\n", [("yaml-tag", 1, 1)]),
    "a tag and an anchor": Case("a: &x !!str y\n", [("yaml-alias", 1, 4), ("yaml-tag", 1, 4)]),
    "a version directive": Case("%YAML 1.1\n---\na: 1\n", [("yaml-tag", 1, 1)]),
    "a tag directive": Case("%TAG !x! y\n---\na: 1\n", [("yaml-tag", 1, 1)]),
    "a number as a key": Case("a:\n  8080: x\n", [("yaml-key-not-string", 2, 3)]),
    "a word of YAML as a key": Case(
        "{true: 1, null: 2, ~: 3, 1.5: 4}\n", [("yaml-key-not-string", 1, column) for column in (2, 11, 20, 26)]
    ),
    "no key": Case("?\n: 2\n", [("yaml-key-not-string", 1, 2)]),
    "a list as a key": Case("? [a, b]\n: 1\n", [("yaml-key-not-string", 1, 3)]),
    "a template's braces": Case("a: {{ .Values.x }}\n", [("yaml-key-not-string", 1, 5)]),
    "a list as a document": Case("# c\n- a\n", [("yaml-not-a-mapping", 2, 1)]),
    "text as a document": Case("---\nhello\n", [("yaml-not-a-mapping", 2, 1)]),
    "the second of three documents": Case("a: 1\n---\n5\n---\nb: 2\n", [("yaml-not-a-mapping", 3, 1)]),
    "bytes that are no UTF-8": Case(b"a: 1\nb: caf\xe9\n", [("yaml-not-utf8", 2, 7)]),
    "UTF-16": Case("a: 1\n".encode("utf-16"), [("yaml-not-utf8", 1, 1)]),
    "UTF-16 without a mark": Case("a: 1\n".encode("utf-16-le"), [("yaml-not-utf8", 1, 2)]),
    "half of a pair": Case(b"a: \xed\xa0\x80\n", [("yaml-not-utf8", 1, 4)]),
    "a byte order mark": Case(b"\xef\xbb\xbfa: yes\n", [("yaml-not-utf8", 1, 1), ("yaml-ambiguous-scalar", 1, 4)]),
    "a byte order mark inside": Case("a: x\ufeff\n", [("yaml-not-utf8", 1, 5)]),
    "NUL": Case(b"a: x\0y\n", [("yaml-not-utf8", 1, 5)]),
    "control characters, each once": Case("é: \x07\x07\nb: \x9f\n", [("yaml-not-utf8", 1, 4), ("yaml-not-utf8", 2, 4)]),
    "a line end that only some see": Case(
        "a: 'x\u2028y'\nb: off\n", [("yaml-not-utf8", 1, 6), ("yaml-ambiguous-scalar", 3, 4)]
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    case = REFUSED[name]
    assert places_of(case.text) == case.want
    assert all(found.message and found.fix for found in problems_of(case.text))


SYNTAX = {
    "two colons on a line": Case("a: b: c\n", [("yaml-syntax", 1, 5)]),
    "an indent that fits nothing": Case("a:\n  b: 1\n c: 2\n", [("yaml-syntax", 3, 2)]),
    "a list that is not closed": Case("a: [1, 2\nb: 3\n", [("yaml-syntax", 1, 4)]),
    "a mapping that is not closed": Case("a: {x: 1\nb: 3\n", [("yaml-syntax", 1, 4)]),
    "a quote that is not closed": Case('a: 1\nb: "x\nc: 3\n', [("yaml-syntax", 2, 4)]),
    "text behind a quote": Case('a: "b" c\n', [("yaml-syntax", 1, 8)]),
    "a tab as indent": Case("a:\n\tb: 1\n", [("yaml-syntax", 2, 1)]),
    "a tab in a block": Case("a: |\n x\n\ty\n", [("yaml-syntax", 3, 1)]),
    "a team as owner": Case("a: @acme/platform\n", [("yaml-syntax", 1, 4)]),
    "a backquote": Case("a: `x`\n", [("yaml-syntax", 1, 4)]),
    "a star": Case("a: *\n", [("yaml-syntax", 1, 5)]),
    "a list between keys": Case("a: 1\n- b\n", [("yaml-syntax", 2, 1)]),
    "a key between items": Case("- a\nb: 1\n", [("yaml-syntax", 2, 1)]),
    "a list on the key's line": Case("a: - b\n", [("yaml-syntax", 1, 4)]),
    "a key without colon": Case("a: 1\nb\n", [("yaml-syntax", 2, 2)]),
    "a bracket too many": Case("a: ]\n", [("yaml-syntax", 1, 4)]),
    "an escape that is none": Case('a: "\\q"\n', [("yaml-syntax", 1, 5)]),
    "half of a pair as an escape": Case('a: "\\ud800"\n', [("yaml-syntax", 1, 7)]),
    "a second document without a separator": Case("a: b\n...\nc\n", [("yaml-syntax", 3, 1)]),
    "an unresolved merge": Case("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", [("yaml-syntax", 2, 1)]),
    "a version that nobody reads": Case("%YAML 2.0\n---\na: 1\n", [("yaml-syntax", 1, 1)]),
    "a fault after others": Case("a: yes\nb: [\n", [("yaml-ambiguous-scalar", 1, 4), ("yaml-syntax", 2, 5)]),
    "a bracket at the end, and blank lines": Case("a: {\n\n  \n", [("yaml-syntax", 1, 5)]),
    "a tab at the end": Case("a:\n\t", [("yaml-syntax", 2, 1)]),
}


@pytest.mark.parametrize("name", SYNTAX)
def test_syntax_errors_have_a_place_and_plain_words(name: str) -> None:
    case = SYNTAX[name]
    assert places_of(case.text) == case.want
    last = problems_of(case.text)[-1]
    assert last.fix
    libyaml = ("did not find expected", "could not find expected", "not allowed in this context", "token", "scalar")
    assert not any(words in last.message for words in libyaml)


def test_a_tab_is_called_a_tab() -> None:
    (found,) = problems_of("a:\n\tb: 1\n")
    assert (found.message, found.fix) == ("a tab indents this line", "indent with spaces")


def test_what_the_parser_says_and_we_have_no_words_for_is_shown() -> None:
    (found,) = problems_of("%YAML 2.0\n---\na: 1\n")
    assert "incompatible YAML document" in found.message


def test_a_duplicate_key_names_both_places() -> None:
    (found,) = problems_of("spec:\n  team: a\n  state: b\n  team: c\n")
    assert place(found.at) == (4, 3)
    assert [(role, place(at)) for role, at in found.related] == [("the first", (2, 3))]


def test_everything_wrong_is_found_in_one_run() -> None:
    text = "a: yes\nb: &x 1\nc: !!str 2\n4: 5\na: 6\n---\n- 1\n---\nd: 0777\n---\ne: [\n"
    assert [found.rule for found in problems_of(text)] == [
        *("yaml-ambiguous-scalar", "yaml-alias", "yaml-tag", "yaml-key-not-string", "yaml-duplicate-key"),
        *("yaml-not-a-mapping", "yaml-ambiguous-scalar", "yaml-syntax"),
    ]


def test_what_can_be_understood_is_returned_although_something_is_wrong() -> None:
    text = "a: yes\nb: &x {y: 1}\nc: *x\n4: 5\na: 6\n? [k]\n: 7\n<<: {z: 1}\nlast: 8\n---\nd: 1\n---\ne: [\n"
    documents, _ = read("f.yaml", text.encode())
    assert [document.data for document in documents] == [
        {"a": "yes", "b": {"y": 1}, "c": None, "4": 5, "last": 8},
        {"d": 1},
    ]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "---\n---\n", "--- null\n"])
def test_empty_documents_are_no_documents(text: str) -> None:
    assert read("f.yaml", text.encode()) == ([], [])


def test_several_documents_and_windows_line_ends() -> None:
    documents, problems = read("f.yaml", b"a: 1\r\n---\r\n\r\n---\r\nb: 2\r\n")
    assert problems == []
    assert [document.data for document in documents] == [{"a": 1}, {"b": 2}]
    assert documents[1].positions(("b",), False) == Location("f.yaml", 5, 4)


# --- places -----------------------------------------------------------------------------------------------------------

TEXT = """\
# comment
kind: Team
metadata: {name: vision, labels: {é: "ü", x: y1}}
spec:
  owners: ["@acme/vision"]
  taints:
  - key: a
    value:
  - key: b
"""
PLACES = {
    "a value": ((("kind",), False), (2, 7)),
    "a key": ((("kind",), True), (2, 1)),
    "a value in braces": ((("metadata", "name"), False), (3, 18)),
    "a key in braces": ((("metadata", "name"), True), (3, 12)),
    "a column counts characters": ((("metadata", "labels", "x"), False), (3, 46)),
    "a mapping": ((("metadata",), False), (3, 11)),
    "a mapping in a block": ((("spec",), False), (5, 3)),
    "an item": ((("spec", "owners", 0), False), (5, 12)),
    "an item has no key": ((("spec", "owners", 0), True), (5, 12)),
    "a key of an item": ((("spec", "taints", 1, "key"), True), (9, 5)),
    "a value of an item": ((("spec", "taints", 1, "key"), False), (9, 10)),
    "a value that is not written": ((("spec", "taints", 0, "value"), True), (8, 5)),
    "the root": (((), False), (2, 1)),
    "a missing key": ((("spec", "nothing"), False), (5, 3)),
    "below a missing key": ((("spec", "nothing", 3, "x"), True), (4, 1)),
    "a missing item": ((("spec", "owners", 7), False), (5, 11)),
    "below a scalar": ((("kind", "x"), False), (2, 7)),
    "an index in a mapping": ((("spec", 0), False), (5, 3)),
    "a key in a list": ((("spec", "owners", "0"), False), (5, 11)),
}


@pytest.mark.parametrize("name", PLACES)
def test_places(name: str) -> None:
    (path, key), want = PLACES[name]
    (document,), _ = read("f.yaml", TEXT.encode())
    assert place(document.positions(path, key)) == want


def test_places_are_found_in_the_right_document() -> None:
    documents, _ = read("f.yaml", b"a: 1\n---\n# none\n---\n- 1\n---\na:\n  b: 2\n")
    assert [place(document.positions(("a",), False)) for document in documents] == [(1, 4), (8, 3)]


def test_places_of_a_document_with_faults() -> None:
    text = b"? {x: 1}\n: 2\na: {y: 1}\na: {y: 2, z: 3}\nb: *gone\n? {w: 1}\n: 2\nc: {v: 1}\nd: [\n"
    documents, _ = read("f.yaml", b"ok: &x 1\nok: {deep: 2}\n---\n" + text[:-5])
    assert place(documents[0].positions(("ok", "deep"), False)) == (1, 5)
    where = documents[1].positions
    assert place(where(("a", "y"), False)) == (6, 8), "the first of two equal keys holds"
    assert place(where(("a", "z"), False)) == (6, 4)
    assert place(where(("b",), False)) == (8, 4)
    assert place(where(("c", "x"), False)) == (11, 4)
    assert place(where(("c", "v"), False)) == (11, 8)


def test_places_in_what_was_dropped_are_no_places_of_what_is_kept() -> None:
    dropped = "? {x: 1, y: {x: 2}}\n: {x: 3}\n" * 20
    documents, _ = read("f.yaml", f"{dropped}c: {{v: {{w: 1}}}}\nd: [{{v: 2}}]\n".encode())
    where = documents[0].positions
    for path in (("c", "x"), ("c", "v", "x"), ("c", "y", "x"), ("d", 0, "x")):
        kept = path[:2] if path[1] in ("v", 0) else path[:1]
        assert where(path, False) == where(kept, False)


def test_a_file_is_read_again_once_and_only_for_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = 0

    def counted() -> type[yaml.CSafeLoader]:
        nonlocal runs
        runs += 1
        return yaml.CSafeLoader

    monkeypatch.setattr(reader, "_loader", counted)
    documents, _ = read("f.yaml", b"a: 1\n---\nb: 1\n")
    assert runs == 1
    for document in documents * 3:
        document.positions(("a",), True)
    assert runs == 2


# --- limits and hostile input -----------------------------------------------------------------------------------------

SMALL = Limits(bytes=200, depth=4, events=20, documents=2, problems=3)
BEYOND = {
    "bytes": ("#" * 201, (1, 1)),
    "depth of lists": ("a: [[[[1]]]]\n", (1, 7)),
    "depth of mappings": ("a:\n  b:\n    c:\n      d:\n        e: 1\n", (5, 9)),
    "values": ("a: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]\n", (1, 56)),
    "documents": ("a: 1\n---\nb: 1\n---\nc: 1\n", (4, 1)),
    "directives": ("%A\n" * 4 + "---\na: 1\n", (1, 1)),
}


@pytest.mark.parametrize("name", BEYOND)
def test_a_limit_ends_reading(name: str) -> None:
    text, want = BEYOND[name]
    assert places_of(text, SMALL) == [("yaml-too-large", *want)]
    assert not places_of(text.replace("%A\n", ""))


def test_faults_end_at_a_limit_too() -> None:
    found = problems_of("a: [yes, no, on, off, y]\n", SMALL)
    assert [problem.rule for problem in found] == ["yaml-ambiguous-scalar"] * 3 + ["yaml-too-large"]


def test_documents_before_a_limit_are_returned() -> None:
    documents, _ = read("f.yaml", BEYOND["documents"][0].encode(), SMALL)
    assert [document.data for document in documents] == [{"a": 1}, {"b": 1}]


def bomb(levels: int, line: str) -> str:
    return "a0: &a0 {k: v}\n" + "".join(line.format(n=n, m=n - 1) for n in range(1, levels))


HOSTILE: dict[str, tuple[bytes, str]] = {
    "2,000 brackets": (b"a: " + b"[" * 2_000, "yaml-too-large"),
    "a megabyte of brackets": (b"[" * MIB, "yaml-too-large"),
    "a megabyte of braces": (b"{a: " * (MIB // 4), "yaml-too-large"),
    "a megabyte of dashes": (b"- " * (MIB // 2), "yaml-too-large"),
    "a megabyte of question marks": (b"? " * (MIB // 2), "yaml-too-large"),
    "brackets over lines": (b"[\n" * (MIB // 2), "yaml-too-large"),
    "stairs": (b"".join(b" " * n + b"a:\n" for n in range(1_400)), "yaml-too-large"),
    "an alias bomb": (bomb(40, "a{n}: &a{n} [*a{m}, *a{m}, *a{m}, *a{m}, *a{m}]\n").encode(), "yaml-alias"),
    "a merge bomb": (bomb(40, "a{n}: &a{n} {{<<: [*a{m}, *a{m}, *a{m}]}}\n").encode(), "yaml-alias"),
    "an alias to itself": (b"a: &x [*x]\n", "yaml-alias"),
    "many anchors": (b"".join(b"- &a%d 1\n" % n for n in range(60_000)), "yaml-alias"),
    "many faults": (b"a: [" + b"*x ," * (MIB // 4 - 9), "yaml-too-large"),
    "many equal keys": (b"k: 1\n" * (MIB // 5), "yaml-duplicate-key"),
    "many values": (b"- 1\n" * (MIB // 4), "yaml-too-large"),
    "many documents": (b"---\n" * (MIB // 4), "yaml-too-large"),
    "many directives": (b"".join(b"%%TAG !a%d! x\n" % n for n in range(60_000)) + b"---\na: 1\n", "yaml-too-large"),
    "5 MB": (b"a: 1\n" * MIB, "yaml-too-large"),
    "a long number": (b"a: " + b"1" * (MIB - 9), "yaml-ambiguous-scalar"),
    "a long fraction": (b"a: " + b"1" * (MIB - 9) + b".0", "yaml-ambiguous-scalar"),
    "a long hexadecimal number": (b"a: 0x" + b"f" * (MIB - 9), "yaml-ambiguous-scalar"),
    "a long tag": (b"a: !<" + b"x" * (MIB - 9) + b"> 1", "yaml-tag"),
    "a long anchor": (b"a: &" + b"x" * (MIB - 9) + b" 1", "yaml-alias"),
    "a long key": (b'"' + b"a" * (MIB - 9) + b'": 1', "yaml-syntax"),
    "a megabyte of bytes": (bytes(range(256)) * (MIB // 256), "yaml-not-utf8"),
    "a megabyte of control characters": (b"\x01" * MIB, "yaml-not-utf8"),
    "a megabyte of byte order marks": (b"\xef\xbb\xbf" * (MIB // 3), "yaml-not-utf8"),
    "a timestamp that is none": (b"a: 2026-99-99T99:99:99Z\n", "yaml-ambiguous-scalar"),
    "scalars at which constructors fall": (
        b'[!!int "x", !!float "", !!bool "x", !!timestamp "x", !!int "0x", !!binary "\xc3\xbf", !!null "", !!set [a]]',
        "yaml-tag",
    ),
    "plain scalars at which constructors fall": (b"[0x_, 0b_, 0_, +_, -_, =, <<, ._e+1]", "yaml-ambiguous-scalar"),
    "code": (b"a: !!python/object/new:os.system [echo]\nb: !!python/name:os.system\n", "yaml-tag"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_a_finding_and_soon(name: str) -> None:
    content, want = HOSTILE[name]
    started = time.perf_counter()
    documents, problems = read("f.yaml", content)
    assert time.perf_counter() - started < SECONDS
    assert want in {problem.rule for problem in problems}
    assert len(problems) <= LIMITS.problems + 1
    for document in documents:
        document.positions(("a", 0), True)


FINE = {
    "many keys": b"".join(b"k%d: 1\n" % n for n in range(80_000)),
    "base 60 for ever": b"a: 1" + b":1" * (MIB // 2 - 9) + b"x",
    "underscores for ever": b"a: 1" + b"_1" * (MIB // 2 - 9) + b"x",
    "digits, then text": b"a: " + b"1" * (MIB - 9) + b"x",
    "a long line": b"a: " + b"x " * (MIB // 2 - 9),
    "a long text": b"a: |\n" + b" x\n" * (MIB // 3 - 9),
    "escapes": b'a: "' + b"\\n" * (MIB // 2 - 9) + b'"',
    "comments": b"#\n" * (MIB // 2),
    "blank lines": b"\n" * MIB,
}


@pytest.mark.parametrize("name", FINE)
def test_large_but_harmless_input_is_read_and_soon(name: str) -> None:
    started = time.perf_counter()
    assert read("f.yaml", FINE[name])[1] == []
    assert time.perf_counter() - started < SECONDS


def test_a_message_holds_no_more_than_a_few_words_of_the_file() -> None:
    secret = "s" * 100
    for text in (f"a: !{secret} 1", f"a: &{secret} 1", f"a: *{secret}", f"{secret}: 1\n{secret}: 2", f"a: {'1' * 100}"):
        (found, *_) = problems_of(text)
        assert len(found.message) < 130
        assert len(found.fix) < 150


# --- the library, and real files --------------------------------------------------------------------------------------


def test_the_library_must_be_new_and_fast() -> None:
    check_library("6.0.4", with_libyaml=True)
    check_library("6.1", with_libyaml=True)
    check_library("7.0.0rc1", with_libyaml=True)
    with pytest.raises(ToolError, match=r"6\.0\.3 is too old.*pip install"):
        check_library("6.0.3", with_libyaml=True)
    with pytest.raises(ToolError, match=r"without libyaml.*pip install"):
        check_library("6.0.4", with_libyaml=False)


def files_below(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.yaml"))


def assert_read_like_pyyaml(paths: list[Path]) -> None:
    for path in paths:
        content = path.read_bytes()
        documents, problems = read(str(path), content)
        assert problems == []
        want = [data for data in yaml.load_all(content, Loader=yaml.CSafeLoader) if data is not None]
        assert [document.data for document in documents] == want, path


def test_the_example_platform_is_read_without_a_finding(repository: Path) -> None:
    paths = files_below(repository / "profiles", repository / "environments", repository / "gitops_gen" / "data")
    assert len(paths) > 20
    assert_read_like_pyyaml(paths)


def test_reference_output_and_real_crds_are_read_without_a_finding(shared: Path) -> None:
    paths = [path for path in files_below(shared / "reference", shared / "crds") if path.stat().st_size < MIB // 8]
    assert len(paths) > 150
    assert_read_like_pyyaml(paths)

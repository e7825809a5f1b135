"""The example platform, broken at random: in its text byte by byte, and in its nodes. Never a crash, always a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
import yaml

from gitops_gen import discover
from gitops_gen.app import Compilation, compile_specs
from tests.example_platform import base_texts
from tests.hostile.scale import SCALE

CHUNKS = 8
BYTES = 250 * SCALE
NODES = 250 * SCALE

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 10**400, 1.5, 1e308, "", " ", "..", "../x", "\u202e", "\u200b", "\x00", "\ud7ff",
    "a" * 5000, "null", "1e400", "9" * 400, "$(id)", "::error::x", "${{ github.token }}", "system:masters",
    [], {}, [[]], {"": ""}, {"<<": {}}, {"__proto__": 1},
    "2026-02-30", "169.254.169.254/32", "0.0.0.0/0", "{team}", "{{}}", "*", "-rf", "\U0001f600", "١",  # noqa: RUF001 the point
)  # fmt: skip
PIECES = (b"\x00", b"\xff", b"\t", b"&a ", b"*a", b"!!x ", b"{", b"]", b"- ", b": ", b"\r", b"'", b"\n", b"|", b"<<: ")


def check(compilation: Compilation, files: dict[str, bytes]) -> None:
    for finding in compilation.findings:
        assert finding.id in discover.rules()
        assert finding.message
        assert finding.fix
        if not finding.location.file.startswith("(built in)"):
            assert finding.location.file in files
            assert 1 <= finding.location.line <= files[finding.location.file].count(b"\n") + 1
    assert compilation.ok or compilation.findings
    assert compilation.ok or not compilation.contents


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_bytes(chunk: int) -> None:
    for number in range(BYTES):
        random = Random(f"bytes {chunk} {number}")
        files = dict(base_texts())
        file = random.choice(sorted(files))
        text = bytearray(files[file])
        for _ in range(random.choice((1, 1, 2, 8))):
            at = random.randrange(len(text))
            match random.randrange(4):
                case 0:
                    text[at] = random.randrange(256)
                case 1:
                    del text[at : at + random.randrange(1, 40)]
                case 2:
                    text[at:at] = random.choice(PIECES)
                case _:
                    text[at:at] = text[at : at + 30]
            text = text or bytearray(b"x")
        files[file] = bytes(text)
        check(compile_specs(files), files)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in entries:
        yield (*path, key)
        yield from nodes(child, (*path, key))


def break_node(random: Random, document: Any) -> None:
    paths = sorted(nodes(document), key=repr)
    *above, key = random.choice(paths)
    parent = document
    for step in above:
        parent = parent[step]
    match random.randrange(5):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[f"{key}{random.choice(('', 'x', ' ', chr(0x202E)))}"] = parent.pop(key)
        case 2:
            parent[key] = [parent[key]]
        case 3:
            parent[key] = deepcopy(document.get("spec"))
        case _:
            parent[key] = random.choice(ODD)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_nodes(chunk: int) -> None:
    refused = 0
    for number in range(NODES):
        random = Random(f"nodes {chunk} {number}")
        files = dict(base_texts())
        file = random.choice(sorted(files))
        documents = list(yaml.load_all(files[file], Loader=yaml.CSafeLoader))
        for _ in range(random.choice((1, 1, 3))):
            break_node(random, random.choice(documents))
        files[file] = "\n---\n".join(json.dumps(document, indent=1) for document in documents).encode()
        compilation = compile_specs(files)
        check(compilation, files)
        refused += not compilation.ok
    assert refused > NODES // 3

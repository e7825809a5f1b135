"""Secrets in specs: what looks like one by its shape, wherever it stands, and values whose name says that they are one.

What is found is never repeated: whoever reads a finding or a log may not be who may read the secret.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from gitops_gen.load.yaml import RawDocument
from gitops_gen.model.finding import Problem
from gitops_gen.model.source import Json, Location, Path

RULE = "spec-secret"
_FIX = (
    "take it out and declare it under secrets of the team; it has been in a file, so it counts as known to others: "
    "revoke it"
)
_FREE_MAPS = ("env", "labels", "annotations")
"""Where people choose names, so that a name can say what the value is."""
_NAME = re.compile(
    r"(?:^|[_.\-/]|(?<=[a-z])(?=[A-Z]))"
    r"(?:password|passwd|passphrase|pwd|secret|token|jwt|bearer|credentials?"
    r"|(?:api|access|account|secret|private|auth|encryption|signing|license)[_-]?key)$",
    re.IGNORECASE,
)
_ONLY_A_REFERENCE = re.compile(r"(?:/[\w./-]*|\$\([A-Za-z_]\w*\)|true|false|[0-9]{1,4})?\Z")
"""A file, another variable, a switch, a small number: none of them keeps anything from anybody."""


class _Shape(NamedTuple):
    what: str
    hint: bytes
    pattern: re.Pattern[str]


@cache
def _shapes() -> tuple[_Shape, ...]:
    text = files("gitops_gen").joinpath("data", "secret-shapes.json").read_text(encoding="utf-8")
    return tuple(
        _Shape(shape["what"], shape["hint"].encode(), re.compile(shape["pattern"]))
        for shape in json.loads(text)["shapes"]
    )


def secrets_in(texts: Mapping[str, bytes], documents: Iterable[RawDocument]) -> tuple[Problem, ...]:
    """All that are found; each line once. Bytes that are no UTF-8 are looked through as well."""
    found = [problem for file, content in texts.items() for problem in _by_shape(file, content)]
    lines = {(problem.at.file, problem.at.line) for problem in found if isinstance(problem.at, Location)}
    named = (problem for document in documents for problem in _by_name(document))
    return (*found, *(at for at in named if isinstance(at.at, Location) and (at.at.file, at.at.line) not in lines))


def _by_shape(file: str, content: bytes) -> Iterator[Problem]:
    shapes = [shape for shape in _shapes() if shape.hint in content]
    if not shapes:
        return
    for number, line in enumerate(content.decode("utf-8", "replace").split("\n"), 1):
        hits = ((match.start(), shape.what) for shape in shapes if (match := shape.pattern.search(line)))
        first = min(hits, default=None)
        if first is not None:
            at = Location(file, number, first[0] + 1)
            yield Problem(RULE, f"what stands here looks like {first[1]}", at, _FIX)


def _by_name(document: RawDocument) -> Iterator[Problem]:
    for path in _named(document.data, (), free=False):
        text = "the name says that the value here is a secret"
        yield Problem(RULE, text, document.positions(path, True), _FIX)


def _named(value: Json, path: Path, *, free: bool) -> Iterator[Path]:
    if isinstance(value, dict):
        for key, child in value.items():
            if free and isinstance(child, str | int) and _NAME.search(key) and not _ONLY_A_REFERENCE.match(str(child)):
                yield (*path, key)
            elif isinstance(child, dict | list):
                yield from _named(child, (*path, key), free=key in _FREE_MAPS)
    elif isinstance(value, list):
        for position, child in enumerate(value):
            if isinstance(child, dict | list):
                yield from _named(child, (*path, position), free=False)

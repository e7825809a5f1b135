"""Patterns of the spec language have words, so that no message shows a regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from gitops_gen.load.forms import FORMS
from gitops_gen.model.spec import KINDS


def _patterns(node: object) -> Iterator[str]:
    """Every pattern that pydantic checks, wherever it stands in a core schema."""
    if isinstance(node, dict):
        if node.get("type") == "str" and "pattern" in node:
            yield str(node["pattern"])
        for inner in node.values():
            yield from _patterns(inner)
    elif isinstance(node, list | tuple):
        for inner in node:
            yield from _patterns(inner)


@pytest.mark.parametrize("model", KINDS.values(), ids=KINDS)
def test_every_pattern_of_a_kind_has_words(model: type[BaseModel]) -> None:
    patterns = set(_patterns(model.__pydantic_core_schema__))
    assert patterns - set(FORMS) == set()


def test_words_are_kept_for_patterns_that_are_there_only() -> None:
    known = {pattern for model in KINDS.values() for pattern in _patterns(model.__pydantic_core_schema__)}
    assert set(FORMS) - known == set()


@pytest.mark.parametrize(("pattern", "words"), FORMS.items(), ids=FORMS)
def test_the_example_in_the_words_matches_the_pattern(pattern: str, words: str) -> None:
    example = re.search(r'such as "?([^\s",]+)"?', words)
    if example is None:
        assert ":" in words or " as " in words or "," in words, "neither an example nor a description"
        return
    text = example[1].rstrip(":;").replace("sha256:…", "sha256:" + "0" * 64)
    assert re.match(pattern, text), text

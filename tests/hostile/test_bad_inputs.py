"""Every bad input of the corpus is refused where it stands, with the rule that says why. None crashes."""

from __future__ import annotations

import pytest

from gitops_gen.app import compile_specs
from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit
from tests.example_platform import edited
from tests.hostile.corpus import CORPUS


def test_the_corpus_is_large() -> None:
    assert sum(len(bad.values) for bad in CORPUS.values()) >= 250


@pytest.mark.parametrize("name", CORPUS)
def test_it_is_refused(name: str) -> None:
    bad = CORPUS[name]
    for value in bad.values:
        files = edited((Edit(bad.file, bad.old, bad.new.replace("{}", value, 1)),))
        compilation = compile_specs(files)
        errors = [finding for finding in compilation.findings if finding.severity is Severity.ERROR]
        assert not compilation.ok, value
        assert bad.rule in {finding.id for finding in errors}, (value, errors)
        places = {finding.location.file for finding in errors if finding.id == bad.rule}
        assert bad.file in places, (value, places)
        first = files[bad.file].decode().count("\n", 0, edited(())[bad.file].decode().index(bad.old)) + 1
        lines = {found.location.line for found in errors if found.id == bad.rule and found.location.file == bad.file}
        assert lines & set(range(first, first + 3)), (value, lines, first)

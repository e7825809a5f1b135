"""A document is no mapping."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule

RULE = Rule(
    id="yaml-not-a-mapping",
    severity=Severity.ERROR,
    title="A document is no mapping",
    why=(
        "A spec is a mapping with apiVersion, kind, metadata and spec; a list or a bare value says nothing "
        "that could be compiled. Passing over it would lose what its author meant."
    ),
    fix="Write apiVersion, kind, metadata and spec at the top of the document, or remove it.",
    invalid=(
        Example(
            "a list of notes among the specs",
            (Edit("environments/dev/notes.yaml", "", "- more pods for ranking\n"),),
            at="- more pods for ranking",
        ),
    ),
    valid=(
        Example(
            "a file that holds comments only", (Edit("environments/dev/notes.yaml", "", "# More pods for ranking?\n"),)
        ),
    ),
    stage="read",
)

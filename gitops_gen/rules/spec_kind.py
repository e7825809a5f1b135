"""A document is of no kind of the spec language."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

OBJECT = """apiVersion: v1
kind: ResourceQuota
metadata: {name: extra}
"""

RULE = Rule(
    id="spec-kind",
    severity=Severity.ERROR,
    title="A document is of no kind of the spec language",
    why=(
        "The kind decides what a document means, and one of an unknown kind means nothing. Passing over it "
        "would make a misspelt Team vanish together with its quota."
    ),
    fix=(
        "Name one of the kinds of the spec language; plain Kubernetes objects do not belong into profiles/ "
        "or environments/."
    ),
    invalid=(
        Example("a kind misspelt", (Edit(ROBOTICS, "kind: Team", "kind: Taem"),), at="kind: Taem"),
        Example(
            "a Kubernetes object among the specs",
            (Edit("environments/dev/quota.yaml", "", OBJECT),),
            at="kind: ResourceQuota",
        ),
        Example("no kind at all", (Edit(ROBOTICS, "kind: Team\n", ""),), at="apiVersion:"),
    ),
    valid=(
        Example(
            "an empty document before a spec",
            (Edit(ROBOTICS, "apiVersion: gitops-gen.io/v1", "---\n---\napiVersion: gitops-gen.io/v1"),),
        ),
    ),
    stage="parse",
)

"""A secret stands in a spec."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import EXPERIMENT, ROBOTICS

RULE = Rule(
    id="spec-secret",
    severity=Severity.ERROR,
    title="A secret stands in a spec",
    why=(
        "Specs and what is generated lie in Git, where everybody who can read the repository reads them, for ever. It "
        "is found by the shape of known tokens and keys, in comments too, and by names such as DB_PASSWORD among "
        "environment variables, labels and annotations. The value is never printed, and nothing else is judged until "
        "it is gone."
    ),
    fix="Declare it under secrets of the team, which names a store and a path; revoke what was written down.",
    invalid=(
        Example(
            "a variable whose name says so",
            (Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', "DB_PASSWORD: hunter2"),),
            at="DB_PASSWORD",
        ),
        Example(
            "a password in a URL, in a comment",
            (Edit(ROBOTICS, "displayName: Robotics", "displayName: Robotics # https://bot:hunter2@git.example/x"),),
            at="https",
        ),
    ),
    valid=(
        Example(
            "the file that a secret is mounted at",
            (Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', "DB_PASSWORD: /secrets/db/password"),),
        ),
        Example(
            "a name that only begins like one",
            (Edit(EXPERIMENT, 'PYTHONUNBUFFERED: "1"', 'TOKENIZERS_PARALLELISM: "yes"'),),
        ),
    ),
    stage="read",
)

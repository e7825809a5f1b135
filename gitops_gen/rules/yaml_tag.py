"""A value has a YAML tag."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import ROBOTICS

RULE = Rule(
    id="yaml-tag",
    severity=Severity.ERROR,
    title="A value has a YAML tag",
    why=(
        "Tags make a parser build other things than plain data, up to running code in careless ones. The "
        "spec language is plain data, so a tag is a mistake or an attack."
    ),
    fix="Remove the tag; put text in quotes instead of writing !!str.",
    invalid=(
        Example(
            "a tag that makes text of a word",
            (Edit(ROBOTICS, "displayName: Robotics", "displayName: !!str Robotics"),),
            at="displayName: !!str",
        ),
        Example(
            "a tag that builds an object",
            (Edit(ROBOTICS, "displayName: Robotics", 'displayName: !!python/object/apply:os.system ["true"]'),),
            at="displayName: !!python",
        ),
    ),
    valid=(
        Example(
            "an exclamation mark in text", (Edit(ROBOTICS, "displayName: Robotics", "displayName: Robotics!! now"),)
        ),
    ),
    stage="read",
)

"""A mapping's key is no text."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Edit, Example, Rule
from gitops_gen.rules._example import PLATFORM

RULE = Rule(
    id="yaml-key-not-string",
    severity=Severity.ERROR,
    title="A mapping's key is no text",
    why=(
        "A key such as 4 or true is text to one parser and a number or a boolean to another, and JSON "
        "knows text only. The entry could be looked up under a name that nobody wrote."
    ),
    fix="Put the key in quotes.",
    invalid=(
        Example(
            "a label whose key is a number",
            (
                Edit(
                    PLATFORM,
                    "labels: {orchard.example/platform: gpu}",
                    "labels: {orchard.example/platform: gpu, 4711: gpu}",
                ),
            ),
            at="labels:",
        ),
    ),
    valid=(
        Example(
            "the number in quotes",
            (
                Edit(
                    PLATFORM,
                    "labels: {orchard.example/platform: gpu}",
                    'labels: {orchard.example/platform: gpu, "4711": gpu}',
                ),
            ),
        ),
    ),
    stage="read",
)

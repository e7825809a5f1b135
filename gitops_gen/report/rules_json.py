"""Rules as JSON, version 1."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gitops_gen.model.plugin import Example, Rule
from gitops_gen.model.source import Json


def render_rules_json(rules: Iterable[Rule]) -> str:
    """All about each rule."""
    return json.dumps({"version": 1, "rules": [_rule(rule) for rule in rules]}, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Json]:
    return {
        "id": rule.id,
        "severity": rule.severity.value,
        "stage": rule.stage,
        "title": rule.title,
        "why": rule.why,
        "fix": rule.fix,
        "refused": [_example(example) for example in rule.invalid],
        "fine": [_example(example) for example in rule.valid],
    }


def _example(example: Example) -> dict[str, Json]:
    edits = [{"file": edit.file, "old": edit.old, "new": edit.new} for edit in example.edits]
    return {"name": example.name, "edits": edits}

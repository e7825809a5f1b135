"""Traps of YAML itself."""

from __future__ import annotations

from gitops_gen.model.plugin import Edit
from gitops_gen.rules._example import PLATFORM, RANKING, RANKING_DEV, RANKING_PROD, ROBOTICS, ROBOTICS_FAIR, TRAINING
from tests.example_platform import Case, case

AMBIGUOUS, DUPLICATE, SYNTAX, ALIAS, TAG, TEXT, LARGE, KEY = (
    "yaml-ambiguous-scalar",
    "yaml-duplicate-key",
    "yaml-syntax",
    "yaml-alias",
    "yaml-tag",
    "yaml-not-utf8",
    "yaml-too-large",
    "yaml-key-not-string",
)


def _name(text: str, rule: str = AMBIGUOUS) -> Case:
    return case(rule, Edit(ROBOTICS, "displayName: Robotics", f"displayName: {text}"), at="displayName:")


CASES = {
    "no, which is false to some": _name("no"),
    "on, which is true to some": _name("on"),
    "y, which is true to some": _name("y"),
    "a number in octal": _name("010"),
    "a number with underscores": _name("1_000"),
    "a time, which is a number of base 60 to some": _name("12:30:45"),
    "a number with an exponent": _name("1e3"),
    "a date": _name("2026-12-21"),
    "a number that is none": _name(".nan"),
    "an unquoted date where one belongs": case(
        AMBIGUOUS, Edit(ROBOTICS_FAIR, '"2026-11-23"', "2026-11-23"), at="from:"
    ),
    "an amount with an exponent": case(AMBIGUOUS, Edit(RANKING_PROD, "cpu: 128", "cpu: 1e2"), at="cpu: 1e2"),
    "a key that is true to some": case(
        AMBIGUOUS, Edit(PLATFORM, "labels: {orchard", "labels: {on: gpu, orchard"), at="labels:"
    ),
    "a key that is a boolean": case(
        KEY, Edit(PLATFORM, "labels: {orchard", "labels: {true: gpu, orchard"), at="labels:"
    ),
    "a key that is a list": case(
        KEY, Edit(PLATFORM, "labels: {orchard", "labels: {[a, b]: gpu, orchard"), at="labels:"
    ),
    "a key twice, far apart": case(
        DUPLICATE, Edit(TRAINING, "  placement:", "  priority: background\n  placement:"), at="priority: background"
    ),
    "a team's group twice": case(
        DUPLICATE,
        Edit(RANKING, "    ranking-members:", "    ranking-leads: {role: viewer}\n    ranking-members:"),
        at="{role: viewer}",
    ),
    "an anchor": _name("&name Robotics", ALIAS),
    "a merge of another mapping": case(
        ALIAS, Edit(PLATFORM, "product: {weight: 1}", "product: {<<: {weight: 1}}"), at="<<"
    ),
    "a bomb of aliases": case(
        ALIAS,
        Edit("profiles/bomb.yaml", "", "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\n"),
        at="a: &a",
    ),
    "a tag": _name("!secret Robotics", TAG),
    "a directive": case(TAG, Edit(ROBOTICS, "apiVersion:", "%YAML 1.1\n---\napiVersion:"), at="%YAML"),
    "a byte order mark": case(TEXT, Edit(ROBOTICS, "apiVersion:", "\ufeffapiVersion:"), at="apiVersion:"),
    "a letter in another encoding": _name("M\udce4rz", TEXT),
    "a control character": _name("Robo\x07tics", TEXT),
    "a line that only some readers break": _name("Robo\u2028tics", TEXT),
    "nesting without end": case(
        LARGE, Edit(PLATFORM, "labels: {orchard", f"labels: {{x: {'[' * 70}{']' * 70}, orchard"), at="labels:"
    ),
    "a bracket that is not closed": case(
        SYNTAX, Edit(RANKING_DEV, "allow: [robots]", "allow: [robots"), at="allow: [robots"
    ),
    "a quote that is not closed": case(
        SYNTAX, Edit(ROBOTICS, "displayName: Robotics", 'displayName: "Robotics'), at="costCenter:"
    ),
    "an indent that is wrong": case(
        SYNTAX, Edit(ROBOTICS, "  department: research", "   department: research"), at="department:"
    ),
    "a tab": case(SYNTAX, Edit(ROBOTICS, "  department: research", "\tdepartment: research"), at="department:"),
    "a merge conflict": case(
        SYNTAX,
        Edit(
            ROBOTICS,
            '  costCenter: "310"\n',
            '<<<<<<< HEAD\n  costCenter: "310"\n=======\n  costCenter: "320"\n>>>>>>> theirs\n',
        ),
        at="<<<<<<< HEAD",
    ),
    "text without a key": case(
        "yaml-not-a-mapping", Edit("profiles/readme.yaml", "", "These are our profiles.\n"), at="These"
    ),
}

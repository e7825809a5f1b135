"""Rules for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill, indent

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Example, Rule
from gitops_gen.report.printable import printable
from gitops_gen.report.summary import plural

_WIDTH = 100


def render_rule_list(rules: Iterable[Rule]) -> str:
    """One line a rule, by id."""
    rows = [(rule.id, rule.severity.value, rule.title) for rule in rules]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    lines = [f"{id:{widths[0]}}  {severity:{widths[1]}}  {title}" for id, severity, title in rows]
    return "\n".join(
        [*lines, "", f'{plural(len(rows), "rule")}; "gitops-gen rules ID" gives the reason and an example.', ""]
    )


def render_rule(rule: Rule) -> str:
    """Everything about one rule: why it is there, what to do, what it refuses."""
    parts = [
        f"{rule.id} ({rule.severity.value}, found at stage {rule.stage})\n{rule.title}",
        f"why\n{_paragraph(rule.why)}",
        f"fix\n{_paragraph(rule.fix)}",
        *_examples(verdict(rule), rule.invalid),
        *_examples("fine", rule.valid),
    ]
    return "\n\n".join(parts) + "\n"


def verdict(rule: Rule) -> str:
    """What happens to an example that breaks the rule."""
    return "refused" if rule.severity is Severity.ERROR else "reported"


def _paragraph(text: str) -> str:
    return fill(" ".join(text.split()), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _examples(title: str, examples: Iterable[Example]) -> Iterator[str]:
    for example in examples:
        yield f"{title}: {example.name}\n" + indent("\n".join(change_lines(example)), "  ")


def change_lines(example: Example) -> Iterator[str]:
    """The edits of an example as a small diff against the example platform."""
    for edit in example.edits:
        yield edit.file if edit.old else f"{edit.file} (new)"
        yield from (f"- {printable(line)}" for line in edit.old.splitlines())
        yield from (f"+ {printable(line)}" for line in edit.new.splitlines())

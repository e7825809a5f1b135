"""``rules``: every rule with its reason and examples."""

from __future__ import annotations

from collections.abc import Iterable

import click

from gitops_gen.cli.choosing import choose, completing
from gitops_gen.cli.options import examples, format_option
from gitops_gen.cli.session import Session, in_session

_EXAMPLES = examples(
    ("gitops-gen rules", "list all"),
    ("gitops-gen rules yaml", "those whose id begins so"),
    ("gitops-gen rules sharing-limits", "why it is there, what to do, what it refuses"),
    ("gitops-gen rules --format markdown", "as a page"),
)


def _ids() -> Iterable[str]:
    from gitops_gen import discover

    return discover.rules()


@click.command(short_help="List the rules, or explain one.", epilog=_EXAMPLES)
@click.argument("id", required=False, shell_complete=completing(_ids))
@format_option("text", "json", "markdown")
@in_session
def command(session: Session, *, id: str | None, style: str) -> None:
    """List the rules, those whose id begins with ID, or explain one."""
    from gitops_gen import discover

    chosen = choose(discover.rules(), id, noun="rule")
    if style == "json":
        from gitops_gen.report.rules_json import render_rules_json

        session.print(render_rules_json(chosen))
    elif style == "markdown":
        from gitops_gen.report.rules_markdown import render_rules_markdown

        session.print(render_rules_markdown(chosen))
    else:
        from gitops_gen.report.rules_text import render_rule, render_rule_list

        session.print(render_rule(chosen[0]) if len(chosen) == 1 else render_rule_list(chosen))

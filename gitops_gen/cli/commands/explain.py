"""``explain``: where a generated value comes from, and what a spec line decides."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from importlib.resources import files as package_files
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitops_gen.cli.compiling import make_options
from gitops_gen.cli.exits import FINDINGS, FINE
from gitops_gen.cli.options import compile_options, format_option
from gitops_gen.cli.session import Session, in_session, progress

if TYPE_CHECKING:
    from gitops_gen.app import Compilation
    from gitops_gen.explain import Explanation, Target, Uses, World

_FILE = "generated/prod-eu1/teams/language/resourcequota-gpu.yaml"
_EXAMPLES = f"""\b
Examples:
  a whole object, field by field
    gitops-gen explain {_FILE}
  one field, by JSON pointer; a slash inside a key is written ~1
    gitops-gen explain {_FILE}#/spec/hard/requests.nvidia.com~1gpu
  one line of a generated file, as a review shows it
    gitops-gen explain {_FILE}:21
  the other way: everything that a line of a spec decides
    gitops-gen explain profiles/platform.yaml:12"""


@click.command(short_help="Show where a generated value comes from.", epilog=_EXAMPLES)
@click.argument("target", metavar="FILE[#/JSON/POINTER | :LINE]")
@compile_options
@format_option("text", "json")
@in_session
def command(session: Session, *, target: str, kubernetes_version: str | None, as_of: date | None, style: str) -> int:
    """Show which spec lines and which renderer made a generated value, and what they overrode.

    The answer is worked out from the specs as they are now; FILE need not exist yet. Of a spec, it shows what a line
    decides. "set by" is the value that holds, "overrides" one that lost, "adds" a grant, "with" one of several that
    were taken together.
    """
    from gitops_gen.app import compile_specs
    from gitops_gen.explain import explain, parse_target
    from gitops_gen.load.tree import read_specs
    from gitops_gen.report.text import render_text

    wanted = _below(session.root, parse_target(target))
    texts = read_specs(session.root)
    options = make_options(kubernetes_version=kubernetes_version, as_of=as_of)
    with progress() as report:
        compilation = compile_specs(texts, options, report)
    if compilation.fleet is None:
        session.print(render_text(compilation.findings, color=session.color))
        click.echo("nothing can be explained before these errors are gone", err=True)
        return FINDINGS
    answer = explain(make_world(compilation, texts), wanted)
    _print(session, answer, style=style)
    return FINE


def _below(root: Path, target: Target) -> Target:
    """The file by its path below the repository, however it was written."""
    path = os.path.normpath(target.file)
    if os.path.isabs(path):
        path = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    return target._replace(file=Path(path).as_posix())


def make_world(compilation: Compilation, texts: Mapping[str, bytes]) -> World:
    """What ``explain`` looks at. Needs a compilation with a fleet."""
    from gitops_gen import discover
    from gitops_gen.app import built_in_defaults
    from gitops_gen.explain import World

    fleet = compilation.fleet
    assert fleet is not None
    defaults = package_files("gitops_gen").joinpath("data/defaults.yaml").read_bytes()
    return World(
        folder=fleet.platform.model.spec.repository.path,
        fleet=fleet,
        manifests=compilation.manifests,
        files=compilation.files,
        findings=compilation.findings,
        texts={**texts, built_in_defaults().file: defaults},
        kinds=discover.kinds(),
        engines=discover.engines(),
    )


def _print(session: Session, answer: Explanation | Uses, *, style: str) -> None:
    from gitops_gen.explain import Uses
    from gitops_gen.report.explain_json import render_explanation_json, render_uses_json
    from gitops_gen.report.explain_text import render_explanation, render_uses

    if isinstance(answer, Uses):
        text = render_uses_json(answer) if style == "json" else render_uses(answer, color=session.color)
    elif style == "json":
        text = render_explanation_json(answer)
    else:
        text = render_explanation(answer, color=session.color)
    session.print(text)

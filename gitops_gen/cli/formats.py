"""How a run can be printed. A new format is a module of ``report`` with a ``render_run``, and a line here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitops_gen.report.run import Run

FORMATS = {
    "text": "text",
    "json": "json_v1",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "markdown": "markdown_run",
}
"""Name to module; the first is the default. Imported when asked for: ``--help`` needs the names alone."""


def render(style: str, run: Run) -> str:
    """Print a run in one of the formats."""
    renderer: Callable[[Run], str] = import_module(f"gitops_gen.report.{FORMATS[style]}").render_run
    return renderer(run)

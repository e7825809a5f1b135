"""Runs cdk8s: from a construct to plain objects. Nothing is written to disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cdk8s import App, Chart

from gitops_gen.model.source import Json


def synthesised(name: str, build: Callable[[Any], None]) -> tuple[dict[str, Json], ...]:
    """The objects that ``build`` adds to a chart of this name."""
    chart = Chart(App(), name)
    build(chart)
    objects: list[dict[str, Json]] = chart.to_json()
    return tuple(objects)

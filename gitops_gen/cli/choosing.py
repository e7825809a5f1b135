"""Picking entries of a table by what a person typed: the whole id, or how some ids begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

T = TypeVar("T")


def choose(table: Mapping[str, T], wanted: str | None, *, noun: str) -> tuple[T, ...]:
    """All entries, the one of that id, or those whose id begins so. Raises click's usage error when there is none."""
    if wanted is None:
        return tuple(table.values())
    if wanted in table:
        return (table[wanted],)
    found = tuple(entry for id, entry in table.items() if wanted and id.startswith(wanted))
    if not found:
        from gitops_gen.model.names import did_you_mean

        raise click.UsageError(f"there is no {noun} {wanted!r}; {did_you_mean(wanted, table)}")
    return found


def completing(ids: Callable[[], Any]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """What a shell offers for an argument that is such an id. ``ids`` is asked only when a shell asks."""
    return lambda _context, _parameter, begun: [id for id in ids() if id.startswith(begun)]

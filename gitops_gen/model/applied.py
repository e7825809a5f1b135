"""The kinds that can lie in a cluster's platform and team folders: what whoever applies them must be allowed to touch.

More than what is rendered today: the first claim must not need a new bootstrap, and the last object of a kind must
still be seen by the agent that is to remove it.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class AppliedKind:
    """A kind with its plural. ``operators``: nothing of it is emitted where none of them is declared; empty: always."""

    group: str
    kind: str
    plural: str
    namespaced: bool
    prunable: bool
    """Whether an object of the kind may ever be deleted by an agent."""
    operators: tuple[str, ...] = ()


def applied_kinds(operators: Collection[str]) -> tuple[AppliedKind, ...]:
    """The kinds that can be emitted where these operators (by the spec's keys) are declared, by group and kind."""
    return tuple(kind for kind in _table() if not kind.operators or any(name in operators for name in kind.operators))


@cache
def _table() -> tuple[AppliedKind, ...]:
    entries = json.loads(files("gitops_gen").joinpath("data", "applied.json").read_text(encoding="utf-8"))["kinds"]
    kinds = (AppliedKind(**{**entry, "operators": tuple(entry.get("operators", ()))}) for entry in entries)
    return tuple(sorted(kinds, key=lambda kind: (kind.group, kind.kind)))

"""What a run came to: what it covered and found, and how the disk compares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from gitops_gen.model.finding import Finding

if TYPE_CHECKING:
    from gitops_gen.model.fleet import Fleet
    from gitops_gen.write.plan import Plan


@dataclass(frozen=True, slots=True)
class Totals:
    """What a run covered."""

    documents: int
    clusters: int
    namespaces: int
    objects: int
    without_schema: int
    rules: int


class Ignored(NamedTuple):
    """A rule whose findings were asked not to be shown, why, and how many there were."""

    rule: str
    reason: str
    findings: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """``plan`` is None where nothing was to be compared, or errors stand in the way; ``folder`` is the output directory
    below the repository. ``fleet`` is None where the specs do not hang together, and where an earlier run's proof was
    recalled instead of made again."""

    fleet: Fleet | None
    findings: tuple[Finding, ...]
    totals: Totals
    folder: str = ""
    plan: Plan | None = None
    specs: Mapping[str, str] = field(default_factory=dict)
    """The digest of every spec file that was read, by path."""
    cut_off: bool = False
    """Whether the last run that wrote did not come to its end."""
    ignored: tuple[Ignored, ...] = ()
    below: str = ""
    """Where the specs say that the platform lies in its Git repository; empty: at the top."""

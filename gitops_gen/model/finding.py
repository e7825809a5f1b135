"""What a stage found: data, never an exception.

A stage yields :class:`Problem` (a rule id and symbolic references). ``findings.py`` turns it into a :class:`Finding`
with the rule's severity and real lines, in one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from gitops_gen.model.source import Location, Ref


class Severity(Enum):
    """How bad it is. Only ``ERROR`` makes a run fail and keeps its output from being written."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault as a stage sees it.

    ``rule`` is the id of a registered rule; ``at`` is the spec value that caused it (``on_key`` points at its key);
    ``fix`` says what to do, in the imperative; ``related`` are other places with the role each plays; ``object`` and
    ``path`` name the manifest and the JSON pointer inside it, when the fault shows there.
    """

    rule: str
    message: str
    at: Ref | Location
    fix: str
    on_key: bool = False
    related: tuple[tuple[str, Ref | Location], ...] = ()
    object: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault as a person sees it: which rule, how bad, where, what was expected, how to fix it."""

    id: str
    severity: Severity
    message: str
    location: Location
    fix: str
    related: tuple[tuple[str, Location], ...] = ()
    object: str = ""
    path: str = ""

    @property
    def sort_key(self) -> tuple[str, int, int, int, str, str, str, str]:
        """A total order: by file, line and column, then the worst first."""
        place = self.location
        return (place.file, place.line, place.column, self.severity.rank, self.id, self.object, self.path, self.message)


def sorted_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort and drop exact duplicates (one fault seen through two manifests is still one)."""
    return tuple(sorted(set(findings), key=lambda finding: finding.sort_key))


def has_errors(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)

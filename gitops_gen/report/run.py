"""One run as every format gets it."""

from __future__ import annotations

from dataclasses import dataclass

from gitops_gen.model.finding import Finding, Severity
from gitops_gen.report.summary import FileChanges, Summary


@dataclass(frozen=True, slots=True)
class Run:
    """``findings`` are all of them. ``place`` leads from where the tool was called to the repository: empty, or with a
    slash at its end; formats that others read put it before every path. ``verbose`` shows findings of level info."""

    findings: tuple[Finding, ...]
    summary: Summary
    version: str
    place: str = ""
    verbose: bool = False
    color: bool = False

    @property
    def shown(self) -> tuple[Finding, ...]:
        return tuple(item for item in self.findings if self.verbose or item.severity is not Severity.INFO)

    @property
    def hidden(self) -> int:
        """How many findings are counted, and not shown."""
        return len(self.findings) - len(self.shown)

    @property
    def files(self) -> FileChanges | None:
        return self.summary.files

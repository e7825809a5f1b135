"""What a run did, in numbers: the part of a report that shows what was not found, and what was not looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gitops_gen.model.finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class FileChanges:
    """Output files by what is wrong with them, as paths below the repository, sorted.

    ``stale``: ours, but not what the specs say; ``hand_edited``: ours, and changed by somebody; ``leftover``: ours, and
    no longer wanted; ``foreign``: not ours, never touched; ``blocked``: not ours, where one of ours must go.
    ``cut_off``: the run that wrote last did not come to its end, so that files of two states lie side by side.
    ``check``: this run was only to compare. ``keep_edits``: it was to write nothing over a hand-edited file.
    ``limited``: it looked at a part of the folder.
    """

    folder: str
    check: bool
    keep_edits: bool = False
    limited: bool = False
    missing: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    hand_edited: tuple[str, ...] = ()
    leftover: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    unchanged: int = 0
    cut_off: bool = False

    @property
    def written(self) -> bool:
        """Whether this run put right what is missing, stale, hand-edited and left over: all of it, or nothing."""
        return not self.check and not self.blocked and not (self.keep_edits and self.hand_edited)

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """What makes a run fail: a word and a path each. One that was to write fails by what it must not replace."""
        groups = [("blocked", self.blocked)]
        if self.check:
            groups += [("missing", self.missing), ("stale", self.stale)]
        if self.check or self.keep_edits:
            groups.append(("hand-edited", self.hand_edited))
        if self.check:
            groups.append(("leftover", self.leftover))
            groups.append(("cut-off", (self.folder,) if self.cut_off else ()))
        return tuple((word, path) for word, paths in groups for path in paths)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run covered. ``files`` is None where output was neither compared nor written."""

    documents: int
    clusters: int
    namespaces: int
    objects: int
    without_schema: int
    rules: int
    errors: int
    warnings: int
    infos: int
    files: FileChanges | None = None
    ignored: tuple[tuple[str, str, int], ...] = ()
    """Rules whose findings were asked not to be shown: id, reason, how many there were."""

    @property
    def stopped(self) -> bool:
        """Whether errors kept the later stages from running at all."""
        return self.errors > 0 and self.rules == 0 and self.objects == 0

    @property
    def schema_checked(self) -> int:
        return self.objects - self.without_schema


def count(findings: Iterable[Finding], severity: Severity) -> int:
    """How many findings are of a severity."""
    return sum(finding.severity is severity for finding in findings)


def plural(number: int, noun: str) -> str:
    """``1 file``, ``2 files``, ``1,234 files``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""A whole repository, from specs on disk to files on disk: reads, shares the work by cluster, compares, writes.

Nothing is written before everything is proven. Between proof and writing each part keeps the bytes that it made, so
that only digests and findings travel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from gitops_gen.app import (
    Progress,
    Proof,
    Resolution,
    prove_cluster,
    prove_rules,
    resolve_specs,
)
from gitops_gen.crew import Member, crew, processors
from gitops_gen.errors import TreeError
from gitops_gen.findings import merged_findings
from gitops_gen.load.tree import read_specs
from gitops_gen.model.finding import Finding, has_errors
from gitops_gen.model.fleet import Fleet, ResolvedCluster
from gitops_gen.options import EVERYTHING, Options
from gitops_gen.outcome import Outcome, Totals
from gitops_gen.scope import Scope, deal
from gitops_gen.validate.run import Checked
from gitops_gen.write.disk import Scan, read_regular, remove_files, scan, write_files
from gitops_gen.write.index import INDEX, IndexState, Seen, compare_index, digest, rebuilt_index
from gitops_gen.write.plan import Plan, make_plan
from gitops_gen.write.state import was_cut_off, writing

SMALL = 60
"""Namespaces up to which it is faster to do all in one process."""


def _silent(stage: str) -> None:
    """No progress."""


Accept = Callable[[Fleet], None]
"""Looks at the fleet before anything is proven or written; it raises where the options do not fit."""


def _any(fleet: Fleet) -> None:
    """Any fleet will do."""


def prove_repository(root: Path, options: Options = EVERYTHING, progress: Progress = _silent) -> Outcome:
    """Read and prove; look at no output."""
    with _proven(root, options, progress, output=None) as run:
        return run.outcome


def check_repository(
    root: Path, options: Options = EVERYTHING, progress: Progress = _silent, accept: Accept = _any
) -> Outcome:
    """Prove, and compare with the disk; write nothing. Raises WriteError where another run is writing."""
    cut_off = was_cut_off(root)
    with _proven(root, options, progress, output=root, accept=accept) as run:
        return replace(run.outcome, cut_off=cut_off)


def generate_repository(
    root: Path,
    options: Options = EVERYTHING,
    progress: Progress = _silent,
    accept: Accept = _any,
    *,
    keep_edits: bool = False,
) -> Outcome:
    """Prove, compare, and write what differs. With errors, or where a file of somebody else stands in the way, nothing
    is written; with ``keep_edits`` neither where that would undo somebody's edit of one of ours.

    Raises WriteError where another run is writing, or a file cannot be written.
    """
    with _proven(root, options, progress, output=root, accept=accept) as run:
        plan = run.outcome.plan
        if plan is None or plan.blocked or (keep_edits and plan.undoes_edits):
            return run.outcome
        if plan.is_empty and not plan.index_changed and not run.temporary and not was_cut_off(root):
            return run.outcome
        progress("write")
        folder = root / run.outcome.folder
        with writing(root):
            run.write(plan)
            remove_files(folder, [*plan.delete, *run.temporary])
            write_files(folder, [(INDEX, plan.index)])
        return run.outcome


def inspect_index(folder: Path, *, rebuild: bool = False) -> IndexState:
    """Hold the index of an output directory against the files there; with ``rebuild`` write it anew from their headers.

    Raises TreeError for what cannot be read, WriteError for what cannot be written.
    """
    current = dict(scan(folder).files)
    current.pop(INDEX, None)
    if rebuild:
        write_files(folder, [(INDEX, rebuilt_index(current))])
    return compare_index(_index(folder), current)


@dataclass(slots=True)
class _Part:
    """Some clusters of the platform, with what they came to."""

    fleet: Fleet
    clusters: Sequence[ResolvedCluster]
    options: Options
    output: Path | None
    contents: dict[str, bytes] = field(default_factory=dict)

    def prove(self) -> _Answer:
        findings: list[Finding] = []
        checked = Checked.nothing()
        found: dict[str, Seen] = {}
        temporary: list[str] = []
        for cluster in self.clusters:
            proof = prove_cluster(self.fleet, cluster, self.options)
            findings.extend(proof.findings)
            checked += proof.checked
            self.contents.update(proof.contents)
            if self.output is not None and not has_errors(findings):
                there = scan(self.output, cluster.name)
                found.update(there.files)
                temporary.extend(there.temporary)
        digests = {path: digest(content) for path, content in self.contents.items()}
        return _Answer(tuple(findings), checked, digests, Scan(found, tuple(temporary)))

    def write(self, paths: Iterable[str]) -> int:
        assert self.output is not None
        return write_files(self.output, ((path, self.contents[path]) for path in paths))


@dataclass(frozen=True, slots=True)
class _Answer:
    findings: tuple[Finding, ...]
    checked: Checked
    digests: Mapping[str, str]
    there: Scan


@dataclass(slots=True)
class _Run:
    """A proven platform whose parts still hold the bytes."""

    outcome: Outcome
    temporary: tuple[str, ...] = ()
    members: Sequence[Member[_Part]] = ()
    dealt: Sequence[frozenset[str]] = ()

    def write(self, plan: Plan) -> None:
        changed = (*plan.create, *plan.update)
        for member, clusters in zip(self.members, self.dealt, strict=True):
            member.ask(_Write(tuple(path for path in changed if path.partition("/")[0] in clusters)))
        for member in self.members:
            member.answer()


@dataclass(frozen=True, slots=True)
class _Write:
    paths: tuple[str, ...]

    def __call__(self, part: _Part) -> int:
        return part.write(self.paths)


@contextmanager
def _proven(
    root: Path, options: Options, progress: Progress, *, output: Path | None, accept: Accept = _any
) -> Iterator[_Run]:
    progress("read")
    texts = read_specs(root)
    specs = {path: digest(text) for path, text in texts.items()}
    resolution = resolve_specs(texts, options, progress)
    del texts
    fleet = resolution.fleet
    if fleet is None:
        findings = merged_findings(resolution.findings)
        yield _Run(Outcome(None, findings, Totals(resolution.documents, 0, 0, 0, 0, 0)))
        return
    accept(fleet)
    folder = fleet.platform.model.spec.repository.path
    scope = Scope(fleet, options)
    dealt = deal(scope.clusters, processors())
    # What resolve found to be wrong is enough: no file is compared then.
    compare = None if output is None or has_errors(resolution.findings) else output / folder
    parts = [_Part(fleet, clusters, options, compare) for clusters in dealt]
    with crew(parts, alone=sum(len(cluster.tenants) for cluster in scope.clusters) <= SMALL) as members:
        progress("prove")
        for member in members:
            member.ask(_Part.prove)
        ruled = prove_rules(fleet)
        answers: list[_Answer] = [member.answer() for member in members]
        outcome, temporary = _merged(resolution, fleet, scope, ruled, answers, compare)
        names = [frozenset(cluster.name for cluster in clusters) for clusters in dealt]
        yield _Run(replace(outcome, specs=specs), temporary, members, names)


def _merged(
    resolution: Resolution,
    fleet: Fleet,
    scope: Scope,
    ruled: Proof,
    answers: list[_Answer],
    output: Path | None,
) -> tuple[Outcome, tuple[str, ...]]:
    findings = merged_findings(resolution.findings, ruled.findings, *(answer.findings for answer in answers))
    checked = sum((answer.checked for answer in answers), ruled.checked)
    totals = Totals(
        documents=resolution.documents,
        clusters=len(scope.clusters),
        namespaces=sum(len(cluster.tenants) for cluster in scope.clusters),
        objects=checked.objects,
        without_schema=checked.without_schema,
        rules=checked.rules,
    )
    folder = fleet.platform.model.spec.repository.path
    if output is None or has_errors(findings):
        return Outcome(fleet, findings, totals, folder), ()
    # Files of clusters that are gone lie beside those that the parts have looked at.
    rest = scan(output, skip=frozenset(cluster.name for cluster in fleet.clusters)) if scope.has_rest else Scan({}, ())
    current = dict(rest.files)
    current.pop(INDEX, None)
    wanted: dict[str, str] = {}
    temporary = list(rest.temporary)
    while answers:  # they are large, and each is taken over whole
        answer = answers.pop(0)
        current.update(answer.there.files)
        wanted.update(answer.digests)
        temporary.extend(answer.there.temporary)
    plan = make_plan(wanted, current, _index(output), inside=scope.holds if scope.limited else None)
    below = fleet.platform.model.spec.repository.folder or ""
    return Outcome(fleet, findings, totals, folder, plan, below=below), tuple(sorted(temporary))


def _index(output: Path) -> bytes:
    path = output / INDEX
    if path.parent.is_symlink():
        raise TreeError(f"{path.parent} is a link; nothing below the output directory may be one")
    return read_regular(path) if path.exists() or path.is_symlink() else b""

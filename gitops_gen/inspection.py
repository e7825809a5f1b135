"""``validate PATH…``: manifests that need not be ours, checked file by file. What was checked is let go of at once.

Two passes: definitions and namespaces first, wherever they lie, since other objects are judged by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from gitops_gen import catalog, discover
from gitops_gen.crew import crew, processors
from gitops_gen.errors import ToolError
from gitops_gen.findings import as_findings
from gitops_gen.load.manifest_tree import STDIN, manifest_files, read_manifest_file
from gitops_gen.load.manifests import FoundObject, read_manifests
from gitops_gen.model.finding import Finding, Problem, sorted_findings
from gitops_gen.model.level import Level
from gitops_gen.model.names import did_you_mean
from gitops_gen.model.source import Location
from gitops_gen.outcome import Ignored, Outcome, Totals
from gitops_gen.validate.duplicates import Identities, Place, duplicates
from gitops_gen.validate.inspect import Inspector
from gitops_gen.validate.levels import SERVER, load_levels
from gitops_gen.validate.run import bundled_schemas

LEARNED = (b"CustomResourceDefinition", b"Namespace", b"ValidatingAdmissionPolicy")
"""A file without these words teaches nothing."""
KIND = re.compile(rb"""kind["']?:\s*["']?([A-Za-z0-9]+)""")
"""Every kind that a text may be about, and more."""
OF_DEFINITIONS = frozenset({b"CustomResourceDefinition", b"List"})
FEW = 64
"""So many files are not worth a second process."""


@dataclass(frozen=True, slots=True)
class InspectOptions:
    """``kubernetes_version`` is a bundled minor, the newest one if None; ``crds`` are files and folders of definitions;
    ``ignores`` are rules that are not to be reported, each with the reason."""

    kubernetes_version: str | None = None
    crds: tuple[str, ...] = ()
    level: Level = Level.RECOMMENDED
    ignores: Mapping[str, str] = field(default_factory=dict)


def inspect_manifests(paths: Sequence[str], options: InspectOptions) -> Outcome:
    """Check every object in the files and folders. Raises TreeError for what cannot be read, and ToolError for an
    unknown version or a rule to be ignored that does not exist."""
    files = manifest_files(paths)
    source = Source({STDIN: read_manifest_file(STDIN)} if STDIN in files else {})
    inspector = Inspector(catalog.load_kinds(), _version(options.kubernetes_version))
    known = (*source.needed(manifest_files(options.crds), files), *files)
    source.teach(inspector, known, LEARNED)
    parameters = inspector.parameter_namespaces
    if parameters:
        source.teach(inspector, known, tuple(name.encode() for name in sorted(parameters)), kind="ConfigMap")
    hands = processors()
    parts = [_Part(inspector, source, files[start::hands]) for start in range(hands)]
    with crew(parts, alone=len(files) < FEW) as members:
        for member in members:
            member.ask(_Part.inspect)
        shares: list[_Share] = [member.answer() for member in members]
    twice = as_findings(duplicates([share.identities for share in shares], source.locate), discover.rules())
    found = sorted_findings(chain(twice, *(share.findings for share in shares)))
    shown, ignored = _ignore(_judged(found, options.level), options.ignores)
    totals = Totals(
        documents=len(files),
        clusters=0,
        namespaces=0,
        objects=sum(share.objects for share in shares),
        without_schema=sum(share.without_schema for share in shares),
        rules=0,
    )
    return Outcome(None, shown, totals, ignored=ignored)


@dataclass(frozen=True, slots=True)
class Source:
    """The files. Standard input can be read once only, so its text is kept."""

    texts: Mapping[str, bytes]

    def read(self, file: str) -> bytes:
        return self.texts[file] if file in self.texts else read_manifest_file(file)

    def objects(self, file: str) -> tuple[list[FoundObject], list[Problem]]:
        return read_manifests("stdin" if file == STDIN else file, self.read(file))

    def needed(self, definitions: Iterable[str], files: Iterable[str]) -> Iterator[str]:
        """Those files of definitions that are about a kind that occurs: the others, often large, are not parsed."""
        definitions = tuple(definitions)
        occurring = {kind for file in files for kind in KIND.findall(self.read(file))} if definitions else set()
        for file in definitions:
            if occurring & {*KIND.findall(self.read(file))} - OF_DEFINITIONS:
                yield file

    def teach(self, inspector: Inspector, files: Iterable[str], words: Iterable[bytes], kind: str = "") -> None:
        """Let it learn from the files that hold one of the words: from all objects in them, or of one kind."""
        for file in files:
            content = self.read(file)
            if any(word in content for word in words):
                objects = self.objects(file)[0]
                inspector.learn(found for found in objects if not kind or found.body.get("kind") == kind)

    def locate(self, place: Place) -> Location:
        """Where an object stands. Reads its file again: this is asked for the few that stand twice."""
        file, number = place
        return self.objects(file)[0][number].ref(()).location


@dataclass(frozen=True, slots=True)
class _Share:
    """What one process found in its files."""

    findings: tuple[Finding, ...]
    objects: int
    without_schema: int
    identities: Identities


@dataclass(frozen=True, slots=True)
class _Part:
    inspector: Inspector
    source: Source
    files: Sequence[str]

    def inspect(self) -> _Share:
        identities = Identities()
        findings: list[Finding] = []
        before = self.inspector.objects, self.inspector.without_schema
        for file in self.files:
            objects, problems = self.source.objects(file)
            findings += as_findings(chain(problems, self.inspector.check(objects)), discover.rules())
            identities.add(file, objects)
        objects_seen, unknown = self.inspector.objects - before[0], self.inspector.without_schema - before[1]
        return _Share(tuple(findings), objects_seen, unknown, identities)


def _version(wanted: str | None) -> str:
    known = bundled_schemas().versions()
    if wanted is not None and wanted not in known:
        raise ToolError(f"there is no schema of Kubernetes {wanted}; bundled are {known[0]} to {known[-1]}")
    return wanted or known[-1]


def _judged(findings: Iterable[Finding], asked: Level) -> Iterator[Finding]:
    """Those of the level that is asked for, as bad as they are there."""
    levels = load_levels()
    for finding in findings:
        level, severity = levels.get(finding.id, SERVER)
        if level.rank <= asked.rank:
            yield finding if severity is None else replace(finding, severity=severity)


def _ignore(findings: Iterable[Finding], ignores: Mapping[str, str]) -> tuple[tuple[Finding, ...], tuple[Ignored, ...]]:
    """Leave out what is to be ignored, and count it. Raises ToolError for a rule that does not exist or found nothing:
    what was a reason once hides the next fault."""
    counts = dict.fromkeys(ignores, 0)
    shown = []
    for finding in findings:
        if finding.id in counts:
            counts[finding.id] += 1
        else:
            shown.append(finding)
    for rule, count in counts.items():
        if rule not in discover.rules():
            raise ToolError(f"--ignore {rule}: {did_you_mean(rule, tuple(discover.rules()))}")
        if not count:
            raise ToolError(f"--ignore {rule} is not needed: that rule finds nothing here; take it out")
    return tuple(shown), tuple(Ignored(rule, ignores[rule], counts[rule]) for rule in sorted(counts))

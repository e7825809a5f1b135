"""The order of the stages up to emitted bytes: read → parse → resolve → render → validate → emit.

Everything behind reading is pure. What goes to disk, and how the work is shared, is in ``generate.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path

from gitops_gen import catalog, discover
from gitops_gen.emit.yaml import render_file, to_yaml
from gitops_gen.errors import ToolError
from gitops_gen.findings import as_findings, merged_findings
from gitops_gen.load.parse import parse
from gitops_gen.load.secrets import secrets_in
from gitops_gen.load.tree import is_spec, read_specs
from gitops_gen.load.yaml import RawDocument, read
from gitops_gen.model.finding import Finding, Problem, has_errors
from gitops_gen.model.fleet import Fleet, ResolvedCluster
from gitops_gen.model.manifest import Manifest, TextFile, manifest_path
from gitops_gen.model.plugin import BootstrapFile, ClusterKind, Compiled, TenantKind
from gitops_gen.model.source import Document
from gitops_gen.options import EVERYTHING, Options
from gitops_gen.render import Group, Toolbox, render_cluster
from gitops_gen.resolve.fleet import resolve
from gitops_gen.skeleton.files import Choices, skeleton_files
from gitops_gen.skeleton.owners import code_owners
from gitops_gen.templates.shipped import load_templates
from gitops_gen.templates.stamp import slot_paths, stamp
from gitops_gen.validate.run import Checked, ClusterCheck, bundled_schemas, run_rules
from gitops_gen.write.skeleton import write_skeleton

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Compilation:
    """All that a run knows. ``contents`` are the files to write, by path below the output directory."""

    documents: int
    fleet: Fleet | None
    manifests: tuple[Manifest, ...]
    files: tuple[TextFile, ...]
    findings: tuple[Finding, ...]
    checked: Checked
    contents: Mapping[str, bytes] = field(repr=False)

    @property
    def ok(self) -> bool:
        return self.fleet is not None and not has_errors(self.findings)


def _silent(stage: str) -> None:
    """No progress."""


def compile_specs(
    texts: Mapping[str, bytes], options: Options = EVERYTHING, progress: Progress = _silent
) -> Compilation:
    """Run every pure stage and keep all that comes out. ``generate.py`` runs the same ones for a whole repository.

    A stage that found errors lets the stages go on that can still say something true.
    Raises ToolError for a Kubernetes version, asked for as an option, that is not bundled.
    """
    resolution = resolve_specs(texts, options, progress)
    fleet = resolution.fleet
    if fleet is None:
        return Compilation(
            resolution.documents, None, (), (), merged_findings(resolution.findings), Checked.nothing(), {}
        )
    progress("prove")
    proofs = [prove_cluster(fleet, cluster, options, keep=True) for cluster in fleet.clusters]
    ruled = prove_rules(fleet)
    findings = merged_findings(resolution.findings, ruled.findings, *(proof.findings for proof in proofs))
    contents = {} if has_errors(findings) else {path: text for proof in proofs for path, text in proof.contents.items()}
    return Compilation(
        documents=resolution.documents,
        fleet=fleet,
        manifests=tuple(manifest for proof in proofs for manifest in proof.manifests),
        files=tuple(file for proof in proofs for file in proof.files),
        findings=findings,
        checked=sum((proof.checked for proof in proofs), ruled.checked),
        contents=dict(sorted(contents.items())),
    )


@dataclass(frozen=True, slots=True)
class Resolution:
    """The fleet that the specs make, or None where they do not hang together."""

    documents: int
    fleet: Fleet | None
    findings: tuple[Finding, ...]


def resolve_specs(
    texts: Mapping[str, bytes], options: Options = EVERYTHING, progress: Progress = _silent
) -> Resolution:
    """Parse and resolve. Raises ToolError as ``compile_specs`` does."""
    _refuse_unknown_version(options)
    progress("parse")
    documents, problems = _read(texts)
    secrets = secrets_in(texts, documents)
    if secrets:
        # No later stage sees them, so none can repeat one.
        return Resolution(len(documents), None, as_findings(secrets, discover.rules()))
    parsed = parse(documents, problems)
    problems.extend(parsed.problems)
    progress("resolve")
    resolved = resolve(
        parsed.specs,
        defaults=built_in_defaults(),
        gpus=catalog.load_gpus(),
        as_of=options.as_of,
        broken=parsed.broken,
    )
    problems.extend(resolved.problems)
    return Resolution(len(documents), resolved.fleet, as_findings(problems, discover.rules()))


@dataclass(frozen=True, slots=True)
class Proof:
    """What one cluster came to, or what the rules said of all. Nothing is emitted where an object is wrong.

    ``manifests`` and ``files`` are there for who asked to keep them.
    """

    findings: tuple[Finding, ...]
    checked: Checked
    manifests: tuple[Manifest, ...] = ()
    files: tuple[TextFile, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict, repr=False)


def prove_cluster(
    fleet: Fleet, cluster: ResolvedCluster, options: Options = EVERYTHING, *, keep: bool = False
) -> Proof:
    """Render a cluster, check every object of it, and emit: one group after the other, so that of a thousand teams
    only one is in memory at a time, unless all are to be kept."""
    check = ClusterCheck(cluster, catalog.load_kinds(), kubernetes_version=options.kubernetes_version)
    problems: list[Problem] = []
    kept: list[Group] = []
    contents: dict[str, bytes] = {}
    for group in render_cluster(cluster, toolbox()):
        problems += group.problems
        # What is wrong in one group does not spoil the bytes of another; none is used unless all are right.
        if not check.add(group.manifests, group.files):
            contents.update(emit(group.manifests, group.files))
        if keep:
            kept.append(group)
    checked = check.end()
    findings = as_findings([*problems, *checked.problems], discover.rules())
    return Proof(
        findings,
        replace(checked, problems=()),
        tuple(manifest for group in kept for manifest in group.manifests),
        tuple(file for group in kept for file in group.files),
        {} if has_errors(findings) else dict(sorted(contents.items())),
    )


def prove_rules(fleet: Fleet) -> Proof:
    """Let every rule judge the platform as a whole."""
    compiled = Compiled(fleet, (), catalog.load_kinds(), catalog.load_sharing_limits(), catalog.load_driver_rules())
    checked = run_rules(compiled, discover.rules())
    return Proof(as_findings(checked.problems, discover.rules()), replace(checked, problems=()))


def _read(texts: Mapping[str, bytes]) -> tuple[list[RawDocument], list[Problem]]:
    documents: list[RawDocument] = []
    problems: list[Problem] = []
    for file, content in texts.items():
        found, faults = read(file, content)
        documents.extend(found)
        problems.extend(faults)
    return documents, problems


def _refuse_unknown_version(options: Options) -> None:
    version, bundled = options.kubernetes_version, bundled_schemas().versions()
    if version is not None and version not in bundled:
        raise ToolError(f"no schemas of Kubernetes {version} are bundled; there are {bundled[0]} to {bundled[-1]}")


def emit(manifests: tuple[Manifest, ...], files: tuple[TextFile, ...]) -> dict[str, bytes]:
    """Path to bytes."""
    found = {manifest_path(manifest): render_file(manifest.body) for manifest in manifests}
    found.update((file.path, render_file(file.body)) for file in files)
    return found


@cache
def toolbox() -> Toolbox:
    """Everything that rendering needs, from the plug-ins and the package's data."""
    kinds = discover.kinds()
    return Toolbox(
        tenant_kinds=tuple(kind for kind in kinds if isinstance(kind, TenantKind)),
        cluster_kinds=tuple(kind for kind in kinds if isinstance(kind, ClusterKind)),
        files=tuple(kind for kind in kinds if isinstance(kind, BootstrapFile)),
        engines=discover.engines(),
        facts=catalog.load_kinds(),
        templates=load_templates(),
        stamp=stamp,
        slot_paths=lambda template: slot_paths(template.object),
        to_yaml=to_yaml,
    )


def built_in_defaults() -> Document:
    """The lowest layer, as a document with lines of its own."""
    content = package_files("gitops_gen").joinpath("data/defaults.yaml").read_bytes()
    raw, _ = read("(built in)/defaults.yaml", content)
    return Document(raw[0].file, "Defaults", "built-in", raw[0].data, raw[0].positions)


def compile_repository(root: Path, options: Options = EVERYTHING, progress: Progress = _silent) -> Compilation:
    """Read the specs of a repository and compile them."""
    progress("read")
    return compile_specs(read_specs(root), options, progress)


def new_repository(choices: Choices, schemas: Mapping[str, str]) -> Mapping[str, bytes]:
    """The files of a new platform repository, by path. ``schemas`` are for editors, by file name.

    Raises ChoiceError for a name or URL that no spec could hold.
    """
    texts = dict(skeleton_files(choices)) | {f"schemas/{name}": text for name, text in schemas.items()}
    specs = {path: text.encode() for path, text in texts.items() if is_spec(path)}
    texts[discover.ci_systems()[choices.ci].code_owners] = owners_file(specs)
    return {path: text.encode() for path, text in sorted(texts.items())}


def owners_file(texts: Mapping[str, bytes]) -> str:
    """CODEOWNERS for the specs of a repository. Documents that are wrong have no owners."""
    documents, problems = _read(texts)
    return code_owners(parse(documents, problems).specs)


def create_repository(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Write a new repository; return whether Git was set up there already."""
    return write_skeleton(folder, contents)

"""The only module that knows the order of the stages, and the only caller of disk.

read → parse → resolve → render → validate → emit → plan → write. Everything between reading and writing is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from importlib.resources import files as package_files
from pathlib import Path

from gitops_gen import catalog, discover
from gitops_gen.emit.yaml import render_file, to_yaml
from gitops_gen.errors import ToolError
from gitops_gen.findings import to_findings
from gitops_gen.load.parse import parse
from gitops_gen.load.tree import read_specs
from gitops_gen.load.yaml import RawDocument, read
from gitops_gen.model.finding import Finding, Problem, has_errors
from gitops_gen.model.fleet import Fleet
from gitops_gen.model.manifest import Manifest, TextFile, manifest_path
from gitops_gen.model.plugin import BootstrapFile, ClusterKind, Compiled, TenantKind
from gitops_gen.model.source import Document
from gitops_gen.render import Toolbox, render
from gitops_gen.resolve.fleet import resolve
from gitops_gen.templates.shipped import load_templates
from gitops_gen.templates.stamp import slot_paths, stamp
from gitops_gen.validate.run import Checked, bundled_schemas, validate
from gitops_gen.write.disk import apply, read_output
from gitops_gen.write.plan import Plan, make_plan

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What a person may choose. ``kubernetes_version`` and ``as_of`` override the specs."""

    kubernetes_version: str | None = None
    as_of: date | None = None
    environments: tuple[str, ...] = ()
    clusters: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()


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


EVERYTHING = Options()
"""No choice made."""


def compile_specs(
    texts: Mapping[str, bytes], options: Options = EVERYTHING, progress: Progress = _silent
) -> Compilation:
    """Run every pure stage. A stage that found errors lets the stages go on that can still say something true.

    Raises ToolError for a Kubernetes version, asked for as an option, that is not bundled.
    """
    _refuse_unknown_version(options)
    progress("parse")
    documents, problems = _read(texts)
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
    if resolved.fleet is None:
        return _stopped(len(documents), problems)
    return _output(resolved.fleet, len(documents), problems, options, progress)


def _read(texts: Mapping[str, bytes]) -> tuple[list[RawDocument], list[Problem]]:
    documents: list[RawDocument] = []
    problems: list[Problem] = []
    for file, content in texts.items():
        found, faults = read(file, content)
        documents.extend(found)
        problems.extend(faults)
    return documents, problems


def _output(fleet: Fleet, documents: int, problems: list[Problem], options: Options, progress: Progress) -> Compilation:
    """What a resolved platform comes to. Nothing is emitted where anything is wrong."""
    progress("render")
    output = render(fleet, toolbox())
    progress("validate")
    compiled = Compiled(
        fleet, output.manifests, catalog.load_kinds(), catalog.load_sharing_limits(), catalog.load_driver_rules()
    )
    checked = validate(compiled, output.files, discover.rules(), kubernetes_version=options.kubernetes_version)
    progress("emit")
    findings = to_findings([*problems, *output.problems, *checked.problems], discover.rules())
    contents = {} if has_errors(findings) else emit(output.manifests, output.files)
    return Compilation(documents, fleet, output.manifests, output.files, findings, checked, contents)


def _stopped(documents: int, problems: list[Problem]) -> Compilation:
    return Compilation(documents, None, (), (), to_findings(problems, discover.rules()), Checked.nothing(), {})


def _refuse_unknown_version(options: Options) -> None:
    version, bundled = options.kubernetes_version, bundled_schemas().versions()
    if version is not None and version not in bundled:
        raise ToolError(f"no schemas of Kubernetes {version} are bundled; there are {bundled[0]} to {bundled[-1]}")


def emit(manifests: tuple[Manifest, ...], files: tuple[TextFile, ...]) -> dict[str, bytes]:
    """Path to bytes, sorted by path."""
    found = {manifest_path(manifest): render_file(manifest.body) for manifest in manifests}
    found.update((file.path, render_file(file.body)) for file in files)
    return dict(sorted(found.items()))


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


def output_folder(root: Path, compilation: Compilation) -> Path:
    """Where the generated files of a repository lie. Needs a compilation with a fleet."""
    path = compilation.fleet.platform.model.spec.repository.path if compilation.fleet else "generated"
    return root / path


def plan_output(root: Path, compilation: Compilation, options: Options = EVERYTHING) -> Plan:
    """Compare a compilation with the disk. A limited run leaves everything outside its limits as it is."""
    current = read_output(output_folder(root, compilation))
    wanted = {path: content for path, content in compilation.contents.items() if in_scope(path, compilation, options)}
    outside = frozenset(path for path in current if not in_scope(path, compilation, options))
    return make_plan(wanted, current, protected=outside)


def in_scope(path: str, compilation: Compilation, options: Options) -> bool:
    """Whether a limited run may touch a file: by cluster, by environment and team of its namespace."""
    if not (options.clusters or options.environments or options.teams):
        return True
    parts = path.split("/")
    if options.clusters and parts[0] not in options.clusters:
        return False
    if not (options.environments or options.teams):
        return True
    fleet = compilation.fleet
    if fleet is None or len(parts) < 3 or parts[1] != "teams":
        return False
    here = [tenant for cluster in fleet.clusters if cluster.name == parts[0] for tenant in cluster.tenants]
    return any(
        tenant.namespace == parts[2]
        and (not options.environments or tenant.environment.name in options.environments)
        and (not options.teams or tenant.team.name in options.teams)
        for tenant in here
    )


def write_output(root: Path, compilation: Compilation, plan: Plan) -> int:
    """Carry a plan out; return how many files changed."""
    return apply(plan, output_folder(root, compilation))

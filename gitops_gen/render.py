"""Fleet to manifests: runs every renderer and the cluster's engine, and adds what every object bears.

Metadata is made here and nowhere else: labels of the layers, the origin, and the engine's own annotations. So the same
renderers serve every engine, and the workload bytes differ in those annotations only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import ResolvedCluster, Tenant
from gitops_gen.model.manifest import Draft, KindFacts, Manifest, NestedYaml, ObjectId, Sources, TextFile, manifest_path
from gitops_gen.model.plugin import BootstrapFile, ClusterKind, Engine, Rendered, TenantKind
from gitops_gen.model.source import Json, Path, Ref, Traced
from gitops_gen.model.spec import WorkloadProfile
from gitops_gen.model.template import Shape, Stamp, Template

MANAGED_BY = {"app.kubernetes.io/managed-by": "gitops-gen"}
ORIGIN = "gitops-gen.io/origin"
KUSTOMIZATION = "kustomization.yaml"


@dataclass(frozen=True, slots=True)
class Toolbox:
    """What rendering needs beside the fleet; given, so that nothing here is global."""

    tenant_kinds: tuple[TenantKind, ...]
    cluster_kinds: tuple[ClusterKind, ...]
    files: tuple[BootstrapFile, ...]
    engines: Mapping[str, Engine]
    facts: Mapping[str, KindFacts]
    templates: Mapping[Shape, Template]
    stamp: Callable[[Template, Mapping[str, Json]], dict[str, Json]]
    slot_paths: Callable[[Template], Mapping[Path, str]]
    to_yaml: Callable[[Json], str]


@dataclass(frozen=True, slots=True)
class Group:
    """Finished objects and files, and what was found on the way."""

    manifests: tuple[Manifest, ...] = ()
    files: tuple[TextFile, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Owner:
    """Labels and annotations that all objects of one owner bear, with their origins."""

    labels: dict[str, str]
    annotations: dict[str, str]
    sources: dict[Path, tuple[Ref, ...]]


def render_cluster(cluster: ResolvedCluster, tools: Toolbox) -> Iterator[Group]:
    """Render one cluster in groups: the platform, each team's namespace, what the engine makes of them, the files.

    Who has looked at a group may forget it before asking for the next: only an outline of it is kept here.
    """
    engine = tools.engines[cluster.engine]
    finish = _Finisher(cluster, engine, tools)
    lists = _Lists()
    platform = finish.all("platform", (draft for kind in tools.cluster_kinds for draft in kind.render(cluster)))
    yield Group(lists.seen(platform), problems=tuple(_empty_roots(cluster, platform)))
    teams = {}
    for tenant in cluster.tenants:
        manifests = tuple(_tenant(tenant, cluster, finish, tools))
        teams[tenant.namespace] = tuple(
            manifest if manifest.id.kind in engine.reads else manifest.outline() for manifest in manifests
        )
        yield Group(lists.seen(manifests))
    rendered = Rendered(platform, teams)
    yield Group(lists.seen(finish.all("gitops", engine.gitops(cluster, rendered))))
    yield Group(lists.seen(finish.all("bootstrap", engine.bootstrap(cluster, rendered))))
    extra = (_below(file, f"{cluster.name}/bootstrap") for kind in tools.files for file in kind.render(cluster))
    yield Group(files=(*lists.kustomizations(cluster), *extra))


def _tenant(tenant: Tenant, cluster: ResolvedCluster, finish: _Finisher, tools: Toolbox) -> Iterator[Manifest]:
    owner = _owner(tenant.labels, tenant.annotations)
    owner.sources[("metadata", "namespace")] = _namespace_refs(tenant)
    root = f"{cluster.name}/teams/{tenant.namespace}"
    for kind in tools.tenant_kinds:
        for draft in kind.render(tenant, cluster):
            yield finish(draft, root, owner)


def _namespace_refs(tenant: Tenant) -> tuple[Ref, ...]:
    """What a namespace's name is made from."""
    suffix = (tenant.allocation.ref("namespace"),) if tenant.allocation.model.spec.namespace else ()
    return (tenant.allocation.ref("team"), *suffix)


def _owner(labels: Mapping[str, Traced[str]], annotations: Mapping[str, Traced[str]]) -> _Owner:
    sources: dict[Path, tuple[Ref, ...]] = {}
    for key, value in labels.items():
        sources[("metadata", "labels", key)] = value.origins
    for key, value in annotations.items():
        sources[("metadata", "annotations", key)] = value.origins
    return _Owner(
        labels={key: value.value for key, value in labels.items()} | MANAGED_BY,
        annotations={key: value.value for key, value in annotations.items()},
        sources=sources,
    )


class _Finisher:
    """Turns a draft into a manifest. Engine annotations are worked out once for each kind and protection."""

    def __init__(self, cluster: ResolvedCluster, engine: Engine, tools: Toolbox) -> None:
        self.cluster = cluster.name
        self.engine = engine
        self.tools = tools
        self.cluster_owner = _owner(cluster.labels, cluster.annotations)
        self._annotations: dict[tuple[str, str, int], Mapping[str, str]] = {}
        self._slots: dict[Shape, Mapping[str, tuple[Path, ...]]] = {}

    def all(self, folder: str, drafts: Iterable[Draft]) -> tuple[Manifest, ...]:
        """Objects of the cluster itself."""
        return tuple(self(draft, f"{self.cluster}/{folder}", self.cluster_owner) for draft in drafts)

    def __call__(self, draft: Draft, root: str, owner: _Owner) -> Manifest:
        facts = self.tools.facts[draft.kind]
        body, sources = self._body(draft)
        metadata: dict[str, Json] = {
            "annotations": {
                **owner.annotations,
                **draft.annotations,
                **self._engine(draft, facts),
                ORIGIN: origin_text(draft.origin),
            },
            "labels": {**owner.labels, **draft.labels} if draft.labels else owner.labels,
            "name": draft.name,
        }
        if draft.namespace:
            metadata["namespace"] = draft.namespace
        gvk = facts.gvk
        return Manifest(
            cluster=self.cluster,
            root=root,
            facts=facts,
            id=ObjectId(gvk.group, gvk.kind, draft.namespace, draft.name),
            body={"apiVersion": gvk.api_version, "kind": gvk.kind, "metadata": metadata, **body},
            origin=draft.origin,
            own_sources=sources,
            inherited=owner.sources,
        )

    def _engine(self, draft: Draft, facts: KindFacts) -> Mapping[str, str]:
        protection = facts.protection if draft.protection is None else draft.protection
        wave = facts.wave if draft.wave is None else draft.wave
        key = (draft.kind, protection, wave)
        found = self._annotations.get(key)
        if found is None:
            found = self._annotations[key] = self.engine.annotations(facts, protection, wave)
        return found

    def _body(self, draft: Draft) -> tuple[Mapping[str, Json], Sources]:
        if draft.template is None:
            return _plain(draft.body, self.tools.to_yaml), draft.sources
        template = self.tools.templates[draft.template.shape]
        sources = {**_slot_sources(draft.template, self._places(template)), **draft.sources}
        return {**self.tools.stamp(template, draft.template.values), **draft.body}, sources

    def _places(self, template: Template) -> Mapping[str, tuple[Path, ...]]:
        """Slot to the paths in the template where it stands."""
        found = self._slots.get(template.shape)
        if found is None:
            by_slot: dict[str, list[Path]] = {}
            for path, slot in self.tools.slot_paths(template).items():
                by_slot.setdefault(slot, []).append(path)
            found = self._slots[template.shape] = {slot: tuple(paths) for slot, paths in by_slot.items()}
        return found


def _slot_sources(stamp: Stamp, places: Mapping[str, tuple[Path, ...]]) -> dict[Path, tuple[Ref, ...]]:
    """Where in the object each slot's spec values ended up."""
    found: dict[Path, tuple[Ref, ...]] = {}
    for (slot, *rest), refs in stamp.slot_sources.items():
        for place in places[str(slot)]:
            found[_inside(place, tuple(rest))] = refs
    return found


def _inside(place: Path, rest: Path) -> Path:
    """A path into a slot's value. Items of a spread slot follow the index at which the slot stands."""
    first = place[-1]
    if isinstance(first, int) and rest and isinstance(rest[0], int):
        return (*place[:-1], first + rest[0], *rest[1:])
    return (*place, *rest)


def _plain(body: Mapping[str, Json], to_yaml: Callable[[Json], str]) -> Mapping[str, Json]:
    """Turn nested documents of a ConfigMap into text."""
    data = body.get("data")
    if not isinstance(data, dict) or not any(isinstance(value, NestedYaml) for value in data.values()):
        return body
    texts = {key: to_yaml(value.tree) if isinstance(value, NestedYaml) else value for key, value in data.items()}
    return {**body, "data": texts}


def origin_text(origin: Ref) -> str:
    """``Kind/name`` of the document that makes an object exist; a profile bears its version. Never a path or a line."""
    document = origin.document
    if document.kind == WorkloadProfile.__name__:
        return f"{document}@{document.data['spec']['version']}"
    return str(document)


def _below(file: TextFile, root: str) -> TextFile:
    return TextFile(f"{root}/{file.path}", file.body, file.origin, file.sources)


class _Lists:
    """The names of the files of each root."""

    def __init__(self) -> None:
        self._roots: dict[str, list[str]] = {}

    def seen(self, manifests: tuple[Manifest, ...]) -> tuple[Manifest, ...]:
        """Remember where they lie; return them."""
        for manifest in manifests:
            self._roots.setdefault(manifest.root, []).append(manifest_path(manifest).rpartition("/")[2])
        return manifests

    def kustomizations(self, cluster: ResolvedCluster) -> Iterator[TextFile]:
        """An explicit, sorted list for each root, so that every agent reads the same files."""
        for root, names in sorted(self._roots.items()):
            body = {
                "apiVersion": "kustomize.config.k8s.io/v1beta1",
                "kind": "Kustomization",
                "resources": sorted(names),
            }
            yield TextFile(f"{root}/{KUSTOMIZATION}", body, cluster.spec.ref())


def _empty_roots(cluster: ResolvedCluster, platform: tuple[Manifest, ...]) -> Iterator[Problem]:
    if not platform:
        text = (
            f"the platform root of {cluster.name} would be empty: an agent deletes what such a root once held, or fails"
        )
        yield Problem("root-empty", text, cluster.platform.ref(), "define at least one priority in the Platform")

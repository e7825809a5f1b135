"""Kubernetes objects as we build them: identity, body, and which spec values made each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gitops_gen.model.source import Json, Path, Ref
from gitops_gen.model.template import Stamp


class Gvk(NamedTuple):
    """API group (empty for core), version and kind."""

    group: str
    version: str
    kind: str

    @classmethod
    def of(cls, body: Mapping[str, Json]) -> Gvk:
        """That of an object, whose two fields are texts."""
        group, _, version = str(body.get("apiVersion")).rpartition("/")
        return cls(group, version, str(body.get("kind")))

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version


@dataclass(frozen=True, slots=True)
class KindFacts:
    """What ``data/kinds.yaml`` says of a kind that we emit.

    ``wave``: Argo CD's sync wave, 0 for none. ``protection``: ``confirm`` (a person approves the deletion), ``keep``
    (never pruned) or empty. ``optional_crd``: the CRD comes from an operator, so it may be absent at the first sync.
    """

    gvk: Gvk
    plural: str
    namespaced: bool
    wave: int = 0
    protection: str = ""
    optional_crd: bool = False
    file_prefix: str = ""


Sources = Mapping[Path, tuple[Ref, ...]]
"""Manifest path to the spec values behind it, oldest first. A path not named inherits from its nearest ancestor."""


@dataclass(frozen=True, slots=True)
class NestedYaml:
    """A string value that is itself a YAML document, such as a file in a ConfigMap. The render stage makes it text."""

    tree: Json


@dataclass(frozen=True, slots=True)
class Draft:
    """What a renderer knows of an object. The render stage adds apiVersion, kind and metadata (see ``render.py``).

    ``body`` is everything beside apiVersion, kind and metadata. ``origin`` is the document that makes the object exist.
    ``labels`` and ``annotations`` are the object's own, on top of those that every object bears. ``sources`` are paths
    in the whole object, such as ``("spec", "hard")``.
    ``protection`` and ``wave`` override the kind's facts. With a ``template`` the body is empty: stamping makes it.
    """

    kind: str
    name: str
    body: Mapping[str, Json]
    origin: Ref
    namespace: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    sources: Sources = field(default_factory=dict)
    protection: str | None = None
    wave: int | None = None
    template: Stamp | None = None


class ObjectId(NamedTuple):
    """What makes an object one and the same in a cluster: the version is not part of it."""

    group: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        kind = f"{self.kind}.{self.group}" if self.group else self.kind
        return f"{kind} {self.namespace}/{self.name}" if self.namespace else f"{kind} {self.name}"


_NOTHING: dict[Any, Any] = {}
"""Shared by all outlines, and never written to."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """One object in one sync root. ``body`` is the whole object; nothing of ours hides in it.

    ``root`` is the folder below the output directory, such as ``prod-eu1/teams/vision``. ``inherited`` are the sources
    of what all objects of one owner bear; they are kept apart since thousands of objects share them.
    """

    cluster: str
    root: str
    facts: KindFacts
    id: ObjectId
    body: dict[str, Json]
    origin: Ref
    own_sources: Sources
    inherited: Sources = field(default_factory=dict)

    @property
    def sources(self) -> Sources:
        """All sources by path; an object's own come before those that it inherits."""
        return {**self.inherited, **self.own_sources}

    def refs(self, path: Path) -> tuple[Ref, ...]:
        """The spec values behind a field: of the path itself, else of its nearest ancestor that names any."""
        for length in range(len(path), 0, -1):
            found = self.own_sources.get(path[:length]) or self.inherited.get(path[:length])
            if found:
                return found
        return (self.origin,)

    def outline(self) -> Manifest:
        """What it is and where it lies, without body and sources: thousands of these are kept to the end of a run."""
        return Manifest(self.cluster, self.root, self.facts, self.id, _NOTHING, self.origin, _NOTHING, _NOTHING)

    def __str__(self) -> str:
        return f"{self.cluster}: {self.id}"


@dataclass(frozen=True, slots=True)
class TextFile:
    """An output file that is no Kubernetes object: a kustomization, a chart's values. ``path`` below the output."""

    path: str
    body: dict[str, Json]
    origin: Ref
    sources: Sources = field(default_factory=dict)


def manifest_path(manifest: Manifest) -> str:
    """Where an object lies below the output directory: ``<root>/<kind>-<name>.yaml``, a pure function of its identity.

    In ``platform/`` a namespaced object has its namespace before the name, since that root serves several.
    """
    name = manifest.id.name
    if manifest.root.endswith("/platform") and manifest.id.namespace:
        name = f"{manifest.id.namespace}.{name}"
    prefix = manifest.facts.file_prefix or manifest.id.kind.lower()
    return f"{manifest.root}/{prefix}-{name}.yaml"

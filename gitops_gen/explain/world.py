"""What ``explain`` looks at: the outcome of a compilation, and the plug-ins that made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gitops_gen.model.finding import Finding
from gitops_gen.model.fleet import Fleet
from gitops_gen.model.manifest import Manifest, Sources, TextFile, manifest_path
from gitops_gen.model.plugin import Engine, KindPlugin
from gitops_gen.model.source import Json, Ref


@dataclass(frozen=True, slots=True)
class World:
    """``folder`` is that of the output below the repository; ``texts`` are the specs and the built-in defaults."""

    folder: str
    fleet: Fleet
    manifests: tuple[Manifest, ...]
    files: tuple[TextFile, ...]
    findings: tuple[Finding, ...]
    texts: Mapping[str, bytes]
    kinds: tuple[KindPlugin, ...]
    engines: Mapping[str, Engine]

    def subjects(self) -> Mapping[str, Subject]:
        """Everything generated, by its path below the output folder."""
        found = {manifest_path(item): Subject(item.body, item.origin, item.sources, item) for item in self.manifests}
        return found | {item.path: Subject(item.body, item.origin, item.sources) for item in self.files}


@dataclass(frozen=True, slots=True)
class Subject:
    """One generated file; ``manifest`` is None when it is no Kubernetes object."""

    body: dict[str, Json]
    origin: Ref
    sources: Sources
    manifest: Manifest | None = None

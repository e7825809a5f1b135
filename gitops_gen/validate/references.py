"""Objects against each other: no two of one identity in a cluster, and nothing named that nobody makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gitops_gen.model.finding import Problem
from gitops_gen.model.manifest import Manifest, ObjectId, TextFile, manifest_path
from gitops_gen.model.source import Path, Ref, pointer


class Wanted(NamedTuple):
    """An object that another one names."""

    kind: str
    namespace: str
    name: str
    path: Path


NAMED = frozenset(
    {
        *("AppProject", "ClusterRole", "GitRepository", "Kustomization", "OCIRepository"),
        *("PersistentVolumeClaim", "PriorityClass", "Role", "ServiceAccount"),
    }
)
"""Kinds that others name."""


class Neighbours:
    """The objects of one cluster, which come in groups: what they are called, and what they call each other.

    Most name what is in their own group or in one before; who does not is kept whole until the end.
    """

    def __init__(self) -> None:
        self._objects: dict[ObjectId, tuple[str, Ref]] = {}
        self._paths: dict[str, ObjectId] = {}
        self._known: set[tuple[str, str, str]] = set()
        self._open: list[tuple[Manifest, Wanted]] = []

    def add(self, manifests: Iterable[Manifest]) -> Iterator[Problem]:
        """Report two objects of one identity, and two files whose names differ in case only."""
        manifests = tuple(manifests)
        for manifest in manifests:
            if manifest.id.kind in NAMED:
                self._known.add((manifest.id.kind, manifest.id.namespace, manifest.id.name))
            yield from self._identity(manifest, manifest_path(manifest))
        for manifest in manifests:
            self._open += [(manifest, wanted) for wanted in references(manifest) if not self._is_known(wanted)]

    def end(self, files: Iterable[TextFile]) -> Iterator[Problem]:
        """Report a name that no object of the cluster bears, and a kustomization that lists other files than there
        are."""
        for manifest, wanted in self._open:
            if not self._is_known(wanted):
                yield _nobody(manifest, wanted)
        yield from self._lists(files)

    def _lists(self, files: Iterable[TextFile]) -> Iterator[Problem]:
        there: dict[str, set[str]] = {}
        for path in self._paths:
            root, _, name = path.rpartition("/")
            there.setdefault(root, set()).add(name)
        for file in files:
            root, _, name = file.path.rpartition("/")
            if name != "kustomization.yaml":
                continue
            if {listed.casefold() for listed in file.body["resources"]} != there.get(root, set()):
                text = f"{file.path} does not list exactly the files beside it"
                yield Problem("manifest-reference", text, file.origin, "report this as a bug")

    def _is_known(self, wanted: Wanted) -> bool:
        return (wanted.kind, wanted.namespace, wanted.name) in self._known

    def _identity(self, manifest: Manifest, path: str) -> Iterator[Problem]:
        here = (manifest.root, manifest.origin)
        first = self._objects.setdefault(manifest.id, here)
        if first is not here:
            text = f"{manifest.id} is made twice in {manifest.cluster}: in {first[0]} and in {manifest.root}"
            yield Problem(
                "manifest-duplicate",
                text,
                manifest.origin,
                "give one of the two another name",
                object=str(manifest),
                related=(("the other one", first[1]),),
            )
        other = self._paths.setdefault(path.casefold(), manifest.id)
        if other != manifest.id:
            text = f"{manifest.id} and {other} would lie in one file, {path.casefold()}"
            yield Problem("manifest-duplicate", text, manifest.origin, "rename one of the two", object=str(manifest))


def _nobody(manifest: Manifest, wanted: Wanted) -> Problem:
    return Problem(
        "manifest-reference",
        f"{manifest.id} names {wanted.kind} {wanted.name!r}, which {manifest.cluster} does not get",
        manifest.refs(wanted.path)[-1],
        "define it, or name another one",
        object=str(manifest),
        path=pointer(wanted.path),
    )


def references(manifest: Manifest) -> Iterator[Wanted]:
    """The objects that one names, by kind."""
    body, namespace = manifest.body, manifest.id.namespace
    if manifest.id.kind in ("RoleBinding", "ClusterRoleBinding"):
        yield from _binding(body, namespace)
    elif manifest.id.kind == "CronJob":
        base: Path = ("spec", "jobTemplate", "spec", "template", "spec")
        yield from _pod(body["spec"]["jobTemplate"]["spec"]["template"]["spec"], namespace, base)
    elif manifest.id.kind == "Application":
        yield Wanted("AppProject", namespace, body["spec"]["project"], ("spec", "project"))
    elif manifest.id.group == "kustomize.toolkit.fluxcd.io":
        yield from _flux(body["spec"], namespace)


def _binding(body: dict[str, Any], namespace: str) -> Iterator[Wanted]:
    role = body["roleRef"]
    yield Wanted(role["kind"], namespace if role["kind"] == "Role" else "", role["name"], ("roleRef", "name"))
    for position, subject in enumerate(body.get("subjects", ())):
        if subject["kind"] == "ServiceAccount":
            yield Wanted("ServiceAccount", subject["namespace"], subject["name"], ("subjects", position, "name"))


def _pod(spec: dict[str, Any], namespace: str, base: Path) -> Iterator[Wanted]:
    if "serviceAccountName" in spec:
        yield Wanted("ServiceAccount", namespace, spec["serviceAccountName"], (*base, "serviceAccountName"))
    if "priorityClassName" in spec:
        yield Wanted("PriorityClass", "", spec["priorityClassName"], (*base, "priorityClassName"))
    for position, volume in enumerate(spec.get("volumes", ())):
        claim = volume.get("persistentVolumeClaim")
        if claim:
            path = (*base, "volumes", position, "persistentVolumeClaim", "claimName")
            yield Wanted("PersistentVolumeClaim", namespace, claim["claimName"], path)


def _flux(spec: dict[str, Any], namespace: str) -> Iterator[Wanted]:
    source = spec["sourceRef"]
    yield Wanted(source["kind"], source.get("namespace", namespace), source["name"], ("spec", "sourceRef", "name"))
    if "serviceAccountName" in spec:
        yield Wanted("ServiceAccount", namespace, spec["serviceAccountName"], ("spec", "serviceAccountName"))
    for position, item in enumerate(spec.get("dependsOn", ())):
        yield Wanted(
            "Kustomization", item.get("namespace", namespace), item["name"], ("spec", "dependsOn", position, "name")
        )

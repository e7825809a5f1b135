"""Objects against each other: no two of one identity in a cluster, and nothing named that nobody makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gitops_gen.model.finding import Problem
from gitops_gen.model.manifest import Manifest, TextFile, manifest_path
from gitops_gen.model.source import Path, pointer


def check_identities(manifests: Iterable[Manifest]) -> Iterator[Problem]:
    """Report two objects of one identity in a cluster, and two files whose names differ in case only."""
    objects: dict[tuple[str, object], Manifest] = {}
    paths: dict[str, Manifest] = {}
    for manifest in manifests:
        first = objects.setdefault((manifest.cluster, manifest.id), manifest)
        if first is not manifest:
            text = f"{manifest.id} is made twice in {manifest.cluster}: in {first.root} and in {manifest.root}"
            fix = "give one of the two another name"
            yield Problem(
                "manifest-duplicate",
                text,
                manifest.origin,
                fix,
                object=str(manifest),
                related=(("the other one", first.origin),),
            )
        path = manifest_path(manifest).casefold()
        other = paths.setdefault(path, manifest)
        if other is not manifest and other.id != manifest.id:
            text = f"{manifest.id} and {other.id} would lie in one file, {path}"
            yield Problem("manifest-duplicate", text, manifest.origin, "rename one of the two", object=str(manifest))


class Wanted(NamedTuple):
    """An object that another one names."""

    kind: str
    namespace: str
    name: str
    path: Path


def check_manifest_references(manifests: Iterable[Manifest], files: Iterable[TextFile]) -> Iterator[Problem]:
    """Report a name that no object of the cluster bears, and a kustomization that lists other files than there are."""
    manifests = tuple(manifests)
    known = {(m.cluster, m.id.kind, m.id.namespace, m.id.name) for m in manifests}
    for manifest in manifests:
        for wanted in references(manifest):
            if (manifest.cluster, wanted.kind, wanted.namespace, wanted.name) not in known:
                text = f"{manifest.id} names {wanted.kind} {wanted.name!r}, which {manifest.cluster} does not get"
                yield Problem(
                    "manifest-reference",
                    text,
                    manifest.refs(wanted.path)[-1],
                    "define it, or name another one",
                    object=str(manifest),
                    path=pointer(wanted.path),
                )
    yield from _check_lists(manifests, files)


def _check_lists(manifests: tuple[Manifest, ...], files: Iterable[TextFile]) -> Iterator[Problem]:
    there: dict[str, set[str]] = {}
    for manifest in manifests:
        there.setdefault(manifest.root, set()).add(manifest_path(manifest).rpartition("/")[2])
    for file in files:
        root, _, name = file.path.rpartition("/")
        if name == "kustomization.yaml" and set(file.body["resources"]) != there.get(root, set()):
            yield Problem(
                "manifest-reference",
                f"{file.path} does not list exactly the files beside it",
                file.origin,
                "report this as a bug",
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

"""Faults of objects that nobody rendered: the YAML of a rule, judged as the product judges its own output."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen import catalog
from gitops_gen.load.manifests import FoundObject, read_manifests
from gitops_gen.model.finding import Problem
from gitops_gen.model.manifest import Gvk, KindFacts, Manifest, ObjectId
from gitops_gen.model.source import Document, Json, Ref
from gitops_gen.validate.inspect import Inspector
from gitops_gen.validate.references import Neighbours

KUBERNETES = "1.36"
RESTRICTED = {
    "apiVersion": "v1",
    "kind": "Namespace",
    "metadata": {"name": "restricted", "labels": {"pod-security.kubernetes.io/enforce": "restricted"}},
}
"""A namespace for the examples of Pod Security."""


def manifest_faults(text: str) -> Iterator[tuple[str, str]]:
    """Rule id and text of every fault of the objects in a YAML text: one by one, and if all are right, together."""
    objects, problems = read_manifests("example.yaml", text.encode())
    inspector = Inspector(catalog.load_kinds(), KUBERNETES)
    inspector.learn([FoundObject(_NOBODY, (), RESTRICTED), *objects])
    alone = [*problems, *inspector.check(objects)]
    for problem in alone:
        yield problem.rule, _text(problem.path, problem)
    if alone:
        return
    manifests = tuple(_manifest(found.body) for found in objects)
    neighbours = Neighbours()
    together: list[Problem] = [*neighbours.add(manifests), *neighbours.end(())]
    for fault in together:
        yield fault.rule, _text(fault.path, fault)


def _text(path: str, problem: Problem) -> str:
    message = problem.message.removeprefix(f"{problem.object}: ")
    return f"{path or '/'}: {problem.rule}: {message}\n  fix: {problem.fix}\n"


def _manifest(body: Json) -> Manifest:
    """An object as if it had been rendered for a cluster called main."""
    group, _, version = body["apiVersion"].rpartition("/")
    metadata = body["metadata"]
    namespace = metadata.get("namespace", "")
    gvk = Gvk(group, version, body["kind"])
    return Manifest(
        cluster="main",
        root=f"main/teams/{namespace}",
        facts=KindFacts(gvk, plural=f"{gvk.kind.lower()}s", namespaced=bool(namespace)),
        id=ObjectId(group, gvk.kind, namespace, metadata["name"]),
        body=body,
        origin=Ref(_NOBODY, ("metadata", "name")),
        own_sources={},
    )


def _nowhere(path: object, key: object) -> Json:
    raise AssertionError("an example of a manifest has no place in the specs")


_NOBODY = Document("example.yaml", "Example", "example", {}, _nowhere)

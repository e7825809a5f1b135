"""Faults of objects that nobody rendered: the YAML of a rule, judged as the product judges its own output."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gitops_gen import catalog
from gitops_gen.load.yaml import read
from gitops_gen.model.finding import Problem
from gitops_gen.model.manifest import Gvk, KindFacts, Manifest, ObjectId
from gitops_gen.model.source import Document, Json, Ref, pointer
from gitops_gen.validate.context import CheckContext, check_context
from gitops_gen.validate.embedded import embedded_problems
from gitops_gen.validate.objects import check_object, schema_problems
from gitops_gen.validate.problem import ObjectProblem
from gitops_gen.validate.references import Neighbours
from gitops_gen.validate.schema import Schemas

KUBERNETES = "1.36"
RESTRICTED = {
    "apiVersion": "v1",
    "kind": "Namespace",
    "metadata": {"name": "restricted", "labels": {"pod-security.kubernetes.io/enforce": "restricted"}},
}
"""A namespace for the examples of Pod Security."""


def manifest_faults(text: str) -> Iterator[tuple[str, str]]:
    """Rule id and text of every fault of the objects in a YAML text: one by one, and if all are right, together."""
    documents, problems = read("example.yaml", text.encode())
    assert documents, f"no object stands in {text!r}"
    assert not problems, problems
    context = check_context(catalog.load_kinds().values(), kubernetes_version=KUBERNETES, namespaces=[RESTRICTED])
    alone = [problem for document in documents for problem in _of_one(document.data, context)]
    for problem in alone:
        yield problem.rule, _text(pointer(problem.path), problem)
    if alone:
        return
    manifests = tuple(_manifest(document.data) for document in documents)
    neighbours = Neighbours()
    together: list[Problem] = [*neighbours.add(manifests), *neighbours.end(())]
    for fault in together:
        yield fault.rule, _text(fault.path, fault)


def _text(path: str, problem: Problem | ObjectProblem) -> str:
    return f"{path or '/'}: {problem.rule}: {problem.message}\n  fix: {problem.fix}\n"


def _of_one(body: Json, context: CheckContext) -> Iterator[ObjectProblem]:
    schemas = _schemas()
    yield from schema_problems(schemas.check(body, kubernetes_version=KUBERNETES))
    yield from check_object(body, context)
    yield from embedded_problems(body, schemas)


@cache
def _schemas() -> Schemas:
    return Schemas()


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

"""Checks objects that were found in files, one by one. Nothing of them is kept but what later ones must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gitops_gen.load.manifests import FoundObject, of_kind
from gitops_gen.model.finding import Problem
from gitops_gen.model.manifest import Gvk, KindFacts
from gitops_gen.model.source import Json, pointer
from gitops_gen.validate.context import add_namespaces, check_context
from gitops_gen.validate.crd import crd_schemas
from gitops_gen.validate.definitions import JsonSchema
from gitops_gen.validate.embedded import embedded_problems
from gitops_gen.validate.objects import check_object, schema_problems
from gitops_gen.validate.problem import ObjectProblem
from gitops_gen.validate.schema import Schemas, SchemaState


class Inspector:
    """Judges objects against one version of Kubernetes. Namespaces and definitions are learned before."""

    def __init__(self, kinds: Mapping[str, KindFacts], kubernetes_version: str) -> None:
        self._version = kubernetes_version
        self._definitions: dict[Gvk, JsonSchema] = {}
        self._schemas = Schemas(self._definitions)
        self._context = check_context(kinds.values(), kubernetes_version=kubernetes_version)
        self.objects = 0
        self.without_schema = 0

    def learn(self, objects: Iterable[FoundObject]) -> None:
        """Take in what other objects are judged by. A broken definition is reported when it is checked itself."""
        objects = tuple(objects)
        add_namespaces(self._context, (found.body for found in of_kind(objects, "Namespace")))
        for found in of_kind(objects, "CustomResourceDefinition"):
            try:
                self._definitions.update(crd_schemas(found.body))
            except (KeyError, TypeError, AttributeError):
                continue

    def check(self, objects: Iterable[FoundObject]) -> Iterator[Problem]:
        """Everything that is wrong with each object by itself."""
        for found in objects:
            self.objects += 1
            for problem in self._problems(found.body):
                yield at_file(found, problem)

    def _problems(self, body: dict[str, Json]) -> Iterator[ObjectProblem]:
        result = self._schemas.check(body, kubernetes_version=self._version)
        if result.state is not SchemaState.VALID:
            self.without_schema += result.state is not SchemaState.INVALID
            yield from schema_problems(result)
        yield from check_object(body, self._context)
        yield from embedded_problems(body, self._schemas)


def at_file(found: FoundObject, problem: ObjectProblem) -> Problem:
    """Point at the value in the file."""
    return Problem(
        problem.rule,
        f"{found}: {problem.message}",
        found.ref(problem.path),
        problem.fix,
        object=str(found),
        path=pointer(problem.path),
    )

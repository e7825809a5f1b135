"""Checks objects that were found in files, one by one. Nothing of them is kept but what later ones must know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gitops_gen.load.manifests import FoundObject, of_kind
from gitops_gen.model.finding import Problem
from gitops_gen.model.manifest import Gvk, KindFacts
from gitops_gen.model.source import Json, Path, pointer
from gitops_gen.validate.admit import BINDING, POLICY, Denial, Policies
from gitops_gen.validate.containers import TEMPLATES
from gitops_gen.validate.context import add_namespaces, check_context
from gitops_gen.validate.crd import crd_schemas
from gitops_gen.validate.crd_rules import Watch, check_watched, watches
from gitops_gen.validate.definitions import JsonSchema
from gitops_gen.validate.embedded import embedded_problems
from gitops_gen.validate.nulls import as_stored
from gitops_gen.validate.objects import check_beside, check_object, kind_key, schema_problems
from gitops_gen.validate.problem import ObjectProblem, dig, mapping
from gitops_gen.validate.schema import SchemaResult, Schemas, SchemaState

EMPTY = "manifest-empty-value"
POLICY_KINDS = frozenset({POLICY, BINDING, "ConfigMap", "Namespace"})


class Inspector:
    """Judges objects against one version of Kubernetes. Namespaces and definitions are learned before."""

    def __init__(self, kinds: Mapping[str, KindFacts], kubernetes_version: str) -> None:
        self._version = kubernetes_version
        self._definitions: dict[Gvk, JsonSchema] = {}
        self._schemas = Schemas(self._definitions)
        self._watches: dict[Gvk, Watch] = {}
        self._context = check_context(kinds.values(), kubernetes_version=kubernetes_version)
        self._policies: dict[str, Policies] = {}
        self.objects = 0
        self.without_schema = 0

    def learn(self, objects: Iterable[FoundObject]) -> None:
        """Take in what other objects are judged by. A broken definition is reported when it is checked itself."""
        objects = tuple(objects)
        for found in objects:
            if found.body.get("kind") in POLICY_KINDS:
                self._policies.setdefault(scope_of(found.document.file), Policies()).learn([found.body])
        add_namespaces(self._context, (found.body for found in of_kind(objects, "Namespace")))
        for found in of_kind(objects, "CustomResourceDefinition"):
            try:
                self._definitions.update(crd_schemas(found.body))
                self._watches.update(watches(found.body))
            except (KeyError, TypeError, AttributeError):
                continue

    def check(self, objects: Iterable[FoundObject]) -> Iterator[Problem]:
        """Everything that is wrong with each object by itself."""
        for found in objects:
            self.objects += 1
            for problem in (*self._problems(found.body), *self._admission(found)):
                yield at_file(found, problem)

    @property
    def parameter_namespaces(self) -> frozenset[str]:
        """Namespaces whose ConfigMaps are parameters of admission policies, and are to be learned too."""
        return frozenset(name for known in self._policies.values() for name in known.parameter_namespaces)

    def _admission(self, found: FoundObject) -> Iterator[ObjectProblem]:
        """What the admission policies among the files say of a pod, and of the pods that an object would make."""
        path = TEMPLATES.get(kind_key(found.body))
        namespace = mapping(found.body.get("metadata")).get("namespace")
        if path is None or not isinstance(namespace, str):
            return
        pod = dig(found.body, path)
        for scope in sorted(self._policies):
            if found.document.file.startswith(scope):
                for denial in self._policies[scope].denials({"metadata": {}, **pod}, namespace):
                    yield _denied(denial, (*path, "spec"))

    def _problems(self, found: dict[str, Json]) -> Iterator[ObjectProblem]:
        body = as_stored(found)
        if body != found:
            yield from self._of_nulls(found)
        result = self._schemas.check(body, kubernetes_version=self._version)
        if result.state is not SchemaState.VALID:
            self.without_schema += result.state is not SchemaState.INVALID
        else:
            watch = self._watches.get(Gvk.of(body))
            if watch is not None:
                yield from check_watched(watch, body)
        yield from check_beside(result, body, self._context)
        yield from embedded_problems(body, self._schemas)

    def _of_nulls(self, found: dict[str, Json]) -> Iterator[ObjectProblem]:
        """That they are there, and fields that nobody knows and that would be gone with their null."""
        yield from (each for each in check_object(found, self._context) if each.rule == EMPTY)
        result = self._schemas.check(found, kubernetes_version=self._version)
        unknown = [error for error in result.errors if error.unknown and _at(found, error.path) is None]
        yield from schema_problems(SchemaResult(result.state, tuple(unknown)))


def _at(value: Json, path: Path) -> Json:
    for step in path:
        value = value[step]
    return value


def _denied(denial: Denial, path: Path) -> ObjectProblem:
    if denial.unevaluated:
        text = f"the admission policy {denial.policy} is not evaluated here: {denial.message}"
        return ObjectProblem("manifest-cel-unevaluated", path, text, "see that the API server takes it")
    text = f"the admission policy {denial.policy} refuses the pod: {denial.message}"
    return ObjectProblem("manifest-admission", path, text, "change the pod, or what the policy allows")


def scope_of(file: str) -> str:
    """Where policies in a file hold: in the folder above the one it lies in, so that of several clusters each has its
    own."""
    folder = file.rpartition("/")[0].rpartition("/")[0]
    return f"{folder}/" if folder else ""


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

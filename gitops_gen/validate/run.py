"""Runs every check over what was rendered, and every rule over the platform. What is skipped is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import KindFacts, Manifest, TextFile
from gitops_gen.model.plugin import Compiled, Rule
from gitops_gen.model.source import pointer
from gitops_gen.validate.context import CheckContext, check_context
from gitops_gen.validate.embedded import embedded_problems
from gitops_gen.validate.objects import check_object, schema_problems
from gitops_gen.validate.problem import ObjectProblem
from gitops_gen.validate.references import check_identities, check_manifest_references
from gitops_gen.validate.schema import Schemas, SchemaState


@dataclass(frozen=True, slots=True)
class Checked:
    """What the proof covered: objects against a schema, objects without one, rules that ran, and what was found."""

    problems: tuple[Problem, ...]
    objects: int
    without_schema: int
    rules: int

    def __add__(self, other: Checked) -> Checked:
        return Checked(
            self.problems + other.problems,
            self.objects + other.objects,
            self.without_schema + other.without_schema,
            self.rules + other.rules,
        )

    @classmethod
    def nothing(cls) -> Checked:
        """No check ran."""
        return cls((), 0, 0, 0)


@cache
def bundled_schemas() -> Schemas:
    """The schemas of all bundled versions; each is compiled once a process, on first use."""
    return Schemas()


def validate_cluster(
    cluster: ResolvedCluster,
    manifests: Sequence[Manifest],
    files: Iterable[TextFile],
    kinds: Mapping[str, KindFacts],
    *,
    kubernetes_version: str | None = None,
) -> Checked:
    """Check every object of a cluster, and the references between them: none leads out of a cluster."""
    problems: list[Problem] = []
    schemas = bundled_schemas()
    version = kubernetes_version or cluster.spec.model.spec.kubernetes_version
    if version in schemas.versions():
        checker = _Checker(schemas, version, kinds, manifests)
        problems.extend(checker.problems())
        unchecked = checker.without_schema
    else:
        problems.append(_unknown_version(cluster, version, schemas.versions()))
        unchecked = len(manifests)
    problems.extend(check_identities(manifests))
    problems.extend(check_manifest_references(manifests, files))
    return Checked(tuple(problems), len(manifests), unchecked, 0)


def run_rules(compiled: Compiled, rules: Mapping[str, Rule]) -> Checked:
    """Run every rule that judges a platform as a whole."""
    checks = [rule.check for rule in rules.values() if rule.check is not None]
    problems = [problem for check in checks for problem in check(compiled)]
    return Checked(tuple(problems), 0, 0, len(checks))


class _Checker:
    """Checks the objects of one cluster."""

    def __init__(
        self, schemas: Schemas, version: str, kinds: Mapping[str, KindFacts], manifests: Sequence[Manifest]
    ) -> None:
        self.schemas = schemas
        self.version = version
        self.manifests = manifests
        self.without_schema = 0
        namespaces = [manifest.body for manifest in manifests if manifest.id.kind == "Namespace"]
        self.context: CheckContext = check_context(kinds.values(), kubernetes_version=version, namespaces=namespaces)

    def problems(self) -> Iterator[Problem]:
        for manifest in self.manifests:
            for problem in self._check(manifest):
                yield _at_spec(manifest, problem)

    def _check(self, manifest: Manifest) -> Iterator[ObjectProblem]:
        result = self.schemas.check(manifest.body, kubernetes_version=self.version)
        if result.state is not SchemaState.VALID:
            self.without_schema += result.state is not SchemaState.INVALID
            yield from schema_problems(result)
        yield from check_object(manifest.body, self.context)
        yield from embedded_problems(manifest.body, self.schemas)


def _at_spec(manifest: Manifest, problem: ObjectProblem) -> Problem:
    """Point at the spec value that made the field."""
    return Problem(
        problem.rule,
        f"{manifest.id}: {problem.message}",
        manifest.refs(problem.path)[-1],
        problem.fix,
        object=str(manifest),
        path=pointer(problem.path),
    )


def _unknown_version(cluster: ResolvedCluster, version: str, bundled: tuple[str, ...]) -> Problem:
    """A cluster whose Kubernetes version has no bundled schema: nothing there can be checked."""
    text = f"there is no schema of Kubernetes {version}; bundled are {bundled[0]} to {bundled[-1]}"
    return Problem("kubernetes-version", text, cluster.spec.ref("kubernetesVersion"), f"name one up to {bundled[-1]}")

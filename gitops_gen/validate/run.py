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
from gitops_gen.validate.context import add_namespaces, check_context
from gitops_gen.validate.embedded import embedded_problems
from gitops_gen.validate.objects import check_beside
from gitops_gen.validate.problem import ObjectProblem
from gitops_gen.validate.references import Neighbours
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


class ClusterCheck:
    """Checks the objects of one cluster, group by group, and the references between them: none leads out of a cluster.

    ``kubernetes_version`` overrides the cluster's.
    """

    def __init__(
        self, cluster: ResolvedCluster, kinds: Mapping[str, KindFacts], *, kubernetes_version: str | None = None
    ) -> None:
        self._schemas = bundled_schemas()
        self._version = kubernetes_version or cluster.spec.model.spec.kubernetes_version
        self._known = self._version in self._schemas.versions()
        self._context = check_context(kinds.values(), kubernetes_version=self._version)
        self._neighbours = Neighbours()
        self._files: list[TextFile] = []
        self._problems: list[Problem] = []
        self._objects = 0
        self._without_schema = 0
        if not self._known:
            self._problems.append(_unknown_version(cluster, self._version, self._schemas.versions()))

    def add(self, manifests: Sequence[Manifest], files: Iterable[TextFile]) -> tuple[Problem, ...]:
        """Check a group; a Namespace is in the group of what lies in it, or in one before. Returns what is wrong."""
        add_namespaces(self._context, (item.body for item in manifests if item.id.kind == "Namespace"))
        found = [*self._neighbours.add(manifests)]
        for manifest in manifests:
            found += [_at_spec(manifest, problem) for problem in self._check(manifest)]
        self._objects += len(manifests)
        self._files += files
        self._problems += found
        return tuple(found)

    def end(self) -> Checked:
        """Everything that was found, when all groups are in."""
        problems = (*self._problems, *self._neighbours.end(self._files))
        return Checked(problems, self._objects, self._without_schema, 0)

    def _check(self, manifest: Manifest) -> Iterator[ObjectProblem]:
        if not self._known:
            self._without_schema += 1
            return
        result = self._schemas.check(manifest.body, kubernetes_version=self._version)
        if result.state is not SchemaState.VALID:
            self._without_schema += result.state is not SchemaState.INVALID
        yield from check_beside(result, manifest.body, self._context)
        yield from embedded_problems(manifest.body, self._schemas)


def run_rules(compiled: Compiled, rules: Mapping[str, Rule]) -> Checked:
    """Run every rule that judges a platform as a whole."""
    checks = [rule.check for rule in rules.values() if rule.check is not None]
    problems = [problem for check in checks for problem in check(compiled)]
    return Checked(tuple(problems), 0, 0, len(checks))


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

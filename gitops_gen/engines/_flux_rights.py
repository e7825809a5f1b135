"""The rights of the account that applies the platform and the teams.

It holds two things and nothing else: what it needs for the kinds that can be emitted, and what it hands out by Roles.
The API server lets nobody hand out a right that he does not hold, so without ``bind`` and ``escalate`` a wider Role is
refused, whatever the repository says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gitops_gen.engines._emittable import declared_operators, emittable_kinds, operator_refs
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Manifest
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.roles import standard_rules
from gitops_gen.model.source import Json, Path, Ref

APPLY = ("create", "get", "list", "patch", "watch")
"""What server-side apply, drift detection and health checks need."""
PRUNE = "delete"


@dataclass(frozen=True, slots=True)
class Right:
    """Verbs on one resource; ``refs`` are the spec values that called for them, none where they are always there."""

    group: str
    resource: str
    verbs: tuple[str, ...]
    refs: tuple[Ref, ...] = ()


def rights(cluster: ResolvedCluster, rendered: Rendered) -> tuple[Right, ...]:
    """The union, one entry a resource, by API group and resource."""
    verbs: dict[tuple[str, str], set[str]] = {}
    refs: dict[tuple[str, str], tuple[Ref, ...]] = {}
    for right in (*_to_apply(cluster), *_standard(cluster), *_handed_out(rendered)):
        key = (right.group, right.resource)
        missing = set(right.verbs) - verbs.setdefault(key, set())
        if missing:
            verbs[key] |= missing
            refs[key] = tuple(dict.fromkeys((*refs.get(key, ()), *right.refs)))
    return tuple(Right(*key, tuple(sorted(verbs[key])), refs[key]) for key in sorted(verbs))


def rules(granted: Iterable[Right]) -> tuple[list[Json], dict[Path, tuple[Ref, ...]]]:
    """RBAC rules with their sources: resources of a group with the same verbs share one."""
    shared: dict[tuple[str, tuple[str, ...]], list[Right]] = {}
    for right in granted:
        shared.setdefault((right.group, right.verbs), []).append(right)
    ordered = sorted(shared.items(), key=lambda item: (item[0][0], [right.resource for right in item[1]]))
    bodies: list[Json] = [
        {"apiGroups": [group], "resources": [right.resource for right in found], "verbs": list(verbs)}
        for (group, verbs), found in ordered
    ]
    sources: dict[Path, tuple[Ref, ...]] = {}
    for index, (_, found) in enumerate(ordered):
        refs = tuple(dict.fromkeys(ref for right in found for ref in right.refs))
        if refs:
            sources[("rules", index)] = refs
    return bodies, sources


def _to_apply(cluster: ResolvedCluster) -> Iterator[Right]:
    for kind in emittable_kinds(cluster):
        verbs = (*APPLY, PRUNE) if kind.prunable else APPLY
        yield Right(kind.group, kind.plural, verbs, operator_refs(cluster, kind))


def _standard(cluster: ResolvedCluster) -> Iterator[Right]:
    """Every standard role in full, so that the first viewer needs no new bootstrap and a thawed team neither."""
    declared = declared_operators(cluster)
    for rule in (rule for role in standard_rules().values() for rule in role):
        if not rule.operator or rule.operator in declared:
            refs = (cluster.spec.ref("operators", rule.operator),) if rule.operator else ()
            yield from (Right(rule.api_group, resource, rule.verbs, refs) for resource in rule.resources)


def _handed_out(rendered: Rendered) -> Iterator[Right]:
    """What the rendered Roles hold. Thousands of them are alike, so each rule is looked at once."""
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for namespace in sorted(rendered.teams):
        for manifest in rendered.teams[namespace]:
            if manifest.id.kind == "Role":
                yield from _of_role(manifest, seen)


def _of_role(manifest: Manifest, seen: set[tuple[tuple[str, ...], ...]]) -> Iterator[Right]:
    for index, rule in enumerate(manifest.body.get("rules", ())):
        groups, resources, verbs = (tuple(rule[field]) for field in ("apiGroups", "resources", "verbs"))
        if (groups, resources, verbs) not in seen:
            seen.add((groups, resources, verbs))
            refs = manifest.refs(("rules", index))
            yield from (Right(group, resource, verbs, refs) for group in groups for resource in resources)

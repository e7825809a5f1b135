"""The cluster's PriorityClasses. The API server lets neither value nor preemption change: a name keeps its meaning."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.kinds._refs import Refs, written
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import ClusterKind
from gitops_gen.model.source import Json, Path
from gitops_gen.model.spec.platform import Priority


def render(cluster: ResolvedCluster) -> Iterator[Draft]:
    """One class for each priority of the Platform."""
    for name, priority in sorted(cluster.platform.model.spec.priorities.items()):
        yield Draft(
            kind="PriorityClass",
            name=name,
            body=_body(priority),
            origin=cluster.platform.ref(),
            sources=_sources(cluster, name, priority=priority),
        )


def _body(priority: Priority) -> dict[str, Json]:
    body: dict[str, Json] = {
        "preemptionPolicy": "PreemptLowerPriority" if priority.preempts else "Never",
        "value": priority.value,
    }
    # The API server drops globalDefault false and an empty description, which would show as drift.
    if priority.default:
        body["globalDefault"] = True
    if priority.description:
        body["description"] = priority.description
    return body


def _sources(cluster: ResolvedCluster, name: str, *, priority: Priority) -> dict[Path, Refs]:
    platform = cluster.platform
    sources: dict[Path, Refs] = {
        ("metadata", "name"): (platform.ref("priorities", name),),
        ("preemptionPolicy",): (written(platform, "priorities", name, "preempts"),),
        ("value",): (platform.ref("priorities", name, "value"),),
    }
    if priority.default:
        sources["globalDefault",] = (platform.ref("priorities", name, "default"),)
    if priority.description:
        sources["description",] = (platform.ref("priorities", name, "description"),)
    return sources


KIND = ClusterKind(
    id="priority-class", emits=("PriorityClass",), summary="The priorities of the Platform", render=render
)

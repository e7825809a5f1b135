"""Where pods and their containers stand in an object, and what a container asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitops_gen.model.names import did_you_mean, is_qualified_name
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.amounts import HUGEPAGES, is_extended, parse_amount
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, entries, mapping

RULE = "manifest-resources"
OVERCOMMITTED = ("cpu", "memory", "ephemeral-storage")

TEMPLATES: Mapping[str, Path] = {
    "CronJob.batch": ("spec", "jobTemplate", "spec", "template"),
    "DaemonSet.apps": ("spec", "template"),
    "Deployment.apps": ("spec", "template"),
    "Job.batch": ("spec", "template"),
    "Pod": (),
    "PodTemplate": ("template",),
    "ReplicaSet.apps": ("spec", "template"),
    "ReplicationController": ("spec", "template"),
    "StatefulSet.apps": ("spec", "template"),
}
"""Where a kind keeps its pod: metadata and spec stand below."""

CONTAINER_LISTS = ("containers", "initContainers", "ephemeralContainers")


def containers(spec: dict[str, Json], path: Path) -> Iterator[tuple[dict[str, Json], Path]]:
    """All containers of a pod's spec, each with its path."""
    for name in CONTAINER_LISTS:
        yield from entries(spec.get(name), (*path, name))


def check_requests(spec: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    """Report resources of a container that the API server refuses: their names, and requests against limits."""
    for container, place in containers(spec, path):
        resources = mapping(container.get("resources"))
        if resources:
            yield from _check_resources(resources, (*place, "resources"), context)


def _check_resources(resources: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    limits, requests = mapping(resources.get("limits")), mapping(resources.get("requests"))
    for part, amounts in (("limits", limits), ("requests", requests)):
        for name in amounts:
            yield from _check_name(str(name), (*path, part, name), context)
    for name in sorted({*map(str, limits), *map(str, requests)}):
        if name in OVERCOMMITTED:
            yield from _check_order(name, limits, requests, path)
        elif is_extended(name) or name.startswith(HUGEPAGES):
            yield from _check_equal(name, limits, requests, path)
    named = {*limits, *requests}
    if any(str(name).startswith(HUGEPAGES) for name in named) and named.isdisjoint(("cpu", "memory")):
        yield ObjectProblem(RULE, path, "huge pages need cpu or memory beside them", "request cpu or memory too")


def _check_name(name: str, path: Path, context: CheckContext) -> Problems:
    known = context.facts.container_resources
    if "/" not in name:
        if name not in known and not name.startswith(HUGEPAGES):
            yield ObjectProblem(RULE, path, f"a container has no resource {name!r}", did_you_mean(name, known))
    elif name.startswith("requests.") or not is_qualified_name(name) or not is_qualified_name(f"requests.{name}"):
        text = f"{name!r} is no legal name of a resource"
        yield ObjectProblem(RULE, path, text, "write <domain>/<name>, without requests.")


def _check_order(name: str, limits: dict[str, Json], requests: dict[str, Json], path: Path) -> Problems:
    limit, request = parse_amount(limits.get(name)), parse_amount(requests.get(name))
    if limit is not None and request is not None and request > limit:
        text = f"the container requests {request} of {name}, more than its limit of {limit}"
        yield ObjectProblem(RULE, (*path, "requests", name), text, "raise the limit or lower the request")


def _check_equal(name: str, limits: dict[str, Json], requests: dict[str, Json], path: Path) -> Problems:
    limit, request = parse_amount(limits.get(name)), parse_amount(requests.get(name))
    if name not in limits:
        text = f"{name} cannot be overcommitted, so it needs a limit"
        yield ObjectProblem(RULE, (*path, "limits", name), text, "write the same amount under limits")
    elif limit is not None and request is not None and request != limit:
        text = f"the request of {request} {name} must be its limit of {limit}: it cannot be overcommitted"
        yield ObjectProblem(RULE, (*path, "requests", name), text, "write the same amount in both")

"""Argo CD's AppProject and Application: what its server checks beyond types."""

from __future__ import annotations

from collections.abc import Iterable

from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.cron import schedule_fault
from gitops_gen.validate.metadata import check_sync_options
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, listing, mapping, shown, texts

RULE = "manifest-argocd"
IDLE_RULE = "manifest-ineffective"
LABEL_LENGTH = 63


def check_project(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what Argo CD refuses in a project: duplicates, policies of other projects, schedules."""
    spec = mapping(body.get("spec"))
    project = str(dig(body, ("metadata",)).get("name"))
    destinations = list(entries(spec.get("destinations"), ("spec", "destinations")))
    yield from _once(((str(item.get("server")), str(item.get("namespace"))), path) for item, path in destinations)
    if destinations and all(_denies(item) for item, _ in destinations):
        text = "every destination denies something, and none allows anything by itself"
        yield ObjectProblem(IDLE_RULE, ("spec", "destinations"), text, "add a destination without !")
    roles = list(entries(spec.get("roles"), ("spec", "roles")))
    yield from _once(((str(role.get("name")),), (*path, "name")) for role, path in roles)
    for role, path in roles:
        yield from _check_policies(role, project, path)
    for window, path in entries(spec.get("syncWindows"), ("spec", "syncWindows")):
        schedule = window.get("schedule")
        fault = schedule_fault(schedule) if isinstance(schedule, str) else None
        if fault:
            text = f"{shown(schedule)} is no schedule: {fault}"
            yield ObjectProblem(RULE, (*path, "schedule"), text, 'write five fields such as "0 3 * * 1"')


def _denies(destination: dict[str, Json]) -> bool:
    return any(str(destination.get(field, "")).startswith("!") for field in ("name", "namespace", "server"))


def _once(items: Iterable[tuple[tuple[str, ...], Path]]) -> Problems:
    seen: set[tuple[str, ...]] = set()
    for identity, path in items:
        if identity in seen:
            yield ObjectProblem(RULE, path, f"{' '.join(identity)} stands twice", "remove one of the two")
        seen.add(identity)


def _check_policies(role: dict[str, Json], project: str, path: Path) -> Problems:
    wanted = f"proj:{project}:{role.get('name')}"
    for position, policy in enumerate(texts(role.get("policies"))):
        fields = [field.strip() for field in policy.split(",")]
        place = (*path, "policies", position)
        if len(fields) != 6:
            continue
        if fields[1] != wanted:
            text = f"the policy speaks of {shown(fields[1])}, this role is {wanted!r}"
            yield ObjectProblem(RULE, place, text, f"write {wanted}")
        if fields[4].partition("/")[0] != project:
            text = f"the policy reaches {shown(fields[4])}, a role may reach its own project only"
            yield ObjectProblem(RULE, place, text, f"write {project}/*")


def check_application(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report sync options that Argo CD would ignore, and a name that does not fit the tracking label."""
    name = dig(body, ("metadata",)).get("name")
    if isinstance(name, str) and len(name) > LABEL_LENGTH:
        text = f"the name has {len(name)} characters, as a label it may have {LABEL_LENGTH}"
        yield ObjectProblem(RULE, ("metadata", "name"), text, "shorten the name")
    options = listing(dig(body, ("spec", "syncPolicy")).get("syncOptions"))
    for position, option in enumerate(options):
        if isinstance(option, str):
            yield from check_sync_options([option], ("spec", "syncPolicy", "syncOptions", position), context)

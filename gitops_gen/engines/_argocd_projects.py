"""Argo CD's projects: what may be deployed from where to where.

Three kinds: the root's (for administrators only: who writes an Application can choose its project), the platform's, and
one a team, for the applications that the team brings itself. The project ``default`` is left to the hub's owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gitops_gen.engines._argocd_permitted import permitted_kinds, permitted_namespaces
from gitops_gen.engines._argocd_settings import (
    HUB_SERVER,
    namespace_ref,
    project_name,
    server_ref,
    settings,
    url_ref,
)
from gitops_gen.engines._refs import namespace_refs
from gitops_gen.engines._roots import REMOVED, team_labels, traced_labels
from gitops_gen.model.fleet import ResolvedCluster, Spec, Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import Rendered
from gitops_gen.model.source import Json, Path, Ref
from gitops_gen.model.spec import Team

TEAM_KINDS = (("", "ConfigMap"), ("", "PersistentVolumeClaim"), ("", "Service"), ("batch", "Job"))
"""What a team's own applications may hold: what its admins may write, less Secrets. No quota, policy, RBAC or Pod."""

_ACTIONS = {"admin": ("create", "delete", "get", "sync", "update"), "developer": ("get", "sync"), "viewer": ("get",)}

_Sources = dict[Path, tuple[Ref, ...]]


def root_project(cluster: ResolvedCluster) -> Draft:
    """The project of the root: it may bring projects and applications into Argo CD's namespace, and nothing else."""
    spec = {
        "destinations": [{"namespace": settings(cluster).namespace, "server": HUB_SERVER}],
        "namespaceResourceWhitelist": _whitelist([("argoproj.io", "AppProject"), ("argoproj.io", "Application")]),
        "sourceRepos": [cluster.platform.model.spec.repository.url],
    }
    sources: _Sources = {
        ("spec", "destinations", 0, "namespace"): namespace_ref(cluster),
        ("spec", "sourceRepos", 0): url_ref(cluster),
    }
    # A person applies it before anything else: it needs no wave.
    return _project(cluster, "root", spec=spec, origin=cluster.spec.ref(), sources=sources, wave=0)


def platform_project(cluster: ResolvedCluster, rendered: Rendered) -> Draft:
    """The project of everything that the tool renders for the cluster, and of nothing else."""
    namespaces = permitted_namespaces(cluster, rendered)
    kinds = {
        "clusterResourceWhitelist": permitted_kinds(cluster, rendered, namespaced=False),
        "namespaceResourceWhitelist": permitted_kinds(cluster, rendered, namespaced=True),
    }
    spec = {
        "destinations": _destinations(cluster, namespaces),
        "sourceRepos": [cluster.platform.model.spec.repository.url],
        **{field: _whitelist(found) for field, found in kinds.items()},
    }
    sources = _destination_sources(cluster, namespaces)
    sources[("spec", "sourceRepos", 0)] = url_ref(cluster)
    for field, found in kinds.items():
        sources.update({("spec", field, index): refs for index, refs in enumerate(found.values()) if refs})
    return _project(cluster, "platform", spec=spec, origin=cluster.spec.ref(), sources=sources)


def team_projects(cluster: ResolvedCluster) -> Iterator[Draft]:
    """A project for each team that has a namespace here which it may still use, by team."""
    namespaces: dict[str, list[Tenant]] = {}
    for tenant in cluster.tenants:
        if tenant.state.value != REMOVED:
            namespaces.setdefault(tenant.team.name, []).append(tenant)
    for name in sorted(namespaces):
        yield _team_project(cluster, namespaces[name][0].team, namespaces[name])


def _team_project(cluster: ResolvedCluster, team: Spec[Team], tenants: Iterable[Tenant]) -> Draft:
    namespaces = {tenant.namespace: namespace_refs(cluster, tenant) for tenant in tenants}
    roles, role_sources = _roles(project_name(cluster, team.name), team)
    repositories = {url: team.ref("repositories", index) for index, url in enumerate(team.model.spec.repositories)}
    spec = {
        "destinations": _destinations(cluster, namespaces),
        "namespaceResourceWhitelist": _whitelist(TEAM_KINDS),
        "roles": roles,
        "sourceRepos": sorted(repositories),
    }
    labels, sources = traced_labels(team_labels(team), role_sources)
    sources.update(_destination_sources(cluster, namespaces))
    sources.update({("spec", "sourceRepos", i): (repositories[url],) for i, url in enumerate(sorted(repositories))})
    # An empty list would be dropped by the server; absent it means the same: nobody, or nothing to deploy from.
    filled = {key: value for key, value in spec.items() if value}
    return _project(cluster, team.name, spec=filled, origin=team.ref(), sources=sources, labels=labels)


def _roles(project: str, team: Spec[Team]) -> tuple[list[Json], _Sources]:
    """Argo CD sees the identity provider's bare groups, without the prefix that the API server puts before them."""
    access = team.model.spec.access
    roles: list[Json] = []
    sources: _Sources = {}
    for index, role in enumerate(sorted({entry.role for entry in access.values()})):
        groups = sorted(group for group, entry in access.items() if entry.role == role)
        policies = [
            f"p, proj:{project}:{role}, applications, {action}, {project}/*, allow" for action in _ACTIONS[role]
        ]
        roles.append({"groups": groups, "name": role, "policies": policies})
        sources[("spec", "roles", index)] = tuple(team.ref("access", group, "role") for group in groups)
        for position, group in enumerate(groups):
            sources[("spec", "roles", index, "groups", position)] = (team.ref("access", group),)
    return roles, sources


def _whitelist(kinds: Iterable[tuple[str, str]]) -> list[Json]:
    return [{"group": group, "kind": kind} for group, kind in kinds]


def _destinations(cluster: ResolvedCluster, namespaces: Iterable[str]) -> list[Json]:
    server = settings(cluster).server
    return [{"namespace": namespace, "server": server} for namespace in sorted(namespaces)]


def _destination_sources(cluster: ResolvedCluster, namespaces: Mapping[str, tuple[Ref, ...]]) -> _Sources:
    sources: _Sources = {}
    for index, namespace in enumerate(sorted(namespaces)):
        sources[("spec", "destinations", index, "namespace")] = namespaces[namespace]
        sources[("spec", "destinations", index, "server")] = server_ref(cluster)
    return sources


def _project(
    cluster: ResolvedCluster,
    part: str,
    *,
    spec: Mapping[str, Json],
    origin: Ref,
    sources: _Sources,
    labels: Mapping[str, str] | None = None,
    wave: int | None = None,
) -> Draft:
    identity: _Sources = {
        ("metadata", "name"): tuple(dict.fromkeys((cluster.spec.ref(), origin))),
        ("metadata", "namespace"): namespace_ref(cluster),
    }
    return Draft(
        kind="AppProject",
        name=project_name(cluster, part),
        namespace=settings(cluster).namespace,
        body={"spec": dict(spec)},
        origin=origin,
        labels=labels or {},
        sources={**identity, **sources},
        wave=wave,
    )

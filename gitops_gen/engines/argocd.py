"""Argo CD: projects and applications in ``gitops/``, and the root that a person applies once in ``bootstrap/``.

Waves between Applications need a health check of ``argoproj.io/Application`` in ``argocd-cm``. That ConfigMap has an
owner, so the check is documented and not emitted; without it, only the pause between waves orders Applications.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.engines._argocd_applications import applications, root_application
from gitops_gen.engines._argocd_projects import platform_project, root_project, team_projects
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft, KindFacts
from gitops_gen.model.plugin import Engine, Rendered

_PROTECTION = {"confirm": ("Delete=confirm", "Prune=confirm"), "keep": ("Delete=false", "Prune=false"), "": ()}


def engine_annotations(facts: KindFacts, protection: str, wave: int) -> dict[str, str]:
    """Sync options for the protection and for a definition that may still be missing, and the wave."""
    options = [*_PROTECTION[protection], *(["SkipDryRunOnMissingResource=true"] if facts.optional_crd else [])]
    found = {"argocd.argoproj.io/sync-options": ",".join(sorted(options))} if options else {}
    if wave:
        found["argocd.argoproj.io/sync-wave"] = str(wave)
    return found


def gitops(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """What the root syncs: projects before the applications that name them."""
    yield platform_project(cluster, rendered)
    yield from team_projects(cluster)
    yield from applications(cluster, rendered)


def bootstrap(cluster: ResolvedCluster, rendered: Rendered) -> Iterator[Draft]:
    """What a person applies once to the hub. Nothing in it depends on what is rendered."""
    yield root_project(cluster)
    yield root_application(cluster)


ENGINE = Engine(
    id="argocd",
    emits=("AppProject", "Application"),
    summary="Argo CD: a project for the platform and one a team, an Application for each sync root",
    annotations=engine_annotations,
    gitops=gitops,
    bootstrap=bootstrap,
)

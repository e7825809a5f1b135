"""Every derived field names the spec values behind it, by paths that exist on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from gitops_gen.engines.argocd import ENGINE as ARGOCD_ENGINE
from gitops_gen.engines.flux import ENGINE as FLUX_ENGINE
from gitops_gen.model.fleet import ResolvedCluster
from gitops_gen.model.manifest import Draft
from gitops_gen.model.plugin import Engine, Rendered
from gitops_gen.model.source import Json
from tests.unit.engines.worlds import (
    ARGOCD,
    FLUX,
    at,
    drafts,
    leaves,
    make_cluster,
    make_manifest,
    make_platform,
    make_rendered,
    make_role,
    make_team,
    make_tenant,
    refs_of,
    whole,
)

OCI: dict[str, Json] = {
    "flux": {
        "namespace": "flux",
        "interval": "7m",
        "source": {"oci": {"url": "oci://registry.acme.example/gpu", "secret": "pull-secret"}},
    }
}
SAYS_LITTLE = make_platform()
SAYS_ALL = make_platform(
    naming={"namespace": "{team}"},
    repository={"url": "https://git.acme.example/platform.git", "revision": "release", "path": "out"},
)


def _world(gitops: Mapping[str, Json], *, terse: bool) -> tuple[ResolvedCluster, Rendered]:
    access = {"engineers": {"role": "developer"}, "leads": {"role": "admin"}}
    team = make_team(access=access, costCenter="4711", repositories=["https://git.acme.example/vision-*"])
    tenants = (make_tenant("vision", team=team), make_tenant("vision-batch", team=team))
    operators = {
        "gpuOperator": {"version": "26.7.0", "namespace": "gpu-operator"},
        "jobset": {"version": "0.10.0"},
        "nodeFeatureDiscovery": {"version": "0.19.0"},
    }
    cluster = make_cluster(
        *tenants,
        name="eu-central",
        gitops=gitops,
        operators={} if terse else operators,
        platform=SAYS_LITTLE if terse else SAYS_ALL,
    )
    role = make_role("vision", [{"apiGroups": ["example.com"], "resources": ["widgets"], "verbs": ["get"]}])
    teams = {name: [make_manifest("Namespace", name)] for name in ("vision", "vision-batch")}
    return cluster, make_rendered(teams={**teams, "vision": [*teams["vision"], role]})


WORLDS: dict[str, tuple[Engine, ResolvedCluster, Rendered]] = {
    "argocd, all written": (ARGOCD_ENGINE, *_world(ARGOCD, terse=False)),
    "argocd, defaults": (ARGOCD_ENGINE, *_world(ARGOCD, terse=True)),
    "flux from git, all written": (FLUX_ENGINE, *_world(FLUX, terse=False)),
    "flux from git, defaults": (FLUX_ENGINE, *_world(FLUX, terse=True)),
    "flux from an artifact": (FLUX_ENGINE, *_world(OCI, terse=False)),
}
every_world = pytest.mark.parametrize(("engine", "cluster", "rendered"), WORLDS.values(), ids=WORLDS)


@every_world
def test_paths_exist_in_the_object_and_in_the_spec(
    engine: Engine, cluster: ResolvedCluster, rendered: Rendered
) -> None:
    for draft in drafts(engine, cluster, rendered).values():
        tree = whole(draft)
        for path, refs in draft.sources.items():
            assert at(tree, path) is not None, (draft.name, path)
            assert refs, (draft.name, path)
            for ref in refs:
                assert at(ref.document.data, ref.path) is not None, (draft.name, path, str(ref))
        for label in draft.labels:
            assert ("metadata", "labels", label) in draft.sources


@every_world
def test_engines_emit_what_they_declare(engine: Engine, cluster: ResolvedCluster, rendered: Rendered) -> None:
    assert {draft.kind for draft in drafts(engine, cluster, rendered).values()} <= set(engine.emits)


DERIVED = {
    "argocd, all written": {
        "https://eu1.acme.example:6443": "/spec/gitops/argocd/server",
        "argocd": "/spec/gitops/argocd/namespace",
        "https://git.acme.example/platform.git": "/spec/repository/url",
        "release": "/spec/repository/revision",
        "out/eu-central/platform": "/spec/repository/path",
        "out/eu-central/teams/vision-batch": "/spec/team",
        "gpu-operator": "/spec/operators/gpuOperator/namespace",
        "NodeFeatureRule": "/spec/operators/nodeFeatureDiscovery",
        "vision-batch": "/spec/naming/namespace",
        "leads": "/spec/access/leads",
        "admin": "/spec/access/leads/role",
        "https://git.acme.example/vision-*": "/spec/repositories/0",
        "research": "/spec/department",
        "4711": "/spec/costCenter",
    },
    "argocd, defaults": {
        "main": "/spec/repository",
        "generated/eu-central/gitops": "/spec/repository",
        "vision": "/metadata/name",
    },
    "flux from an artifact": {
        "flux": "/spec/gitops/flux/namespace",
        "7m0s": "/spec/gitops/flux/interval",
        "pull-secret": "/spec/gitops/flux/source/oci/secret",
        "oci://registry.acme.example/gpu": "/spec/gitops/flux/source/oci/url",
        "OCIRepository": "/spec/gitops/flux/source/oci",
        "release": "/spec/repository/revision",
        "out/eu-central/gitops": "/spec/repository/path",
        "jobsets": "/spec/operators/jobset",
        "widgets": "/metadata/name",
    },
    "flux from git, all written": {"out/eu-central": "/spec/repository/path", "release": "/spec/repository/revision"},
    "flux from git, defaults": {"10m0s": "/spec/gitops/flux", "main": "/spec/repository"},
}


@pytest.mark.parametrize(
    ("world", "value", "want"),
    [(world, value, want) for world, values in DERIVED.items() for value, want in values.items()],
)
def test_derived_values_lead_to_the_line_that_made_them(world: str, value: str, want: str) -> None:
    found = _refs_by_value(drafts(*WORLDS[world]).values())
    assert value in found
    for refs in found[value]:
        assert want in refs, (value, refs)


def _refs_by_value(made: Iterable[Draft]) -> dict[str, list[list[str]]]:
    """Values of the objects, apiVersion and kind aside, with the paths that each occurrence leads to."""
    found: dict[str, list[list[str]]] = {}
    for draft in made:
        for path, value in leaves(whole(draft)):
            if path[0] not in ("apiVersion", "kind") and isinstance(value, str):
                found.setdefault(value, []).append([str(ref).partition("#")[2] for ref in refs_of(draft, path)])
    return found

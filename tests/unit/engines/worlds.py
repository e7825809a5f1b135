"""Small clusters for the engines' tests: built by hand, so that each test says only what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gitops_gen.catalog import load_kinds
from gitops_gen.model.fleet import ResolvedCluster, Spec, Tenant
from gitops_gen.model.manifest import Draft, Manifest, ObjectId
from gitops_gen.model.plugin import Engine, Rendered
from gitops_gen.model.source import Document, Json, Location, Ref, Traced
from gitops_gen.model.spec import Allocation, Cluster, Environment, Platform, SpecModel, Team

ARGOCD: dict[str, Json] = {"argocd": {"namespace": "argocd", "server": "https://eu1.acme.example:6443", "hub": "prod"}}
FLUX: dict[str, Json] = {"flux": {"source": {"git": {}}}}
_MODELS: dict[str, type[SpecModel]] = {
    "Allocation": Allocation,
    "Cluster": Cluster,
    "Environment": Environment,
    "Platform": Platform,
    "Team": Team,
}


def make_spec(kind: str, name: str, spec: Mapping[str, Json]) -> Spec[Any]:
    data = {"apiVersion": "gitops-gen.io/v1", "kind": kind, "metadata": {"name": name}, "spec": dict(spec)}
    document = Document(f"{name}.yaml", kind, name, data, lambda path, key: Location(f"{name}.yaml", 1, 1))
    return Spec(document, _MODELS[kind].model_validate(data))


def make_platform(**spec: Json) -> Spec[Platform]:
    return make_spec(
        "Platform",
        "acme",
        {
            "asOf": "2026-11-30",
            "owners": {"platform": "@acme/platform"},
            "repository": {"url": "https://github.com/acme/gpu-platform.git"},
            **spec,
        },
    )


def make_team(name: str = "vision", **spec: Json) -> Spec[Team]:
    return make_spec("Team", name, {"department": "research", "owners": ["@acme/leads"], **spec})


def make_tenant(
    namespace: str = "vision", *, team: Spec[Team] | None = None, state: str = "active", environment: str = "prod"
) -> Tenant:
    owner = make_team() if team is None else team
    clusters = {"eu1": {"resources": {"cpu": 1, "memory": "1Gi"}}}
    allocation = make_spec(
        "Allocation",
        f"{namespace}-{environment}",
        {"team": owner.name, "environment": environment, "clusters": clusters},
    )
    return Tenant(
        namespace=namespace,
        allocation=allocation,
        team=owner,
        environment=make_spec("Environment", environment, {"tier": "production"}),
        state=Traced(state, (owner.ref(),)),
        labels={"gitops-gen.io/team": Traced(owner.name, (owner.ref(),))},
        annotations={},
        pod_security=Traced("restricted", (allocation.ref(),)),
        pod_security_warn="restricted",
        pod_security_version="v1.36",
        resources={},
        limits={},
        storage={},
        counts={},
        container_requests={},
        container_limits={},
        largest_node={},
        gpus={},
        gpu_keys={},
        access={},
        flows=(),
        profiles=(),
    )


def make_cluster(
    *tenants: Tenant,
    name: str = "eu1",
    gitops: Mapping[str, Json] = ARGOCD,
    platform: Spec[Platform] | None = None,
    **spec: Json,
) -> ResolvedCluster:
    base: dict[str, Json] = {
        "environments": ["prod"],
        "kubernetesVersion": "1.36",
        "gitops": dict(gitops),
        "network": {"cni": "cilium"},
    }
    return ResolvedCluster(
        spec=make_spec("Cluster", name, {**base, **spec}),
        platform=make_platform() if platform is None else platform,
        engine="argocd" if "argocd" in gitops else "flux",
        environments=(),
        pools=(),
        tenants=tenants,
        labels={},
        annotations={},
        gpu_keys=(),
    )


def make_manifest(
    kind: str, name: str = "x", *, namespace: str = "", body: Mapping[str, Json] | None = None
) -> Manifest:
    """An object as the render stage makes it, with the cluster's folder left open."""
    facts = load_kinds()[kind]
    origin = make_spec("Team", "origin", {"department": "x", "owners": ["@acme/leads"]}).ref()
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    whole = {"apiVersion": facts.gvk.api_version, "kind": facts.gvk.kind, "metadata": metadata, **(body or {})}
    identity = ObjectId(facts.gvk.group, facts.gvk.kind, namespace, name)
    return Manifest("eu1", "eu1/x", facts, identity, whole, origin, {})


def make_rendered(platform: Iterable[Manifest] = (), teams: Mapping[str, Iterable[Manifest]] | None = None) -> Rendered:
    """What lies in the folders: one PriorityClass, and a Namespace for each team, unless said otherwise."""
    return Rendered(
        platform=tuple(platform) or (make_manifest("PriorityClass"),),
        teams={namespace: tuple(found) for namespace, found in (teams or {}).items()},
    )


def make_role(namespace: str, rules: list[Json], name: str = "developer") -> Manifest:
    return make_manifest("Role", name, namespace=namespace, body={"rules": rules})


def make_claim(namespace: str, storage_class: str) -> Manifest:
    body = {"spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": storage_class}}
    return make_manifest("PersistentVolumeClaim", "checkpoints", namespace=namespace, body=body)


def drafts(engine: Engine, cluster: ResolvedCluster, rendered: Rendered) -> dict[tuple[str, str], Draft]:
    """Everything that an engine makes, by kind and name; fails on two of one identity."""
    found: dict[tuple[str, str], Draft] = {}
    for draft in (*engine.gitops(cluster, rendered), *engine.bootstrap(cluster, rendered)):
        key = (draft.kind, draft.name)
        assert key not in found, f"two of {key}"
        found[key] = draft
    return found


def whole(draft: Draft) -> dict[str, Json]:
    """The object as far as the draft knows it; paths of its sources lead into this."""
    facts = load_kinds()[draft.kind]
    metadata: dict[str, Json] = {
        "name": draft.name,
        "labels": dict(draft.labels),
        "annotations": dict(draft.annotations),
    }
    if draft.namespace:
        metadata["namespace"] = draft.namespace
    return {"apiVersion": facts.gvk.api_version, "kind": facts.gvk.kind, "metadata": metadata, **draft.body}


def at(tree: Json, path: Iterable[str | int]) -> Json:
    """The value at a path. Raises KeyError or IndexError where it leads nowhere."""
    for step in path:
        tree = tree[step]
    return tree


def leaves(tree: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    steps = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else None
    if steps is None:
        yield path, tree
        return
    for step, value in steps:
        yield from leaves(value, (*path, step))


def refs_of(draft: Draft, path: tuple[str | int, ...]) -> tuple[Ref, ...]:
    """The sources of a field, of its nearest ancestor if it has none."""
    for length in range(len(path), 0, -1):
        if draft.sources.get(path[:length]):
            return draft.sources[path[:length]]
    return (draft.origin,)

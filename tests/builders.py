"""Small resolved worlds, built by hand: every part has a default, and a test overrides only what it is about.

Documents are real (their models are validated), so that references into them can be looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gitops_gen.model.fleet import (
    Flow,
    GroupAccess,
    Pool,
    ProfileKind,
    PromisedGpus,
    ResolvedCluster,
    ResolvedLayout,
    Spec,
    Tenant,
    TenantProfile,
)
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Document, Json, Location, Path, Ref, Traced
from gitops_gen.model.spec import KINDS, Allocation, Cluster, Environment, NodePool, Platform, Team, WorkloadProfile
from gitops_gen.model.spec.scalars import Port

IMAGE = "ghcr.io/acme/train@sha256:" + 64 * "a"
CLUSTER = "prod-eu1"
WHOLE, SLICE = GpuKind("h100-80gb"), GpuKind("h100-80gb", "1g.10gb")


def make_spec(kind: str, name: str, spec: Mapping[str, Json]) -> Spec[Any]:
    """A document of any kind; all its lines are line 1."""
    data = {"apiVersion": "gitops-gen.io/v1", "kind": kind, "metadata": {"name": name}, "spec": dict(spec)}
    document = Document(f"{name}.yaml", kind, name, data, lambda path, key: Location(f"{name}.yaml", 1, 1))
    return Spec(document, KINDS[kind].model_validate(data))


def make_platform(**spec: Json) -> Spec[Platform]:
    return make_spec(
        "Platform",
        "acme",
        {
            "asOf": "2026-11-30",
            "owners": {"platform": "@acme/platform"},
            "repository": {"url": "https://github.com/acme/gpu-platform.git"},
            "naming": {"namespace": "{team}"},
            "identity": {"groupPrefix": "oidc:"},
            "priorities": {"normal": {"value": 10000, "default": True}},
            **spec,
        },
    )


def make_environment(name: str = "prod", **spec: Json) -> Spec[Environment]:
    return make_spec("Environment", name, {"tier": "production", "podSecurity": "restricted", **spec})


def make_cluster_spec(**spec: Json) -> Spec[Cluster]:
    return make_spec(
        "Cluster",
        CLUSTER,
        {
            "environments": ["prod"],
            "kubernetesVersion": "1.36",
            "gitops": {"argocd": {"server": "https://prod-eu1.acme.example:6443", "hub": "prod"}},
            "operators": {"gpuOperator": {"version": "26.7.0"}, "nodeFeatureDiscovery": {"version": "0.19.0"}},
            "storageClasses": {"nvme": {"access": ["ReadWriteOnce"]}, "shared": {"access": ["ReadWriteMany"]}},
            "network": {"cni": "cilium", "dns": {"namespace": "kube-system"}},
            **spec,
        },
    )


def make_team(name: str = "vision", **spec: Json) -> Spec[Team]:
    body = {
        "state": "active",
        "department": "research",
        "owners": ["@acme/leads"],
        "access": {"leads": {"role": "admin"}},
        "profiles": {"training": {}},
        **spec,
    }
    return make_spec("Team", name, body)


def make_allocation(name: str = "vision-prod", **spec: Json) -> Spec[Allocation]:
    resources = {"cpu": 400, "memory": "4Ti", "storage": {"nvme": "2Ti"}}
    body = {
        "team": "vision",
        "environment": "prod",
        "profiles": ["training"],
        "clusters": {CLUSTER: {"resources": resources, "gpus": {"h100-80gb": {"guaranteed": 16}}}},
        **spec,
    }
    return make_spec("Allocation", name, body)


def make_pool_spec(name: str = "h100", **spec: Json) -> Spec[NodePool]:
    body = {
        "cluster": CLUSTER,
        "gpu": {"model": "h100-80gb", "perNode": 8},
        "nodes": {"count": 6},
        "allocatable": {"cpu": 188, "memory": "1900Gi"},
        "nodeLabels": {"acme.example/pool": name},
        "taints": [{"key": "acme.example/pool", "value": name, "effect": "NoSchedule"}],
        **spec,
    }
    return make_spec("NodePool", name, body)


def make_layout(
    pool: Spec[NodePool], name: str, *, names: tuple[str, ...] = (), gpus: tuple[int, ...] = tuple(range(8))
) -> ResolvedLayout:
    """A layout of the pool's document, as many slices a card as it says."""
    ref = pool.ref("partition", "mig", "layouts", name)
    slices = pool.document.data["spec"]["partition"]["mig"]["layouts"][name]["slices"]
    return ResolvedLayout(name, f"{pool.name}-{name}", 1, names, gpus, len(gpus) == 8, slices, ref)


def make_pool(
    name: str = "h100", *, layouts: Iterable[ResolvedLayout] = (), spec: Spec[NodePool] | None = None, **body: Json
) -> Pool:
    """A pool as its document (``body`` on top of the default's) partitions it."""
    found = spec or make_pool_spec(name, **body)
    partition = found.document.data["spec"].get("partition") or {}
    sharing = next((word for word in ("timeSlicing", "mps") if word in partition), "")
    return Pool(
        spec=found,
        model=None,
        backs="guaranteed",
        strategy=partition.get("mig", {}).get("strategy", ""),
        replicas=partition.get(sharing, {}).get("replicas", 0),
        sharing=sharing,
        layouts=tuple(layouts),
        nodes=6,
        most_nodes=6,
        yields=(),
        keys={WHOLE: "nvidia.com/gpu"},
    )


def make_profile_spec(name: str = "training", **spec: Json) -> Spec[WorkloadProfile]:
    body = {
        "version": "1",
        "workload": "Job",
        "container": {"image": IMAGE, "command": ["python", "-m", "train"]},
        "gpu": {"accepts": ["h100-80gb"], "perPod": {"default": 4}},
        "lifecycle": {"retries": 3, "gracePeriod": "30s"},
        **spec,
    }
    return make_spec("WorkloadProfile", name, body)


def make_profile(
    name: str = "training", *, kinds: Iterable[ProfileKind] | None = None, protected: bool = True, **spec: Json
) -> TenantProfile:
    """A profile that no team changes; ``kinds`` defaults to whole H100s."""
    profile = make_profile_spec(name, **spec)
    return TenantProfile(
        name=name,
        version="1",
        spec=profile.model.spec,
        profile=profile,
        origins=dict(_origins(profile.document.data["spec"], profile.ref("version")._replace(path=("spec",)), ())),
        kinds=tuple((make_profile_kind(profile),) if kinds is None else kinds),
        protected=protected,
    )


def _origins(node: Json, ref: Ref, path: Path) -> Iterable[tuple[Path, tuple[Ref, ...]]]:
    yield path, (ref,)
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _origins(value, ref.child(key), (*path, key))


def make_profile_kind(
    profile: Spec[WorkloadProfile] | None = None,
    *,
    kind: GpuKind | None = WHOLE,
    key: str = "nvidia.com/gpu",
    gpus: int = 4,
    name: str = "",
    pools: Iterable[Pool] | None = None,
    requests: Mapping[str, str] | None = None,
) -> ProfileKind:
    found = profile or make_profile_spec()
    amounts = {"cpu": "64", "memory": "640Gi", "ephemeral-storage": "400Gi"} if requests is None else requests
    return ProfileKind(
        kind=kind,
        object_name=name or found.name,
        gpus=gpus,
        key=key,
        requests={resource: traced(Quantity.parse(text), found.ref("gpu")) for resource, text in amounts.items()},
        pools=tuple((make_pool(),) if pools is None else pools),
        accepts_ref=found.ref("gpu", "accepts", 0),
    )


def traced(value: Any, *refs: Ref) -> Traced[Any]:
    return Traced(value, refs)


def make_tenant(
    state: str = "active",
    *,
    namespace: str = "vision",
    team: Spec[Team] | None = None,
    allocation: Spec[Allocation] | None = None,
    **fields: Any,
) -> Tenant:
    """A namespace. ``fields`` are those of Tenant; amounts may be text, counts plain, and are then the allocation's."""
    owner, allocated = team or make_team(), allocation or make_allocation()
    environment = make_environment()
    given: dict[str, Any] = {
        "labels": {"gitops-gen.io/team": traced("vision", owner.ref())},
        "annotations": {},
        "pod_security": traced("restricted", environment.ref("podSecurity")),
        "pod_security_warn": "restricted",
        "pod_security_version": "v1.36",
        "resources": {"cpu": "400", "memory": "4Ti"},
        "limits": {"cpu": "400", "memory": "4Ti"},
        "storage": {"nvme": "2Ti", "shared": "20Ti"},
        "counts": {"jobs": 1000, "pods": 200},
        "container_requests": {"cpu": "500m", "memory": "1Gi"},
        "container_limits": {"cpu": "500m", "memory": "1Gi"},
        "largest_node": {"cpu": "188", "memory": "1900Gi"},
        "gpus": {WHOLE: PromisedGpus(16, 0)},
        "gpu_keys": {"nvidia.com/gpu": 16},
        "access": {"admin": (GroupAccess("leads", owner.ref("access", "leads")),)},
        "flows": (),
        "profiles": (),
        **fields,
    }
    at = allocated.ref("clusters", CLUSTER)
    for name in ("resources", "limits", "storage", "container_requests", "container_limits", "largest_node"):
        given[name] = {key: _traced_amount(value, at) for key, value in given[name].items()}
    for name in ("counts", "gpus", "gpu_keys"):
        given[name] = {k: v if isinstance(v, Traced) else traced(v, at) for k, v in given[name].items()}
    return Tenant(
        namespace=namespace,
        allocation=allocated,
        team=owner,
        environment=environment,
        state=traced(state, owner.ref("state")),
        **given,
    )


def _traced_amount(value: Any, ref: Ref) -> Any:
    """Text is an amount, None is unlimited; what is traced already stays."""
    if isinstance(value, Traced):
        return value
    return traced(Quantity.parse(value) if value is not None else None, ref)


def make_cluster(
    *, pools: Iterable[Pool] = (), tenants: Iterable[Tenant] = (), platform: Spec[Platform] | None = None, **spec: Json
) -> ResolvedCluster:
    """A cluster; ``spec`` goes on top of the document's defaults."""
    return ResolvedCluster(
        spec=make_cluster_spec(**spec),
        platform=platform or make_platform(),
        engine="argocd",
        environments=(make_environment(),),
        pools=tuple(pools),
        tenants=tuple(tenants),
        labels={},
        annotations={},
        gpu_keys=("nvidia.com/gpu",),
    )


def make_flow(
    name: str = "data",
    *,
    egress: bool = True,
    namespaces: tuple[str, ...] = (),
    cidrs: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    ports: tuple[Port, ...] = (Port(443, 443, "TCP"),),
    peer_refs: tuple[Ref, ...] | None = None,
    port_refs: tuple[Ref, ...] | None = None,
) -> Flow:
    team = make_team()
    return Flow(
        name=name,
        egress=egress,
        namespaces=namespaces,
        cidrs=cidrs,
        names=names,
        ports=ports,
        peer_refs=(team.ref(),) if peer_refs is None else peer_refs,
        port_refs=(team.ref(),) if port_refs is None else port_refs,
    )

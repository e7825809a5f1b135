"""Specs by identity, and every reference between them checked, with the nearest legal name where one is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gitops_gen.model import names
from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Spec
from gitops_gen.model.gpu import GpuModel
from gitops_gen.model.source import Location, Ref
from gitops_gen.model.spec import Allocation, Cluster, Environment, Grant, NodePool, Platform, Team, WorkloadProfile
from gitops_gen.model.spec.cluster import ClusterSpec

PLATFORM_FILE = "profiles/platform.yaml"
"""Where people look for the Platform."""


@dataclass(frozen=True, slots=True)
class Index:
    """Every document by what makes it unique. Where two claim one identity, the first by file and line holds."""

    platform: Spec[Platform]
    environments: Mapping[str, Spec[Environment]]
    clusters: Mapping[str, Spec[Cluster]]
    pools: Mapping[tuple[str, str], Spec[NodePool]]
    """By cluster and name."""
    profiles: Mapping[tuple[str, str], Spec[WorkloadProfile]]
    """By name and version."""
    teams: Mapping[str, Spec[Team]]
    allocations: Mapping[str, Spec[Allocation]]
    grants: Mapping[str, Spec[Grant]]
    gpus: Mapping[str, GpuModel]
    broken: frozenset[tuple[str, str]] = frozenset()
    """Kind and name of documents that are wrong, empty where unknown: they exist, and nothing more is known of them."""

    def versions(self, profile: str) -> tuple[str, ...]:
        """Versions of a profile, the newest last."""
        return tuple(sorted((version for name, version in self.profiles if name == profile), key=int))


def build_index(
    specs: Iterable[Spec[Any]],
    gpus: Mapping[str, GpuModel],
    problems: list[Problem],
    broken: frozenset[tuple[str, str]] = frozenset(),
) -> Index | None:
    """Sort specs by identity; None without a Platform, since nothing can be resolved then."""
    found: dict[str, dict[Any, Spec[Any]]] = {}
    # Documents of one file come in their order; to ask for their lines would be to read every file again.
    for spec in sorted(specs, key=lambda item: item.document.file):
        kind = found.setdefault(spec.document.kind, {})
        key = _identity(spec)
        if key in kind:
            problems.append(_duplicate(spec, kind[key]))
        else:
            kind[key] = spec
    platforms = list(found.get("Platform", {}).values())
    for extra in platforms[1:]:
        problems.append(_second_platform(extra, platforms[0]))
    if not platforms:
        if not any(kind in ("Platform", "") for kind, _ in broken):
            problems.append(_no_platform())
        return None
    by_kind = {name: dict(sorted(items.items())) for name, items in found.items()}
    return Index(
        platform=platforms[0],
        environments=by_kind.get("Environment", {}),
        clusters=by_kind.get("Cluster", {}),
        pools=by_kind.get("NodePool", {}),
        profiles=by_kind.get("WorkloadProfile", {}),
        teams=by_kind.get("Team", {}),
        allocations=by_kind.get("Allocation", {}),
        grants=by_kind.get("Grant", {}),
        gpus=gpus,
        broken=broken,
    )


def _identity(spec: Spec[Any]) -> Any:
    model = spec.model
    if isinstance(model, NodePool):
        return (model.spec.cluster, spec.name)
    if isinstance(model, WorkloadProfile):
        return (spec.name, model.spec.version)
    return spec.name


def _duplicate(spec: Spec[Any], first: Spec[Any]) -> Problem:
    return Problem(
        "spec-duplicate",
        f"{spec.document} is defined twice",
        spec.ref(),
        "rename one of the two, or delete one",
        related=(("first defined here", first.ref()),),
    )


def _second_platform(spec: Spec[Any], first: Spec[Any]) -> Problem:
    return Problem(
        "spec-duplicate",
        f"{spec.document} is a second Platform; a repository has one",
        spec.ref(),
        "delete one of the two",
        related=(("the first Platform", first.ref()),),
    )


def _no_platform() -> Problem:
    return Problem(
        "platform-missing",
        "no document of kind Platform is here, so nothing can be compiled",
        Location(PLATFORM_FILE, 1, 1),
        "write one in profiles/platform.yaml",
    )


def check_references(index: Index, problems: list[Problem]) -> None:
    """Report every name that no document defines."""
    check = _Checker(index, problems)
    for cluster in index.clusters.values():
        for position, name in enumerate(cluster.model.spec.environments):
            check.one("Environment", name, index.environments, cluster.ref("environments", position))
    for pool in index.pools.values():
        check.pool(pool)
    for environment in index.environments.values():
        check.environment(environment)
    for profile in index.profiles.values():
        check.profile(profile)
    for team in index.teams.values():
        check.team(team)
    for allocation in index.allocations.values():
        check.allocation(allocation)
    for grant in index.grants.values():
        check.grant(grant)
    check.platform(index.platform)


def _suggest(name: str, legal: Iterable[str]) -> str:
    """People shorten names, and the part that they write is the part that they know: l4 for l4-24gb."""
    known = sorted(legal)
    longer = [one for one in known if one.startswith(f"{name}-")]
    if len(longer) > 1:
        return "did you mean one of: " + ", ".join(repr(one) for one in longer)
    return names.did_you_mean(longer[0] if longer else name, known)


class _Checker:
    """Adds a problem for each name that is not among the legal ones."""

    def __init__(self, index: Index, problems: list[Problem]) -> None:
        self.index = index
        self.problems = problems
        self.profile_names = sorted({name for name, _ in index.profiles})

    def one(
        self, what: str, name: str, legal: Iterable[str], at: Ref, *, within: str = "", on_key: bool = False
    ) -> bool:
        """Whether ``name`` is defined. ``what`` is a kind of document, or words for something ``within`` one."""
        if name in legal:
            return True
        if any((kind, broken) in self.index.broken for kind in (what, "") for broken in (name, "")):
            return False
        message = f"{within} has no {what} {name!r}" if within else f"there is no {what} {name!r}"
        self.problems.append(Problem("reference-unknown", message, at, _suggest(name, legal), on_key=on_key))
        return False

    def somewhere(
        self, what: str, name: str, held: Callable[[ClusterSpec], Iterable[str]], at: Ref, *, on_key: bool = False
    ) -> None:
        """Check a name that at least one cluster must have. A cluster that is wrong may have it."""
        if any(kind == "Cluster" for kind, _ in self.index.broken):
            return
        legal = {known for cluster in self.index.clusters.values() for known in held(cluster.model.spec)}
        self.one(what, name, sorted(legal), at, on_key=on_key)

    def platform(self, platform: Spec[Platform]) -> None:
        index, spec = self.index, platform.model.spec
        for model in spec.rates.gpu_hour if spec.rates else {}:
            self.one("GPU model", model, index.gpus, platform.ref("rates", "gpuHour", model), on_key=True)
        for position, name in enumerate(spec.approvals.require_for.environments):
            at = platform.ref("approvals", "requireFor", "environments", position)
            self.one("Environment", name, index.environments, at)
        for tier, size in spec.tiers.items():
            for name in size.storage:
                at = platform.ref("tiers", tier, "storage", name)
                self.somewhere("storage class", name, lambda cluster: cluster.storage_classes, at, on_key=True)

    def pool(self, pool: Spec[NodePool]) -> None:
        index, spec = self.index, pool.model.spec
        self.one("Cluster", spec.cluster, index.clusters, pool.ref("cluster"))
        if spec.gpu:
            self.one("GPU model", spec.gpu.model, index.gpus, pool.ref("gpu", "model"))
        for position, name in enumerate(spec.used_by.environments or ()):
            self.one("Environment", name, index.environments, pool.ref("usedBy", "environments", position))
        for position, name in enumerate(spec.used_by.departments or ()):
            self.one(
                "department", name, index.platform.model.spec.departments, pool.ref("usedBy", "departments", position)
            )

    def environment(self, environment: Spec[Environment]) -> None:
        for name, pin in environment.model.spec.profiles.items():
            at = environment.ref("profiles", name)
            known = self.one("WorkloadProfile", name, self.profile_names, at, on_key=True)
            if known and ("WorkloadProfile", name) not in self.index.broken:
                versions = self.index.versions(name)
                within = f"WorkloadProfile {name}"
                self.one("version", pin.version, versions, at.child("version"), within=within)

    def profile(self, profile: Spec[WorkloadProfile]) -> None:
        spec, platform = profile.model.spec, self.index.platform.model.spec
        if spec.priority is not None:
            self.one("priority", spec.priority, platform.priorities, profile.ref("priority"))
        for position, kind in enumerate(spec.gpu.accepts if spec.gpu else ()):
            self.gpu_kind(str(kind), kind.model, kind.slice, profile.ref("gpu", "accepts", position))
        for kind in spec.resources.by_gpu:
            at = profile.ref("resources", "byGpu", str(kind))
            legal = [str(accepted) for accepted in spec.gpu.accepts] if spec.gpu else []
            self.one("GPU kind", str(kind), legal, at, within="spec.gpu.accepts", on_key=True)

    def gpu_kind(self, text: str, model: str, slice_name: str, at: Ref, *, on_key: bool = False) -> bool:
        if not self.one("GPU model", model, self.index.gpus, at, on_key=on_key):
            return False
        if not slice_name:
            return True
        mig = self.index.gpus[model].mig
        legal = [f"{model}/{profile.name}" for profile in mig.profiles] if mig else []
        return self.one("GPU kind", text, legal, at, on_key=on_key)

    def team(self, team: Spec[Team]) -> None:
        index, spec = self.index, team.model.spec
        self.one("department", spec.department, index.platform.model.spec.departments, team.ref("department"))
        for name, secret in spec.secrets.items():
            at = team.ref("secrets", name, "store")
            self.somewhere("secret store", secret.store, lambda cluster: cluster.secret_stores, at)
        for name in spec.profiles:
            self.one("WorkloadProfile", name, self.profile_names, team.ref("profiles", name), on_key=True)
        peers = [(("egress", name, "to"), flow.to) for name, flow in spec.egress.items()]
        peers += [(("ingress", name, "from"), flow.from_) for name, flow in spec.ingress.items()]
        for path, peer in peers:
            if peer.team is not None:
                self.one("Team", peer.team, index.teams, team.ref(*path, "team"))
            if peer.environment is not None:
                self.one("Environment", peer.environment, index.environments, team.ref(*path, "environment"))
            if peer.endpoint is not None:
                at = team.ref(*path, "endpoint")
                self.somewhere("endpoint", peer.endpoint, lambda cluster: cluster.endpoints, at)

    def allocation(self, allocation: Spec[Allocation]) -> None:
        index, spec = self.index, allocation.model.spec
        self.one("Environment", spec.environment, index.environments, allocation.ref("environment"))
        known = self.one("Team", spec.team, index.teams, allocation.ref("team"))
        for position, name in enumerate(spec.profiles):
            self.one("WorkloadProfile", name, self.profile_names, allocation.ref("profiles", position))
        if known:
            team = index.teams[spec.team].model.spec
            declared = sorted({*team.egress, *team.ingress})
            for position, name in enumerate(spec.network.allow):
                at = allocation.ref("network", "allow", position)
                self.one("egress or ingress", name, declared, at, within=f"team {spec.team}")
        for name, cluster in spec.clusters.items():
            if not self.one("Cluster", name, index.clusters, allocation.ref("clusters", name), on_key=True):
                continue
            tier = cluster.resources.tier
            if tier is not None:
                self.one(
                    "tier", tier, index.platform.model.spec.tiers, allocation.ref("clusters", name, "resources", "tier")
                )
            self.storage(cluster.resources.storage, name, allocation.ref("clusters", name, "resources", "storage"))
            for kind in cluster.gpus:
                at = allocation.ref("clusters", name, "gpus", str(kind))
                self.gpu_kind(str(kind), kind.model, kind.slice, at, on_key=True)

    def storage(self, classes: Iterable[str], cluster: str, at: Ref) -> None:
        legal = self.index.clusters[cluster].model.spec.storage_classes
        for name in classes:
            self.one("storage class", name, legal, at.child(name), within=f"cluster {cluster}", on_key=True)

    def grant(self, grant: Spec[Grant]) -> None:
        index, spec = self.index, grant.model.spec
        for kind in spec.gpus:
            self.gpu_kind(str(kind), kind.model, kind.slice, grant.ref("gpus", str(kind)), on_key=True)
        if not self.one("Allocation", spec.allocation, index.allocations, grant.ref("allocation")):
            return
        clusters = index.allocations[spec.allocation].model.spec.clusters
        within = f"Allocation {spec.allocation}"
        known = self.one("cluster", spec.cluster, clusters, grant.ref("cluster"), within=within)
        if known and spec.resources is not None and spec.cluster in index.clusters:
            self.storage(spec.resources.storage, spec.cluster, grant.ref("resources", "storage"))

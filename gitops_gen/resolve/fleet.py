"""Specs to fleet: the one place that knows in which order things are resolved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Fleet, Pool, ResolvedCluster, Spec, Tenant
from gitops_gen.model.gpu import GpuModel
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Document, Traced
from gitops_gen.model.spec import Allocation, Cluster, Environment
from gitops_gen.resolve import network, tenants
from gitops_gen.resolve.capacity import check_capacity, is_active
from gitops_gen.resolve.declarations import check_declarations
from gitops_gen.resolve.demands import demand_of, provable_kinds
from gitops_gen.resolve.index import Index, build_index, check_references
from gitops_gen.resolve.naming import (
    check_agent_names,
    check_collisions,
    check_namespace,
    check_teams,
    namespace_name,
    pattern_of,
)
from gitops_gen.resolve.offers import check_offered
from gitops_gen.resolve.policy import Policy, base_policy, check_counts, check_loosened, pod_security, with_layer
from gitops_gen.resolve.pools import resolve_pool
from gitops_gen.resolve.profiles import ProfileBook, resolve_profiles
from gitops_gen.resolve.states import effective_state


@dataclass(frozen=True, slots=True)
class Resolved:
    """A fleet, or None where the documents do not hang together, and everything that was found on the way."""

    fleet: Fleet | None
    problems: tuple[Problem, ...]


def resolve(
    specs: Iterable[Spec[Any]],
    *,
    defaults: Document,
    gpus: Mapping[str, GpuModel],
    as_of: date | None = None,
    broken: frozenset[tuple[str, str]] = frozenset(),
) -> Resolved:
    """Resolve all documents. ``as_of`` overrides the Platform's date.

    References are checked first: with a name that nobody defines nothing below it can be worked out, so the run stops
    there with everything found so far.
    """
    problems: list[Problem] = []
    index = build_index(specs, gpus, problems, broken)
    if index is None:
        return Resolved(None, tuple(problems))
    check_references(index, problems)
    check_teams(index.teams.values(), problems)
    check_declarations(index.teams.values(), problems)
    if problems or broken:
        return Resolved(None, tuple(problems))
    day = as_of or index.platform.model.spec.as_of
    builder = _Builder(index, base_policy(defaults), day, problems)
    return Resolved(builder.fleet(), tuple(problems))


class _Builder:
    """Holds what every namespace needs, so that it is worked out once."""

    def __init__(self, index: Index, base: Policy, as_of: date, problems: list[Problem]) -> None:
        self.index = index
        self.as_of = as_of
        self.problems = problems
        self.book = ProfileBook(index, problems)
        self.platform_policy = with_layer(base, index.platform.document)
        self.policies: dict[tuple[str, str], Policy] = {}
        self.versions: dict[tuple[str, str], str] = {}
        self.nodes: dict[tuple[Pool, ...], dict[str, Traced[Quantity]]] = {}
        self.grants: dict[tuple[str, str], list[Any]] = {}
        for grant in index.grants.values():
            self.grants.setdefault((grant.model.spec.allocation, grant.model.spec.cluster), []).append(grant)

    def fleet(self) -> Fleet:
        index = self.index
        by_cluster: dict[str, list[Spec[Allocation]]] = {name: [] for name in index.clusters}
        for allocation in index.allocations.values():
            self._check_allocation(allocation)
            for name in allocation.model.spec.clusters:
                by_cluster[name].append(allocation)
        self._check_unique()
        claims = [
            (index.clusters[name], self._namespace(allocation), allocation)
            for name, items in sorted(by_cluster.items())
            for allocation in items
        ]
        check_agent_names(claims, clusters=index.clusters.values(), problems=self.problems)
        check_collisions(claims, clusters=index.clusters.values(), problems=self.problems)
        clusters = tuple(self._cluster(index.clusters[name], by_cluster[name]) for name in sorted(index.clusters))
        return Fleet(
            platform=index.platform,
            as_of=self.as_of,
            environments=index.environments,
            teams=index.teams,
            profiles=index.profiles,
            allocations=index.allocations,
            grants=index.grants,
            clusters=clusters,
            gpus=index.gpus,
        )

    def _check_unique(self) -> None:
        seen: dict[tuple[str, str, str | None], Spec[Allocation]] = {}
        for allocation in self.index.allocations.values():
            spec = allocation.model.spec
            first = seen.setdefault((spec.team, spec.environment, spec.namespace), allocation)
            if first is not allocation:
                text = f"{first.document} already allocates to team {spec.team} in {spec.environment}"
                fix = "set spec.namespace to a suffix in one of the two"
                self.problems.append(
                    Problem("spec-duplicate", text, allocation.ref(), fix, related=(("the first one", first.ref()),))
                )

    def _check_allocation(self, allocation: Spec[Allocation]) -> None:
        environment = allocation.model.spec.environment
        for name in allocation.model.spec.clusters:
            cluster = self.index.clusters[name]
            if environment not in cluster.model.spec.environments:
                text = f"cluster {name} does not serve environment {environment}"
                served = ", ".join(cluster.model.spec.environments)
                at = allocation.ref("clusters", name)
                self.problems.append(
                    Problem(
                        "environment-not-served",
                        text,
                        at,
                        f"name a cluster that serves {environment}; {name} serves {served}",
                        on_key=True,
                        related=(("served there", cluster.ref("environments")),),
                    )
                )

    def _namespace(self, allocation: Spec[Allocation]) -> str:
        spec = allocation.model.spec
        pattern = pattern_of(self.index.platform, self.index.environments[spec.environment])
        return namespace_name(pattern.value, team=spec.team, environment=spec.environment, suffix=spec.namespace)

    def _policy(self, environment: Spec[Environment], cluster: Spec[Cluster]) -> Policy:
        key = (environment.name, cluster.name)
        if key not in self.policies:
            self.policies[key] = with_layer(with_layer(self.platform_policy, environment.document), cluster.document)
        return self.policies[key]

    def _cluster(self, cluster: Spec[Cluster], allocations: list[Spec[Allocation]]) -> ResolvedCluster:
        index = self.index
        pools, doubtful = self._pools(cluster)
        places = [self._place(cluster, allocation) for allocation in allocations]
        sides = {
            place.allocation.name: network.Side(self._namespace(place.allocation), place.team, place.allocation)
            for place in places
        }
        net = network.Network(cluster, (sides[name] for name in sorted(sides)))
        built = [self._tenant(place, sides[place.allocation.name], pools, net, doubtful) for place in places]
        cluster_policy = with_layer(self.platform_policy, cluster.document)
        demands = tuple(
            demand_of(place, tenant, provable_kinds(place, pools, doubtful))
            for place, tenant in zip(places, built, strict=True)
        )
        grants = tuple(
            grant for place in places for grant in self.grants.get((place.allocation.name, cluster.name), ())
        )
        check_capacity(cluster, pools, demands, grants, as_of=self.as_of, problems=self.problems)
        return ResolvedCluster(
            spec=cluster,
            platform=index.platform,
            engine="argocd" if cluster.model.spec.gitops.argocd else "flux",
            environments=tuple(index.environments[name] for name in sorted(set(cluster.model.spec.environments))),
            pools=pools,
            tenants=tuple(sorted(built, key=lambda tenant: tenant.namespace)),
            labels=cluster_policy.labels,
            annotations=cluster_policy.annotations,
            gpu_keys=tuple(sorted({key for pool in pools for key in pool.keys.values()})),
        )

    def _pools(self, cluster: Spec[Cluster]) -> tuple[tuple[Pool, ...], frozenset[str]]:
        """The cluster's pools, and the GPU models of those that are wrong: what they yield is unknown, not nothing."""
        pools: list[Pool] = []
        doubtful: set[str] = set()
        for (owner, _), pool in self.index.pools.items():
            if owner != cluster.name:
                continue
            found = len(self.problems)
            gpu = pool.model.spec.gpu
            model = self.index.gpus.get(gpu.model) if gpu else None
            pools.append(resolve_pool(pool, model, as_of=self.as_of, problems=self.problems))
            if gpu and len(self.problems) > found:
                doubtful.add(gpu.model)
        return tuple(pools), frozenset(doubtful)

    def _place(self, cluster: Spec[Cluster], allocation: Spec[Allocation]) -> tenants.Place:
        index, spec = self.index, allocation.model.spec
        environment = index.environments[spec.environment]
        policy = with_layer(self._policy(environment, cluster), allocation.document)
        grants = tuple(
            grant for grant in self.grants.get((allocation.name, cluster.name), ()) if is_active(grant, self.as_of)
        )
        return tenants.Place(index.platform, cluster, environment, index.teams[spec.team], allocation, policy, grants)

    def _pod_security_version(self, environment: Spec[Environment], cluster: Spec[Cluster]) -> str:
        """The lowest Kubernetes minor of the environment's clusters, as the labels want it.

        The place's own cluster counts too, so that there is one where no cluster serves the environment (a fault by
        then).
        """
        key = (environment.name, cluster.name)
        if key not in self.versions:
            serving = [
                item for item in self.index.clusters.values() if environment.name in item.model.spec.environments
            ]
            versions = [item.model.spec.kubernetes_version for item in (*serving, cluster)]
            self.versions[key] = "v" + min(versions, key=lambda version: int(version.split(".")[1]))
        return self.versions[key]

    def _largest_node(self, pools: tuple[Pool, ...]) -> dict[str, Traced[Quantity]]:
        if pools not in self.nodes:
            self.nodes[pools] = tenants.largest_node(pools)
        return self.nodes[pools]

    def _tenant(
        self,
        place: tenants.Place,
        side: network.Side,
        pools: tuple[Pool, ...],
        net: network.Network,
        doubtful: frozenset[str],
    ) -> Tenant:
        problems = self.problems
        pattern = pattern_of(place.platform, place.environment)
        check_namespace(
            side.namespace, cluster=place.cluster, allocation=place.allocation, pattern=pattern, problems=problems
        )
        check_counts(place.policy, place.allocation, place.cluster.name, problems)
        check_loosened(place.policy, place.environment, problems)
        department = place.team.model.spec.department
        usable = tuple(pool for pool in pools if pool.admits(place.environment.name, department))
        promised = tenants.gpus(place)
        sure = {kind: promise for kind, promise in promised.items() if kind.model not in doubtful}
        check_offered(place, sure, usable, pools, problems)
        requests, limits = tenants.resources(place, problems)
        container_requests, container_limits = place.policy.container_defaults
        level, warn = pod_security(place.policy, place.environment)
        profiles = resolve_profiles(
            self.book,
            team=place.team,
            allocation=place.allocation,
            environment=place.environment,
            gpus=promised,
            pools=usable,
            defaults=container_requests,
            as_of=self.as_of,
            problems=problems,
        )
        return Tenant(
            namespace=side.namespace,
            allocation=place.allocation,
            team=place.team,
            environment=place.environment,
            state=effective_state(place.team, place.allocation, self.as_of),
            labels=tenants.labels(place),
            annotations=place.policy.annotations,
            pod_security=level,
            pod_security_warn=warn,
            pod_security_version=self._pod_security_version(place.environment, place.cluster),
            resources=requests,
            limits=limits,
            storage=tenants.storage(place),
            counts=tenants.counts(place),
            container_requests=container_requests,
            container_limits=container_limits,
            largest_node=self._largest_node(usable),
            gpus=promised,
            gpu_keys=tenants.gpu_keys(place, promised, pools),
            access=tenants.access(place),
            flows=net.flows(side, problems),
            profiles=profiles,
        )

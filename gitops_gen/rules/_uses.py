"""Profiles where they are used: a thousand teams share few bodies, so that each body is judged once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from gitops_gen.model.fleet import Fleet, ResolvedCluster, Tenant, TenantProfile
from gitops_gen.model.source import Ref

T = TypeVar("T")

RENDERED_WORKLOADS = ("Job",)
"""Workloads of a WorkloadProfile from which templates are made."""


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """A profile in one namespace that has templates: it is neither drained nor removed."""

    cluster: ResolvedCluster
    tenant: Tenant
    profile: TenantProfile

    @property
    def where(self) -> str:
        """``cluster/namespace``, for messages."""
        return f"{self.cluster.name}/{self.tenant.namespace}"


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A profile's version as merged with what a team changes, and everywhere that it is used."""

    profile: TenantProfile
    uses: tuple[Use, ...]

    @property
    def is_job(self) -> bool:
        """Whether templates are made of it."""
        return self.profile.spec.workload in RENDERED_WORKLOADS

    @property
    def clusters(self) -> frozenset[str]:
        return frozenset(use.cluster.name for use in self.uses)


def tenants(fleet: Fleet) -> Iterator[tuple[ResolvedCluster, Tenant]]:
    """Every namespace in which pods may run, by cluster and name."""
    for cluster in fleet.clusters:
        for tenant in cluster.tenants:
            if tenant.state.value in ("active", "frozen"):
                yield cluster, tenant


# Keyed by identity, since a Fleet has no other equality. Only the last is kept: all rules of a run ask for the same.
@lru_cache(maxsize=1)
def bodies(fleet: Fleet) -> tuple[Body, ...]:
    """Every distinct body in use, in the order of its first use."""
    uses: dict[tuple[int, int], list[Use]] = {}
    for cluster, tenant in tenants(fleet):
        for profile in tenant.profiles:
            key = (id(profile.profile), id(profile.spec))
            uses.setdefault(key, []).append(Use(cluster, tenant, profile))
    return tuple(Body(found[0].profile, tuple(found)) for found in uses.values())


def versions(fleet: Fleet) -> dict[Ref, list[Body]]:
    """The bodies in use of each profile's version, by the place of the profile's name."""
    return by_place((body.profile.profile.ref(), body) for body in bodies(fleet))


def by_place(found: Iterable[tuple[Ref, T]]) -> dict[Ref, list[T]]:
    """What was found at each place, in the order of its first occurrence."""
    places: dict[Ref, list[T]] = {}
    for place, item in found:
        places.setdefault(place, []).append(item)
    return places


def last(origins: Sequence[Ref], otherwise: Ref) -> Ref:
    """The place that decided a value. ``otherwise``: for a value that no spec decides."""
    return origins[-1] if origins else otherwise

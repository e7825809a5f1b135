"""Containers as they are written: by the authors of profiles, and by teams that change them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.fleet import Fleet, Spec
from gitops_gen.model.source import Ref
from gitops_gen.model.spec import WorkloadProfile
from gitops_gen.model.spec.workload_profile import Container


class Written(NamedTuple):
    """A container in one document. ``whose`` names it in messages; ``versions`` are the profiles that it belongs to."""

    container: Container
    ref: Ref
    whose: str
    versions: tuple[Spec[WorkloadProfile], ...]

    @property
    def has_checkpoint(self) -> bool:
        return any(profile.model.spec.checkpoint is not None for profile in self.versions)

    @property
    def is_job(self) -> bool:
        return any(profile.model.spec.workload == "Job" for profile in self.versions)


def written_containers(fleet: Fleet) -> Iterator[Written]:
    """Every container of a profile, then every change by a team, whether it is in use or not."""
    versions: dict[str, list[Spec[WorkloadProfile]]] = {}
    for profile in fleet.profiles.values():
        versions.setdefault(profile.name, []).append(profile)
        whose = f"{profile.name}@{profile.model.spec.version}"
        yield Written(profile.model.spec.container, profile.ref("container"), whose, (profile,))
    for team in fleet.teams.values():
        for name, use in team.model.spec.profiles.items():
            if use.container is not None:
                ref = team.ref("profiles", name, "container")
                yield Written(use.container, ref, f"{name} of team {team.name}", tuple(versions.get(name, ())))

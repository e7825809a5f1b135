"""Profiles as a team uses them: WorkloadProfile < Team.profiles, ceilings strictest, and one template a GPU kind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from pydantic import ValidationError

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Pool, ProfileKind, PromisedGpus, Spec, TenantProfile
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref, Traced
from gitops_gen.model.spec import Allocation, Environment, Team, WorkloadProfile
from gitops_gen.model.spec.team import TeamProfileLifecycle
from gitops_gen.model.spec.workload_profile import WorkloadProfileSpec
from gitops_gen.resolve.index import Index
from gitops_gen.resolve.layers import EMPTY, Merged, overlay
from gitops_gen.resolve.policy import RESOURCES

LONGEST_TEMPLATE = 52
"""A CronJob's name may have 52 characters, so that the names of its Jobs fit."""


class ProfileBook:
    """Merged profiles, each worked out once for a team and a version."""

    def __init__(self, index: Index, problems: list[Problem]) -> None:
        self.index = index
        self.problems = problems
        self._merged: dict[tuple[str, str, str], tuple[WorkloadProfileSpec, Merged]] = {}

    def version(self, name: str, environment: Spec[Environment]) -> str | None:
        """The version that an environment pins, else the newest; None where there is none."""
        pin = environment.model.spec.profiles.get(name)
        versions = self.index.versions(name)
        if pin is not None:
            return pin.version if pin.version in versions else None
        return versions[-1] if versions else None

    def merged(self, team: Spec[Team], profile: Spec[WorkloadProfile]) -> tuple[WorkloadProfileSpec, Merged]:
        """The profile's body with what the team changes."""
        key = (team.name, profile.name, profile.model.spec.version)
        found = self._merged.get(key)
        if found is None:
            found = self._merged[key] = _merge(team, profile, self.problems)
        return found


def _merge(
    team: Spec[Team], profile: Spec[WorkloadProfile], problems: list[Problem]
) -> tuple[WorkloadProfileSpec, Merged]:
    below = overlay(EMPTY, profile.document.data["spec"], profile.ref("version")._replace(path=("spec",)))
    above = (team.document.data["spec"].get("profiles") or {}).get(profile.name)
    ref = team.ref("profiles", profile.name)
    if not above:
        below.origins[("profiles",)] = (ref,)
        return profile.model.spec, below
    changes = {key: value for key, value in above.items() if key != "retired"}
    merged = overlay(below, changes, ref)
    _keep_strictest(merged, below, profile)
    try:
        return WorkloadProfileSpec.model_validate(merged.value), merged
    except ValidationError as error:
        problems.append(_misfit(profile, ref, error))
        return profile.model.spec, below


def _misfit(profile: Spec[WorkloadProfile], ref: Ref, error: ValidationError) -> Problem:
    """Each of the two is right by itself; together they are not, such as a default above the profile's ceiling."""
    detail = error.errors(include_url=False, include_input=False)[0]
    path = tuple(step for step in detail["loc"] if isinstance(step, str))
    where = ".".join(path)
    text = f"{where} of {profile.document} with what the team changes: {detail['msg']}"
    at = Ref(ref.document, (*ref.path, *path))
    related = (("the profile's own", profile.ref(*path)),)
    return Problem("profile-override", text, at, "stay within what the profile allows", on_key=True, related=related)


def _keep_strictest(merged: Merged, below: Merged, profile: Spec[WorkloadProfile]) -> None:
    """A team may lower a ceiling, never raise it: perPod.max, maxPods and maxRuntime keep the smaller value."""
    for path in (("gpu", "perPod", "max"), ("gpu", "maxPods")):
        low, high = below.traced(*path), merged.traced(*path)
        if low is not None and high is not None and low.value < high.value:
            _set(merged, path, low)
    spec = profile.model.spec
    runtime = merged.traced("lifecycle", "maxRuntime")
    base = below.traced("lifecycle", "maxRuntime")
    if runtime is not None and base is not None and spec.lifecycle.max_runtime is not None:
        wanted = TeamProfileLifecycle.model_validate({"maxRuntime": runtime.value}).max_runtime
        if wanted is not None and wanted > spec.lifecycle.max_runtime:
            _set(merged, ("lifecycle", "maxRuntime"), base)


def _set(merged: Merged, path: tuple[str, ...], value: Traced[Any]) -> None:
    current = merged.value
    for step in path[:-1]:
        current[step] = dict(current[step])
        current = current[step]
    current[path[-1]] = value.value
    losers = tuple(ref for ref in merged.origins[path] if ref not in value.origins)
    merged.origins[path] = (*losers, *value.origins)


def resolve_profiles(
    book: ProfileBook,
    *,
    team: Spec[Team],
    allocation: Spec[Allocation],
    environment: Spec[Environment],
    gpus: Mapping[GpuKind, Traced[PromisedGpus]],
    pools: tuple[Pool, ...],
    defaults: Mapping[str, Traced[Quantity]],
    as_of: date,
    problems: list[Problem],
) -> tuple[TenantProfile, ...]:
    """Profiles named by both Team and Allocation, and not retired."""
    found: list[TenantProfile] = []
    templates: dict[str, tuple[Spec[WorkloadProfile], ProfileKind]] = {}
    for name in sorted(set(allocation.model.spec.profiles) & set(team.model.spec.profiles)):
        use = team.model.spec.profiles[name]
        version = book.version(name, environment)
        if version is None or (use.retired is not None and use.retired <= as_of):
            continue
        profile = book.index.profiles[(name, version)]
        spec, merged = book.merged(team, profile)
        kinds = tuple(_kinds(name, spec, merged, profile, gpus=gpus, pools=pools, defaults=defaults))
        for kind in kinds:
            _check_name(kind, problems)
            _check_template(kind, profile, templates, problems)
        found.append(
            TenantProfile(
                name=name,
                version=version,
                spec=spec,
                profile=profile,
                origins=merged.origins,
                kinds=kinds,
                protected=use.retired is None,
            )
        )
    return tuple(found)


def _check_template(
    kind: ProfileKind,
    profile: Spec[WorkloadProfile],
    templates: dict[str, tuple[Spec[WorkloadProfile], ProfileKind]],
    problems: list[Problem],
) -> None:
    """Report a name that another profile of the namespace gives to a template of its own."""
    first, other = templates.setdefault(kind.object_name, (profile, kind))
    if first is not profile:
        text = (
            f"the profiles {first.name} and {profile.name} would both make a job template called {kind.object_name!r}"
        )
        related = ((f"the kind that {first.name} accepts", other.accepts_ref),)
        fix = "rename one of the two profiles"
        problems.append(Problem("template-collision", text, profile.ref(), fix, related=related))


def _check_name(kind: ProfileKind, problems: list[Problem]) -> None:
    if len(kind.object_name) > LONGEST_TEMPLATE:
        length = f"{len(kind.object_name)} characters of {LONGEST_TEMPLATE}"
        text = f"the job template would be called {kind.object_name!r}, {length}"
        problems.append(Problem("template-name", text, kind.accepts_ref, "shorten the profile's name"))


def _kinds(
    name: str,
    spec: WorkloadProfileSpec,
    merged: Merged,
    profile: Spec[WorkloadProfile],
    *,
    gpus: Mapping[GpuKind, Traced[PromisedGpus]],
    pools: tuple[Pool, ...],
    defaults: Mapping[str, Traced[Quantity]],
) -> list[ProfileKind]:
    if spec.gpu is None:
        usable = tuple(pool for pool in pools if _spot_fits(pool, spec))
        return [
            ProfileKind(None, name, 0, "", _requests(spec, merged, None, defaults), usable, profile.ref("workload"))
        ]
    found: list[ProfileKind] = []
    for position, kind in enumerate(spec.gpu.accepts):
        promise = gpus.get(kind)
        usable = tuple(pool for pool in pools if kind in pool.keys and _spot_fits(pool, spec))
        if promise is None or not promise.value.guaranteed + promise.value.borrow or not usable:
            continue
        found.append(
            ProfileKind(
                kind=kind,
                object_name=name if position == 0 else f"{name}-{kind.suffix}",
                gpus=spec.gpu.per_pod.default,
                key=usable[0].keys[kind],
                requests=_requests(spec, merged, kind, defaults),
                pools=usable,
                accepts_ref=merged.origins[("gpu", "accepts")][-1].child(position),
            )
        )
    return found


def _spot_fits(pool: Pool, spec: WorkloadProfileSpec) -> bool:
    is_spot = pool.spec.model.spec.capacity == "spot"
    return {"allowed": True, "required": is_spot, "forbidden": not is_spot}[spec.placement.spot]


def _requests(
    spec: WorkloadProfileSpec, merged: Merged, kind: GpuKind | None, defaults: Mapping[str, Traced[Quantity]]
) -> dict[str, Traced[Quantity]]:
    """perGpu times the pod's GPUs plus perPod; byGpu beats both; what nobody says is the container default."""
    gpus = spec.gpu.per_pod.default if spec.gpu and kind else 0
    found: dict[str, Traced[Quantity]] = {}
    for resource in RESOURCES:
        amount = pod_amount(spec, kind, resource, gpus)
        if amount is not None:
            found[resource] = Traced(amount, _amount_refs(merged, kind, resource))
        elif resource in defaults:
            found[resource] = defaults[resource]
    return found


def pod_amount(spec: WorkloadProfileSpec, kind: GpuKind | None, resource: str, gpus: int) -> Quantity | None:
    """What a pod with so many GPUs of a kind asks for, or None where the profile does not say."""
    attribute = resource.replace("-", "_")
    resources = spec.resources
    by_kind = resources.by_gpu.get(kind) if kind else None
    special: Quantity | None = getattr(by_kind, attribute) if by_kind else None
    if special is not None:
        return special * gpus
    per_gpu: Quantity | None = getattr(resources.per_gpu, attribute) if gpus else None
    per_pod: Quantity | None = getattr(resources.per_pod, attribute)
    if per_gpu is None:
        return per_pod
    return per_gpu * gpus if per_pod is None else per_gpu * gpus + per_pod


def _amount_refs(merged: Merged, kind: GpuKind | None, resource: str) -> tuple[Ref, ...]:
    candidates: list[tuple[str, ...]] = [("resources", "byGpu", str(kind), resource)] if kind else []
    if not any(path in merged.origins for path in candidates):
        candidates = [("resources", "perPod", resource), ("resources", "perGpu", resource)]
    if kind is not None:
        candidates.insert(0, ("gpu", "perPod", "default"))
    return tuple(ref for path in candidates for ref in merged.origins.get(path, ()))

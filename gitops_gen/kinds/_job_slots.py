"""What fills the slots of a Job template: every value with the spec lines behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gitops_gen.kinds._names import claim_name
from gitops_gen.kinds._placement import select_nodes, toleration, tolerations
from gitops_gen.kinds._quota import count_text
from gitops_gen.kinds._refs import Refs, use_of
from gitops_gen.model.fleet import Pool, ProfileKind, Tenant, TenantProfile
from gitops_gen.model.source import Json, Path
from gitops_gen.model.template import Shape, Stamp

SCRATCH = "ephemeral-storage"


class Labels(NamedTuple):
    """The labels of Job and pod, and where each comes from."""

    values: Mapping[str, str]
    origins: Mapping[str, Refs]


class _Filled(NamedTuple):
    """A slot with its value, and the sources of paths that start with the slot."""

    slot: str
    value: Json
    sources: Mapping[Path, Refs]


def values(
    tenant: Tenant, profile: TenantProfile, *, kind: ProfileKind, labels: Labels, every_pool: Iterable[Pool]
) -> Stamp:
    """The template of a profile on one GPU kind, ready to be stamped. ``every_pool`` are those of the cluster."""
    spec = profile.spec
    filled: list[_Filled] = [
        _Filled("labels", labels.values, {("labels", key): refs for key, refs in labels.origins.items()}),
        _Filled("serviceAccount", profile.name, {("serviceAccount",): use_of(tenant, profile)}),
        *_container(profile),
        *_lifecycle(profile),
        *_resources(profile, kind),
        *_placement(kind, every_pool),
    ]
    if spec.checkpoint is not None:
        filled += _checkpoint(profile, spec.checkpoint.path)
    secrets = tuple(name for name in spec.container.secrets if name in tenant.team.model.spec.secrets)
    if secrets:
        filled.append(_secrets(tenant, profile, names=secrets))
    sources: dict[Path, Refs] = {}
    for slot in filled:
        if slot.value is not None:
            sources |= slot.sources
    shape = Shape(
        spec.workload,
        checkpoint=spec.checkpoint is not None,
        secrets=bool(secrets),
        shared_memory=spec.resources.shared_memory is not None,
    )
    return Stamp(shape, {slot.slot: slot.value for slot in filled}, sources)


def _of(profile: TenantProfile, slot: str, value: Json, *path: str) -> _Filled:
    """A slot that holds one value of the profile."""
    return _Filled(slot, value, {(slot,): profile.refs(*path)})


def _container(profile: TenantProfile) -> Iterator[_Filled]:
    container = profile.spec.container
    # A mapping in the spec, so its order means nothing; a name set to null is not set.
    env = [(name, text) for name, text in sorted(container.env.items()) if text is not None]
    yield _of(profile, "image", container.image, "container", "image")
    yield _of(profile, "command", _list(container.command), "container", "command")
    yield _of(profile, "args", _list(container.args), "container", "args")
    yield _Filled(
        "env",
        [{"name": name, "value": text} for name, text in env],
        {("env", i): profile.refs("container", "env", name) for i, (name, _) in enumerate(env)},
    )


def _list(texts: tuple[str, ...] | None) -> list[str] | None:
    """None for an empty list too: the API server drops it."""
    return list(texts) if texts else None


def _lifecycle(profile: TenantProfile) -> Iterator[_Filled]:
    spec, lifecycle = profile.spec, profile.spec.lifecycle
    yield _of(profile, "retries", lifecycle.retries, "lifecycle", "retries")
    yield _of(profile, "maxRuntime", lifecycle.max_runtime, "lifecycle", "maxRuntime")
    yield _of(profile, "deleteAfter", lifecycle.delete_after, "lifecycle", "deleteAfter")
    yield _of(profile, "priorityClass", spec.priority, "priority")
    saving = (spec.checkpoint and spec.checkpoint.grace_period) or 0
    stop, save = profile.refs("lifecycle", "gracePeriod"), profile.refs("checkpoint", "gracePeriod") if saving else ()
    refs = stop + save if saving > lifecycle.grace_period else save + stop
    yield _Filled("gracePeriod", max(lifecycle.grace_period, saving), {("gracePeriod",): refs})


def _resources(profile: TenantProfile, kind: ProfileKind) -> Iterator[_Filled]:
    resources = {name: str(amount.value) for name, amount in kind.requests.items()}
    sources: dict[Path, Refs] = {("resources", name): amount.origins for name, amount in kind.requests.items()}
    if kind.key:
        resources[kind.key] = count_text(kind.gpus)
        sources["resources", kind.key] = (*profile.refs("gpu", "perPod", "default"), kind.accepts_ref)
    yield _Filled("resources", resources, sources)
    scratch = sources.get(("resources", SCRATCH), ())
    yield _Filled("scratchSize", resources.get(SCRATCH), {("scratchSize",): scratch})
    shared_memory = profile.spec.resources.shared_memory
    if shared_memory is not None:
        yield _of(profile, "sharedMemorySize", str(shared_memory), "resources", "sharedMemory")


def _placement(kind: ProfileKind, every_pool: Iterable[Pool]) -> Iterator[_Filled]:
    selection = select_nodes(kind.pools, every_pool)
    yield _Filled("nodeSelector", selection.node_selector, selection.sources)
    yield _Filled("affinity", selection.affinity, selection.sources)
    taints = tolerations(kind.pools)
    sources: dict[Path, Refs] = {("tolerations", i): refs for i, refs in enumerate(taints.values())}
    yield _Filled("tolerations", [toleration(taint) for taint in taints] or None, sources)


def _checkpoint(profile: TenantProfile, path: str) -> Iterator[_Filled]:
    """One directory for each run, named after its Job, so that a retry finds what the run before it wrote."""
    yield _of(profile, "checkpointClaim", claim_name(profile.name), "checkpoint")
    yield _of(profile, "checkpointPath", path, "checkpoint", "path")
    yield _of(profile, "checkpointDirectory", f"{path}/$(RUN_NAME)", "checkpoint", "path")


def _secrets(tenant: Tenant, profile: TenantProfile, *, names: tuple[str, ...]) -> _Filled:
    """Each secret in a directory of its own, since two secrets may have keys of one name."""
    team = tenant.team
    declared = team.model.spec.secrets
    projected = [
        {"secret": {"items": [{"key": k, "path": f"{name}/{k}"} for k in sorted(declared[name].keys)], "name": name}}
        for name in names
    ]
    lines = profile.refs("container", "secrets")
    return _Filled(
        "secrets", projected, {("secrets", i): (*lines, team.ref("secrets", name)) for i, name in enumerate(names)}
    )

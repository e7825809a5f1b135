"""A pod larger than every node it may run on is refused, and so is a ceiling that no node can reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import Pool, ProfileKind
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import MAIN_H100, TRAINING
from gitops_gen.rules._nodes import allocatable, most_devices
from gitops_gen.rules._uses import Body, Use, bodies, by_place, last
from gitops_gen.rules._words import counted, listed

ID = "pod-never-fits"
RESOURCES = ("cpu", "memory", "ephemeral-storage")


class Misfit(NamedTuple):
    """What a pod wants and no node of its pools has."""

    text: str
    where: str
    pools: tuple[Pool, ...]


class Reach(NamedTuple):
    """A ceiling on the cards of a pod, and the most that any node has on which it may run."""

    profile: str
    limit: int
    most: int


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each value that is too large; all clusters where it is, in the text."""
    found = by_place(pair for body in bodies(compiled.fleet) for pair in _misfits(body))
    for place, misfits in found.items():
        where = listed(misfit.where for misfit in misfits)
        text, fix = f"{misfits[0].text}; the pod never starts in {where}", "lower it, or use a pool with larger nodes"
        yield Problem(ID, text, place, fix, related=_related(misfits))
    ceilings = by_place(pair for body in bodies(compiled.fleet) for pair in _ceiling(body))
    for place, reaches in ceilings.items():
        most = max(reach.most for reach in reaches)
        if reaches[0].limit > most:
            text = (
                f"perPod.max of {reaches[0].profile} is {reaches[0].limit}, "
                f"and no node that it may run on has more than {counted(most, 'card')}"
            )
            yield Problem(ID, text, place, f"lower it to {most}; more cards need several pods")


def _related(misfits: Iterable[Misfit]) -> tuple[tuple[str, Ref], ...]:
    pools = {(pool.spec.model.spec.cluster, pool.name): pool for misfit in misfits for pool in misfit.pools}
    return tuple(
        (f"nodes of {name} in {cluster}", pools[cluster, name].spec.ref("allocatable"))
        for cluster, name in sorted(pools)[:4]
    )


def _misfits(body: Body) -> Iterator[tuple[Ref, Misfit]]:
    """Most namespaces of a cluster ask for the same: only what none before asked for is worked out."""
    seen: set[tuple[object, ...]] = set()
    for use in body.uses:
        for kind in use.profile.kinds:
            amounts = tuple((resource, amount.value.nano) for resource, amount in kind.requests.items())
            key = (use.cluster.name, kind.object_name, *map(id, kind.pools), *amounts)
            if kind.pools and key not in seen:
                seen.add(key)
                yield from _misfit(use, kind)


def _misfit(use: Use, kind: ProfileKind) -> Iterator[tuple[Ref, Misfit]]:
    """Every resource of which no node has enough; else, where no single node has enough of all, the first of them."""
    name, where = kind.object_name, f"{use.cluster.name} ({listed(pool.name for pool in kind.pools)})"
    fallback = use.profile.profile.ref("resources")
    if kind.kind is not None:
        most = max(most_devices(pool, kind.kind) for pool in kind.pools)
        if kind.gpus > most:
            text = f"{name} asks for {kind.gpus} {kind.kind}, and no node there has more than {most}"
            yield use.profile.refs("gpu", "perPod", "default")[-1], Misfit(text, where, kind.pools)
            return
    alone = [resource for resource in kind.requests if not any(_fits(pool, kind, (resource,)) for pool in kind.pools)]
    if not alone and not any(_fits(pool, kind, tuple(kind.requests)) for pool in kind.pools):
        text = f"{name} asks for {_all(kind)}, and no node there has enough of all of it"
        yield last(next(iter(kind.requests.values())).origins, fallback), Misfit(text, where, kind.pools)
    for resource in alone:
        amount = kind.requests[resource]
        largest = max((has for pool in kind.pools if (has := allocatable(pool, resource)) is not None), default=None)
        text = f"{name} asks for {amount.value} {resource}, and the largest node there has {largest}"
        yield last(amount.origins, fallback), Misfit(text, where, kind.pools)


def _all(kind: ProfileKind) -> str:
    return listed(f"{amount.value} {resource}" for resource, amount in kind.requests.items())


def _fits(pool: Pool, kind: ProfileKind, resources: tuple[str, ...]) -> bool:
    """Whether a node has enough of these; what a pool does not state is not held against it."""
    for resource in resources:
        has = allocatable(pool, resource)
        if has is not None and has < kind.requests[resource].value:
            return False
    return True


def _ceiling(body: Body) -> Iterator[tuple[Ref, Reach]]:
    """How many cards ``perPod.max`` allows. Slices and shares are left out: of them a container can use one."""
    gpu, name = body.profile.spec.gpu, body.profile.name
    if gpu is None or gpu.per_pod.max is None or not all(kind.is_whole for kind in gpu.accepts):
        return
    kinds = (kind for use in body.uses for kind in use.profile.kinds)
    pools = {(id(pool), kind.kind): pool for kind in kinds for pool in kind.pools}
    most = max((most_devices(pool, kind) for (_, kind), pool in pools.items() if kind is not None), default=None)
    if most is not None and most >= gpu.per_pod.default:
        yield body.profile.refs("gpu", "perPod", "max")[-1], Reach(name, gpu.per_pod.max, most)


RULE = Rule(
    id=ID,
    severity=Severity.ERROR,
    title="The pod is larger than every node it may run on",
    why=(
        "A pod lies on one node. If it asks for more cpu, memory, storage or cards than any node of its pools has, it "
        "waits for ever, and an autoscaler cannot help it. The template looks fine until somebody uses it."
    ),
    fix="Lower what the profile asks for each GPU or pod, or use a pool with larger nodes.",
    invalid=(
        Example(
            "260 cores on nodes of 224",
            (Edit(TRAINING, "perGpu: {cpu: 16, memory: 160Gi}", "perGpu: {cpu: 130, memory: 160Gi}"),),
            at="cpu: 130",
        ),
        Example(
            "more scratch space than a node's disk",
            (Edit(TRAINING, "perPod: {ephemeral-storage: 200Gi}", "perPod: {ephemeral-storage: 8Ti}"),),
            at="ephemeral-storage: 8Ti",
        ),
        Example(
            "up to 16 cards, where a node has 8",
            (Edit(TRAINING, "perPod: {default: 2, max: 8}", "perPod: {default: 2, max: 16}"),),
            at="max: 16",
        ),
        Example(
            "16 cards by default",
            (Edit(TRAINING, "perPod: {default: 2, max: 8}", "perPod: {default: 16}"),),
            at="default: 16",
        ),
    ),
    valid=(
        Example(
            "a pod that fills a node exactly",
            (Edit(TRAINING, "perGpu: {cpu: 16, memory: 160Gi}", "perGpu: {cpu: 112, memory: 900Gi}"),),
        ),
        Example("a pool that does not state its scratch space", (Edit(MAIN_H100, ", ephemeral-storage: 5Ti", ""),)),
    ),
    check=check,
)

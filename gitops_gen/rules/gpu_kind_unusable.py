"""Devices of a full node that no pod can ever use, for lack of cpu or memory beside them, are named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.fleet import ProfileKind, ResolvedCluster
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref
from gitops_gen.model.spec.workload_profile import WorkloadProfileSpec
from gitops_gen.rules._example import EXPERIMENT, MAIN_H100
from gitops_gen.rules._nodes import NodeShape, allocatable, exists, node_shapes
from gitops_gen.rules._uses import last

ID = "gpu-kind-unusable"
RESOURCES = ("cpu", "memory")


class Cheapest(NamedTuple):
    """The least of a resource that a pod takes for each device of a kind, and the line that says so."""

    nano: int
    ref: Ref


Prices = dict[tuple[GpuKind, str], Cheapest]


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each layout, or pool without layouts."""
    for cluster in compiled.fleet.clusters:
        prices = _prices(cluster)
        for pool in cluster.pools:
            for shape in filter(exists, node_shapes(pool)):
                lacks = [lack for resource in RESOURCES if (lack := _lack(shape, resource, prices))]
                if lacks:
                    yield _problem(cluster, shape, lacks)


def _prices(cluster: ResolvedCluster) -> Prices:
    found: Prices = {}
    for tenant in cluster.tenants:
        for profile in tenant.profiles:
            for kind in profile.kinds:
                if kind.kind is None or not kind.gpus:
                    continue
                for resource in RESOURCES:
                    nano = _per_device(profile.spec, kind, resource)
                    best = found.get((kind.kind, resource))
                    if best is None or nano < best.nano:
                        amount = kind.requests.get(resource)
                        ref = last(amount.origins if amount else (), profile.profile.ref())
                        found[kind.kind, resource] = Cheapest(nano, ref)
    return found


def _per_device(spec: WorkloadProfileSpec, kind: ProfileKind, resource: str) -> int:
    """What a pod takes for each of its devices: of the largest pod, which spreads ``perPod`` over most of them."""
    amount = kind.requests.get(resource)
    if amount is None or spec.gpu is None:
        return 0
    most = max(kind.gpus, spec.gpu.per_pod.max or 0)
    return (amount.value.nano + (most - kind.gpus) * _for_one_more(spec, kind.kind, resource)) // most


def _for_one_more(spec: WorkloadProfileSpec, kind: GpuKind | None, resource: str) -> int:
    special = spec.resources.by_gpu.get(kind) if kind else None
    amount = getattr(special, resource, None) or getattr(spec.resources.per_gpu, resource)
    return amount.nano if isinstance(amount, Quantity) else 0


class Lack(NamedTuple):
    """In words, with the lines behind it."""

    text: str
    related: tuple[tuple[str, Ref], ...]


def _lack(shape: NodeShape, resource: str, prices: Prices) -> Lack | None:
    has = allocatable(shape.pool, resource)
    priced = [
        (kind, count, prices[kind, resource]) for kind, count in shape.devices.items() if (kind, resource) in prices
    ]
    needed = sum(count * price.nano for _, count, price in priced)
    if has is None or needed <= has.nano:
        return None
    shown: list[str] = []
    for kind, count, price in priced:
        shown.append(f"{count} {kind} x {_amount(price.nano, resource)}")
    text = f"{' and '.join(shown)} take {_amount(needed, resource)} {resource}, and it has {has}"
    if len(priced) == 1:
        _, count, price = priced[0]
        text += f", so {count - has.nano // price.nano} of the {count} can never be used"
    return Lack(text, tuple((f"the least {resource} for {kind}", price.ref) for kind, _, price in priced))


def _amount(nano: int, resource: str) -> str:
    return str(Quantity(nano, binary=resource != "cpu"))


def _problem(cluster: ResolvedCluster, shape: NodeShape, lacks: list[Lack]) -> Problem:
    layout = f" with layout {shape.layout.name}" if shape.layout else ""
    text = (
        f"on a full node of pool {shape.pool.name} in {cluster.name}{layout}: {'; '.join(lack.text for lack in lacks)}"
    )
    node = ("what a node has", shape.pool.spec.ref("allocatable"))
    return Problem(
        ID,
        text,
        shape.ref,
        "lower what the cheapest profile asks for each device, or cut or share the cards into fewer",
        on_key=shape.layout is not None,
        related=(node, *(item for lack in lacks for item in lack.related)),
    )


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="A full node has too little cpu or memory for all its devices",
    why=(
        "A pod needs cpu and memory beside its device. Where even the least demanding profile asks for so much that a "
        "node runs out before its devices are taken, the rest of them can be promised but never used. They are paid "
        "for all the same."
    ),
    fix="Lower perGpu or byGpu of the profile, use larger nodes, or cut their cards into fewer devices.",
    invalid=(
        Example(
            "56 slices of 5 cores on 224",
            (Edit(EXPERIMENT, "perGpu: {cpu: 3, memory: 24Gi}", "perGpu: {cpu: 5, memory: 24Gi}"),),
            at="sevenths:",
            at_file=MAIN_H100,
        ),
        Example(
            "shares of a card that no memory is left for",
            (Edit(EXPERIMENT, '"l4-24gb:shared": {cpu: 2, memory: 10Gi}', '"l4-24gb:shared": {cpu: 2, memory: 24Gi}'),),
            at="replicas: 4",
            at_file="environments/clusters/lab/nodepool-l4.yaml",
        ),
    ),
    valid=(
        Example(
            "56 slices of 4 cores fit 224 exactly",
            (Edit(EXPERIMENT, "perGpu: {cpu: 3, memory: 24Gi}", "perGpu: {cpu: 4, memory: 24Gi}"),),
        ),
        Example(
            "a share for each pod weighs less in larger pods",
            (
                Edit(
                    "profiles/workloads/training.yaml",
                    "perGpu: {cpu: 16, memory: 160Gi}",
                    "perGpu: {cpu: 16, memory: 40Gi}",
                ),
                Edit(
                    "profiles/workloads/training.yaml",
                    "perPod: {ephemeral-storage: 200Gi}",
                    "perPod: {ephemeral-storage: 200Gi, cpu: 32}",
                ),
            ),
        ),
    ),
    check=check,
)

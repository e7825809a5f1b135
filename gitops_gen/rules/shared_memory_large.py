"""Shared memory that leaves a pod less than half of its memory is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import EXPERIMENT
from gitops_gen.rules._uses import Body, bodies, by_place, last

ID = "shared-memory-large"


class Memory(NamedTuple):
    """The least memory of a body's pods, the template that has it, and the line."""

    amount: Quantity
    template: str
    ref: Ref


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each value of sharedMemory, with the smallest pod that has it."""
    found = by_place(pair for body in bodies(compiled.fleet) for pair in _large(body))
    for place, pairs in found.items():
        shared, memory = min(pairs, key=lambda pair: pair[1].amount)
        text = f"sharedMemory is {shared}, more than half of the {memory.amount} that a pod of {memory.template} has"
        half = Quantity.of(memory.amount.nano // 10**9 // 2, binary=True)
        yield Problem(
            ID, text, place, f"lower it to {half} or less, or raise memory", related=(("the memory", memory.ref),)
        )


def _large(body: Body) -> Iterator[tuple[Ref, tuple[Quantity, Memory]]]:
    shared = body.profile.spec.resources.shared_memory
    if shared is None:
        return
    place = body.profile.refs("resources", "sharedMemory")[-1]
    memories = (
        Memory(amount.value, kind.object_name, last(amount.origins, place))
        for use in body.uses
        for kind in use.profile.kinds
        if (amount := kind.requests.get("memory")) is not None and 2 * shared.nano > amount.value.nano
    )
    smallest = min(memories, key=lambda memory: memory.amount, default=None)
    if smallest is not None:
        yield place, (shared, smallest)


RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="Shared memory takes more than half of the pod's memory",
    why=(
        "/dev/shm lies in memory and counts against the pod's limit. Data loaders fill it, and what is left for the "
        "program is then less than half. Pods end as out of memory although the program itself uses little."
    ),
    fix="Lower resources.sharedMemory, or raise the memory of the GPU kind concerned.",
    invalid=(
        Example(
            "6Gi of 10Gi on the smallest kind",
            (Edit(EXPERIMENT, "sharedMemory: 4Gi", "sharedMemory: 6Gi"),),
            at="sharedMemory: 6Gi",
        ),
    ),
    valid=(
        Example("exactly half on the smallest kind", (Edit(EXPERIMENT, "sharedMemory: 4Gi", "sharedMemory: 5Gi"),)),
    ),
    check=check,
)

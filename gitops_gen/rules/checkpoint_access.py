"""Checkpoints of several pods on storage that one node at a time can mount are named."""

from __future__ import annotations

from collections.abc import Iterator

from gitops_gen.model.finding import Problem, Severity
from gitops_gen.model.plugin import Compiled, Edit, Example, Rule
from gitops_gen.model.source import Ref
from gitops_gen.rules._example import MAIN, TRAINING
from gitops_gen.rules._uses import Body, bodies, by_place
from gitops_gen.rules._words import listed

ID = "checkpoint-access"
SHARED = "ReadWriteMany"


def check(compiled: Compiled) -> Iterator[Problem]:
    """One for each storage class that a profile names."""
    found = by_place(pair for body in bodies(compiled.fleet) for pair in _single(body))
    for place, pairs in found.items():
        text = (
            f"{pairs[0][0]} no {SHARED} in {listed(cluster for _, cluster in pairs)}: "
            "pods on a second node wait until the first has ended"
        )
        yield Problem(ID, text, place, f"name a class with {SHARED}, or set maxPods: 1")


def _single(body: Body) -> Iterator[tuple[Ref, tuple[str, str]]]:
    """The clusters where the class is not shared, each with the beginning of the message."""
    checkpoint, gpu = body.profile.spec.checkpoint, body.profile.spec.gpu
    if checkpoint is None or gpu is None or gpu.max_pods == 1:
        return
    place, name = body.profile.refs("checkpoint", "storageClass")[-1], checkpoint.storage_class
    text = f"up to {gpu.max_pods} pods of {body.profile.name} write checkpoints, and storage class {name} offers"
    for use in body.uses:
        storage = use.cluster.spec.model.spec.storage_classes.get(name)
        if use.profile.kinds and storage is not None and SHARED not in storage.access:
            yield place, (text, use.cluster.name)


READ_WRITE_ONCE = Edit(MAIN, "files: {access: [ReadWriteMany]", "files: {access: [ReadWriteOnce]")

RULE = Rule(
    id=ID,
    severity=Severity.WARNING,
    title="Several pods share checkpoints that one node can mount",
    why=(
        "A volume without ReadWriteMany is attached to one node. If a profile may run several pods, those on other "
        "nodes cannot mount the checkpoints and stay pending until the first has ended."
    ),
    fix="Use a storage class with ReadWriteMany for checkpoints, or allow one pod only.",
    invalid=(
        Example(
            "two pods, one node",
            (Edit(TRAINING, "maxPods: 1", "maxPods: 2"), READ_WRITE_ONCE),
            at="storageClass: files",
        ),
    ),
    valid=(Example("a single pod needs no shared volume", (READ_WRITE_ONCE,)),),
    check=check,
)

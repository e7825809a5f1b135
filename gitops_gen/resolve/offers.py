"""Promises against what a cluster offers: a kind that no pool open to the team has, borrowing that nobody lends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gitops_gen.model import names
from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Pool, PromisedGpus
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.source import Ref, Traced
from gitops_gen.resolve.tenants import Place


def check_offered(
    place: Place,
    promised: Mapping[GpuKind, Traced[PromisedGpus]],
    usable: tuple[Pool, ...],
    pools: tuple[Pool, ...],
    problems: list[Problem],
) -> None:
    """Refuse a kind that no pool open to this team has, and borrowing where no queue can lend."""
    offered = sorted({str(kind) for pool in usable for kind in pool.keys})
    elsewhere = {kind for pool in pools for kind in pool.keys}
    for kind, promise in promised.items():
        at = promise.origins[0]
        if str(kind) not in offered:
            why = "no pool there is open to it" if kind in elsewhere else "no pool there has it"
            text = f"{kind} is promised to {place.allocation.document} in {place.cluster.name}, but {why}"
            problems.append(
                Problem("gpu-kind-not-offered", text, at, names.did_you_mean(str(kind), offered), on_key=True)
            )
        if promise.value.borrow and place.cluster.model.spec.queueing.engine == "none":
            text = f"borrow: {promise.value.borrow} needs a queueing engine, and {place.cluster.name} has none"
            problems.append(
                Problem(
                    "borrow-without-queue",
                    text,
                    _borrowing(promise.origins).child("borrow"),
                    "drop borrow, or set spec.queueing.engine of the cluster",
                    on_key=True,
                    related=(("the cluster's engine", place.cluster.ref("queueing", "engine")),),
                )
            )


def _borrowing(origins: tuple[Ref, ...]) -> Ref:
    """The promise or grant that names what may be borrowed."""
    return next(ref for ref in origins if _value(ref).get("borrow"))


def _value(ref: Ref) -> dict[str, Any]:
    """The mapping at a reference."""
    found: Any = ref.document.data
    for step in ref.path:
        found = found[step]
    return found if isinstance(found, dict) else {}

"""The four ResourceQuotas of a namespace share their form. Apart, they do not hide each other's changes in a review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gitops_gen.kinds._refs import Refs
from gitops_gen.model.fleet import Tenant
from gitops_gen.model.manifest import Draft
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Path


class Line(NamedTuple):
    """One entry of a quota; ``origins`` are empty for what no spec decides."""

    key: str
    amount: str
    origins: Refs = ()


def count_text(count: int) -> str:
    """A count as the API server stores it: a quantity, so 1000 is ``1k``."""
    return str(count) if count % 1000 else str(Quantity.of(count))


def quota(tenant: Tenant, name: str, *, lines: Iterable[Line]) -> Iterator[Draft]:
    """The ResourceQuota of these lines; none without lines, since an empty one limits nothing."""
    hard: dict[str, str] = {}
    sources: dict[Path, Refs] = {}
    for key, amount, origins in lines:
        hard[key] = amount
        if origins:
            sources[("spec", "hard", key)] = origins
    if hard:
        yield Draft(
            kind="ResourceQuota",
            name=name,
            namespace=tenant.namespace,
            body={"spec": {"hard": hard}},
            origin=tenant.allocation.ref(),
            sources=sources,
        )

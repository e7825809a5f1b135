"""The layered policy of a namespace: built-in defaults < Platform < Environment < Cluster < Allocation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gitops_gen.model.finding import Problem
from gitops_gen.model.fleet import Spec
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Document, Ref, Traced
from gitops_gen.model.spec import Allocation, Environment
from gitops_gen.model.spec.layers import LAYERED_FIELDS
from gitops_gen.resolve.layers import EMPTY, Merged, overlay, strictest

RESOURCES = ("cpu", "memory", "ephemeral-storage")
LEVELS = ("privileged", "baseline", "restricted")
TIER_LEVEL = {"development": "baseline", "staging": "restricted", "production": "restricted"}


# Not with slots: what is cached lies in the object's dictionary.
@dataclass(frozen=True)
class Policy:
    """Merged values, and each layer's own ceilings (which do not replace each other).

    Namespaces without a layer of their own share one, and what is derived from it: there may be thousands.
    """

    merged: Merged
    ceilings: Mapping[str, tuple[Traced[int], ...]]
    levels: tuple[Traced[str], ...]
    """Pod Security levels as the layers state them, lowest layer first."""

    @cached_property
    def strictest(self) -> Mapping[str, Traced[int]]:
        """The strictest limit on each count that a layer limits."""
        found = {count: strictest(stated) for count, stated in self.ceilings.items()}
        return {count: limit for count, limit in found.items() if limit is not None}

    @cached_property
    def labels(self) -> Mapping[str, Traced[str]]:
        """Sorted by key."""
        return self._texts("labels")

    @cached_property
    def annotations(self) -> dict[str, Traced[str]]:
        """Sorted by key."""
        return self._texts("annotations")

    @cached_property
    def container_defaults(self) -> tuple[dict[str, Traced[Quantity]], dict[str, Traced[Quantity]]]:
        """What a container gets that asks for nothing: requests, and limits (the requests unless said otherwise)."""
        requests: dict[str, Traced[Quantity]] = {}
        limits: dict[str, Traced[Quantity]] = {}
        for name in RESOURCES:
            request = self.merged.traced("defaults", "container", name)
            limit = self.merged.traced("defaults", "container", "limits", name)
            if request is not None:
                requests[name] = Traced(Quantity.parse(request.value), request.origins)
            if limit is not None:
                limits[name] = Traced(Quantity.parse(limit.value), limit.origins)
            elif name in requests:
                limits[name] = requests[name]
        return requests, limits

    def _texts(self, field: str) -> dict[str, Traced[str]]:
        return {key: Traced(str(value.value), value.origins) for key, value in self.merged.items(field).items()}


def base_policy(defaults: Document) -> Policy:
    """The lowest layer."""
    return with_layer(Policy(EMPTY, {}, ()), defaults)


def with_layer(below: Policy, document: Document) -> Policy:
    """Put a document's layered fields on top."""
    spec = document.data.get("spec", {})
    fields = {name: spec[name] for name in LAYERED_FIELDS if name in spec}
    if not fields:
        return below
    merged = overlay(below.merged, fields, Ref(document, ("spec",)))
    ceilings = dict(below.ceilings)
    for count, value in (fields.get("limits") or {}).items():
        if value is not None:
            stated = Traced(int(value), (Ref(document, ("spec", "limits", count)),))
            ceilings[count] = (*ceilings.get(count, ()), stated)
    levels = below.levels
    if fields.get("podSecurity") is not None:
        levels = (*levels, Traced(str(fields["podSecurity"]), (Ref(document, ("spec", "podSecurity")),)))
    return Policy(merged, ceilings, levels)


def pod_security(policy: Policy, environment: Spec[Environment]) -> tuple[Traced[str], str]:
    """The level enforced (the strictest of the tier's and all layers'), and the level warned about."""
    tier = environment.model.spec.tier
    stated = [Traced(TIER_LEVEL[tier], (environment.ref("tier"),)), *policy.levels]
    winner = max(stated, key=lambda level: LEVELS.index(level.value))
    others = tuple(ref for level in stated if level is not winner for ref in level.origins)
    return Traced(winner.value, (*others, *winner.origins)), "restricted"


def check_loosened(policy: Policy, environment: Spec[Environment], problems: list[Problem]) -> None:
    """Report a layer that asks for less security than a layer below it: the wish has no effect."""
    floor = Traced(TIER_LEVEL[environment.model.spec.tier], (environment.ref("tier"),))
    for level in policy.levels:
        if LEVELS.index(level.value) < LEVELS.index(floor.value):
            text = f"podSecurity {level.value} is weaker than {floor.value}, which a lower layer demands"
            problems.append(
                Problem(
                    "layer-loosens-security",
                    text,
                    level.winner,
                    f"write {floor.value}, or leave it out",
                    related=(("demanded here", floor.winner),),
                )
            )
        else:
            floor = level


def traced_parse(items: Mapping[str, Traced[Any]], parse: Any) -> dict[str, Traced[Any]]:
    """Parse each value of a merged mapping, keeping its origins."""
    return {key: Traced(parse(value.value), value.origins) for key, value in items.items()}


def check_counts(policy: Policy, allocation: Spec[Allocation], cluster: str, problems: list[Problem]) -> None:
    """Refuse a count above the strictest ceiling: an allocation cannot raise what a layer limits."""
    counts = allocation.document.data["spec"]["clusters"][cluster].get("resources", {}).get("counts") or {}
    for count, value in sorted(counts.items()):
        ceiling = policy.strictest.get(count)
        if ceiling is not None and value is not None and value > ceiling.value:
            at = allocation.ref("clusters", cluster, "resources", "counts", count)
            text = f"{count} is {value}, above the ceiling of {ceiling.value}"
            problems.append(
                Problem(
                    "layer-ceiling-exceeded",
                    text,
                    at,
                    f"lower it to {ceiling.value}, or raise the ceiling",
                    related=(("the ceiling", ceiling.winner),),
                )
            )

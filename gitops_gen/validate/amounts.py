"""Quantities: that they are some, in the spelling that the API server stores, whole where only whole ones count."""

from __future__ import annotations

from gitops_gen.model.quantity import NANO, Quantity, QuantityError
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, shown

RULE = "manifest-quantity"
FORM_RULE = "manifest-quantity-form"
MEBI = 2**20
BYTES = ("memory", "storage")
"""Endings of the names of resources that count bytes: memory, requests.memory, ephemeral-storage, requests.storage …"""
HUGEPAGES = "hugepages-"
NATIVE = ("cpu", "memory", "ephemeral-storage", "storage", "pods")


def is_extended(resource: str) -> bool:
    """A device or another countable thing outside Kubernetes' own names, such as ``nvidia.com/gpu``."""
    return "/" in resource and "kubernetes.io/" not in resource


def is_bytes(resource: str) -> bool:
    return resource.endswith(BYTES) or HUGEPAGES in resource


def looks_like_resources(amounts: dict[str, Json]) -> bool:
    """Whether a mapping's keys are names of resources; other projects use ``limits`` for other things too."""
    return all(key in NATIVE or "/" in str(key) or str(key).startswith(HUGEPAGES) for key in amounts)


def check_amounts(amounts: dict[str, Json], path: Path, context: CheckContext) -> Problems:
    """Report the faults of every amount of a mapping from resource to quantity."""
    for resource, value in amounts.items():
        yield from check_amount(value, (*path, resource), context, resource=str(resource))


def check_amount(value: Json, path: Path, context: CheckContext, *, resource: str) -> Problems:
    """Report text that is no quantity, is not in canonical form, or is no whole number where only those count."""
    known = context.amounts.get(value) if isinstance(value, str) else None
    if known is None:
        known = parse_amount(value)
        if known is None:
            expected = "digits and one of m k M G T P E Ki Mi Gi Ti Pi Ei"
            yield ObjectProblem(RULE, path, f"{shown(value)} is no amount of {resource}", f"write {expected}")
            return
        if str(known) == value:
            context.amounts[value] = known
        elif known.is_whole or not is_bytes(resource):
            yield _spelling(value, known, path)
    if not known.is_whole and is_extended(resource):
        # Of a container the server refuses it; in a quota it stands, and the part is never given out.
        rule = "manifest-ineffective" if "hard" in path and "/" in resource else RULE
        yield ObjectProblem(rule, path, f"{resource} is counted in whole numbers, not {value}", f"write {known.whole}")
    elif not known.is_whole and is_bytes(resource):
        yield ObjectProblem(FORM_RULE, path, f"{value} is no whole number of bytes", _whole_bytes(str(value), known))


def parse_amount(value: Json) -> Quantity | None:
    """The quantity, or None where there is none to read."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    try:
        return Quantity.parse(value)
    except QuantityError:
        return None


def _spelling(value: Json, known: Quantity, path: Path) -> ObjectProblem:
    what = f"the API server stores {shown(value)} as {str(known)!r}"
    return ObjectProblem(FORM_RULE, path, what, f'write "{known}"')


def _whole_bytes(written: str, known: Quantity) -> str:
    if known.nano < NANO:
        return f'write "{written.removesuffix("m")}Mi" if mebibytes were meant'
    return f'write "{Quantity.of(-(-known.nano // (NANO * MEBI)) * MEBI, binary=True)}"'

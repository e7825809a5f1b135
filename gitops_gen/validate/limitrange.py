"""LimitRange: the arithmetic of minima, maxima and defaults, after the server's own defaulting."""

from __future__ import annotations

from gitops_gen.model.names import did_you_mean, is_qualified_name
from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.amounts import HUGEPAGES, check_amounts, is_extended, parse_amount
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, mapping

RULE = "manifest-limitrange"
IDLE_RULE = "manifest-ineffective"
FIELDS = ("default", "defaultRequest", "max", "min")
STANDARD = frozenset(
    [
        "cpu",
        "memory",
        "ephemeral-storage",
        "storage",
        "requests.cpu",
        "requests.memory",
        "requests.storage",
        "requests.ephemeral-storage",
        "limits.cpu",
        "limits.memory",
        "limits.ephemeral-storage",
        "pods",
        "resourcequotas",
        "services",
        "replicationcontrollers",
        "secrets",
        "persistentvolumeclaims",
        "configmaps",
        "services.nodeports",
        "services.loadbalancers",
    ]
)
"""Names without a domain that the server takes for an amount of any kind (core/helper IsStandardResourceName)."""
RATIO = "maxLimitRequestRatio"
ORDER = (
    ("min", "defaultRequest"),
    ("min", "default"),
    ("min", "max"),
    ("defaultRequest", "default"),
    ("defaultRequest", "max"),
    ("default", "max"),
)
"""Each pair: the first may not exceed the second."""


def check_limit_range(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report entries that the API server refuses, and devices that every container would be given."""
    seen: set[str] = set()
    for item, path in entries(dig(body, ("spec",)).get("limits"), ("spec", "limits")):
        kind = str(item.get("type"))
        if kind in seen:
            yield ObjectProblem(RULE, (*path, "type"), f"a second entry for {kind}", "merge the two entries")
        seen.add(kind)
        if "type" in item:
            yield from _check_type(item, kind, path)
        for field in (*FIELDS, RATIO):
            amounts = mapping(item.get(field))
            yield from check_amounts(amounts, (*path, field), context)
            for name in amounts:
                yield from _check_name(str(name), (*path, field, name), context, kind)
        names = sorted({str(name) for field in (*FIELDS, RATIO) for name in mapping(item.get(field))})
        for name in names:
            yield from _check_resource(name, item, kind, path)


def _check_type(item: dict[str, Json], kind: str, path: Path) -> Problems:
    if kind == "Pod":
        for field in ("default", "defaultRequest"):
            if item.get(field):
                text = f"an entry for Pod has no {field}: only containers have defaults"
                yield ObjectProblem(RULE, (*path, field), text, "move it to the entry for Container")
    elif kind == "PersistentVolumeClaim":
        if "storage" not in mapping(item.get("max")) and "storage" not in mapping(item.get("min")):
            text = "an entry for PersistentVolumeClaim needs min.storage or max.storage"
            yield ObjectProblem(RULE, path, text, "write one of the two")
    elif kind != "Container" and not ("/" in kind and is_qualified_name(kind)):
        fix = did_you_mean(kind, ("Container", "PersistentVolumeClaim", "Pod"))
        yield ObjectProblem(RULE, (*path, "type"), f"a LimitRange has no type {kind!r}", fix)


def _check_name(name: str, path: Path, context: CheckContext, kind: str) -> Problems:
    if kind not in ("Container", "Pod"):
        if not is_qualified_name(name) or ("/" not in name and name not in STANDARD):
            yield ObjectProblem(RULE, path, f"a {kind} has no resource {name!r}", did_you_mean(name, ["storage"]))
        return
    known = context.facts.container_resources
    if "/" not in name and name not in known and not name.startswith(HUGEPAGES):
        yield ObjectProblem(RULE, path, f"a container has no resource {name!r}", did_you_mean(name, known))
    elif "/" in name and (name.startswith("requests.") or not is_qualified_name(name)):
        text = f"{name!r} is no legal name of a resource here"
        yield ObjectProblem(RULE, path, text, "write <domain>/<name>, without requests.")


def _check_resource(name: str, item: dict[str, Json], kind: str, path: Path) -> Problems:
    written = {field: parse_amount(mapping(item.get(field)).get(name)) for field in FIELDS}
    amounts = _defaulted(written) if kind == "Container" else written
    for low, high in ORDER:
        less, more = amounts[low], amounts[high]
        if less is not None and more is not None and less > more:
            place = low if written[low] is not None else high
            hint = "" if written[low] is not None and written[high] is not None else ", after the server's defaulting"
            text = f"{low} of {name} is {less}, above {high} of {more}{hint}"
            yield ObjectProblem(RULE, (*path, place, name), text, f"lower {low}, or raise {high}")
            return
    yield from _check_ratio(name, item, amounts, path)
    if is_extended(name) or name.startswith(HUGEPAGES):
        yield from _check_device(name, written, amounts, kind, path)


def _defaulted(amounts: dict[str, Quantity | None]) -> dict[str, Quantity | None]:
    """What the server fills in for containers: default from max, defaultRequest from default, else from min."""
    filled = dict(amounts)
    if filled["default"] is None:
        filled["default"] = filled["max"]
    if filled["defaultRequest"] is None:
        filled["defaultRequest"] = filled["default"] if filled["default"] is not None else filled["min"]
    return filled


def _check_ratio(name: str, item: dict[str, Json], amounts: dict[str, Quantity | None], path: Path) -> Problems:
    ratio = parse_amount(mapping(item.get(RATIO)).get(name))
    if ratio is None:
        return
    low, high = amounts["min"], amounts["max"]
    if ratio < Quantity.of(1):
        text = f"the ratio of {name} is {ratio}, a limit is never below its request"
        yield ObjectProblem(RULE, (*path, RATIO, name), text, "write 1 or more")
    elif low is not None and high is not None and ratio.nano * low.nano > high.nano * Quantity.of(1).nano:
        text = f"the ratio of {name} is {ratio}, more than max {high} over min {low}"
        yield ObjectProblem(RULE, (*path, RATIO, name), text, "lower the ratio")


def _check_device(
    name: str, written: dict[str, Quantity | None], amounts: dict[str, Quantity | None], kind: str, path: Path
) -> Problems:
    limit, request = amounts["default"], amounts["defaultRequest"]
    if limit is not None and request is not None and limit != request:
        place = "defaultRequest" if written["defaultRequest"] is not None else "default"
        text = f"{name} cannot be overcommitted: default {limit} and defaultRequest {request} must be equal"
        yield ObjectProblem(RULE, (*path, place, name), text, "write the same number in both, normally 0")
    elif kind == "Container" and written["default"] is None and limit is not None and limit.nano > 0:
        text = f"the server copies max of {name} into the defaults, so every container would get {limit}"
        fix = f'write {name}: "0" under default and defaultRequest, or limit it in a quota instead'
        yield ObjectProblem(IDLE_RULE, (*path, "max", name), text, fix)

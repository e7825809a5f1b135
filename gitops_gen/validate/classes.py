"""PriorityClass and RuntimeClass."""

from __future__ import annotations

from gitops_gen.model.names import is_label
from gitops_gen.model.source import Json
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.pod import check_tolerations
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, shown

RULE = "manifest-class"
HIGHEST = 1_000_000_000
LOWEST = -(2**31)
RESERVED = "system-"


def check_priority_class(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a PriorityClass."""
    name, value = dig(body, ("metadata",)).get("name"), body.get("value")
    if isinstance(name, str) and name.startswith(RESERVED):
        text = f"{name!r} begins with {RESERVED}, which is reserved"
        yield ObjectProblem(RULE, ("metadata", "name"), text, f"choose a name without {RESERVED}")
    if value is None:
        text = "a PriorityClass without a value has the value 0"
        yield ObjectProblem("manifest-ineffective", ("value",), text, "write value")
    elif isinstance(value, int) and not LOWEST <= value <= HIGHEST:
        text = f"the value {value} is not {LOWEST} to {HIGHEST}"
        yield ObjectProblem(RULE, ("value",), text, f"write at most {HIGHEST}")


def check_runtime_class(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report a handler that is no legal name."""
    handler = body.get("handler")
    if isinstance(handler, str) and not is_label(handler):
        fix = "use lower case letters, digits and -, 63 at most"
        yield ObjectProblem(RULE, ("handler",), f"{shown(handler)} is no legal handler", fix)
    yield from check_tolerations(dig(body, ("scheduling",)), ("scheduling",), once=True)

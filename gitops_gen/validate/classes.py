"""PriorityClass and RuntimeClass."""

from __future__ import annotations

from gitops_gen.model.names import did_you_mean, is_label
from gitops_gen.model.source import Json
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, shown

RULE = "manifest-class"
HIGHEST = 1_000_000_000
LOWEST = -(2**31)
RESERVED = "system-"
POLICIES = ("Never", "PreemptLowerPriority")


def check_priority_class(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a PriorityClass."""
    name, value, policy = dig(body, ("metadata",)).get("name"), body.get("value"), body.get("preemptionPolicy")
    if isinstance(name, str) and name.startswith(RESERVED):
        text = f"{name!r} begins with {RESERVED}, which is reserved"
        yield ObjectProblem(RULE, ("metadata", "name"), text, f"choose a name without {RESERVED}")
    if value is None:
        yield ObjectProblem(RULE, ("value",), "a PriorityClass needs a value", "write value")
    elif isinstance(value, int) and not LOWEST <= value <= HIGHEST:
        text = f"the value {value} is not {LOWEST} to {HIGHEST}"
        yield ObjectProblem(RULE, ("value",), text, f"write at most {HIGHEST}")
    if policy is not None and policy not in POLICIES:
        text = f"{shown(policy)} is no preemption policy"
        yield ObjectProblem(RULE, ("preemptionPolicy",), text, did_you_mean(str(policy), POLICIES))


def check_runtime_class(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report a handler that is no legal name."""
    handler = body.get("handler")
    if isinstance(handler, str) and not is_label(handler):
        fix = "use lower case letters, digits and -, 63 at most"
        yield ObjectProblem(RULE, ("handler",), f"{shown(handler)} is no legal handler", fix)

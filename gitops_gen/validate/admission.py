"""Expressions in CEL that the API server compiles when it stores an object: admission policies and device classes."""

from __future__ import annotations

import re

from gitops_gen.model.names import did_you_mean
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.cel import RESERVED, compile_fault
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries

RULE = "manifest-expression"
POLICY_NAMES = frozenset({"authorizer", "namespaceObject", "object", "oldObject", "params", "request", "variables"})
VARIABLE = re.compile(r"\bvariables\.(\w+)")
DEVICE_NAMES = frozenset({"device"})
EXPRESSIONS = (
    ("variables", "expression"),
    ("matchConditions", "expression"),
    ("validations", "expression"),
    ("validations", "messageExpression"),
    ("auditAnnotations", "valueExpression"),
)


def check_policy(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report an expression of a ValidatingAdmissionPolicy that does not compile."""
    spec = dig(body, ("spec",))
    declared = {str(item.get("name")) for item, _ in entries(spec.get("variables"), ())}
    for name in sorted(declared):
        if name in RESERVED:
            yield ObjectProblem(RULE, ("spec", "variables"), f"{name!r} is a word of CEL, no name", "use another name")
    for field, name in EXPRESSIONS:
        for item, path in entries(spec.get(field), ("spec", field)):
            expression = item.get(name)
            yield from _check(expression, (*path, name), POLICY_NAMES)
            for used in VARIABLE.findall(expression if isinstance(expression, str) else ""):
                if used not in declared:
                    text = f"no variable is called {used!r}"
                    yield ObjectProblem(RULE, (*path, name), text, did_you_mean(used, declared))


def check_device_class(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report a selector that does not compile."""
    for item, path in entries(dig(body, ("spec",)).get("selectors"), ("spec", "selectors")):
        yield from _check(dig(item, ("cel",)).get("expression"), (*path, "cel", "expression"), DEVICE_NAMES)


def _check(expression: Json, path: Path, names: frozenset[str]) -> Problems:
    if isinstance(expression, str):
        fault = compile_fault(expression, names)
        if fault:
            yield ObjectProblem(RULE, path, f"the expression does not compile: {fault}", "correct the expression")

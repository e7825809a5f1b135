"""Labels, selectors and annotation keys, wherever they stand in an object."""

from __future__ import annotations

from gitops_gen.model.names import is_label_value, is_qualified_name
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, entries, listing, shown

RULE = "manifest-label"
ANNOTATION_RULE = "manifest-annotation"
KEY_FORM = "an optional DNS name and /, then letters, digits, - _ and ., 63 at most"
VALUE_FORM = "letters, digits, - _ and ., 63 at most, a letter or digit at both ends, or nothing"
VALUE_OPERATORS = ("In", "NotIn")
BARE_OPERATORS = ("DoesNotExist", "Exists")
NUMBER_OPERATORS = ("Gt", "Lt")


def check_labels(labels: Json, path: Path, context: CheckContext) -> Problems:
    """Report a key or value that is no legal label; for labels, matchLabels, nodeSelector and their like."""
    if not isinstance(labels, dict):
        return
    good = context.good_labels
    for key, value in labels.items():
        if isinstance(value, str) and (key, value) in good:
            continue
        found = list(_check_label(key, value, path))
        yield from found
        if not found:
            good.add((key, value))


def _check_label(key: str, value: Json, path: Path) -> Problems:
    if not is_qualified_name(str(key)):
        yield ObjectProblem(RULE, (*path, key), f"{shown(key)} is no legal label key", f"use {KEY_FORM}")
    if not isinstance(value, str):
        fix = "write it in quotes"
        yield ObjectProblem(RULE, (*path, key), f"the label {key!r} is {shown(value)}, labels are strings", fix)
    elif not is_label_value(value):
        yield ObjectProblem(RULE, (*path, key), f"{shown(value)} is no legal label value", f"use {VALUE_FORM}")


def check_annotation_keys(annotations: Json, path: Path, context: CheckContext) -> Problems:
    """Report a key that is no legal annotation key, and a value that is no string."""
    if not isinstance(annotations, dict):
        return
    good = context.good_annotations
    for key, value in annotations.items():
        if not isinstance(value, str):
            text = f"the annotation {key!r} is {shown(value)}, annotations are strings"
            yield ObjectProblem(ANNOTATION_RULE, (*path, key), text, "write it in quotes")
        if key not in good:
            if is_qualified_name(str(key).lower()):
                good.add(key)
            else:
                text = f"{shown(key)} is no legal annotation key"
                yield ObjectProblem(ANNOTATION_RULE, (*path, key), text, f"use {KEY_FORM}")


def check_requirements(expressions: Json, path: Path) -> Problems:
    """Report a selector's expression whose operator and values do not go together."""
    for item, place in entries(expressions, path):
        if "key" in item:
            yield from _check_requirement(item, place)


def _check_requirement(item: dict[str, Json], path: Path) -> Problems:
    operator, values = item.get("operator"), listing(item.get("values"))
    if not is_qualified_name(str(item["key"])):
        yield ObjectProblem(RULE, (*path, "key"), f"{shown(item['key'])} is no legal label key", f"use {KEY_FORM}")
    if operator in VALUE_OPERATORS and not values:
        yield ObjectProblem(RULE, (*path, "values"), f"{operator} needs at least one value", "name the values")
    elif operator in BARE_OPERATORS and values:
        yield ObjectProblem(RULE, (*path, "values"), f"{operator} takes no values", "remove the values")
    elif operator in NUMBER_OPERATORS and not (len(values) == 1 and _is_integer(values[0])):
        # The server counts the values and does not read them; the scheduler then matches nothing.
        rule = "manifest-ineffective" if len(values) == 1 else RULE
        yield ObjectProblem(rule, (*path, "values"), f"{operator} takes exactly one integer", "write one, in quotes")
    elif operator not in (*VALUE_OPERATORS, *BARE_OPERATORS, *NUMBER_OPERATORS):
        legal = ", ".join((*VALUE_OPERATORS, *BARE_OPERATORS))
        yield ObjectProblem(RULE, (*path, "operator"), f"{shown(operator)} is no operator", f"use one of {legal}")
    for position, value in enumerate(values if operator in VALUE_OPERATORS else ()):
        if not isinstance(value, str) or not is_label_value(value):
            text = f"{shown(value)} is no legal label value"
            yield ObjectProblem(RULE, (*path, "values", position), text, f"use {VALUE_FORM}")


def _is_integer(value: Json) -> bool:
    return isinstance(value, str) and value.removeprefix("-").isdecimal()

"""One pass over a whole object for what may go wrong anywhere: emptiness, labels, selectors, quantities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from gitops_gen.model.names import did_you_mean
from gitops_gen.model.source import Json, Path
from gitops_gen.validate.amounts import check_amount, check_amounts, looks_like_resources
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.labels import check_annotation_keys, check_labels, check_requirements
from gitops_gen.validate.metadata import empty_problem, skip_file_problem
from gitops_gen.validate.problem import ObjectProblem, Problems, mapping, shown

METADATA = "metadata"
CHOICE_RULE = "manifest-schema"
"""Not a rule of its own: a complete schema would say it."""
Choices = Mapping[str, frozenset[str]]
LABEL_MAPS = ("matchLabels", "nodeLabels", "nodeSelector")
EXPRESSIONS = ("matchExpressions", "matchFields")
HOOKED = frozenset((METADATA, *LABEL_MAPS, *EXPRESSIONS))


def check_everywhere(root: Json, path: Path, context: CheckContext, key: str, *, without: Json = None) -> Problems:
    """Report nulls, empty mappings and lists, and illegal labels, selectors and amounts, wherever they stand.

    ``root`` is the part of an object at ``path``; ``without`` is a part of it to leave out. In a kind whose fields we
    do not know an empty mapping may mean something; a null never does. Iterative, since a hostile object is deep.
    """
    facts = context.facts
    skip_text, hooked = facts.skip_file_text, HOOKED | facts.quantity_maps
    allowed = _allowed_empty(context, key)
    # The fields of other projects' kinds may be called the same and mean something else.
    choices = facts.choices if key.partition(".")[2] in facts.resources else {}
    special = facts.quantity_fields | choices.keys()
    stack: list[tuple[Json, Path]] = [(root, path)]
    while stack:
        node, path = stack.pop()
        steps: Iterable[tuple[str | int, Json]] = node.items() if type(node) is dict else enumerate(node)
        for step, value in steps:
            kind = type(value)
            if kind is dict or kind is list:
                if not value:
                    yield from _check_empty(value, path, step, allowed)
                    continue
                if value is not without:
                    stack.append((value, (*path, step)))
                if step in hooked:
                    yield from _check_known(str(step), value, (*path, step), context)
            elif kind is str and skip_text in value:
                yield skip_file_problem((*path, step), skip_text)
            elif value is None and step not in facts.server_fields:
                yield empty_problem((*path, step), None)
            elif step in special or (choices and type(step) is int):
                yield from _check_scalar(value, node, (*path, step), context, choices)


def _check_scalar(value: Json, node: Json, path: Path, context: CheckContext, choices: Choices) -> Problems:
    name = path[-1] if isinstance(path[-1], str) else f"{path[-2] if len(path) > 1 else ''}[]"
    if name in context.facts.quantity_fields:
        yield from check_amount(value, path, context, resource=_resource(node, name))
    elif name in choices and value not in choices[name]:
        yield ObjectProblem(
            CHOICE_RULE, path, f"{shown(value)} is not allowed here", did_you_mean(str(value), choices[name])
        )


def _check_empty(value: Json, path: Path, step: str | int, allowed: frozenset[str] | None) -> Problems:
    name = step if isinstance(step, str) else f"{path[-1]}[]"
    if allowed is not None and name not in allowed:
        yield empty_problem((*path, step), value)


def _check_known(step: str, value: Json, path: Path, context: CheckContext) -> Problems:
    """What a field of this name holds, wherever it stands."""
    if step in LABEL_MAPS:
        yield from check_labels(value, path, context)
    elif step in EXPRESSIONS:
        yield from check_requirements(value, path)
    elif not isinstance(value, dict):
        return
    elif step == METADATA:
        late = len(path) > 1 and path[-2] == "jobTemplate"  # the server looks at it when it makes a job of it
        for problem in chain(
            check_labels(value.get("labels"), (*path, "labels"), context),
            check_annotation_keys(value.get("annotations"), (*path, "annotations"), context),
        ):
            yield problem._replace(rule="manifest-ineffective") if late else problem
    elif looks_like_resources(value):
        yield from check_amounts(value, path, context)


def _allowed_empty(context: CheckContext, key: str) -> frozenset[str] | None:
    """The fields that may be empty, a list's item named after the list with []; None where we do not know the kind."""
    kind, _, group = key.partition(".")
    if (group, kind) not in context.kinds and group not in context.facts.resources:
        return None
    return context.facts.empty_anywhere | context.facts.empty_by_kind.get(key, frozenset())


def _resource(node: Json, step: str) -> str:
    """What is counted: a volume's size is bytes, Kueue names the resource beside its amount."""
    name = mapping(node).get("name")
    return "memory" if step == "sizeLimit" else name if isinstance(name, str) else "cpu"

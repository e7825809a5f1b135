"""What the API server makes of null: it decodes into typed fields, where nothing is null."""

from __future__ import annotations

from gitops_gen.model.source import Json

TEXTS = frozenset(
    {"annotations", "binaryData", "data", "labels", "matchLabels", "nodeSelector", "selector", "stringData"}
)
"""Maps of texts: a key with null stays, with an empty text."""
AMOUNTS = frozenset({"default", "defaultRequest", "hard", "limits", "max", "maxLimitRequestRatio", "min", "requests"})
"""Maps of quantities: a key with null stays, with 0."""


def as_stored(value: Json, key: str = "") -> Json:
    """A value as the server reads it: of other mappings a null field is not there, and a null item is an empty one."""
    if isinstance(value, dict):
        if None not in value.values():
            return {name: as_stored(each, name) for name, each in value.items()}
        if key in TEXTS or key in AMOUNTS:
            empty = "" if key in TEXTS else "0"
            return {name: empty if each is None else as_stored(each, name) for name, each in value.items()}
        return {name: as_stored(each, name) for name, each in value.items() if each is not None}
    if isinstance(value, list):
        empty_item: Json = {} if any(isinstance(each, dict) for each in value) or len(value) == 1 else ""
        return [empty_item if each is None else as_stored(each) for each in value]
    return value

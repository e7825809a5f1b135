"""Explanations as JSON, version 1."""

from __future__ import annotations

import json

from gitops_gen.explain.answer import Explanation, Origin, Uses
from gitops_gen.model.source import Json, Location


def render_explanation_json(answer: Explanation) -> str:
    """An explanation of a generated value."""
    data = {
        "version": 1,
        "file": answer.file,
        "pointer": answer.pointer,
        "value": answer.value,
        "object": answer.object,
        "cluster": answer.cluster,
        "renderer": {"id": answer.renderer, "summary": answer.summary},
        "decidedAt": answer.decided_at,
        "origins": [_origin(origin) for origin in answer.origins],
        "reason": _origin(answer.reason),
        "fields": [
            {"pointer": field.pointer, "value": field.value, "location": _location(field.location)}
            for field in answer.fields
        ],
        "findings": [
            {"id": item.id, "severity": item.severity.value, "message": item.message, **_place(item.location)}
            for item in answer.findings
        ],
    }
    return json.dumps(data, indent=2) + "\n"


def render_uses_json(answer: Uses) -> str:
    """What a place in a spec decides."""
    uses = [{"file": use.file, "pointer": use.pointer, "value": use.value} for use in answer.uses]
    return json.dumps({"version": 1, "place": answer.place, "text": answer.text, "uses": uses}, indent=2) + "\n"


def _origin(origin: Origin) -> dict[str, Json]:
    return {
        "role": origin.role,
        "document": origin.document,
        "pointer": origin.pointer,
        **_place(origin.location),
        "text": origin.text,
    }


def _location(location: Location | None) -> dict[str, Json] | None:
    return None if location is None else _place(location)


def _place(location: Location) -> dict[str, Json]:
    return {"file": location.file, "line": location.line, "column": location.column}

"""When a custom resource is healthy, for kinds whose status is not of the common form. Facts: ``data/health.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class HealthExpression:
    """CEL over the object. ``failed`` empty: the kind has no state from which it cannot recover by itself."""

    current: str
    failed: str = ""


@cache
def health_expressions() -> Mapping[tuple[str, str], HealthExpression]:
    """The expressions by API group and kind."""
    entries = json.loads(files("gitops_gen").joinpath("data", "health.json").read_text(encoding="utf-8"))["kinds"]
    return MappingProxyType(
        {
            (entry["group"], entry["kind"]): HealthExpression(entry["current"], entry.get("failed", ""))
            for entry in entries
        }
    )

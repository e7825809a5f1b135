"""Which rule speaks at which level: ``data/manifest-levels.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from gitops_gen.model.finding import Severity
from gitops_gen.model.level import Judgement, Level

SERVER = Judgement()


@cache
def load_levels() -> Mapping[str, Judgement]:
    """By rule id; a rule that is not there speaks at level server."""
    data = json.loads((files("gitops_gen") / "data" / "manifest-levels.json").read_bytes())
    return MappingProxyType({rule: _judgement(entry) for rule, entry in data["rules"].items()})


def _judgement(entry: Mapping[str, str]) -> Judgement:
    severity = entry.get("severity")
    return Judgement(Level(entry["level"]), None if severity is None else Severity(severity))

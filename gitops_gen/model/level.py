"""How much is asked of manifests that need not be ours."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from gitops_gen.model.finding import Severity


class Level(Enum):
    """``SERVER``: what the API server refuses. ``RECOMMENDED``: also what is accepted, and does not do what was meant.
    ``STRICT``: also forms that agents show as drift for ever, and that readers of YAML differ on."""

    SERVER = "server"
    RECOMMENDED = "recommended"
    STRICT = "strict"

    @property
    def rank(self) -> int:
        return list(Level).index(self)


class Judgement(NamedTuple):
    """At which level a rule speaks, and how bad its faults are there; None: as bad as always."""

    level: Level = Level.SERVER
    severity: Severity | None = None

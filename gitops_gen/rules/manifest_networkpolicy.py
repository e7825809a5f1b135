"""A NetworkPolicy opens or closes something else than it seems to."""

from __future__ import annotations

from gitops_gen.model.finding import Severity
from gitops_gen.model.plugin import Rule

RULE = Rule(
    id="manifest-networkpolicy",
    severity=Severity.ERROR,
    title="A NetworkPolicy opens or closes something else than it seems to",
    why=(
        "Peers and ports have shapes that the server takes, and that mean everything or nothing. A port "
        "range backwards, a peer of two kinds or a missing list opens a namespace, or cuts it off."
    ),
    fix="Write the peer and the ports as the finding says.",
    invalid=(),
    stage="validate",
)

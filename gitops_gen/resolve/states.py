"""States: active, frozen (no new work), drained (quota 0, data kept), removed (drained, then only the Namespace)."""

from __future__ import annotations

from datetime import date

from gitops_gen.model.fleet import Spec
from gitops_gen.model.source import Ref, Traced
from gitops_gen.model.spec import Allocation, Team

ORDER = ("active", "frozen", "drained", "removed")


def effective_state(team: Spec[Team], allocation: Spec[Allocation], as_of: date) -> Traced[str]:
    """The stricter of the team's and the allocation's state; ``removed`` counts as drained until its date."""
    candidates = [(_at(spec, as_of), spec) for spec in (team, allocation)]
    candidates.sort(key=lambda pair: ORDER.index(pair[0]))
    state = candidates[-1][0]
    return Traced(state, tuple(_ref(spec) for _, spec in candidates))


def _at(spec: Spec[Team] | Spec[Allocation], as_of: date) -> str:
    body = spec.model.spec
    if body.state == "removed" and body.state_change is not None and as_of < body.state_change.date:
        return "drained"
    return body.state


def _ref(spec: Spec[Team] | Spec[Allocation]) -> Ref:
    """The state as written; a document that says nothing is active by its existence."""
    return spec.ref("state") if "state" in spec.document.data["spec"] else spec.ref()

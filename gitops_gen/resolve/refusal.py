"""Why a MIG layout does not fit, in words: what is in the way, and what would fit."""

from __future__ import annotations

from gitops_gen.model.placement import Cause, Layout, NoRoom, OverBudget, Refused, TooMany, UnknownProfile

_UNITS = {"compute": "compute slices", "memory": "memory units", "instances": "instances"}
"""What a resource of a card is counted in; the others are media engines."""


def message(refused: Refused) -> str:
    """What is in the way, in one sentence.

    An engine is named where nothing else lacks: media engines run short wherever slices or memory do, and nobody
    chooses a layout by them.
    """
    causes = [cause for cause in refused.causes if not _is_engine(cause)] or refused.causes
    return "; ".join(_cause(cause) for cause in causes)


def _is_engine(cause: Cause) -> bool:
    return isinstance(cause, OverBudget) and cause.resource not in _UNITS


def slice_alone(refused: Refused) -> str:
    """The slice that is wrong by itself, whatever lies beside it; empty where only the whole does not fit."""
    causes = (cause.profile for cause in refused.causes if isinstance(cause, UnknownProfile | TooMany))
    return next(causes, "")


def fix(refused: Refused) -> str:
    """What to write instead."""
    unknown = [cause for cause in refused.causes if isinstance(cause, UnknownProfile)]
    if unknown:
        close = [f"did you mean {cause.nearest!r}?" for cause in unknown if cause.nearest]
        return " ".join(close) or "see the profiles with `gitops-gen catalog`"
    parts = [_layout(alternative.layout) for alternative in refused.instead]
    return "this would fit: " + ", or ".join(parts) if parts else "cut the card differently"


def _cause(cause: Cause) -> str:
    if isinstance(cause, UnknownProfile):
        return f"it has no profile {cause.profile!r}"
    if isinstance(cause, TooMany):
        return f"{cause.wanted} x {cause.profile}, but a card holds {cause.most} at most"
    if isinstance(cause, OverBudget):
        what = _UNITS.get(cause.resource, f"{cause.resource} engines")
        return f"{' and '.join(cause.profiles)} take {cause.wanted} {what}, and the card has {cause.total}"
    return _no_room(cause)


def _no_room(cause: NoRoom) -> str:
    beside = ", ".join(f"{item.profile} at {item.start}-{item.start + item.size - 1}" for item in cause.beside)
    free = ", ".join(str(unit) for unit in cause.free) or "none"
    return f"no start is left for {cause.profile} beside {beside} (free memory units: {free})"


def _layout(layout: Layout) -> str:
    return "{" + ", ".join(f"{name}: {count}" for name, count in layout) + "}"

"""Which MIG instances fit on one card: exactly, for any order of creation.

A card is a row of memory units, and a profile may start at some of them only. So the gigabytes of the names do not
decide (they are rounded), nor do the compute slices (two 3g and a 1g have seven, but would lie on nine units). The
media engines are a budget beside that. Source of both: the files of the catalog, and the tables named there.

The search carries every occupancy of the row that can be reached, instance by instance. There are at most 2^units of
them (256 or 4096) and a card has few instances, so it is exact and cannot run away, whatever counts are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitops_gen.model.gpu import Mig, MigProfile, ProfileName
from gitops_gen.model.names import nearest

MOST_ALTERNATIVES = 3

Layout = tuple[tuple[str, int], ...]
"""Profile names with their counts, in the order of the catalog; none is 0."""


class Instance(NamedTuple):
    """An instance in its place: it covers ``size`` memory units from ``start``."""

    profile: str
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Placed:
    """It fits: one way to lie, by start, the same for every order of the question. ``free``: units nothing covers."""

    instances: tuple[Instance, ...]
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UnknownProfile:
    """The card has no such profile. ``nearest`` is the one most likely meant; None when nothing is close."""

    profile: str
    nearest: str | None


@dataclass(frozen=True, slots=True)
class TooMany:
    """More instances of one profile than the card ever has."""

    profile: str
    wanted: int
    most: int


@dataclass(frozen=True, slots=True)
class OverBudget:
    """The instances together take more than the card has of one ``resource``.

    It is ``compute`` (slices), ``memory`` (units), ``instances``, or a media engine by the driver's name (``nvdec``,
    ``ofa`` …). ``profiles`` are those that take of it.
    """

    resource: str
    wanted: int
    total: int
    profiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoRoom:
    """However the instances of ``beside`` lie, no start is left for ``profile``. They are shown in one way to lie."""

    profile: str
    beside: tuple[Instance, ...]
    free: tuple[int, ...]


Cause = UnknownProfile | TooMany | OverBudget | NoRoom


@dataclass(frozen=True, slots=True)
class Alternative:
    """A part of the question that fits, to which nothing of the rest can be added; ``dropped`` is that rest."""

    layout: Layout
    dropped: Layout


@dataclass(frozen=True, slots=True)
class Refused:
    """It does not fit. All ``causes`` of the first stage that failed: names, then maxima, then budgets and room.

    ``instead``: the largest parts that fit, most instances first, then most memory; none when a name is unknown.
    """

    causes: tuple[Cause, ...]
    instead: tuple[Alternative, ...]


def place(mig: Mig, wanted: Mapping[str, int]) -> Placed | Refused:
    """Lay the instances out on one card, or say why not. Raises ValueError when a count is negative."""
    asked = _asked(mig, wanted)
    unknown = sorted(name for name in wanted if not mig.profile(name))
    if unknown:
        return Refused(tuple(UnknownProfile(name, nearest_profile(mig, name)) for name in unknown), ())
    causes: tuple[Cause, ...] = tuple(
        TooMany(profile.name, count, profile.max_instances) for profile, count in asked if count > profile.max_instances
    )
    if not causes:
        order = _largest_first(asked)
        instances = _arrange(order)
        causes = _over_budget(mig, asked)
        if len(instances) < len(order):
            causes += (NoRoom(order[len(instances)].name, instances, _free(mig, instances)),)
        if not causes:
            return Placed(instances, _free(mig, instances))
    return Refused(causes, _alternatives(mig, asked))


def stranded_units(mig: Mig, wanted: Mapping[str, int]) -> int:
    """The memory units of a card that a layout leaves unusable. Raises ValueError when the layout does not fit."""
    outcome = place(mig, wanted)
    if isinstance(outcome, Refused):
        raise ValueError(f"the layout does not fit: {dict(wanted)!r}")
    return len(outcome.free)


def nearest_profile(mig: Mig, name: str) -> str | None:
    """The profile most likely meant by a wrong name: as many slices first, then the same attribute, then the memory.

    A resource name (``nvidia.com/mig-1g.10gb.me``) and capitals are understood. None when nothing is close.
    """
    text = name.lower().rpartition("mig-")[2]
    names = [profile.name for profile in mig.profiles]
    try:
        wrong = ProfileName.parse(text)
    except ValueError:
        return nearest(text, names)
    return min(names, key=lambda legal: (*_distance(wrong, ProfileName.parse(legal)), legal))


def _distance(wrong: ProfileName, legal: ProfileName) -> tuple[int, bool, int]:
    slices = abs(wrong.compute_slices - legal.compute_slices)
    return slices, wrong.attribute != legal.attribute, abs(wrong.memory_gb - legal.memory_gb)


Asked = tuple[tuple[MigProfile, int], ...]


def _asked(mig: Mig, wanted: Mapping[str, int]) -> Asked:
    negative = sorted(name for name, count in wanted.items() if count < 0)
    if negative:
        raise ValueError(f"negative counts of {negative}")
    counts = ((profile, wanted.get(profile.name, 0)) for profile in mig.profiles)
    return tuple((profile, count) for profile, count in counts if count)


def _largest_first(asked: Asked) -> list[MigProfile]:
    """One entry an instance. The order decides which of several layouts is shown, never whether there is one."""
    by_size = sorted(asked, key=lambda entry: -entry[0].placement.size)
    return [profile for profile, count in by_size for _ in range(count)]


def _span(profile: MigProfile, start: int) -> int:
    """The units an instance covers, as bits."""
    return ((1 << profile.placement.size) - 1) << start


def _with_one_more(occupancies: frozenset[int], profile: MigProfile) -> frozenset[int]:
    """Every occupancy reached by adding an instance to any of these, wherever it may lie."""
    spans = [_span(profile, start) for start in profile.placement.starts]
    return frozenset(taken | span for taken in occupancies for span in spans if not taken & span)


def _arrange(order: Sequence[MigProfile]) -> tuple[Instance, ...]:
    """Place as many instances of the row as fit, from the first; by start."""
    layers = [frozenset({0})]
    for profile in order:
        reached = _with_one_more(layers[-1], profile)
        if not reached:
            break
        layers.append(reached)
    # Back from the lowest occupancy: the small ones come first here and take the highest starts, so the large lie low.
    taken = min(layers[-1])
    instances = []
    for profile, before in zip(reversed(order[: len(layers) - 1]), reversed(layers[:-1]), strict=True):
        spans = ((start, _span(profile, start)) for start in profile.placement.starts)
        start, span = max((start, span) for start, span in spans if taken & span == span and taken ^ span in before)
        instances.append(Instance(profile.name, start, profile.placement.size))
        taken ^= span
    return tuple(sorted(instances, key=lambda instance: instance.start))


def _free(mig: Mig, instances: Sequence[Instance]) -> tuple[int, ...]:
    covered = {unit for instance in instances for unit in range(instance.start, instance.start + instance.size)}
    return tuple(unit for unit in range(mig.memory_units) if unit not in covered)


def _totals(mig: Mig) -> dict[str, int]:
    totals = {"compute": mig.compute_slices, "memory": mig.memory_units}
    if mig.max_instances < mig.compute_slices:
        # Else the compute slices say it already: an instance takes one at least.
        totals["instances"] = mig.max_instances
    return totals | dict(mig.engine_totals)


def _takes(profile: MigProfile, resource: str) -> int:
    own = {"compute": profile.compute_slices, "memory": profile.memory_units, "instances": 1}
    return own.get(resource) or dict(profile.engines).get(resource, 0)


def _over_budget(mig: Mig, asked: Asked) -> tuple[OverBudget, ...]:
    over = []
    for resource, total in _totals(mig).items():
        wanted = sum(_takes(profile, resource) * count for profile, count in asked)
        if wanted > total:
            takers = tuple(profile.name for profile, _ in asked if _takes(profile, resource))
            over.append(OverBudget(resource, wanted, total, takers))
    return tuple(over)


class _Choice(NamedTuple):
    """How many of a profile may be taken, and what each takes of the budgets."""

    profile: MigProfile
    bound: int
    takes: tuple[int, ...]


def _alternatives(mig: Mig, asked: Asked) -> tuple[Alternative, ...]:
    """The largest parts of the question that fit, best first."""
    totals = _totals(mig)
    choices = [
        _Choice(profile, min(count, profile.max_instances), tuple(_takes(profile, resource) for resource in totals))
        for profile, count in asked
    ]
    feasible = set(_feasible(choices, frozenset({0}), tuple(totals.values())))
    complete = [counts for counts in feasible if any(counts) and feasible.isdisjoint(_with_one_added(counts))]

    def rank(counts: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        units = sum(choice.profile.memory_units * count for choice, count in zip(choices, counts, strict=True))
        return -sum(counts), -units, counts

    return tuple(_alternative(asked, counts) for counts in sorted(complete, key=rank)[:MOST_ALTERNATIVES])


def _feasible(
    choices: Sequence[_Choice], occupancies: frozenset[int], left: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """The counts of every part that fits. Whatever fits still does with one less, so a failure ends its branch."""
    if not choices:
        yield ()
        return
    first, *rest = choices
    for count in range(first.bound + 1):
        for others in _feasible(rest, occupancies, left):
            yield (count, *others)
        occupancies = _with_one_more(occupancies, first.profile)
        left = tuple(have - take for have, take in zip(left, first.takes, strict=True))
        if not occupancies or min(left) < 0:
            return


def _with_one_added(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return ((*counts[:index], count + 1, *counts[index + 1 :]) for index, count in enumerate(counts))


def _alternative(asked: Asked, counts: tuple[int, ...]) -> Alternative:
    pairs = [(profile.name, wanted, kept) for (profile, wanted), kept in zip(asked, counts, strict=True)]
    return Alternative(
        layout=tuple((name, kept) for name, _, kept in pairs if kept),
        dropped=tuple((name, wanted - kept) for name, wanted, kept in pairs if wanted > kept),
    )

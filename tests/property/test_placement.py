"""Placement against a placer that knows no cleverness: it walks the row and writes down every way to fill it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gitops_gen.catalog import load_gpus
from gitops_gen.model.gpu import Mig, MigProfile, Placement
from gitops_gen.model.placement import NoRoom, OverBudget, Placed, Refused, TooMany, place, stranded_units

Names = tuple[str, ...]


def ways_to_fill(mig: Mig, unit: int = 0) -> Iterator[Names]:
    """Every row of instances from ``unit`` on, left to right, budgets not looked at."""
    if unit >= mig.memory_units:
        yield ()
        return
    yield from ways_to_fill(mig, unit + 1)
    for profile in mig.profiles:
        if unit in profile.placement.starts and unit + profile.placement.size <= mig.memory_units:
            for others in ways_to_fill(mig, unit + profile.placement.size):
                yield (profile.name, *others)


@cache
def rooms(mig: Mig) -> frozenset[Names]:
    """Every combination that has room, as sorted names."""
    return frozenset(tuple(sorted(names)) for names in ways_to_fill(mig))


def within_budgets(mig: Mig, names: Names) -> bool:
    used: Counter[str] = Counter()
    for name in names:
        profile = next(profile for profile in mig.profiles if profile.name == name)
        used += Counter({"compute": profile.compute_slices, "instances": 1} | dict(profile.engines))
    totals = {"compute": mig.compute_slices, "instances": mig.max_instances} | dict(mig.engine_totals)
    most = {profile.name: profile.max_instances for profile in mig.profiles}
    return all(used[resource] <= total for resource, total in totals.items()) and all(
        count <= most[name] for name, count in Counter(names).items()
    )


def fits(mig: Mig, wanted: Counter[str]) -> bool:
    names = tuple(sorted(wanted.elements()))
    return names in rooms(mig) and within_budgets(mig, names)


CARDS = [gpu.mig for gpu in load_gpus().values() if gpu.mig]


@st.composite
def made_up_cards(draw: st.DrawFn) -> Mig:
    """Cards that nobody sells: any starts, any budgets, so that sums alone decide nothing."""
    units = draw(st.integers(2, 6))
    profiles = []
    for index in range(draw(st.integers(1, 4))):
        size = draw(st.integers(1, units))
        starts = draw(st.sets(st.integers(0, units - size), min_size=1))
        profile = MigProfile(
            name=f"{index + 1}g.{size}gb",
            compute_slices=draw(st.integers(1, 2)),
            memory_units=size,
            max_instances=draw(st.integers(1, 3)),
            placement=Placement(tuple(sorted(starts)), size),
            engines=tuple(draw(st.dictionaries(st.sampled_from(["ofa", "jpeg"]), st.integers(1, 2))).items()),
        )
        profiles.append(profile)
    totals = (("ofa", draw(st.integers(1, 3))), ("jpeg", draw(st.integers(1, 3))))
    return Mig(draw(st.integers(2, 6)), units, draw(st.integers(2, 6)), "unverified", totals, tuple(profiles))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Mig, Counter[str]]:
    mig = draw(st.sampled_from(CARDS) | made_up_cards())
    names = st.sampled_from([profile.name for profile in mig.profiles])
    return mig, Counter(draw(st.lists(names, max_size=8)))


@given(questions())
def test_the_verdict_is_that_of_trying_everything(question: tuple[Mig, Counter[str]]) -> None:
    mig, wanted = question
    assert isinstance(place(mig, wanted), Placed) == fits(mig, wanted)


@given(questions())
def test_what_is_placed_lies_legally_and_is_what_was_wanted(question: tuple[Mig, Counter[str]]) -> None:
    mig, wanted = question
    outcome = place(mig, wanted)
    if isinstance(outcome, Refused):
        return
    covered: list[int] = []
    for name, start, size in outcome.instances:
        profile = mig.profile(name)
        assert profile is not None
        assert start in profile.placement.starts
        assert size == profile.placement.size
        covered += range(start, start + size)
    assert sorted([*covered, *outcome.free]) == list(range(mig.memory_units))
    assert stranded_units(mig, wanted) == len(outcome.free)
    assert Counter(instance.profile for instance in outcome.instances) == wanted
    assert list(outcome.instances) == sorted(outcome.instances, key=lambda instance: instance.start)


@given(questions(), st.randoms(use_true_random=False))
def test_the_order_of_the_question_changes_nothing(question: tuple[Mig, Counter[str]], random: Random) -> None:
    mig, wanted = question
    shuffled = list(wanted.items())
    random.shuffle(shuffled)
    assert repr(place(mig, dict(shuffled))) == repr(place(mig, wanted))


@given(questions())
def test_each_cause_of_a_refusal_is_true(question: tuple[Mig, Counter[str]]) -> None:
    mig, wanted = question
    outcome = place(mig, wanted)
    if isinstance(outcome, Placed):
        return
    assert outcome.causes
    for cause in outcome.causes:
        if isinstance(cause, TooMany):
            assert cause.wanted == wanted[cause.profile] > cause.most
        elif isinstance(cause, NoRoom):
            beside = tuple(instance.profile for instance in cause.beside)
            assert Counter(beside) <= wanted - Counter([cause.profile])
            assert tuple(sorted(beside)) in rooms(mig)
            assert tuple(sorted((*beside, cause.profile))) not in rooms(mig)
        else:
            assert isinstance(cause, OverBudget)
            assert cause.wanted > cause.total
            assert set(cause.profiles) <= set(wanted)


@given(questions())
def test_the_alternatives_are_the_largest_parts_that_fit(question: tuple[Mig, Counter[str]]) -> None:
    mig, wanted = question
    outcome = place(mig, wanted)
    if isinstance(outcome, Placed):
        return
    parts = {names for names in rooms(mig) if names and Counter(names) <= wanted and within_budgets(mig, names)}
    maximal = {part for part in parts if not any(Counter(part) < Counter(other) for other in parts)}
    layouts = [tuple(sorted(Counter(dict(other.layout)).elements())) for other in outcome.instead]
    assert set(layouts) <= maximal
    assert len(layouts) == min(3, len(maximal)) == len(set(layouts))
    assert [len(layout) for layout in layouts] == sorted((len(part) for part in maximal), reverse=True)[: len(layouts)]
    for alternative in outcome.instead:
        assert Counter(dict(alternative.layout)) + Counter(dict(alternative.dropped)) == wanted


@given(questions(), st.integers(9, 10**12))
def test_endless_counts_are_answered_like_the_first_one_too_many(
    question: tuple[Mig, Counter[str]], endless: int
) -> None:
    mig, wanted = question
    first = dict.fromkeys(wanted, 9)
    outcome, bounded = place(mig, dict.fromkeys(wanted, endless)), place(mig, first)
    if isinstance(outcome, Placed) or isinstance(bounded, Placed):
        assert outcome == bounded
        return
    assert [other.layout for other in outcome.instead] == [other.layout for other in bounded.instead]
    assert [replace(cause, wanted=9) for cause in outcome.causes if isinstance(cause, TooMany)] == list(bounded.causes)

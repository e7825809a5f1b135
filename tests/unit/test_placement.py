"""What fits on one card: the vendor's known numbers, the reasons of a refusal, and what it offers instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from gitops_gen.catalog import load_gpus
from gitops_gen.model.gpu import Mig, MigProfile, Placement
from gitops_gen.model.placement import (
    Alternative,
    Instance,
    Layout,
    NoRoom,
    OverBudget,
    Placed,
    Refused,
    TooMany,
    UnknownProfile,
    nearest_profile,
    place,
    stranded_units,
)


def mig_of(gpu: str) -> Mig:
    mig = load_gpus()[gpu].mig
    assert mig is not None
    return mig


def refusal(gpu: str, wanted: Mapping[str, int]) -> Refused:
    outcome = place(mig_of(gpu), wanted)
    assert isinstance(outcome, Refused)
    return outcome


def lies(gpu: str, wanted: Mapping[str, int]) -> list[tuple[str, int, int]]:
    outcome = place(mig_of(gpu), wanted)
    assert isinstance(outcome, Placed)
    return [(name, start, size) for name, start, size in outcome.instances]


def fitting(mig: Mig, names: list[str]) -> set[tuple[int, ...]]:
    """Every combination of these profiles that fits, the empty one left out: grown from what fits, by one each time."""
    found: set[tuple[int, ...]] = set()
    grown = {(0,) * len(names)}
    while grown:
        larger = {row for smaller in grown for row in with_one_more(smaller)}
        grown = {row for row in larger if isinstance(place(mig, dict(zip(names, row, strict=True))), Placed)}
        found |= grown
    return found


def maximal(found: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {row for row in found if found.isdisjoint(with_one_more(row))}


def with_one_more(row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return ((*row[:index], count + 1, *row[index + 1 :]) for index, count in enumerate(row))


def test_a_seven_slice_card_without_extras_has_37_layouts_and_these_12_maximal_ones() -> None:
    found = fitting(mig_of("h100-80gb"), ["1g.10gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"])
    assert len(found) == 37
    assert maximal(found) == {
        (7, 0, 0, 0, 0),
        (5, 1, 0, 0, 0),
        (3, 2, 0, 0, 0),
        (1, 3, 0, 0, 0),
        (4, 0, 1, 0, 0),
        (2, 1, 1, 0, 0),
        (0, 2, 1, 0, 0),
        (0, 0, 2, 0, 0),
        (3, 0, 0, 1, 0),
        (1, 1, 0, 1, 0),
        (0, 0, 1, 1, 0),
        (0, 0, 0, 0, 1),
    }


@pytest.mark.parametrize("gpu", ["a100-40gb", "h100-80gb", "b300-288gb"])
def test_a_seven_slice_card_with_all_profiles_has_127_layouts_and_44_maximal_ones(gpu: str) -> None:
    mig = mig_of(gpu)
    found = fitting(mig, [profile.name for profile in mig.profiles])
    assert (len(found), len(maximal(found))) == (127, 44)


def test_the_maximal_layouts_of_an_a30() -> None:
    mig = mig_of("a30-24gb")
    plain = maximal(fitting(mig, ["1g.6gb", "2g.12gb", "4g.24gb"]))
    assert plain == {(4, 0, 0), (2, 1, 0), (0, 2, 0), (0, 0, 1)}
    # In the order 1g, 1g+me, 2g, 2g+me, 4g: exactly one member may be its +me form, of either size.
    assert maximal(fitting(mig, [profile.name for profile in mig.profiles])) == {
        (4, 0, 0, 0, 0),
        (3, 1, 0, 0, 0),
        (2, 0, 1, 0, 0),
        (1, 1, 1, 0, 0),
        (2, 0, 0, 1, 0),
        (0, 0, 2, 0, 0),
        (0, 0, 1, 1, 0),
        (0, 0, 0, 0, 1),
    }


FITS: dict[str, tuple[str, dict[str, int], list[tuple[str, int, int]]]] = {
    "nothing": ("h100-80gb", {}, []),
    "a count of zero is nothing": ("h100-80gb", {"7g.80gb": 0}, []),
    "the whole card": ("h100-80gb", {"7g.80gb": 1}, [("7g.80gb", 0, 8)]),
    "seven small ones": ("h100-80gb", {"1g.10gb": 7}, [("1g.10gb", start, 1) for start in range(7)]),
    "a 3g low where it may": ("h100-80gb", {"1g.10gb": 1, "3g.40gb": 1}, [("3g.40gb", 0, 4), ("1g.10gb", 4, 1)]),
    "a 3g high where a 2g and two 1g need it": (
        "h100-80gb",
        {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2},
        [("2g.20gb", 0, 2), ("1g.10gb", 2, 1), ("1g.10gb", 3, 1), ("3g.40gb", 4, 4)],
    ),
    "a 4g beside a 3g": ("a100-40gb", {"3g.20gb": 1, "4g.20gb": 1}, [("4g.20gb", 0, 4), ("3g.20gb", 4, 4)]),
    "a 4g and two 1g of double memory": (
        "h100-80gb",
        {"4g.40gb": 1, "1g.20gb": 2},
        [("4g.40gb", 0, 4), ("1g.20gb", 4, 2), ("1g.20gb", 6, 2)],
    ),
    "a 3g and two 1g of double memory": (
        "h100-80gb",
        {"3g.40gb": 1, "1g.20gb": 2},
        [("3g.40gb", 0, 4), ("1g.20gb", 4, 2), ("1g.20gb", 6, 2)],
    ),
    "six 1g and one of double memory, which alone may lie last": (
        "h100-80gb",
        {"1g.10gb": 6, "1g.20gb": 1},
        [*(("1g.10gb", start, 1) for start in range(6)), ("1g.20gb", 6, 2)],
    ),
    "three 2g leave a place for one 1g": (
        "h100-80gb",
        {"2g.20gb": 3, "1g.10gb": 1},
        [("2g.20gb", 0, 2), ("2g.20gb", 2, 2), ("2g.20gb", 4, 2), ("1g.10gb", 6, 1)],
    ),
    "the mix seen on an RTX PRO 6000": (
        "rtx-pro-6000-server-96gb",
        {"1g.24gb": 2, "2g.48gb": 1},
        [("2g.48gb", 0, 6), ("1g.24gb", 6, 3), ("1g.24gb", 9, 3)],
    ),
    "all engines in one, none in the others": (
        "rtx-pro-6000-server-96gb",
        {"2g.48gb+me.all": 1, "1g.24gb-me": 2},
        [("2g.48gb+me.all", 0, 6), ("1g.24gb-me", 6, 3), ("1g.24gb-me", 9, 3)],
    ),
}


@pytest.mark.parametrize(("gpu", "wanted", "want_lies"), FITS.values(), ids=FITS)
def test_it_fits_and_lies(gpu: str, wanted: dict[str, int], want_lies: list[tuple[str, int, int]]) -> None:
    assert lies(gpu, wanted) == want_lies
    assert lies(gpu, dict(reversed(wanted.items()))) == want_lies


DOES_NOT_FIT: dict[str, tuple[str, dict[str, int]]] = {
    "3g and 3g and 1g": ("h100-80gb", {"3g.40gb": 2, "1g.10gb": 1}),
    "4g and two 2g": ("h100-80gb", {"4g.40gb": 1, "2g.20gb": 2}),
    "two 4g": ("h100-80gb", {"4g.40gb": 2}),
    "7g and 1g": ("h100-80gb", {"7g.80gb": 1, "1g.10gb": 1}),
    "7g and 1g+me": ("h100-80gb", {"7g.80gb": 1, "1g.10gb+me": 1}),
    "7g and 1g of double memory": ("h100-80gb", {"7g.80gb": 1, "1g.20gb": 1}),
    "7g and 2g": ("h100-80gb", {"7g.80gb": 1, "2g.20gb": 1}),
    "7g and 3g": ("h100-80gb", {"7g.80gb": 1, "3g.40gb": 1}),
    "7g and 4g": ("h100-80gb", {"7g.80gb": 1, "4g.40gb": 1}),
    "eight 1g, one of them +me": ("h100-80gb", {"1g.10gb": 7, "1g.10gb+me": 1}),
    "three 2g and two 1g": ("h100-80gb", {"2g.20gb": 3, "1g.10gb": 2}),
    "three 2g and a 1g of double memory and a 1g": ("h100-80gb", {"2g.20gb": 3, "1g.20gb": 1, "1g.10gb": 1}),
    "two +me of different size on an A30": ("a30-24gb", {"1g.6gb+me": 1, "2g.12gb+me": 1}),
    "a plain instance beside all engines": ("rtx-pro-6000-server-96gb", {"1g.24gb+me.all": 1, "1g.24gb": 1}),
    "a half of an RTX PRO 5000 and all of it": ("rtx-pro-5000-48gb", {"1g.24gb-me": 1, "2g.48gb": 1}),
}


@pytest.mark.parametrize(("gpu", "wanted"), DOES_NOT_FIT.values(), ids=DOES_NOT_FIT)
def test_it_does_not_fit(gpu: str, wanted: dict[str, int]) -> None:
    assert refusal(gpu, wanted).instead


# Why, and what instead.


def test_a_name_of_another_card_comes_with_the_nearest_of_this_one() -> None:
    outcome = refusal("h200-141gb", {"1g.10gb": 7, "bad": 1, "3g.71gb": 99})
    assert outcome == Refused((UnknownProfile("1g.10gb", "1g.18gb"), UnknownProfile("bad", None)), ())


NEAREST: dict[str, tuple[str, str, str | None]] = {
    "as many slices, another memory": ("h200-141gb", "3g.40gb", "3g.71gb"),
    "the memory decides between two 1g": ("a100-40gb", "1g.20gb", "1g.10gb"),
    "the same attribute": ("h200-141gb", "1g.10gb+me", "1g.18gb+me"),
    "an older name of the board": ("gb200-186gb", "7g.189gb", "7g.186gb"),
    "an older name with other slices": ("rtx-pro-5000-48gb", "4g.48gb", "2g.48gb"),
    "a resource": ("h100-80gb", "nvidia.com/mig-1g.10gb", "1g.10gb"),
    "a resource with an attribute": ("h100-80gb", "nvidia.com/mig-1g.10gb.me", "1g.10gb+me"),
    "capitals": ("h100-80gb", "1G.10GB", "1g.10gb"),
    "a compute instance": ("h100-80gb", "1c.3g.40gb", "3g.40gb"),
    "nothing like it": ("h100-80gb", "half", None),
}


@pytest.mark.parametrize(("gpu", "name", "want_nearest"), NEAREST.values(), ids=NEAREST)
def test_the_nearest_profile_is(gpu: str, name: str, want_nearest: str | None) -> None:
    assert nearest_profile(mig_of(gpu), name) == want_nearest


def test_too_many_of_one_profile() -> None:
    outcome = refusal("h100-80gb", {"1g.10gb": 8, "4g.40gb": 2})
    assert outcome.causes == (TooMany("1g.10gb", 8, 7), TooMany("4g.40gb", 2, 1))
    assert outcome.instead[0] == Alternative((("1g.10gb", 7),), (("1g.10gb", 1), ("4g.40gb", 2)))


def test_an_endless_count_is_refused_at_once() -> None:
    outcome = refusal("h100-80gb", {"7g.80gb": 10**9, "1g.10gb": 10**30})
    assert outcome == Refused(
        (TooMany("1g.10gb", 10**30, 7), TooMany("7g.80gb", 10**9, 1)),
        (
            Alternative((("1g.10gb", 7),), (("1g.10gb", 10**30 - 7), ("7g.80gb", 10**9))),
            Alternative((("7g.80gb", 1),), (("1g.10gb", 10**30), ("7g.80gb", 10**9 - 1))),
        ),
    )


def test_an_engine_that_runs_out_is_named() -> None:
    outcome = refusal("a30-24gb", {"2g.12gb+me": 1, "1g.6gb+me": 1})
    assert outcome == Refused(
        (
            OverBudget("jpeg", 2, 1, ("1g.6gb+me", "2g.12gb+me")),
            OverBudget("ofa", 2, 1, ("1g.6gb+me", "2g.12gb+me")),
        ),
        (
            Alternative((("2g.12gb+me", 1),), (("1g.6gb+me", 1),)),
            Alternative((("1g.6gb+me", 1),), (("2g.12gb+me", 1),)),
        ),
    )


def test_what_is_in_the_way_where_every_budget_holds() -> None:
    # On the cards of today a sum is exceeded wherever there is no room; on this one a half may lie in the middle only.
    middle = MigProfile("2g.2gb", 2, 2, 1, Placement((1,), 2))
    end = MigProfile("2g.2gb-me", 2, 2, 1, Placement((0, 2), 2))
    mig = Mig(4, 4, 4, "unverified", (), (middle, end))
    assert place(mig, {"2g.2gb": 1, "2g.2gb-me": 1}) == Refused(
        (NoRoom("2g.2gb-me", (Instance("2g.2gb", 1, 2),), (0, 3)),),
        (
            Alternative((("2g.2gb-me", 1),), (("2g.2gb", 1),)),
            Alternative((("2g.2gb", 1),), (("2g.2gb-me", 1),)),
        ),
    )


def test_a_card_with_fewer_instances_than_slices_says_so() -> None:
    mig = mig_of("a30-24gb")
    narrow = Mig(**{field: getattr(mig, field) for field in Mig.__slots__} | {"max_instances": 2})
    outcome = place(narrow, {"1g.6gb": 3})
    assert outcome == Refused(
        (OverBudget("instances", 3, 2, ("1g.6gb",)),), (Alternative((("1g.6gb", 2),), (("1g.6gb", 1),)),)
    )


def test_a_maximum_below_what_the_row_holds_binds_the_alternatives_too() -> None:
    profile = MigProfile("1g.1gb", 1, 1, 2, Placement((0, 1, 2, 3), 1))
    outcome = place(Mig(4, 4, 4, "unverified", (), (profile,)), {"1g.1gb": 4})
    assert outcome == Refused((TooMany("1g.1gb", 4, 2),), (Alternative((("1g.1gb", 2),), (("1g.1gb", 2),)),))


def test_at_most_three_alternatives_and_the_largest_first() -> None:
    mig = mig_of("rtx-pro-6000-server-96gb")
    outcome = refusal("rtx-pro-6000-server-96gb", {profile.name: 10**9 for profile in mig.profiles})
    kept = [sum(count for _, count in alternative.layout) for alternative in outcome.instead]
    assert kept == [4, 4, 4]


def test_a_negative_count_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="negative counts of"):
        place(mig_of("h100-80gb"), {"1g.10gb": -1})


STRANDED: dict[str, tuple[str, dict[str, int], int]] = {
    "seven 1g leave the last unit": ("h100-80gb", {"1g.10gb": 7}, 1),
    "nothing uses nothing": ("h100-80gb", {}, 8),
    "two 3g cover all": ("h100-80gb", {"3g.40gb": 2}, 0),
    "4g and 2g and 1g leave one": ("h100-80gb", {"4g.40gb": 1, "2g.20gb": 1, "1g.10gb": 1}, 1),
    "an A30 in halves": ("a30-24gb", {"2g.12gb": 2}, 0),
    "one quarter of an RTX PRO 6000 has three units": ("rtx-pro-6000-server-96gb", {"1g.24gb": 1}, 9),
}


@pytest.mark.parametrize(("gpu", "wanted", "want_units"), STRANDED.values(), ids=STRANDED)
def test_what_a_layout_leaves_unusable(gpu: str, wanted: dict[str, int], want_units: int) -> None:
    assert stranded_units(mig_of(gpu), wanted) == want_units


def test_nothing_can_be_said_of_a_layout_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        stranded_units(mig_of("h100-80gb"), {"4g.40gb": 2})


# Cases from the field.

FULL = tuple(Instance("1g.10gb", start, 2) for start in (0, 2, 4, 6))

REPORTED: dict[str, tuple[str, Refused, list[Layout]]] = {
    "21-mig-4x1g10gb-3x1g5gb": (
        "a100-40gb",
        Refused(
            (OverBudget("memory", 11, 8, ("1g.5gb", "1g.10gb")), NoRoom("1g.5gb", FULL, ())),
            (
                Alternative((("1g.5gb", 2), ("1g.10gb", 3)), (("1g.5gb", 1), ("1g.10gb", 1))),
                Alternative((("1g.5gb", 3), ("1g.10gb", 2)), (("1g.10gb", 2),)),
                Alternative((("1g.10gb", 4),), (("1g.5gb", 3),)),
            ),
        ),
        [(("1g.10gb", 2), ("1g.5gb", 3)), (("1g.5gb", 7),)],
    ),
    "23-mig-2x3g-1x1g-h100": (
        "h100-80gb",
        Refused(
            (
                OverBudget("memory", 9, 8, ("1g.10gb", "3g.40gb")),
                NoRoom("1g.10gb", (Instance("3g.40gb", 0, 4), Instance("3g.40gb", 4, 4)), ()),
            ),
            (
                Alternative((("3g.40gb", 2),), (("1g.10gb", 1),)),
                Alternative((("1g.10gb", 1), ("3g.40gb", 1)), (("3g.40gb", 1),)),
            ),
        ),
        [
            (("3g.40gb", 2),),
            (("3g.40gb", 1), ("2g.20gb", 1), ("1g.10gb", 2)),
            (("4g.40gb", 1), ("3g.40gb", 1)),
        ],
    ),
    "24-mig-profile-of-other-family": (
        "h200-141gb",
        Refused((UnknownProfile("1g.10gb", "1g.18gb"),), ()),
        [(("1g.18gb", 7),)],
    ),
}


@pytest.mark.parametrize(("case", "expected"), REPORTED.items(), ids=REPORTED)
def test_a_reported_layout_gets_the_right_verdict(
    shared: Path, case: str, expected: tuple[str, Refused, list[Layout]]
) -> None:
    gpu, want_outcome, right = expected
    folder = shared / "cases" / "bugs" / case
    assert (folder / "expected.txt").read_text().startswith("verdict: INVALID\nstage: hardware\n")
    assert place(mig_of(gpu), reported_slices(folder / "input.yaml")) == want_outcome
    assert all(isinstance(place(mig_of(gpu), dict(layout)), Placed) for layout in right)


def reported_slices(file: Path) -> dict[str, int]:
    data: Any = yaml.safe_load(file.read_text())
    if "data" in data:
        data = yaml.safe_load(data["data"]["config.yaml"])
    ((entry,),) = data["mig-configs"].values()
    slices: dict[str, int] = entry["mig-devices"]
    return slices

"""Quantities: the server's canonical form, exact arithmetic, and the spellings that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitops_gen.model.quantity import MAX_VALUE, NANO, ZERO, Quantity, QuantityError

CANONICAL = {
    "1000m": "1",
    "1.5": "1500m",
    "0.1": "100m",
    ".5": "500m",
    "1.0": "1",
    "1024Mi": "1Gi",
    "1.5Gi": "1536Mi",
    "1.1Gi": "1181116006400m",
    "0.5Gi": "512Mi",
    "0.5Ki": "512",
    "1.5Ki": "1536",
    "0.9Ki": "921600m",
    "3072Mi": "3Gi",
    "2048Gi": "2Ti",
    "1000Gi": "1000Gi",
    "1000M": "1G",
    "1500M": "1500M",
    "1.5M": "1500k",
    "1000n": "1u",
    "0.1n": "1n",
    "0Mi": "0",
    "00": "0",
    "2.25Ti": "2304Gi",
    "15.5Gi": "15872Mi",
    "1.0001": "1000100u",
    "1E": "1E",  # a suffix
    "1E3": "1k",  # an exponent
}
"""What the server makes of an amount."""

NORMALISED = {
    "1.": "1",
    "1.500": "1500m",
    "01": "1",
    "010": "10",
    "5.": "5",
    "0513Mi": "513Mi",
    "1e3": "1k",
    "1E3": "1k",
    "5e0": "5",
    "12e5": "1200k",
    "1e1": "10",
    "1e-3": "1m",
}
"""Spellings that the server keeps as they are, and that have one form here."""

REFUSED = {
    "a sign": ("+1", "-1", "-0", "+5"),
    "more than the server can hold": ("8Ei", "9223372036854775808", "1e19", "1000000000000000000000", "10E"),
    "a suffix that there is not": ("1K", "1ki", "1KI", "1GI", "1mi", "1gb", "1Gib", "6GiB", "6GB", "1Gb"),
    "two suffixes": ("1e3k", "5Mi5", "1e3Mi", "1MiGi"),
    "a suffix without digits": ("Gi", "m", ".", ".Gi", ""),
    "an exponent without digits, or with too many": ("1e", "1e+", "1e100", "1e-100"),
    "digits of other languages": ("1_000", "1,000", "0x10", "NaN", "inf", "\u0661", "\uff11"),
    "blanks": ("1 Gi", " 1", "1 ", "1\n"),
    "more characters than anybody writes": ("1" * 33, "0." + "0" * 40 + "1"),
}

SIGNED = ("+5", "-1")
TOO_LARGE = ("1e19",)


@pytest.mark.parametrize(("text", "want"), (CANONICAL | NORMALISED).items())
def test_the_canonical_form(text: str, want: str) -> None:
    assert str(Quantity.parse(text)) == want
    assert str(Quantity.parse(want)) == want


@pytest.mark.parametrize("text", [text for texts in REFUSED.values() for text in texts])
def test_refused(text: str) -> None:
    with pytest.raises(QuantityError) as refusal:
        Quantity.parse(text)
    # Says what was read, cut where it is long.
    assert repr(text[:32]) in str(refusal.value)


def test_what_kubectl_stores(shared: Path) -> None:
    """The same verdicts as a real client's, but for the spellings that have one form here or are refused."""
    table = (shared / "cases" / "oracle" / "quantity-normalisation.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in table if not line.startswith("#")][1:]
    assert len(rows) > 50
    wrong = [(text, want, got) for text, want in rows if (got := canonical(text)) != expected(text, want)]
    assert wrong == []


def canonical(text: str) -> str:
    try:
        return str(Quantity.parse(text))
    except QuantityError:
        return "refused"


def expected(text: str, stored: str) -> str:
    if stored.startswith("ERROR") or text in SIGNED or text in TOO_LARGE:
        return "refused"
    return NORMALISED.get(text, stored)


WRITTEN = {
    "an integer": (4, "4"),
    "a float": (0.5, "500m"),
    "a small float": (1e-07, "100n"),
    "a large one": (1e18, "1E"),
}


@pytest.mark.parametrize(("value", "want"), WRITTEN.values(), ids=WRITTEN)
def test_numbers_of_yaml(value: float, want: str) -> None:
    assert str(Quantity.parse(value)) == want


@pytest.mark.parametrize("value", [float("inf"), float("nan"), -1, -0.5, True])
def test_numbers_that_are_no_amounts(value: float) -> None:
    with pytest.raises(QuantityError):
        Quantity.parse(value)


def test_the_largest_amount() -> None:
    assert Quantity.parse(str(MAX_VALUE)).nano == MAX_VALUE * NANO
    assert str(Quantity.parse("7Ei")) == "7Ei"


ROUNDED = {"0.0000000001": 1, "1.0000000001": NANO + 1, "0.1n": 1, "1e-12": 1, "0.0000000010": 1}
"""Up to the next billionth."""


@pytest.mark.parametrize(("text", "nano"), ROUNDED.items())
def test_finer_than_a_billionth_is_rounded_up(text: str, nano: int) -> None:
    assert Quantity.parse(text).nano == nano


def test_sums_differences_and_products_are_exact() -> None:
    tenth = Quantity.parse("0.1")
    assert tenth + Quantity.parse("0.2") == Quantity.parse("0.3")
    assert tenth * 10 == Quantity.of(1)
    assert Quantity.parse("1Gi") - Quantity.parse("1Mi") == Quantity.parse("1023Mi")
    assert ZERO + tenth == tenth


SUFFIXES = {
    "binary and binary": ("1Gi", "1Gi", "2Gi"),
    "decimal and decimal": ("1G", "1G", "2G"),
    "one binary is enough": ("1Gi", "1073741824", "2Gi"),
    "from either side": ("1073741824", "1Gi", "2Gi"),
}


@pytest.mark.parametrize(("first", "second", "want"), SUFFIXES.values(), ids=SUFFIXES)
def test_a_sum_keeps_the_family_of_its_suffix(first: str, second: str, want: str) -> None:
    assert str(Quantity.parse(first) + Quantity.parse(second)) == want


def test_equal_is_what_amounts_to_the_same() -> None:
    assert Quantity.parse("1Gi") == Quantity.parse("1073741824")
    assert len({Quantity.parse("1Gi"), Quantity.parse("1024Mi"), Quantity.parse("1073741824")}) == 1
    assert Quantity.parse("1") != 1
    assert Quantity.parse("1G") < Quantity.parse("1Gi") <= Quantity.parse("1.1G")


WHOLE = {
    "0": (True, 0),
    "1n": (False, 1),
    "500m": (False, 1),
    "1500m": (False, 2),
    "2": (True, 2),
    "1.1Gi": (False, 1181116007),
}


@pytest.mark.parametrize(("text", "want"), WHOLE.items())
def test_whole_numbers_are_rounded_up(text: str, want: tuple[bool, int]) -> None:
    amount = Quantity.parse(text)
    assert (amount.is_whole, amount.whole) == want


def test_a_difference_may_be_negative_and_says_so() -> None:
    assert str(Quantity.parse("1Gi") - Quantity.parse("2Gi")) == "-1Gi"
    assert str(Quantity.parse("1") - Quantity.parse("1500m")) == "-500m"

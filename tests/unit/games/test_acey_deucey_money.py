"""Amounts of money as people write them, and what they come to. By hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorecheck.games.acey_deucey.amounts import money

WRITTEN = {
    "0,50 €": (Fraction(1, 2), "€"),
    "€0.50": (Fraction(1, 2), "€"),
    ".50": (Fraction(1, 2), ""),
    "50 ct": (Fraction(1, 2), ""),
    "50 Cent": (Fraction(1, 2), ""),
    "25 øre": (Fraction(1, 4), "kr"),
    "kr 5,-": (Fraction(5), "kr"),
    "5,– kr.": (Fraction(5), "kr"),
    "5 NOK": (Fraction(5), "kr"),
    "$2": (Fraction(2), "$"),
    "-$2.25": (Fraction(-9, 4), "$"),
    "−3 EUR": (Fraction(-3), "€"),
    "1.403,50 €": (Fraction(2807, 2), "€"),
    "1,403.50": (Fraction(2807, 2), ""),
    "1'000.00 Fr.": (Fraction(1000), "CHF"),
    "1 000 kr": (Fraction(1000), "kr"),
    "0,125": (Fraction(1, 8), ""),
    "20 p": (Fraction(1, 5), "£"),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_written(text: str) -> None:
    read = money(text)
    assert read is not None
    assert (read.amount, read.currency) == WRITTEN[text]


def test_numbers_of_a_spreadsheet_are_what_they_show() -> None:
    read = [money(value) for value in (0.1, 3 * 0.1, 4)]
    assert [one and one.amount for one in read] == [Fraction(1, 10), Fraction(3, 10), Fraction(4)]


@pytest.mark.parametrize("text", ["", "abc", "five", "1.2.3", "€ 5 €", "5 Bier", "1,23,456", "5" * 50, True])
def test_what_is_no_amount(text: str) -> None:
    assert money(text) is None


DUE = {
    "0,50 €": "4,50 €",
    "€0.50": "€4.50",
    "2.00 €": "4.50 €",
    "2 €": "4.50 €",
    "50 ct": "450 ct",
    "kr 5,-": "kr 4.50",
}


@pytest.mark.parametrize("text", DUE)
def test_another_amount_is_written_alike(text: str) -> None:
    read = money(text)
    assert read is not None
    assert read.shown(Fraction(9, 2)) == DUE[text]


def test_decimals_that_never_end_are_a_fraction() -> None:
    read = money("1 €")
    assert read is not None
    assert read.shown(Fraction(10, 3)) == "10/3 €"

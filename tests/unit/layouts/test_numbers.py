"""What a cell of points says, in all the ways in which people write numbers. By hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorecheck.model.cells import Unreadable, shown_name, written


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        (" 7 ", 7),
        ("+7", 7),
        ("-7", -7),
        ("−7", -7),
        ("–7", -7),
        ("- 7", -7),
        ("7-", -7),
        ("7−", -7),
        ("(7)", -7),
        ("( 7 )", -7),
        ("007", 7),
        ("7.", 7),
        ("7*", 7),
        ("7.*", None),
        ("±0", 0),
        ("+/-0", 0),
        ("+-0", 0),
        ("+-7", None),
        ("--7", None),
        ("-7-", None),
        ("(-7)", None),
        ("7 8", 78),
        ("1 234", 1234),
        ("1'234", 1234),
        ("1’234", 1234),
        # Three digits after a separator are thousands, one or two a fraction.
        ("1.234", 1234),
        ("1,234", 1234),
        ("12.345", 12345),
        ("123.456", 123456),
        ("1234.567", Fraction(1234567, 1000)),
        ("1234,567", Fraction(1234567, 1000)),
        ("0.500", Fraction(1, 2)),
        ("0,125", Fraction(1, 8)),
        ("1.5", Fraction(3, 2)),
        ("1,5", Fraction(3, 2)),
        ("-1,5", Fraction(-3, 2)),
        ("12.34", Fraction(617, 50)),
        ("2.0", 2),
        ("2,00", 2),
        ("1.2345", Fraction(12345, 10000)),
        ("1.234.567", 1234567),
        ("1,234,567", 1234567),
        ("1.234,5", Fraction(2469, 2)),
        ("1,234.5", Fraction(2469, 2)),
        ("1,234.567", Fraction(1234567, 1000)),
        ("1.234,567", Fraction(1234567, 1000)),
        ("1.234.567,8", Fraction(12345678, 10)),
        ("1.2.3", None),
        ("1,23,456", None),
        ("12,34.5", None),
        ("1234.567,8", None),
        ("1.x", None),
        (".5", None),
        ("½", Fraction(1, 2)),
        ("1½", Fraction(3, 2)),
        ("2 ½", Fraction(5, 2)),
        ("-½", Fraction(-1, 2)),
        ("-1¼", Fraction(-5, 4)),
        ("¾", Fraction(3, 4)),
        ("9" * 39, int("9" * 39)),
        ("9" * 40, None),
        ("1_000", None),
        ("seven", None),
        # Units, who was in the box or alone, and notes at the foot of the sheet.
        ("7 points", 7),
        ("-7 Pkt.", -7),
        ("7 Pkte", 7),
        ("7 S", 7),
        ("-7 B", -7),
        ("7 Solo", 7),
        ("[7]", 7),
        ("*7", 7),
        ("7!", 7),
        ("7¹", 7),
        ("7 km", None),
        ("7h", None),
        ("[7", None),
        ("७", 7),
        ("\u200e7", 7),
        ("７", 7),
    ],
)  # fmt: skip
def test_numbers(text: str, number: int | Fraction | None) -> None:
    said = written(text)
    if number is None:
        assert isinstance(said, Unreadable)
        assert said.kind == "text"
        assert said.text == text
    else:
        assert said == number
        assert isinstance(said, int) == (number.denominator == 1)


@pytest.mark.parametrize("text", ["", "/", "-", "–", "—", "−", "--", "---", "x", "X", "×", ".", " - ", " x "])
def test_marks_for_nothing(text: str) -> None:
    assert written(text) is None


def test_other_values() -> None:
    assert written(3) == 3
    assert written(-3.0) == -3
    assert isinstance(written(-3.0), int)
    assert written(2.5) == Fraction(5, 2)
    # The dust of binary fractions is none of the sheet's.
    assert written(0.1 + 0.2) == Fraction(3, 10)
    assert written(bool(1)) == Unreadable("TRUE", "text")
    assert written(bool(0)) == Unreadable("FALSE", "text")


def test_names_as_they_are_shown() -> None:
    assert shown_name("  Anna   Lena ") == "Anna Lena"
    assert shown_name("An\u200bna") == "Anna"
    assert shown_name(7) == "7"

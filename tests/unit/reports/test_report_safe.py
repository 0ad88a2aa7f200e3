"""Untrusted text made harmless."""

from __future__ import annotations

import pytest

from scorecheck.model.cells import shortened
from scorecheck.reports.safe import breakable, no_formula, plain
from scorecheck.reports.view import unique_slugs


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Anna", "Anna"),
        ("Øystein Åsheim", "Øystein Åsheim"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x9b2Jgone", "2Jgone"),
        ("a\x00b\x07c\x7fd", "abcd"),
        ("\u202eevil\u2066x\u2069\u200f", "evilx"),
        ("two\r\nlines\tand\u2028more", "two lines and more"),
        ("half \udce4 a pair", "half \ufffd a pair"),
        ("👩‍👩‍👧 e\u0301", "👩‍👩‍👧 e\u0301"),
    ],
)
def test_plain(text: str, safe: str) -> None:
    assert plain(text) == safe


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ('=HYPERLINK("x")', '\'=HYPERLINK("x")'),
        ("+49", "'+49"),
        ("-Anna", "'-Anna"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("Anna=1", "Anna=1"),
        ("", ""),
    ],
)
def test_no_formula(text: str, safe: str) -> None:
    assert no_formula(text) == safe


def test_shortened() -> None:
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"


@pytest.mark.parametrize("text", ["", "Anna B", "W" * 200, "a " + "é" * 31 + " b", "e" + "\u0301" * 40])
def test_breakable_loses_nothing(text: str) -> None:
    assert "".join(breakable(text)) == text


def test_breakable() -> None:
    assert breakable("a" * 19) == ["a" * 19]
    assert breakable("Kristoffersen-Abrahamsen") == ["Kristoffersen-Abrahamsen"]
    assert breakable("W" * 30 + " x") == ["W" * 6, "W" * 6, "W" * 6, "W" * 6, "W" * 6 + " x"]


def test_slugs() -> None:
    names = [
        ("runde1/tisch2.xlsx", "Tisch 2"),
        ("runde1/tisch2.XLSX", "TISCH 2"),
        ("runde1/tisch2.xlsx", "Tisch 2 2"),
        ("C:\\Users\\Anna\\con.csv", None),
        ("con.csv", None),
        ("COM1.csv", None),
        ("Übung Åse Straße.ods", "Größe"),
        ("王.csv", None),
        ("x" * 300 + ".csv", None),
        ("..", None),
        (".hidden", "a/../b"),
    ]
    slugs = unique_slugs(names)
    assert slugs == [
        "runde1-tisch2-tisch-2",
        "runde1-tisch2-tisch-2-2",
        "runde1-tisch2-tisch-2-2-2",
        "anna-con",
        "sheet-con",
        "sheet-com1",
        "uebung-aase-strasse-groesse",
        "sheet",
        "x" * 60,
        "sheet-2",
        "hidden-a-b",
    ]
    assert slugs == unique_slugs(names)

"""The standings on paper. What they look like cannot be tested; that they hold together can."""

from __future__ import annotations

import re

import pytest

from golden.small_event import CHECKED, HOSTILE_NAMES, STANDINGS, DemoMessages, standings_of
from scorecheck.model.outcome import Missing
from scorecheck.model.record import replace
from scorecheck.model.terms import Sentence
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.pdf import standings_pdf, unprintable

DE = DemoMessages("de")


def page_count(pdf: bytes) -> int:
    found = re.search(rb"<xmpTPg:NPages>(\d+)<", pdf)
    assert found
    return int(found.group(1))


def test_same_bytes_and_our_mark() -> None:
    pdf = standings_pdf(STANDINGS, DE, CHECKED)
    assert pdf.startswith(b"%PDF-")
    assert pdf == standings_pdf(STANDINGS, DE, CHECKED)
    assert b"scorecheck" in pdf
    assert carries_mark(pdf)
    assert b"TCG Doppelkopfturnier" in pdf
    assert b"<dc:language><rdf:Bag><rdf:li>de</rdf:li>" in pdf
    assert page_count(pdf) == 1


def test_hostile_names_are_printed_not_run() -> None:
    # A name that typst took for markup would end this with an error.
    for rounds in (("Runde 1",), HOSTILE_NAMES):
        standings = replace(standings_of(HOSTILE_NAMES, rounds), event='#panic("x")', provisional=True)
        pdf = standings_pdf(standings, DE)
        assert b'<rdf:li xml:lang="x-default">#panic("x")</rdf:li>' in pdf.replace(b"&quot;", b'"')


@pytest.mark.parametrize(("players", "pages"), [(0, 1), (4, 1), (40, 1), (200, 6)])
def test_lists_of_any_length(players: int, pages: int) -> None:
    pdf = standings_pdf(standings_of(tuple(f"Jürgen Øystein Ελένη Сергей {n}" for n in range(players))), DE)
    assert page_count(pdf) <= pages


def test_marks_do_not_come_from_the_sheets() -> None:
    assert not carries_mark(b"%PDF-1.7 <dc:title>scorecheck report</dc:title>")


def test_letters_that_no_font_has_are_named() -> None:
    # U+0378 is no letter at all: no font on any computer has it.
    odd, family = "\u0378", "\u0379\u200d\u0378"
    standings = standings_of(
        (f"Anna {odd}{odd}", f"{family}☃ e\u0301", "Jürgen Øystein Сергей"), (f"R{odd}",)
    )
    assert unprintable(standings, DE) == (odd, family)
    assert standings_pdf(standings, DE) == standings_pdf(standings, DE)
    assert unprintable(standings_of(("Jürgen Øystein Ελένη Сергей −½ “x”",)), DE) == ()
    hostile = standings_of(HOSTILE_NAMES, HOSTILE_NAMES)
    assert unprintable(hostile, DE) == ()


def test_letters_of_sheets_that_are_named_count_too() -> None:
    missing = (Missing("\u0378.csv", Sentence("standings.not_there")),)
    assert unprintable(replace(STANDINGS, missing=missing), DE) == ("\u0378",)


def test_what_no_font_has_is_printed_as_a_sign_for_it() -> None:
    odd, sign = standings_of(("Anna \u0378",)), standings_of(("Anna \ufffd",))
    assert standings_pdf(odd, DE) == standings_pdf(sign, DE)

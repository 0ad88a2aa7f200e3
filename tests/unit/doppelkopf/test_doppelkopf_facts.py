"""Whom a cell means, and which rows of a detail sheet cannot be valued. By hand."""

from __future__ import annotations

import pytest

from scorecheck.checks.words import position_of
from scorecheck.games.doppelkopf.detail import kind_in, positions_in
from scorecheck.games.doppelkopf.spelling import Call, calls_in, nearest_call, specials_in
from scorecheck.games.doppelkopf.valuation import CALLED, NO_30, NO_60, NO_90, Party, Specials
from support import checked

pytestmark = pytest.mark.usefixtures("no_repairs")

FOUR = ("Anna", "Bernd", "Chris", "Christa")


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("Anna", 0),
        (" bernd ", 1),
        # What only one name begins with; a whole name goes before what begins with it.
        ("B", 1),
        ("Ann", 0),
        ("Chris", 2),
        ("Christ", 3),
        ("Chr", None),
        ("Dora", None),
        ("Annabell", None),
        ("", None),
    ],
)
def test_who_is_meant(name: str, position: int | None) -> None:
    assert position_of(name, FOUR) == position


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("Anna + Bernd", (0, 1)),
        ("A B", (0, 1)),
        ("Anna, Christa", (0, 3)),
        ("Christ", (3,)),
        ("Chr B", None),
        ("Anna Anna", None),
        ("", None),
    ],
)
def test_who_are_meant(text: str, positions: tuple[int, ...] | None) -> None:
    assert positions_in(text, FOUR) == positions


HEAD = (
    "Spiel,Geber,Art,Re,Augen Re,Augen Kontra,Ansagen Re,Ansagen Kontra,Sonder Re,Sonder Kontra,"
    "1. Stich,1. Stich an,Verworfen,Anna,Bernd,Chris,Dora\n"
    "1,Anna,normal,Anna + Bernd,151,89,,,,,20,Anna,,2,2,-2,-2\n"
)


@pytest.mark.parametrize(
    ("preset", "points", "is_judged"),
    [("tcg", "125,40", True), ("tcg", "125,", False), ("tcg", ",", False), ("ddv", "125,40", False)],
)
def test_a_revoke_ends_a_game_by_the_rules_of_the_tournament_alone(
    preset: str, points: str, is_judged: bool
) -> None:
    # What both parties have so far gives a value; the federation knows no such end.
    row = f"2,Bernd,normal,Anna + Bernd,{points},,,,,20,Anna,Bernd,3,3,-3,-3\n"
    (sheet,) = checked(HEAD + row, preset=preset, layout="detail").sheets
    skipped = [one.rows for one in sheet.skipped if one.rule == "doppelkopf/points"]
    assert skipped == ([] if is_judged else [(3,)])


@pytest.mark.parametrize(
    ("row", "cell", "variant"),
    [
        ("Quatsch,Anna + Bernd,151,89,,,,,20,Anna,,2,2,-2,-2", "C3", "kind"),
        ("Fleischlos,Anna,151,89,,,,,20,Anna,,9,-3,-3,-3", "C3", "other-rules"),
        ("normal,Berta + Dora,151,89,,,,,20,Anna,,2,2,-2,-2", "D3", "player"),
        ("normal,Anna + Bernd,151,89,ja doch,,,,20,Anna,,2,2,-2,-2", "G3", "call"),
        ("normal,Anna + Bernd,151,89,,ja doch,,,20,Anna,,2,2,-2,-2", "H3", "call"),
        ("normal,Anna + Bernd,151,89,,,7Q,,20,Anna,,2,2,-2,-2", "I3", "specials"),
        ("normal,Anna + Bernd,151,89,,,,7Q,20,Anna,,2,2,-2,-2", "J3", "specials"),
        ("normal,Anna + Bernd,151,89,,,,,20,Emil,,2,2,-2,-2", "L3", "player"),
    ],
)
def test_where_a_fact_is_unclear(row: str, cell: str, variant: str) -> None:
    findings = checked(f"{HEAD}2,Bernd,{row}\n", preset="tcg", layout="detail").findings
    told = [(f.cell.a1 if f.cell else None, f.variant) for f in findings if f.rule.endswith("/unclear-facts")]
    assert told == [(cell, variant)]


def test_a_value_below_0_that_was_written_is_crossed_by_the_total() -> None:
    # Kontra caught both foxes, so nobody is to get anything; Dora got 2, and her total row says -3, not -2.
    rows = (
        "1,Anna,normal,Anna + Bernd,121,119,,,,2F,20,Anna,,-1,-1,1,2\n"
        "2,Bernd,normal,Anna + Bernd,151,89,,,,,20,Anna,,2,2,-2,-2\n"
        "3,Bernd,normal,Anna + Bernd,151,89,,,,,20,Anna,,2,2,-2,-2\n"
        f"Summe{',' * 13}3,3,-3,-3\n"
    )
    head = HEAD.splitlines()[0]
    (one,) = checked(f"{head}\n{rows}", preset="tcg", layout="detail").findings
    assert (one.rule, one.cell.a1 if one.cell else None, one.variant) == (
        "doppelkopf/no-negative",
        "Q2",
        "crossed",
    )
    assert [cell.a1 for cell in one.related] == ["N2", "O2", "P2"]


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("Re angesagt", [CALLED]),
        ("Re, ohne 9", [CALLED, NO_90]),
        ("keine Neunzig", [NO_90]),
        ("Re keine neun, keine sechs", [CALLED, NO_90, NO_60]),
        ("keine dreißig!", [NO_30]),
        ("no sixty", [NO_60]),
        ("ingen under tretti", [NO_30]),
        ("Absage 90", [NO_90]),
        ("Hochzeit", None),
        ("angesagt", None),
    ],
)
def test_calls_in_the_words_of_players(text: str, levels: list[int] | None) -> None:
    calls = calls_in(text, "re")
    assert (None if calls is None else [call.level for call in calls]) == levels


def test_the_card_of_a_call_in_words() -> None:
    assert calls_in("Re (3. Karte), keine 9 Karte 8", "re") == (Call(CALLED, 3), Call(NO_90, 8))


@pytest.mark.parametrize(
    ("text", "party", "near"),
    [
        ("Kontar", "kontra", "Kontra"),
        ("Re, schwrz", "re", "schwarz"),
        ("keien 90", "re", "keine 90"),
        ("Kontar", "re", None),
        ("Hochzeit", "re", None),
    ],
)
def test_the_call_that_was_probably_meant(text: str, party: Party, near: str | None) -> None:
    assert nearest_call(text, party) == near


@pytest.mark.parametrize(
    ("text", "specials"),
    [
        ("Fuchs gefangen, reiner Herzstich", Specials(fox=1, hearts=1)),
        ("Karlchen macht letzten Stich", Specials(karl=1)),
        ("Charlie Miller + Vierziger", Specials(1, karl=1)),
        ("40er, Paulchen", Specials(1, karl=1)),
        ("2x 40er", Specials(2)),
        ("40er x2, F", Specials(2, 1)),
        ("2 40er Stich", Specials(2)),
        ("Fuchs x2", Specials(fox=2)),
        ("Fuchs (2), D", Specials(1, 2)),
        ("F2", Specials(fox=2)),
        ("F 2D", Specials(2, 1)),
        ("2F 2 D", Specials(2, 2)),
    ],
)
def test_special_points_in_the_words_of_players(text: str, specials: Specials) -> None:
    assert specials_in(text) == specials


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Stille", "silent wedding"),
        ("DS", "queen solo"),
        ("B-Solo", "jack solo"),
        ("Trumpfabgabe", "poverty"),
    ],
)
def test_kinds_in_the_words_of_players(text: str, kind: str) -> None:
    assert kind_in(text) == kind

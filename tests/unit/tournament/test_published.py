"""Published standings: headings, and the sum of the scores."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from scorecheck.checks.runner import run_checks
from scorecheck.model.cells import CellRef, Unreadable
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Listed, Standing, Standings
from scorecheck.model.sheet import Column, Entry, Sheet, Table
from scorecheck.tournament.compare import PublishedList, shares_players
from scorecheck.tournament.listed import shown_score
from scorecheck.tournament.published import RULESET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Value, Written

OF_2014 = (485, 175, 70, 15, -35, -115, -175, -345)


def findings(scores: Sequence[Value], points: Sequence[Written] | None = None) -> tuple[Finding, ...]:
    """The findings for a list of scores, as they stand in the cells and as they are read."""
    read = [int(s) for s in scores] if points is None else points  # type: ignore[arg-type]
    rows = [(rank, f"P{rank}", score) for rank, score in enumerate(scores, 1)]
    headings = ("Platz", "Spieler", "Punkte")
    columns = (Column(0, "rank", "Platz"), Column(1, "name", "Spieler"), Column(2, "score", "Punkte"))
    names = tuple(name for _, name, _ in rows)
    sheet = Sheet(
        "list.csv",
        Table(None, headings, 1, 2, rows),
        game=None,
        preset=None,
        layout="standings",
        columns=columns,
        players=names,
        points_columns=(2,),
        running=False,
        stop=len(rows),
    )
    entries: list[Entry] = []
    total: int | Fraction = 0
    for row, number in enumerate(read):
        value = number if isinstance(number, (int, Fraction)) else 0
        total += value
        fine = value is number
        entries.append(Entry(row, str(row + 1), (number,), (value,), (total,), {}, {}, readable=fine))
    outcome = run_checks(sheet, entries, RULESET.checks)
    assert outcome.crashes == []
    return outcome.findings


def test_the_list_of_2014_cannot_be_right() -> None:
    assert findings(OF_2014) == (
        Finding(
            "tournament/standings-sum",
            Severity.WARNING,
            "list.csv",
            None,
            CellRef(1, 3),
            variant="games",
            params={"sum": 75, "players": 8, "games": 20, "step": 5, "points": 15},
        ),
    )


def test_a_list_that_adds_up() -> None:
    assert findings((485, 175, 70, 15, -35, -115, -175, -420)) == ()


def test_whole_scores_may_be_out_by_what_rounding_makes_likelier_than_a_slip() -> None:
    assert findings((14, 11, 8, -32)) == ()
    assert findings((14, 11, 8, -34)) == ()
    # All four would have to be rounded the same way, by half a point each.
    assert [f.params["sum"] for f in findings((14, 11, 8, -31))] == [2]
    assert [f.params["sum"] for f in findings((14, 11, 8, -36))] == [-3]


def test_the_finest_decimals_count() -> None:
    # Three players and two decimals: 0.015 may be missing.
    texts = ("33,33", "33,33", "−66,67")
    points = (Fraction(3333, 100), Fraction(3333, 100), Fraction(-6667, 100))
    assert findings(texts, points) == ()
    texts = ("33,3", "33,33", "−66,61")
    points = (Fraction(333, 10), Fraction(3333, 100), Fraction(-6661, 100))
    assert [f.params["sum"] for f in findings(texts, points)] == [Fraction(1, 50)]


def test_numbers_of_a_spreadsheet_show_their_decimals() -> None:
    assert findings((33.5, 33.0, -66.0), (Fraction(67, 2), 33, -66)) != ()
    # One decimal, three players: 0.15 may be missing.
    assert findings((33.4, 33.2, -66.5), (Fraction(167, 5), Fraction(166, 5), Fraction(-133, 2))) == ()


def test_a_spreadsheet_that_did_not_round_is_not_to_blame() -> None:
    third = Fraction("33.3333333333333")
    assert findings((100 / 3, 100 / 3, -200 / 3), (third, third, Fraction("-66.6666666666667"))) == ()


def test_three_digits_after_a_point_may_be_thousands() -> None:
    assert findings(("1.234", "-1.233"), (1234, -1233)) == ()
    assert [f.params["sum"] for f in findings(("1.234", "-1.232"), (1234, -1232))] == [2]


def test_of_a_list_without_a_score_below_zero_nothing_can_be_said() -> None:
    assert findings((485, 175, 70)) == ()
    assert findings(("+5", "7"), (5, 7)) == ()
    assert findings(()) == ()


@pytest.mark.parametrize("negative", ["-3", "−3", "–3", "(3)", "3-"])
def test_minus_signs_as_people_write_them(negative: str) -> None:
    assert [f.params["sum"] for f in findings(("9", negative), (9, -3))] == [6]


def test_where_a_score_cannot_be_read_the_sum_says_nothing() -> None:
    assert findings((9, "?", -3), (9, Unreadable("?", "text"), -3)) == ()


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("spieler", "name"),
        ("navn", "name"),
        ("punkte", "score"),
        ("poeng", "score"),
        ("total", "score"),
        ("#", "rank"),
        ("pl", "rank"),
        ("plass", "rank"),
    ],
)
def test_headings_of_lists(heading: str, role: str) -> None:
    assert RULESET.headings[heading] == role


def test_a_list_gives_nothing_to_a_ranking() -> None:
    assert RULESET.game is None
    assert RULESET.result is None
    assert RULESET.layout("standings").list_of == "name"


@pytest.mark.parametrize(
    ("written", "score"),
    [
        ("12", 12),
        ("1.234", 1234),
        ("1,234", 1234),
        ("−7", 7),
        ("(3)", 3),
        ("3-", 3),
        ("12,5", None),
        ("12.50", None),
        ("1.2345", None),
        ("zwölf", None),
        ("", None),
        (7, 7),
        (-4.0, 4),
        (7.5, None),
        (True, None),
    ],
)
def test_whole_scores(written: Value, score: int | None) -> None:
    shown = shown_score(written)
    assert (None if shown is None or shown.decimals else abs(shown.amount)) == score


def of_names(*names: str) -> tuple[PublishedList, Standings]:
    """A list of these names, and a ranking of them."""
    listed = tuple(Listed(name, 0, 0, None, CellRef(row, 3)) for row, name in enumerate(names, 2))
    lines = tuple(Standing(row, name, Fraction(0), 4, ()) for row, name in enumerate(names, 1))
    ranked = Standings("x", None, "sum", 1, lines, (), provisional=False)
    return PublishedList("list.csv", None, CellRef(1, 3), listed), ranked


@pytest.mark.parametrize(
    ("listed", "ranked", "shared"),
    [
        ("A B", "A B", True),
        ("A B C D", "A B E F", True),
        ("a b", "A B C", True),
        # Half of them on either side, and at least two.
        ("A B C D E", "A B", False),
        ("A B", "A B C D E", False),
        ("A B", "A C", False),
        ("A", "A", False),
        # Brigitte and Gitte are one.
        ("Gitte B", "Brigitte B", True),
    ],
)
def test_which_lists_are_of_these_players(listed: str, ranked: str, shared: bool) -> None:
    aliases = {"Gitte": "Brigitte", "Brigitte": "Brigitte"}
    published, standings = of_names(*listed.split())[0], of_names(*ranked.split())[1]
    assert shares_players(published, standings, aliases) is shared
    assert not shares_players(of_names("Gitte", "B")[0], of_names("Brigitte", "B")[1], {})

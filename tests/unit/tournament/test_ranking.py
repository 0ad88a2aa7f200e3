"""Rankings worked by hand."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from fractions import Fraction

import pytest

from scorecheck.model.outcome import AuditLine, Penalty, PlayerResult, Result, RoundScore, Standing, Standings
from scorecheck.model.record import replace
from scorecheck.tournament.event import Event
from scorecheck.tournament.methods import CannotRank
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.standings import GamesCounted, standings

EVENT = Event("x")


def table(*players: tuple[str, int | Fraction, int], games: int = 20, faulty: bool = False) -> Result:
    return Result("a.csv", None, tuple(PlayerResult(*p) for p in players), games, faulty)


def one(*results: Result, name: str = "Runde 1") -> Round:
    return Round(name, results)


def ranks(result: Standings) -> list[tuple[int, str, Fraction]]:
    return [(line.rank, line.player, line.score) for line in result.lines]


@pytest.mark.parametrize("counted", ["played", "table"])
def test_who_has_no_game_is_in_no_ranking(counted: GamesCounted) -> None:
    rounds = [one(table(("Anna", 0, 3), ("Bernd", 4, 0), ("Chris", 0, 0)))]
    result = standings(rounds, EVENT, "sum", games_counted=counted)
    assert [line.player for line in result.lines] == ["Bernd", "Anna"]
    assert [(line.player, line.status, line.games) for line in result.unranked] == [
        ("Chris", "too-few-games", 0)
    ]


def test_the_example_of_the_tournament_of_2014() -> None:
    event = Event("TCG 2014", day=date(2014, 11, 15), method="normalized")
    rounds = [one(table(("Brigitte", 8, 20))), one(table(("Brigitte", -5, 20)), name="Runde 2")]
    assert standings(rounds, event, "sum") == Standings(
        event="TCG 2014",
        day=date(2014, 11, 15),
        method="normalized",
        scale=100,
        lines=(
            Standing(
                1,
                "Brigitte",
                Fraction(15),
                40,
                (
                    RoundScore("Runde 1", 8, 20, Fraction(40), place=1),
                    RoundScore("Runde 2", -5, 20, Fraction(-25), place=1),
                ),
            ),
        ),
        rounds=("Runde 1", "Runde 2"),
        provisional=False,
        audit=(
            AuditLine("table", "Runde 1, a.csv", Fraction(8), expected=False),
            AuditLine("round", "Runde 1", Fraction(40), expected=False),
            AuditLine("table", "Runde 2, a.csv", Fraction(-5), expected=False),
            AuditLine("round", "Runde 2", Fraction(-25), expected=False),
            AuditLine("event", "TCG 2014", Fraction(15), expected=False),
        ),
    )


ROUNDS = [
    one(table(("Anna", 8, 20), ("Bernd", -8, 16), ("Chris", 3, 0))),
    one(table(("Anna", -5, 10), ("Dora", 5, 10)), name="Runde 2"),
]


def test_normalized() -> None:
    # Anna 8/20 − 5/10 = −1/10, Bernd −8/16 = −1/2, Dora 5/10; Chris has no game.
    assert ranks(standings(ROUNDS, EVENT, "normalized")) == [
        (1, "Dora", Fraction(50)),
        (2, "Chris", Fraction(0)),
        (3, "Anna", Fraction(-10)),
        (4, "Bernd", Fraction(-50)),
    ]
    assert ranks(standings(ROUNDS, Event("x", scale=7), "normalized"))[2] == (3, "Anna", Fraction(-7, 10))


def test_sum() -> None:
    result = standings(ROUNDS, Event("x", scale=7), "sum")
    assert ranks(result) == [
        (1, "Dora", Fraction(5)),
        (2, "Anna", Fraction(3)),
        (2, "Chris", Fraction(3)),
        (4, "Bernd", Fraction(-8)),
    ]
    assert result.lines[1].rounds == (
        RoundScore("Runde 1", 8, 20, Fraction(8), place=1),
        RoundScore("Runde 2", -5, 10, Fraction(-5), place=2),
    )


def test_mean() -> None:
    # Anna (8 − 5) / (20 + 10), Chris without a game 0.
    result = standings(ROUNDS, EVENT, "mean")
    assert ranks(result) == [
        (1, "Dora", Fraction(1, 2)),
        (2, "Anna", Fraction(1, 10)),
        (3, "Chris", Fraction(0)),
        (4, "Bernd", Fraction(-1, 2)),
    ]
    assert result.lines[1].rounds[0].score == Fraction(2, 5)


def test_the_event_says_how_to_rank() -> None:
    assert standings(ROUNDS, Event("x", method="mean"), "sum").method == "mean"
    assert standings(ROUNDS, EVENT, "sum").method == "sum"
    with pytest.raises(ValueError, match="elo"):
        standings(ROUNDS, EVENT, "elo")


def test_several_sheets_of_one_round_are_added_up_first() -> None:
    # 1 point in 1 game and 1 point in 3 games are 2 in 4, not 1 + 1/3.
    result = standings([one(table(("Anna", 1, 1)), table(("Anna", 1, 3)))], EVENT, "normalized")
    assert ranks(result) == [(1, "Anna", Fraction(50))]
    assert result.lines[0].rounds == (RoundScore("Runde 1", 2, 4, Fraction(50), place=1),)


def test_all_games_of_the_table_can_be_counted() -> None:
    rounds = [one(table(("Anna", 5, 16), games=20), table(("Anna", 5, 4), games=5))]
    result = standings(rounds, EVENT, "normalized", games_counted="table")
    assert ranks(result) == [(1, "Anna", Fraction(40))]
    assert result.lines[0].games == 25
    assert ranks(standings(rounds, EVENT, "normalized")) == [(1, "Anna", Fraction(50))]


def test_equal_scores_share_a_rank_and_are_in_the_order_of_their_names() -> None:
    players = [("p10", 1, 1), ("d", 0, 1), ("P2", 1, 1), ("a", 2, 1)]
    assert [(rank, name) for rank, name, _ in ranks(standings([one(table(*players))], EVENT, "sum"))] == [
        (1, "a"),
        (2, "P2"),
        (2, "p10"),
        (4, "d"),
    ]


def test_only_case_and_white_space_make_no_other_player() -> None:
    rounds = [
        one(table(("anna", 1, 1), ("Bernd ", 1, 1))),
        one(table(("Anna", 1, 1), ("bernd", 1, 1))),
        one(table(("  Anna", 1, 1), ("Bernd", 1, 1))),
        one(table(("Anne", 1, 1), ("Jo\u0308rg  M.", 1, 1))),
        one(table(("J\u00f6rg M.", 1, 1))),
    ]
    assert ranks(standings(rounds, EVENT, "sum")) == [
        (1, "Anna", 3),
        (1, "Bernd", 3),
        (3, "J\u00f6rg M.", 2),
        (4, "Anne", 1),
    ]


def test_of_two_spellings_as_frequent_the_first_is_taken() -> None:
    rounds = [one(table(("anna", 1, 1))), one(table(("Anna", 1, 1)))]
    assert ranks(standings(rounds, EVENT, "sum")) == [(1, "anna", 2)]


def test_aliases() -> None:
    event = Event("x", aliases={"Brigitte": "Brigitte", "Gitte": "Brigitte", "B. Meier": "Brigitte"})
    rounds = [
        one(table(("gitte", 1, 1))),
        one(table(("B.  Meier", 2, 1))),
        one(table(("BRIGITTE", 4, 1))),
        one(table(("Gittes", 8, 1))),
    ]
    assert ranks(standings(rounds, event, "sum")) == [(1, "Gittes", 8), (2, "Brigitte", 7)]


def test_an_alias_as_it_is_written_goes_before_one_in_another_case() -> None:
    event = Event("x", aliases={"AM": "Anna", "Am": "Amelie"})
    rounds = [one(table(("AM", 1, 1), ("Am", 2, 1)))]
    assert ranks(standings(rounds, event, "sum")) == [(1, "Amelie", 2), (2, "Anna", 1)]


def test_points_that_are_fractions_stay_exact() -> None:
    third = Fraction(1, 3)
    rounds = [one(table(("Anna", third, 1))), one(table(("Anna", third, 1)), table(("Anna", third * 2, 1)))]
    result = standings(rounds, EVENT, "sum")
    assert result.lines[0].score == Fraction(4, 3)
    points = result.lines[0].rounds[1].points
    assert points == 1
    assert isinstance(points, int)


def test_provisional() -> None:
    fine, faulty = [one(table(("Anna", 1, 1)))], [one(table(("Anna", 1, 1), faulty=True))]
    assert standings(fine, EVENT, "sum").provisional is False
    assert standings(faulty, EVENT, "sum").provisional is True


def test_what_a_sheet_does_not_tell_cannot_be_ranked_by() -> None:
    told = Result("a.csv", None, (PlayerResult("Anna", 3, 4, {"plus": 5}),), 4, faulty=False)
    untold = Result("b.csv", None, (PlayerResult("Bernd", -3, 4, {"wins": 1}),), 4, faulty=False)
    with pytest.raises(CannotRank) as raised:
        standings([one(told), one(untold, name="Runde 2")], EVENT, "plus-only")
    assert (raised.value.method, raised.value.player, raised.value.round) == ("plus-only", "Bernd", "Runde 2")
    assert str(raised.value) == "plus-only: Bernd, Runde 2"
    assert ranks(standings([one(told)], EVENT, "plus-only")) == [(1, "Anna", Fraction(5))]


def test_nobody_played() -> None:
    assert standings([], EVENT, "sum").lines == ()
    assert standings([one()], EVENT, "sum").rounds == ("Runde 1",)


def test_ranking_does_not_wait_for_what_only_event_files_need() -> None:
    code = (
        "import sys, scorecheck.tournament.standings, scorecheck.tournament.rounds, "
        "scorecheck.tournament.published, scorecheck.tournament.event; "
        "sys.exit('jsonschema' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_penalty_counts_before_the_places_are_given() -> None:
    rounds = [one(table(("Anna", 8, 20), ("Bernd", 7, 20), ("Chris", -15, 20)))]
    late = (Penalty("Anna", -2, "came late", "Runde 1"), Penalty("Chris", 30, "was right", "Runde 2"))
    for places in ("round", "table"):
        event = Event("x", method="place", places=places)
        assert ranks(standings(rounds, event, "sum")) == [
            (1, "Anna", Fraction(3)),
            (2, "Bernd", Fraction(2)),
            (3, "Chris", Fraction(1)),
        ]
        # 8 - 2 is less than 7.
        assert ranks(standings(rounds, replace(event, penalties=late), "sum")) == [
            (1, "Bernd", Fraction(3)),
            (2, "Anna", Fraction(2)),
            (3, "Chris", Fraction(1)),
        ]

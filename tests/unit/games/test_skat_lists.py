"""What games of Skat are worth, what a list comes to at its end, and how likely its rows are."""

from __future__ import annotations

from itertools import permutations
from math import exp, inf, isclose
from typing import TYPE_CHECKING

import pytest

from scorecheck.games.skat.prior import SeegerPrior, SkatPrior
from scorecheck.games.skat.scoring import VALUES, OwnTally, SoloGame, by_seeger, ends, own_points, turn_of
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from support import only

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scorecheck.checks.prior import RowPrior

LIST = """\
Game,Anna,Bernd,Chris
1,18,,
2,,20,
3,,,48
4,-28,,
5,,66,
6,,,-6
7,32,,
8,,,-54
9,120,,
10,-,-,-
"""
"""Anna wins 18, 60 and 88 and loses 23; Bernd wins 20 and 46; Chris wins 48 and loses 27 and 24."""


@pytest.mark.parametrize("value", [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 46, 48, 59, 60, 198, 216, 264])
def test_values_that_there_are(value: int) -> None:
    assert value in VALUES
    assert SoloGame(0, value).is_game
    assert SoloGame(0, -2 * value).is_game


@pytest.mark.parametrize("value", [9, 10, 12, 17, 19, 21, 25, 26, 28, 29, 31, 34, 37, 47, 58, 217, 225, 288])
def test_values_that_there_are_not(value: int) -> None:
    assert value not in VALUES
    assert not SoloGame(0, value).is_game
    assert not SoloGame(0, -2 * value).is_game


def test_a_lost_game_that_was_not_doubled() -> None:
    # 18 and 23 are values, and twice no value is 18 or 23; 36 is a value, and twice 18 as well.
    assert SoloGame(0, -18).is_half
    assert SoloGame(0, -23).is_half
    assert not SoloGame(0, -36).is_half
    assert not SoloGame(0, -19).is_half


def test_who_played() -> None:
    assert turn_of((0, 24, 0)) == SoloGame(1, 24)
    assert turn_of((0, 0, 0)) is None
    assert turn_of((24, -24, 0)) is None


def test_the_end_of_a_list_at_a_table_of_three() -> None:
    # Anna 120 + 50 * 2 + 40 * 2, Bernd 66 + 50 * 2 + 40 * 3, Chris -50 - 50 + 40.
    own = (OwnTally(120, 3, 1), OwnTally(66, 2, 0), OwnTally(-50, 1, 2))
    assert ends(own) == (300, 286, -60)
    # Points, 50 for each game won more than lost, 40 for each lost game for each of the two others.
    assert sum(ends(own)) == 136 + 50 * 3 + 40 * 3 * 2


def test_the_end_of_a_list_at_a_table_of_four() -> None:
    # 50 + 50 + 30 * 2, 18 + 50 + 30 * 3, -88 - 100 + 30, 100 + 150 + 30 * 3.
    own = (OwnTally(50, 2, 1), OwnTally(18, 1, 0), OwnTally(-88, 0, 2), OwnTally(100, 3, 0))
    assert ends(own) == (160, 158, -158, 340)


@pytest.mark.parametrize(
    ("system", "ended"), [({}, (300, 286, -64)), ({"list_end": "points"}, (120, 66, -54))]
)
def test_what_a_list_gives(tmp_path: Path, system: dict[str, str], ended: tuple[int, ...]) -> None:
    path = tmp_path / "list.csv"
    path.write_text(LIST)
    file = only(check_files([Source(path, "list.csv", Settings(Wanted(), system))], Keep(results=True)))
    (sheet,) = file.sheets
    result = sheet.result
    assert file.findings == ()
    assert result is not None
    # Anna won 3 and lost 1, Bernd won 2, Chris won 1 and lost 2; the last game was passed in.
    assert [
        (one.player, one.games, one.figures["wins"], one.figures["losses"]) for one in result.players
    ] == [
        ("Anna", 10, 3, 1),
        ("Bernd", 10, 2, 0),
        ("Chris", 10, 1, 2),
    ]
    assert tuple(one.points for one in result.players) == ended
    assert [one.figures["own-points"] for one in result.players] == [120, 66, -54]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("prior", [SkatPrior, lambda seats: SeegerPrior(SkatPrior(seats))])
def test_the_chances_of_all_rows_add_up_to_one(prior: Callable[[int], RowPrior], seats: int) -> None:
    listed = prior(seats).likely(100_000)
    assert isclose(sum(listed.values()), 1)
    assert all(isclose(exp(prior(seats)(step)), chance) for step, chance in listed.items())


@pytest.mark.parametrize(
    ("game", "row"),
    [
        (SoloGame(0, 24), (74, 0, 0)),
        (SoloGame(2, -96), (40, 40, -146)),
        (SoloGame(1, -46), (30, -96, 30, 30)),
    ],
)
def test_what_a_game_gives_by_seeger_fabian(game: SoloGame, row: tuple[int, ...]) -> None:
    assert by_seeger(game, len(row)) == row
    assert own_points(row) == tuple(game.value if seat == game.soloist else 0 for seat in range(len(row)))


@pytest.mark.parametrize("row", [(74, 40, 0), (40, 30, -146), (40, 40, 0), (0, 0, -146)])
def test_what_no_game_gives_by_seeger_fabian(row: tuple[int, ...]) -> None:
    assert own_points(row) is None


def test_what_is_no_game_has_no_chance_and_teaches_nothing() -> None:
    prior = SkatPrior(3)
    for step in ((25, 0, 0), (0, -23, 0), (24, -24, 0), (18, 18, 0)):
        assert prior(step) == -inf
        assert prior.learnt([step]) == prior


def test_the_shares_of_games_are_those_of_tournaments() -> None:
    chances = SkatPrior(3).likely(100_000)
    of_value = {sum(step): 3 * chance for step, chance in chances.items()}
    # Of 20,000 games on paper 22.06 % were clubs and 10.99 % diamonds, with as many matadors.
    assert 1.7 < of_value[24] / of_value[18] < 2.3
    # Null games are 6.5 %, and two of three of them lost seldom: won ones are 4 to 6 %.
    assert 0.04 < sum(of_value[value] for value in (23, 35, 46, 59)) < 0.06
    # Every fifth game is lost.
    assert 0.15 < sum(chance for value, chance in of_value.items() if value < 0) < 0.21


def test_a_bold_table_teaches_more_than_the_values_that_it_shows() -> None:
    usual = SkatPrior(3)
    bold = usual.learnt([(72, 0, 0), (0, 96, 0), (0, 0, -96), (144, 0, 0)] * 9)
    # 264 is a grand as well, if with more multiples; 22 is none, and less is left for it.
    assert bold((264, 0, 0)) > usual((264, 0, 0))
    assert bold((22, 0, 0)) < usual((22, 0, 0))


def test_what_was_seen_is_likelier() -> None:
    prior = SkatPrior(3)
    learnt = prior.learnt([(0, 59, 0)] * 5)
    assert learnt((59, 0, 0)) > prior((59, 0, 0))
    assert isclose(sum(learnt.likely(100_000).values()), 1)
    assert {learnt(step) for step in permutations((59, 0, 0))} == {learnt((59, 0, 0))}


def test_a_misspelt_name_makes_a_table_of_four_no_other_table() -> None:
    # Five names: the one lost game of the first gives each of the others 30.
    own = (OwnTally(-48, 0, 1), OwnTally(), OwnTally(), OwnTally(), OwnTally())
    assert ends(own) == (-98, 30, 30, 30, 30)

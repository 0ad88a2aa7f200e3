"""Laws of rankings: order of input says nothing, and arithmetic is exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.model.outcome import PlayerResult, Result, Standings
from scorecheck.model.record import replace
from scorecheck.tournament.event import Event
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.standings import METHODS, standings

if TYPE_CHECKING:
    import random
    from fractions import Fraction

EVENT = Event("x")
NAMES = ("Anna", "Bernd", "Chris", "Dora", "Emil", "Franz")

players = st.lists(
    st.builds(
        PlayerResult,
        st.sampled_from(NAMES),
        st.integers(-60, 60),
        st.integers(0, 30),
        st.fixed_dictionaries({"plus": st.integers(0, 60), "wins": st.integers(0, 9)}),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda p: p.player,
)
tables = st.builds(
    Result,
    path=st.just("a.csv"),
    sheet=st.none(),
    players=players.map(tuple),
    games=st.integers(0, 30),
    faulty=st.booleans(),
)
rounds_of = st.lists(st.lists(tables, max_size=4), min_size=1, max_size=4).map(
    lambda rounds: [Round(f"Runde {number}", tuple(results)) for number, results in enumerate(rounds, 1)]
)
methods = st.sampled_from(METHODS)


def totals(result: Standings) -> dict[str, tuple[int, Fraction, int]]:
    return {line.player: (line.rank, line.score, line.games) for line in result.lines}


@given(rounds_of, methods, st.randoms(use_true_random=False))
def test_the_order_of_players_and_sheets_changes_nothing(
    rounds: list[Round], method: str, chance: random.Random
) -> None:
    def mixed(results: tuple[Result, ...]) -> tuple[Result, ...]:
        return tuple(
            Result(r.path, r.sheet, tuple(chance.sample(r.players, len(r.players))), r.games, r.faulty)
            for r in chance.sample(results, len(results))
        )

    other = [Round(r.name, mixed(r.results)) for r in rounds]
    assert standings(other, EVENT, method) == standings(rounds, EVENT, method)


@given(rounds_of, methods, st.randoms(use_true_random=False))
def test_the_order_of_rounds_changes_no_score(
    rounds: list[Round], method: str, chance: random.Random
) -> None:
    other = chance.sample(rounds, len(rounds))
    assert totals(standings(other, EVENT, method)) == totals(standings(rounds, EVENT, method))


@examples(40)
@given(rounds_of, methods, st.randoms(use_true_random=False))
def test_with_tie_breaks_the_order_of_files_players_and_rounds_changes_nothing(
    rounds: list[Round], method: str, chance: random.Random
) -> None:
    event = Event("x", ties=("wins", "best-round"), drop_worst=1, places="table", team_best=1)
    event = replace(event, teams={"A": NAMES[:3], "B": NAMES[3:]})

    def mixed(results: tuple[Result, ...]) -> tuple[Result, ...]:
        return tuple(
            Result(r.path, r.sheet, tuple(chance.sample(r.players, len(r.players))), r.games, r.faulty)
            for r in chance.sample(results, len(results))
        )

    other = [Round(r.name, mixed(r.results)) for r in chance.sample(rounds, len(rounds))]
    one, two = standings(rounds, event, method), standings(other, event, method)
    assert totals(two) == totals(one)
    assert two.teams == one.teams
    assert {line.player: line.ties for line in two.lines} == {line.player: line.ties for line in one.lines}


@given(rounds_of, methods.filter(lambda method: method not in {"place", "games-won"}), st.integers(2, 9))
def test_scaling_all_points_scales_the_scores_and_keeps_the_ranks(
    rounds: list[Round], method: str, factor: int
) -> None:
    def scaled(result: Result) -> Result:
        more = tuple(
            p._replace(points=p.points * factor, figures={**p.figures, "plus": p.figures["plus"] * factor})
            for p in result.players
        )
        return Result(result.path, result.sheet, more, result.games, result.faulty)

    other = [Round(r.name, tuple(map(scaled, r.results))) for r in rounds]
    expected = {
        player: (rank, score * factor, games)
        for player, (rank, score, games) in totals(standings(rounds, EVENT, method)).items()
    }
    assert totals(standings(other, EVENT, method)) == expected


@given(rounds_of, methods)
def test_ranks_follow_the_scores(rounds: list[Round], method: str) -> None:
    lines = standings(rounds, EVENT, method).lines
    for line in lines:
        assert line.rank == 1 + sum(1 for other in lines if other.score > line.score)
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


@given(
    st.lists(
        st.tuples(st.lists(st.integers(-60, 60), min_size=3, max_size=3), st.integers(1, 30)),
        min_size=1,
        max_size=6,
    )
)
def test_tables_that_add_up_to_zero_give_scores_that_do(tables: list[tuple[list[int], int]]) -> None:
    rounds = [
        Round(
            f"Runde {number}",
            (
                Result(
                    "a.csv",
                    None,
                    tuple(
                        PlayerResult(name, points, games)
                        for name, points in zip(NAMES, (*three, -sum(three)), strict=False)
                    ),
                    games,
                    faulty=False,
                ),
            ),
        )
        for number, (three, games) in enumerate(tables, 1)
    ]
    assert sum(line.score for line in standings(rounds, EVENT, "normalized").lines) == 0


def rank_of(*players: tuple[str, list[tuple[int, int]]]) -> list[tuple[int, str]]:
    """Ranks by a point a game, from points and games by round."""
    most = max(len(parts) for _, parts in players)
    rounds = [
        Round(
            f"Runde {at + 1}",
            tuple(
                Result("a.csv", None, (PlayerResult(name, *parts[at]),), 0, faulty=False)
                for name, parts in players
                if at < len(parts)
            ),
        )
        for at in range(most)
    ]
    lines = standings(rounds, Event("x", scale=1), "normalized").lines
    return [(line.rank, line.player) for line in lines]


def test_thirds_and_sevenths_that_are_equal_share_a_rank() -> None:
    # 0.1 + 0.2 is not 0.3 in binary fractions, and 49 times 1/49 is not 1.
    assert 1 / 10 + 2 / 10 != 3 / 10
    assert rank_of(("a", [(1, 10), (2, 10)]), ("b", [(3, 10)])) == [(1, "a"), (1, "b")]
    assert sum([1 / 49] * 49) != 1
    assert rank_of(("a", [(1, 49)] * 49), ("b", [(1, 1)])) == [(1, "a"), (1, "b")]
    assert rank_of(("a", [(1, 3), (1, 7)]), ("b", [(10, 21)])) == [(1, "a"), (1, "b")]


def test_scores_that_are_almost_equal_do_not() -> None:
    games = 10**9
    # They differ by 1 / (games · (games + 1)), some 10^-18: as binary fractions they are equal.
    assert (games - 1) / games == games / (games + 1)
    assert rank_of(("a", [(games - 1, games)]), ("b", [(games, games + 1)])) == [(1, "b"), (2, "a")]


@given(st.integers(1, 40), st.integers(1, 40), st.integers(-50, 50), st.integers(-50, 50))
def test_parts_of_two_rounds_equal_their_exact_sum(first: int, second: int, points: int, more: int) -> None:
    whole = (points * second + more * first, first * second)
    assert rank_of(("a", [(points, first), (more, second)]), ("b", [whole])) == [(1, "a"), (1, "b")]

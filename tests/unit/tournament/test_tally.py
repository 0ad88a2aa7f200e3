"""What the rows of scorecards add up to, worked by hand."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorecheck.model.statistics import Extreme, Played, Streak
from scorecheck.tournament.tally import joined, tally_of


def part(category: str, **points: int) -> Played:
    return Played("", points, category=category)


CARDS = (
    part("sixes", Anna=18, Bernd=12),
    part("pair", Anna=12, Bernd=10),
    # Anna has two columns: a second card, whose rows count with those of the first.
    part("pair", Anna=8),
    part("chance", Bernd=0),
)


def test_the_card_is_the_game() -> None:
    tally = tally_of(CARDS, "card.csv", None)
    assert tally is not None
    anna, bernd = tally.players["Anna"], tally.players["Bernd"]
    assert anna.categories == {"sixes": (18, 1), "pair": (20, 2)}
    assert bernd.categories == {"sixes": (12, 1), "pair": (10, 1), "chance": (0, 1)}
    assert (anna.games, anna.wins, anna.losses, anna.plus) == (1, 1, 0, 38)
    assert (bernd.games, bernd.wins, bernd.losses, bernd.plus) == (1, 0, 1, 22)
    assert anna.best == anna.worst == Extreme(38, "", "card.csv", None)
    assert (anna.winning, anna.losing) == (Streak(1, 1, 1, 1), Streak(1))
    assert (bernd.winning, bernd.losing) == (Streak(1), Streak(1, 1, 1, 1))
    assert (tally.pairs, tally.lead_changes) == ({}, 0)


def test_a_card_by_itself_is_neither_won_nor_lost() -> None:
    tally = tally_of((part("sixes", Anna=18),), "card.csv", "Blatt 1")
    assert tally is not None
    (anna,) = tally.players.values()
    assert (anna.games, anna.wins, anna.losses, anna.plus) == (1, 0, 0, 18)


def test_the_rows_of_two_cards_are_added_up() -> None:
    one, other = tally_of(CARDS, "a.csv", None), tally_of(CARDS[:2], "b.csv", None)
    assert one is not None
    assert other is not None
    both = joined(one.players["Anna"], other.players["Anna"])
    assert both.categories == {"sixes": (36, 2), "pair": (32, 3)}
    assert (both.games, both.wins, both.plus) == (2, 2, 68)
    assert both.best == Extreme(38, "", "a.csv", None)
    assert both.worst == Extreme(30, "", "b.csv", None)
    assert both.winning == Streak(2, 2, 2, 2)


def test_nothing_was_played() -> None:
    assert tally_of((), "card.csv", None) is None


def passed(*games: dict[str, int]) -> dict[tuple[str, str], Fraction]:
    """What passed between each two in some games."""
    tally = tally_of((Played(str(at), game) for at, game in enumerate(games)), "a.csv", None)
    return {} if tally is None else {names: Fraction(pair.passed) for names, pair in tally.pairs.items()}


def test_what_passes_between_two() -> None:
    """Two against two each pays half to each; a soloist pays everybody; who got more is paid more."""
    assert passed({"A": 2, "B": 2, "C": -2, "D": -2})["A", "C"] == 1
    assert passed({"A": -6, "B": 2, "C": 2, "D": 2}) == {
        **{("A", other): -2 for other in "BCD"},
        **{(other, "A"): 2 for other in "BCD"},
        **{(one, other): 0 for one in "BCD" for other in "BCD" if one != other},
    }
    assert passed({"A": 3, "B": 1, "C": -4})["C", "A"] == -3
    assert passed({"A": 1, "B": 1, "C": -1, "D": -1, "E": 0})["A", "C"] == Fraction(1, 2)
    # Plus points alone do not tell who paid; and nobody gets more than a faulty row says.
    assert passed({"A": 4, "B": 4}) == {("A", "B"): 0, ("B", "A"): 0}
    assert passed({"A": 4, "B": -2})["A", "B"] == 2


@given(st.lists(st.dictionaries(st.sampled_from("ABCDE"), st.integers(-30, 30), min_size=1), max_size=8))
def test_what_one_got_the_other_gave(games: list[dict[str, int]]) -> None:
    found = passed(*games)
    assert all(found[one, other] == -found[other, one] for one, other in found)


@given(st.lists(st.lists(st.integers(-30, 30), min_size=3, max_size=3), max_size=8))
def test_what_passed_adds_up_to_what_somebody_has(rows: list[list[int]]) -> None:
    games = [dict(zip("ABCD", (*row, -sum(row)), strict=True)) for row in rows]
    found = passed(*games)
    for player in "ABCD":
        got = sum(points for (one, _), points in found.items() if one == player)
        assert got == sum(game[player] for game in games)

"""The games that a row may have been meant to be."""

from scorecheck.games.doppelkopf.scoring import games_like, payment


def test_at_a_table_of_five_any_four_may_have_played() -> None:
    games = set(games_like((2, 2, -2, 0, 0)))
    assert {(2, 2, -2, -2, 0), (2, 2, -2, 0, -2), (0, 0, 0, 0, 0)} <= games
    assert all(payment(game) is not None for game in games)


def test_of_two_hundred_players_those_who_have_points_may() -> None:
    """All fours of so many are 65 million."""
    row = (2, 2, -2, 2, *[0] * 196)
    games = list(games_like(row))
    assert (2, 2, -2, -2, *[0] * 196) in games
    assert len(games) == 15  # six pairs of winners, four soloists who win or lose, and nobody


def test_no_game_is_like_a_row_in_which_everybody_has_points() -> None:
    assert list(games_like(range(1, 200))) == []

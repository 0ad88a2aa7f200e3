"""Statistics: the contribution of a sheet, and the overall figures."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, field, record


class Extreme(NamedTuple):
    """The best or worst game of a player, and its place."""

    points: Number
    label: str
    """The game number; empty where the whole sheet is one game."""
    path: str
    sheet: str | None


class Streak(NamedTuple):
    """The longest run of games of one kind, in a form that can be joined with that of the next sheet."""

    length: int = 0
    """The number of games."""
    first: int = 0
    """The length of the run at the start."""
    last: int = 0
    """The length of the run at the end."""
    longest: int = 0


class PlayerTally(NamedTuple):
    """The figures of one player over the games of a sheet, or of several."""

    games: int = 0
    wins: int = 0
    """Games with more than 0 points; of cards, those with the highest total at the table."""
    losses: int = 0
    plus: Number = 0
    """The sum of the points of won games."""
    minus: Number = 0
    """The sum of the points of lost games, without a sign."""
    alone_won: int = 0
    """Solos won, or entries in which the player won as the box."""
    alone_lost: int = 0
    alone_points: Number = 0
    best: Extreme | None = None
    worst: Extreme | None = None
    winning: Streak = Streak()
    losing: Streak = Streak()
    categories: Mapping[str, tuple[Number, int]] = {}
    """For each row of a scorecard the points and the number of times it was filled."""


class PairTally(NamedTuple):
    """The points of a player in games together with another, and against the other."""

    with_games: int = 0
    with_points: Number = 0
    against_games: int = 0
    against_points: Number = 0
    """All points of the player in these games, whoever paid them."""
    passed: Number = 0
    """The points that the other paid to the player; negative for the reverse."""


@record
class Tally:
    """The contribution of a sheet's games to the statistics, by the names on the sheet."""

    players: Mapping[str, PlayerTally]
    pairs: Mapping[tuple[str, str], PairTally] = field(default_factory=dict[tuple[str, str], PairTally])
    """By player and other player; each pair is listed both ways."""
    lead_changes: int = 0
    """The number of times that another player took the sole lead."""


class PlayerStatistics(NamedTuple):
    """One player's statistics over all sheets."""

    player: str
    tally: PlayerTally


class PairStatistics(NamedTuple):
    """The points of a player with, and against, another."""

    player: str
    other: str
    pair: PairTally


@record
class Statistics:
    """The figures besides the ranks. Reports show those that the game has.

    ``alone`` names playing against all others: ``solo``, ``box``; empty: there is no such thing.
    """

    players: tuple[PlayerStatistics, ...]
    """In the order of the standings."""
    pairs: tuple[PairStatistics, ...] = ()
    lead_changes: tuple[tuple[str, int], ...] = ()
    """For each sheet the number of changes of the lead."""
    alone: str = ""
    categories: tuple[str, ...] = ()
    """The rows of the scorecards, in their order."""

"""Statistics: what a sheet adds to them, and what is told in the end."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, field, record


class Extreme(NamedTuple):
    """The best or the worst game of a player, and where it stands."""

    points: Number
    label: str
    """The game number; empty where the whole sheet is one game."""
    path: str
    sheet: str | None


class Streak(NamedTuple):
    """Games of one kind in a row, so kept that the runs of two sheets can be joined."""

    length: int = 0
    """All games looked at."""
    first: int = 0
    """How many of that kind they begin with."""
    last: int = 0
    """How many of that kind they end with."""
    longest: int = 0


class PlayerTally(NamedTuple):
    """What the games of a sheet, or of several, add up to for one player."""

    games: int = 0
    wins: int = 0
    """Games with more than 0 points; of cards, those with the highest total at the table."""
    losses: int = 0
    plus: Number = 0
    """The points of the games that were won, added up."""
    minus: Number = 0
    """The points of the games that were lost, added up, without their sign."""
    alone_won: int = 0
    """Solos won, or entries in which the player won as the box."""
    alone_lost: int = 0
    alone_points: Number = 0
    best: Extreme | None = None
    worst: Extreme | None = None
    winning: Streak = Streak()
    losing: Streak = Streak()
    categories: Mapping[str, tuple[Number, int]] = {}
    """For each row of a scorecard the points and how often it was filled."""


class Pair(NamedTuple):
    """What a player got in the games with another, on the same side and on the other."""

    with_games: int = 0
    with_points: Number = 0
    against_games: int = 0
    against_points: Number = 0
    """All that the player got in these games, from whomever."""
    passed: Number = 0
    """What passed from the other to the player: of the other to this one it is the same below 0."""


@record
class Tally:
    """What the games of one sheet add to the statistics, by the names on the sheet."""

    players: Mapping[str, PlayerTally]
    pairs: Mapping[tuple[str, str], Pair] = field(default_factory=dict[tuple[str, str], Pair])
    """By player and other player; each pair is there both ways."""
    lead_changes: int = 0
    """How often another player went into the sole lead."""


class PlayerStatistics(NamedTuple):
    """One player's statistics over all sheets."""

    player: str
    tally: PlayerTally


class PairStatistics(NamedTuple):
    """What a player got with, and against, another."""

    player: str
    other: str
    pair: Pair


@record
class Statistics:
    """What people like to know besides the ranks. Reports show what the game has.

    ``alone`` says what playing alone is there: ``solo``, ``box``, or empty where nobody does.
    """

    players: tuple[PlayerStatistics, ...]
    """In the order of the standings."""
    pairs: tuple[PairStatistics, ...] = ()
    lead_changes: tuple[tuple[str, int], ...] = ()
    """Sheets by their names, each with how often the lead changed."""
    alone: str = ""
    categories: tuple[str, ...] = ()
    """The rows of the scorecards, in their order."""

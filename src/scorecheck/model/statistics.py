"""The games of a sheet, and the statistics of a sheet and of an event."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, field, record


class Played(NamedTuple):
    """One game of a sheet, or one entry, for statistics; made by the ruleset of the game.

    Players with points of one sign played together against those with the other. A game without points does
    not show the sides.
    """

    label: str
    """The game number on the sheet, else its ordinal."""
    points: Mapping[str, Number]
    """The points of those who took part, by their names on the sheet."""
    alone: str | None = None
    """The player against all others: the soloist, the box."""
    category: str | None = None
    """The row of a scorecard: a part of a game, which is the whole card."""


class PlayerPart(NamedTuple):
    """The points of one player in one game of a sheet, or in a row that is no game."""

    game: str
    """The game number on the sheet, else its ordinal; empty where the row is no game."""
    player: str
    """The name on the sheet."""
    points: Number | None
    """``None``: the cell cannot be read."""
    role: str = ""
    """``solo`` or ``box``: the player played against all others, each of whom is an ``opponent``.
    ``penalty``: the row is no game. Empty where the sheet shows no roles."""


class PlayerInGame(NamedTuple):
    """A row of the table of all games: one player in one game, with event, round and table."""

    event: str | None
    round: str
    table: str | None
    path: str
    sheet: str | None
    kind: str
    """The game, as options name it: ``doppelkopf``."""
    game: str | None
    """``None`` where the row is no game."""
    player: str
    """The name in the event file, else the most frequent spelling on the sheets."""
    points: Number | None
    role: str | None
    evening: str | None = None
    """The day of the event, else that in the names of the sheet: ``2026-01-15``."""
    provisional: str | None = None
    """``yes`` where the sheet has errors, so that its points may change."""


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

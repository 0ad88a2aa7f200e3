"""Each player's points per round: the sheets of a round added up, with one name per player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.model.cells import Number
from scorecheck.model.names import Players
from scorecheck.model.order import grouped
from scorecheck.model.outcome import Penalty, PlayerResult, Result
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.statistics import (
    PairStatistics,
    PairTally,
    PlayerStatistics,
    PlayerTally,
    Statistics,
    Tally,
)
from scorecheck.tournament.event import Event
from scorecheck.tournament.rounds import Round, place_of_result
from scorecheck.tournament.tally import joined, joined_pair, renamed


class RoundPoints(NamedTuple):
    """A player's points in one round."""

    points: Number = 0
    games: int = 0
    figures: tuple[Mapping[str, Number], ...] = ()
    """The further figures of each sheet."""
    penalty: Number = 0
    """The penalties of this round, not yet in the points."""
    each: tuple[Number, ...] = ()
    """The points of each game, sheet by sheet, where known."""


class TableScores(NamedTuple):
    """The points of the players at one table in a round, by name."""

    results: tuple[Result, ...]
    points: Mapping[str, Number]
    games: Mapping[str, int]
    each: Mapping[str, tuple[Number, ...]]
    """The points of each game, where known."""

    @property
    def name(self) -> str:
        """The name of the table by its sheets, else by the first of its files."""
        return place_of_result(self.results[0]).table or min(result.path for result in self.results)


@record
class Gathered:
    """The rounds of an event by player."""

    names: tuple[str, ...]
    """The names of the rounds."""
    parts: Mapping[str, Mapping[int, RoundPoints]]
    """By player and position of the round."""
    tables: tuple[tuple[TableScores, ...], ...]
    """The tables of each round."""
    pairs: Mapping[tuple[str, str], PairTally] = field(default_factory=dict[tuple[str, str], PairTally])
    """The points that each player got with and against each other player."""

    def has_played(self, player: str) -> bool:
        """Whether a player has a game, or points carried over from one, in any round."""
        return any(part.games or part.points for part in self.parts.get(player, {}).values())

    def figure(self, player: str, key: str) -> Number | None:
        """A figure of a player over all rounds; ``None`` if a sheet has none."""
        sheets = [figures for part in self.parts.get(player, {}).values() for figures in part.figures]
        return total_figure(sheets, key)


def total_figure(sheets: Sequence[Mapping[str, Number]], key: str) -> Number | None:
    """The sum of a figure; ``None`` without sheets, or if one has none."""
    if not sheets or any(key not in figures for figures in sheets):
        return None
    return sum(figures[key] for figures in sheets)


def players_of(rounds: Sequence[Round], event: Event) -> Players:
    """The player for each name on the sheets of some rounds."""
    results = (result for one in rounds for result in one.results)
    return Players(event.aliases, (player.player for result in results for player in result.players))


def with_names_of(event: Event, players: Players) -> Event:
    """The event with players spelt as on its sheets, if it has no list of players."""
    return replace(
        event,
        teams={team: tuple(map(players.name, members)) for team, members in event.teams.items()},
        out={players.name(name): said for name, said in event.out.items()},
        penalties=tuple(one._replace(player=players.name(one.player)) for one in event.penalties),
    )


def gather(
    rounds: Sequence[Round], event: Event, players: Players, *, all_games_of_table: bool = False
) -> Gathered:
    """Adds up the sheets of each round by player.

    With ``all_games_of_table``, a player's games are all games of the table; otherwise only those with the
    player.
    """
    parts: dict[str, dict[int, RoundPoints]] = {}
    pairs: dict[tuple[str, str], PairTally] = {}
    for position, one_round in enumerate(rounds):
        for result in one_round.results:
            for name, mine in _by_name(result, players, all_games_of_table=all_games_of_table):
                of_player = parts.setdefault(name, {})
                before = of_player.get(position, RoundPoints())
                # A sheet without a game of the player neither adds a figure nor makes it unknown.
                figures = (mine.figures,) if mine.games or mine.points else ()
                of_player[position] = RoundPoints(
                    before.points + mine.points,
                    before.games + mine.games,
                    before.figures + figures,
                    each=before.each + mine.each,
                )
            if result.tally is not None:
                for key, pair in tally_by_player(result.tally, players).pairs.items():
                    pairs[key] = joined_pair(pairs.get(key, PairTally()), pair)
    for penalty in event.penalties:
        _punish(parts, penalty, [one.name for one in rounds])
    return Gathered(
        tuple(one.name for one in rounds),
        parts,
        tuple(_tables(one, players, all_games_of_table=all_games_of_table) for one in rounds),
        pairs,
    )


def tally_by_player(tally: Tally, players: Players) -> Tally:
    """A tally with the players' own names."""
    return renamed(tally, {name: players.name(name) for name in tally.players})


def _by_name(
    result: Result, players: Players, *, all_games_of_table: bool
) -> Iterator[tuple[str, PlayerResult]]:
    for one in result.players:
        if all_games_of_table and (one.games or one.points):
            one = one._replace(games=result.games)
        yield players.name(one.player), one


def _punish(parts: Mapping[str, dict[int, RoundPoints]], penalty: Penalty, rounds: Sequence[str]) -> None:
    """Adds a penalty of a round; it has no effect on a round that the player missed."""
    if penalty.round not in rounds:
        return
    at = rounds.index(penalty.round)
    part = parts.get(penalty.player, {}).get(at)
    if part is not None:
        parts[penalty.player][at] = part._replace(penalty=part.penalty + penalty.points)


def _tables(one: Round, players: Players, *, all_games_of_table: bool) -> tuple[TableScores, ...]:
    """The tables of a round: sheets with the same table number or the same players are of one table."""

    def table_of(result: Result) -> str | frozenset[str]:
        named = place_of_result(result).table
        return named or frozenset(players.name(player.player) for player in result.players)

    found: list[TableScores] = []
    for results in grouped(one.results, table_of).values():
        points: dict[str, Number] = {}
        games: dict[str, int] = {}
        each: dict[str, tuple[Number, ...]] = {}
        for result in results:
            for name, mine in _by_name(result, players, all_games_of_table=all_games_of_table):
                points[name] = points.get(name, 0) + mine.points
                games[name] = games.get(name, 0) + mine.games
                each[name] = each.get(name, ()) + mine.each
        found.append(TableScores(tuple(results), points, games, each))
    return tuple(found)


def statistics(
    rounds: Sequence[Round], event: Event, order: Sequence[str], *, alone: str = ""
) -> Statistics | None:
    """The statistics over the rounds, with the players in the given ``order``.

    ``alone`` is the word for playing alone in the game. ``None`` if no sheet has single games.
    """
    players = players_of(rounds, event)
    tallies: dict[str, PlayerTally] = {}
    pairs: dict[tuple[str, str], PairTally] = {}
    changes: list[tuple[str, int]] = []
    categories: dict[str, None] = {}
    for one in rounds:
        for result in one.results:
            if result.tally is None:
                continue
            tally = tally_by_player(result.tally, players)
            for name, mine in tally.players.items():
                tallies[name] = joined(tallies.get(name, PlayerTally()), mine)
                categories |= dict.fromkeys(mine.categories)
            for key, pair in tally.pairs.items():
                pairs[key] = joined_pair(pairs.get(key, PairTally()), pair)
            shown = f"{result.path} ({result.shown_name})" if result.shown_name else result.path
            changes.append((shown, tally.lead_changes))
    if not tallies:
        return None
    at = {name: position for position, name in enumerate(order)}
    names = sorted(tallies, key=lambda name: (at.get(name, len(at)), name))
    return Statistics(
        tuple(PlayerStatistics(name, tallies[name]) for name in names),
        tuple(
            PairStatistics(name, other, pairs[name, other])
            for name in names
            for other in names
            if (name, other) in pairs
        ),
        tuple(changes) if not categories else (),
        alone,
        tuple(categories),
    )

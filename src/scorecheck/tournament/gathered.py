"""What each player has from each round: the sheets of a round added up, under one name a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.model.cells import Number
from scorecheck.model.outcome import Penalty, PlayerResult, Result
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.statistics import Pair, Tally
from scorecheck.tournament.event import Event
from scorecheck.tournament.names import Players
from scorecheck.tournament.rounds import Round, place_of_result
from scorecheck.tournament.tally import joined_pair, renamed


class RoundPoints(NamedTuple):
    """What a player has from one round."""

    points: Number = 0
    games: int = 0
    figures: tuple[Mapping[str, Number], ...] = ()
    """What each sheet tells besides."""
    penalty: Number = 0
    """What penalties of this round add, not yet in the points."""
    each: tuple[Number, ...] = ()
    """What each game gave, sheet by sheet, where the sheets tell it."""

    def figure(self, key: str) -> Number | None:
        """A figure added up over the sheets; ``None`` where one of them does not tell it."""
        return total_figure(self.figures, key)


class TableScores(NamedTuple):
    """What the players of one table have from a round, by name."""

    results: tuple[Result, ...]
    points: Mapping[str, Number]
    games: Mapping[str, int]
    each: Mapping[str, tuple[Number, ...]]
    """What each game gave, where the sheets tell it."""

    @property
    def name(self) -> str:
        """The table as its sheets name it, else the first of its files."""
        return place_of_result(self.results[0]).table or min(result.path for result in self.results)


@record
class Gathered:
    """The rounds of an event by player."""

    players: Players
    names: tuple[str, ...]
    """The names of the rounds."""
    parts: Mapping[str, Mapping[int, RoundPoints]]
    """By player and the position of the round."""
    tables: tuple[tuple[TableScores, ...], ...]
    """The tables of each round."""
    pairs: Mapping[tuple[str, str], Pair] = field(default_factory=dict[tuple[str, str], Pair])
    """What each player got with and against each other."""

    def has_played(self, player: str) -> bool:
        """Whether a player has a game, or points that were carried in from one, in any round."""
        return any(part.games or part.points for part in self.parts.get(player, {}).values())

    def figure(self, player: str, key: str) -> Number | None:
        """A figure of a player over all rounds; ``None`` where a sheet does not tell it."""
        sheets = [figures for part in self.parts.get(player, {}).values() for figures in part.figures]
        return total_figure(sheets, key)


def total_figure(sheets: Sequence[Mapping[str, Number]], key: str) -> Number | None:
    """The sum of a figure; ``None`` where there is no sheet, or one does not tell it."""
    if not sheets or any(key not in figures for figures in sheets):
        return None
    total: Number = 0
    for figures in sheets:
        total += figures[key]
    return total


def players_of(rounds: Sequence[Round], event: Event) -> Players:
    """Who the names on the sheets of some rounds are."""
    return Players(event.aliases, (name for one in rounds for name in _names_in(one)))


def with_names_of(event: Event, players: Players) -> Event:
    """The event with its players spelt as on its sheets, where no list of players says how."""
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

    With ``all_games_of_table`` a player's games are all those of the tables; else those in which the
    player took part.
    """
    parts: dict[str, dict[int, RoundPoints]] = {}
    pairs: dict[tuple[str, str], Pair] = {}
    for position, one_round in enumerate(rounds):
        for result in one_round.results:
            for name, mine in _by_name(result, players, all_games_of_table=all_games_of_table):
                of_player = parts.setdefault(name, {})
                before = of_player.get(position, RoundPoints())
                # A sheet on which a player did not play tells nothing, and leaves nothing open.
                figures = (mine.figures,) if mine.games or mine.points else ()
                of_player[position] = RoundPoints(
                    before.points + mine.points,
                    before.games + mine.games,
                    before.figures + figures,
                    each=before.each + mine.each,
                )
            if result.tally is not None:
                for key, pair in tally_by_player(result.tally, players).pairs.items():
                    pairs[key] = joined_pair(pairs.get(key, Pair()), pair)
    for penalty in event.penalties:
        _punish(parts, penalty, [one.name for one in rounds])
    return Gathered(
        players,
        tuple(one.name for one in rounds),
        parts,
        tuple(_tables(one, players, all_games_of_table=all_games_of_table) for one in rounds),
        pairs,
    )


def tally_by_player(tally: Tally, players: Players) -> Tally:
    """A tally with the players' own names."""
    return renamed(tally, {name: players.name(name) for name in tally.players})


def _names_in(one: Round) -> Iterator[str]:
    for result in one.results:
        yield from (player.player for player in result.players)


def _by_name(
    result: Result, players: Players, *, all_games_of_table: bool
) -> Iterator[tuple[str, PlayerResult]]:
    for one in result.players:
        if all_games_of_table and (one.games or one.points):
            one = one._replace(games=result.games)
        yield players.name(one.player), one


def _punish(parts: Mapping[str, dict[int, RoundPoints]], penalty: Penalty, rounds: Sequence[str]) -> None:
    """Notes a penalty of a round with its part; one of a round that the player missed has no effect."""
    if penalty.round not in rounds:
        return
    at = rounds.index(penalty.round)
    part = parts.get(penalty.player, {}).get(at)
    if part is not None:
        parts[penalty.player][at] = part._replace(penalty=part.penalty + penalty.points)


def _tables(one: Round, players: Players, *, all_games_of_table: bool) -> tuple[TableScores, ...]:
    """The tables of a round: sheets of the same table number, or of the same players, are of one."""
    together: dict[object, list[Result]] = {}
    for result in one.results:
        table = place_of_result(result).table
        key = table or frozenset(players.name(player.player) for player in result.players)
        together.setdefault(key, []).append(result)
    found: list[TableScores] = []
    for results in together.values():
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

"""The ranking: exact fractions from the results of the sheets. Scores that are equal are equal."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from scorecheck.model.outcome import RoundScore, Standing, Standings
from scorecheck.tournament.names import Players, natural_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Number
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.rounds import Round

METHODS = ("normalized", "sum", "mean")
"""The ways of ranking that there are."""

GamesCounted: TypeAlias = Literal["played", "table"]
"""Which games a player's points are divided by: those that the player took part in, or all those
of the round at the player's tables."""


class _Part(NamedTuple):
    """What a player has from one round."""

    points: Number = 0
    games: int = 0


def standings(
    rounds: Sequence[Round],
    event: Event,
    default_method: str,
    *,
    games_counted: GamesCounted = "played",
    provisional: bool = False,
) -> Standings:
    """Ranks the players over the rounds, in the order in which the rounds are given.

    The event's method, else ``default_method``: ``normalized`` adds up over the rounds points /
    games · scale (who has no game in a round scores nothing there), ``sum`` adds up the points,
    ``mean`` divides all points by all games (0 without a game). Points from several sheets of one
    round are added up first, and so are games. The scale has a meaning for ``normalized`` only.

    Equal scores share a rank and the next rank is left out; among equals the names are in order.
    A line holds the rounds in which its player stands on a sheet. The ranking is provisional if a
    sheet has errors, or if the caller knows of another reason.

    Raises:
        ValueError: the method is none of ``METHODS``.
    """
    method = event.method or default_method
    if method not in METHODS:
        raise ValueError(f"no such way of ranking: {method}")
    players = Players(event.aliases, (p.player for r in rounds for s in r.results for p in s.players))
    parts: dict[str, dict[int, _Part]] = {}
    for position, one_round in enumerate(rounds):
        for result in one_round.results:
            for one in result.players:
                games = result.games if games_counted == "table" else one.games
                of_player = parts.setdefault(players.name(one.player), {})
                before = of_player.get(position, _Part())
                of_player[position] = _Part(before.points + one.points, before.games + games)
    names = tuple(one_round.name for one_round in rounds)
    lines = [
        _line(
            player,
            [(names[position], part) for position, part in sorted(of_player.items())],
            method,
            event.scale,
        )
        for player, of_player in parts.items()
    ]
    return Standings(
        event=event.name,
        day=event.day,
        method=method,
        scale=event.scale,
        lines=_ranked(lines),
        rounds=names,
        provisional=provisional or any(result.faulty for r in rounds for result in r.results),
    )


def _line(player: str, parts: Sequence[tuple[str, _Part]], method: str, scale: int) -> Standing:
    """A player's line, not yet ranked."""
    factor = scale if method == "normalized" else 1
    rounds = tuple(
        RoundScore(
            name,
            _plain(part.points),
            part.games,
            Fraction(part.points) if method == "sum" else _per_game(part.points, part.games) * factor,
        )
        for name, part in parts
    )
    games = sum(part.games for _, part in parts)
    if method == "mean":
        score = _per_game(sum(part.points for _, part in parts), games)
    else:
        score = sum((one.score for one in rounds), Fraction(0))
    return Standing(0, player, score, games, rounds)


def _per_game(points: Number, games: int) -> Fraction:
    return Fraction(points) / games if games else Fraction(0)


def _plain(number: Number) -> Number:
    """A fraction that is a whole number, as one."""
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def _ranked(lines: Sequence[Standing]) -> tuple[Standing, ...]:
    """Best first; 1, 2, 2, 4."""
    # The name as it is written parts what is equal but for case, so that the order is always one.
    ordered = sorted(lines, key=lambda line: (-line.score, natural_key(line.player), line.player))
    ranked: list[Standing] = []
    for position, line in enumerate(ordered):
        shared = position > 0 and ordered[position - 1].score == line.score
        ranked.append(line._replace(rank=ranked[-1].rank if shared else position + 1))
    return tuple(ranked)

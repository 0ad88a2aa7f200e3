"""Ranking methods: the worth of a round, the rounds that count, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scorecheck.model.cells import Number, whole
from scorecheck.model.order import natural_key
from scorecheck.model.outcome import PlaceGroup, RoundScore
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.event import Event
from scorecheck.tournament.gathered import Gathered, RoundPoints, total_figure
from scorecheck.tournament.ranking_methods import BY_COMPARING


class CannotRank(Exception):
    """A ranking method needs what the sheets do not contain; ``path`` is one of them."""

    def __init__(self, method: str, player: str, round_name: str) -> None:
        super().__init__(f"{method}: {player}, {round_name}")
        self.method = method
        self.player = player
        self.round = round_name


class Scored(NamedTuple):
    """A player's part of a round with its score."""

    at: int
    """The position of the round."""
    points: Number
    """Including the penalties of the round."""
    games: int
    score: Fraction


def scored_rounds(
    gathered: Gathered, event: Event, method: str, *, lower_wins: bool = False
) -> Mapping[str, list[Scored]]:
    """The worth of each player's rounds, in the order of the rounds.

    ``normalized``: points / games · scale; ``mean``: points / games; ``sum`` and ``mean-round``: the points;
    ``plus-only``: the points of won games; ``place``: the points for the place; ``games-won``: the number of
    won games.

    Raises:
        CannotRank: the sheets do not tell what the method asks for.
    """
    places: Mapping[tuple[str, int], Fraction] = {}
    if method == "place":
        places = _place_points(gathered, event, lower_wins=lower_wins)
    if method == "games-won":
        places = _games_won(gathered, event, lower_wins=lower_wins)
    return {
        player: [
            Scored(
                at,
                whole(part.points + part.penalty),
                part.games,
                places[player, at]
                if method in BY_COMPARING
                else _score(part, method, event.scale, player, gathered.names[at]),
            )
            for at, part in sorted(parts.items())
        ]
        for player, parts in gathered.parts.items()
    }


def _score(part: RoundPoints, method: str, scale: int, player: str, round_name: str) -> Fraction:
    points = part.points + part.penalty
    if method == "normalized":
        return per_game(points, part.games) * scale
    if method == "mean":
        return per_game(points, part.games)
    if method == "plus-only":
        plus = total_figure(part.figures, "plus") if part.figures else 0
        if plus is None:
            raise CannotRank(method, player, round_name)
        return Fraction(plus + part.penalty)
    return Fraction(points)


def _place_points(
    gathered: Gathered, event: Event, *, lower_wins: bool
) -> Mapping[tuple[str, int], Fraction]:
    """The points for the place in each round, or at each of its tables."""
    found: dict[tuple[str, int], Fraction] = {}
    for at, group in place_groups(gathered, event):
        points = {name: -number if lower_wins else number for name, number in group.points}
        for name, worth in worth_of_places(points, event.place_points).items():
            found[name, at] = found.get((name, at), Fraction(0)) + worth
    return found


def _games_won(gathered: Gathered, event: Event, *, lower_wins: bool) -> Mapping[tuple[str, int], Fraction]:
    """Everybody's won games in each round, plus the penalties of the round.

    Where each player plays alone, the first, second … games of a round or table are compared, and a win is
    shared among players with the most points. Elsewhere it is the won games by the sheets.

    Raises:
        CannotRank: a sheet does not tell it.
    """
    found: dict[tuple[str, int], Fraction] = {}
    for name, parts in gathered.parts.items():
        for at, part in parts.items():
            won = 0 if part.each or not part.figures else total_figure(part.figures, "wins")
            if won is None:
                raise CannotRank("games-won", name, gathered.names[at])
            found[name, at] = Fraction(won + part.penalty)
    for at, tables in enumerate(gathered.tables):
        groups = [table.each for table in tables]
        if event.places == "round":
            groups = [{name: parts[at].each for name, parts in gathered.parts.items() if at in parts}]
        for group in groups:
            for game in range(max(map(len, group.values()), default=0)):
                there = {name: each[game] for name, each in group.items() if game < len(each)}
                winners = _winners(there, lower_wins=lower_wins)
                for name in winners:
                    found[name, at] += Fraction(1, len(winners))
    return found


def _winners(points: Mapping[str, Number], *, lower_wins: bool) -> list[str]:
    """Who has won a game: nobody who has played it alone."""
    best = (min if lower_wins else max)(points.values())
    return [name for name, number in points.items() if number == best] if len(points) > 1 else []


def place_groups(gathered: Gathered, event: Event) -> Iterator[tuple[int, PlaceGroup]]:
    """The groups of players whose points decide the places of a round, each with the round's position."""
    for at, (round_name, tables) in enumerate(zip(gathered.names, gathered.tables, strict=True)):
        there = {name: parts[at] for name, parts in gathered.parts.items() if at in parts}
        if event.places == "round":
            points = {name: part.points + part.penalty for name, part in there.items()}
            yield at, _group(round_name, None, points)
            continue
        for table in sorted(tables, key=lambda table: natural_key(table.name)):
            points = {name: number + there[name].penalty for name, number in table.points.items()}
            yield at, _group(round_name, table.name, points)


def _group(round_name: str, table: str | None, points: Mapping[str, Number]) -> PlaceGroup:
    best_first = sorted(points.items(), key=lambda one: (-one[1], natural_key(one[0])))
    return PlaceGroup(round_name, table, tuple((name, whole(n)) for name, n in best_first))


def worth_of_places(points: Mapping[str, Number], worth: Sequence[int] = ()) -> Mapping[str, Fraction]:
    """The points for each player's place; players who share places share their points equally.

    Without a list, the last of n players has 1 point and the first n; places after the end of a list give 0.
    """
    ordered = sorted(points.values(), reverse=True)
    each = (
        [worth[place] if place < len(worth) else 0 for place in range(len(ordered))]
        if worth
        else [len(ordered) - place for place in range(len(ordered))]
    )
    return {
        name: Fraction(sum(one for one, other in zip(each, ordered, strict=True) if other == number))
        / ordered.count(number)
        for name, number in points.items()
    }


def counted_rounds(
    rounds: Sequence[Scored], counting: int | None, *, lower_wins: bool = False
) -> frozenset[int]:
    """The positions of the rounds that count: all, or the best ``counting`` of those played.

    Of rounds with equal scores, the earlier counts. A round without a game does not count as played.
    """
    played = [one for one in rounds if one.games or one.points]
    if counting is None or len(played) <= counting:
        return frozenset(one.at for one in rounds)
    best = sorted(played, key=lambda one: (one.score if lower_wins else -one.score, one.at))[:counting]
    return frozenset(one.at for one in best)


def total_score(rounds: Sequence[RoundScore], method: str) -> Fraction:
    """The score of the rounds that count."""
    if method == "mean":
        return per_game(sum(one.points for one in rounds), sum(one.games for one in rounds))
    total = sum((one.score for one in rounds), Fraction(0))
    if method == "mean-round":
        played = sum(1 for one in rounds if one.games or one.points)
        return total / played if played else Fraction(0)
    return total


def per_game(points: Number, games: int) -> Fraction:
    """Points per game; 0 without a game."""
    return Fraction(points) / games if games else Fraction(0)

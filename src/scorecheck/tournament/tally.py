"""The statistics of a sheet: wins, best games, streaks, who played with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorecheck.model.cells import Number, whole
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.statistics import Extreme, PairTally, Played, PlayerTally, Streak, Tally


def tally_of(games: Iterable[Played], path: str, sheet: str | None) -> Tally | None:
    """Counts the games of a sheet; ``None`` without games.

    A scorecard is one game, of which its entries are parts: the highest total at the table wins it.
    """
    count = _Count(path, sheet)
    for game in games:
        if game.category is None:
            count.game(game)
        else:
            count.part(game)
    return count.tally()


def joined(one: PlayerTally, other: PlayerTally) -> PlayerTally:
    """The sum of two sheets, in their order."""
    categories = dict(one.categories)
    for name, (points, times) in other.categories.items():
        before = categories.get(name, (0, 0))
        categories[name] = (before[0] + points, before[1] + times)
    return PlayerTally(
        *map(_added, one[:8], other[:8]),
        best=_extreme(one.best, other.best, 1),
        worst=_extreme(one.worst, other.worst, -1),
        winning=_run(one.winning, other.winning),
        losing=_run(one.losing, other.losing),
        categories=categories,
    )


def joined_pair(one: PairTally, other: PairTally) -> PairTally:
    """The sum of two sheets for two players."""
    return PairTally(*map(_added, one, other))


def _added(one: Any, other: Any) -> Any:
    return one + other


def renamed(tally: Tally, names: Mapping[str, str]) -> Tally:
    """The same with the names of ``names``; two names of one player are added up."""
    players: dict[str, PlayerTally] = {}
    for name, one in tally.players.items():
        known = players.get(names[name])
        players[names[name]] = one if known is None else joined(known, one)
    pairs: dict[tuple[str, str], PairTally] = {}
    for (name, other), pair in tally.pairs.items():
        key = (names[name], names[other])
        pairs[key] = joined_pair(pairs.get(key, PairTally()), pair)
    return replace(tally, players=players, pairs=pairs)


def figures_of(tally: PlayerTally, notation: str, *, solos: bool) -> Mapping[str, Number]:
    """The figures for rankings by a player's games; ``solos``: the game knows these.

    If only points of one sign are written, those of the other are unknown, not 0.
    """
    figures: dict[str, Number] = {}
    if notation not in {"minus-only", "losers-only"}:
        figures |= {"wins": tally.wins, "plus": tally.plus}
        if solos:
            figures["solos"] = tally.alone_won
    if notation != "plus-only":
        figures["minus"] = tally.minus
    return figures


class _PointsOfGame(NamedTuple):
    points: Number
    label: str
    alone: bool


class _Count:
    """Counts the games of one sheet, row by row."""

    def __init__(self, path: str, sheet: str | None) -> None:
        self.path = path
        self.sheet = sheet
        self.games: dict[str, list[_PointsOfGame]] = {}
        self.pairs: dict[tuple[str, str], list[Number]] = {}
        self.totals: dict[str, Number] = {}
        self.leader: str | None = None
        self.changes = 0
        self.cards: dict[str, dict[str, tuple[Number, int]]] = {}

    def game(self, game: Played) -> None:
        for name, points in game.points.items():
            one = _PointsOfGame(points, game.label, name == game.alone)
            self.games.setdefault(name, []).append(one)
            self.totals[name] = self.totals.get(name, 0) + points
        self._pairs(game.points)
        self._lead()

    def part(self, game: Played) -> None:
        """A row of a scorecard."""
        for name, points in game.points.items():
            card = self.cards.setdefault(name, {})
            before = card.get(game.category or "", (0, 0))
            card[game.category or ""] = (before[0] + points, before[1] + 1)

    def tally(self) -> Tally | None:
        """The result; ``None`` if there was no game."""
        players = {name: self._player(games) for name, games in self.games.items()} | self._cards()
        if not players:
            return None
        pairs = {
            names: PairTally(int(with_games), with_points, int(against_games), against_points, whole(passed))
            for names, (with_games, with_points, against_games, against_points, passed) in self.pairs.items()
        }
        return Tally(players, pairs, self.changes)

    def _player(self, games: Sequence[_PointsOfGame]) -> PlayerTally:
        points = [game.points for game in games]
        won = [number for number in points if number > 0]
        lost = [number for number in points if number < 0]
        alone = [game.points for game in games if game.alone]
        best = games[points.index(max(points))]
        worst = games[points.index(min(points))]
        return PlayerTally(
            len(games),
            len(won),
            len(lost),
            sum(won),
            -sum(lost),
            sum(1 for number in alone if number > 0),
            sum(1 for number in alone if number < 0),
            sum(alone),
            Extreme(best.points, best.label, self.path, self.sheet),
            Extreme(worst.points, worst.label, self.path, self.sheet),
            _run_of(number > 0 for number in points),
            _run_of(number < 0 for number in points),
        )

    def _pairs(self, points: Mapping[str, Number]) -> None:
        """Counts games and points, with and against, for each two players with points.

        The losers' points are paid to the winners in proportion to what each won. If a game does not add up
        to 0, nobody gets more than the sheet gives.
        """
        playing = [(name, number) for name, number in points.items() if number]
        won = sum(number for _, number in playing if number > 0)
        passing = max(won, won - sum(number for _, number in playing))
        for name, mine in playing:
            for other, theirs in playing:
                if other == name:
                    continue
                counts = self.pairs.setdefault((name, other), [0, 0, 0, 0, 0])
                at = 0 if (mine > 0) == (theirs > 0) else 2
                counts[at] += 1
                counts[at + 1] += mine
                if at:
                    sign = 1 if mine > 0 else -1
                    counts[4] += Fraction(sign * abs(mine) * abs(theirs)) / passing

    def _lead(self) -> None:
        highest = max(self.totals.values())
        ahead = [name for name, total in self.totals.items() if total == highest]
        if len(ahead) != 1 or ahead[0] == self.leader:
            return
        self.changes += self.leader is not None
        self.leader = ahead[0]

    def _cards(self) -> dict[str, PlayerTally]:
        players: dict[str, PlayerTally] = {}
        totals = {name: sum(points for points, _ in card.values()) for name, card in self.cards.items()}
        highest = max(totals.values(), default=0)
        for name, card in self.cards.items():
            won = totals[name] == highest and len(totals) > 1
            extreme = Extreme(totals[name], "", self.path, self.sheet)
            players[name] = PlayerTally(
                games=1,
                wins=int(won),
                losses=int(not won and len(totals) > 1),
                plus=totals[name],
                best=extreme,
                worst=extreme,
                winning=_ONE_OF_KIND if won else _ONE_OTHER,
                losing=_ONE_OTHER if won else _ONE_OF_KIND,
                categories=card,
            )
        return players


_ONE_OF_KIND, _ONE_OTHER = Streak(1, 1, 1, 1), Streak(1)


def _run_of(kinds: Iterable[bool]) -> Streak:
    """The lengths of streaks, by whether each game belongs to them."""
    length = first = last = longest = 0
    for is_one in kinds:
        last = last + 1 if is_one else 0
        longest = max(longest, last)
        first += first == length and is_one
        length += 1
    return Streak(length, first, last, longest)


def _extreme(one: Extreme | None, other: Extreme | None, sign: int) -> Extreme | None:
    """The more extreme of two games; of equal ones, the earlier."""
    if one is None or other is None:
        return one or other
    return other if sign * other.points > sign * one.points else one


def _run(one: Streak, other: Streak) -> Streak:
    """The streaks of two sheets, one after the other."""
    return Streak(
        one.length + other.length,
        one.first if one.first < one.length else one.length + other.first,
        other.last if other.last < other.length else one.last + other.length,
        max(one.longest, other.longest, one.last + other.first),
    )

"""What the games of a sheet add up to: wins, best games, streaks, who played with whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorecheck.model.statistics import Extreme, Pair, PlayerTally, Run, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.statistics import Played


def tally_of(games: Iterable[Played], path: str, sheet: str | None) -> Tally | None:
    """Adds up the games of a sheet; ``None`` where there are none.

    Of scorecards, whose entries are parts of one game, the card is the game: it is won by the highest
    total at the table.
    """
    count = _Count(path, sheet)
    for game in games:
        if game.category is None:
            count.game(game)
        else:
            count.part(game)
    return count.tally()


def joined(one: PlayerTally, other: PlayerTally) -> PlayerTally:
    """What two sheets, the one before the other, add up to."""
    categories = dict(one.categories)
    for name, (points, times) in other.categories.items():
        before = categories.get(name, (0, 0))
        categories[name] = (before[0] + points, before[1] + times)
    return PlayerTally(
        one.games + other.games,
        one.wins + other.wins,
        one.losses + other.losses,
        one.plus + other.plus,
        one.minus + other.minus,
        one.alone_won + other.alone_won,
        one.alone_lost + other.alone_lost,
        one.alone_points + other.alone_points,
        _extreme(one.best, other.best, 1),
        _extreme(one.worst, other.worst, -1),
        _run(one.winning, other.winning),
        _run(one.losing, other.losing),
        categories,
    )


def joined_pair(one: Pair, other: Pair) -> Pair:
    """What two sheets add up to for two players."""
    return Pair(
        one.with_games + other.with_games,
        one.with_points + other.with_points,
        one.against_games + other.against_games,
        one.against_points + other.against_points,
    )


def renamed(tally: Tally, names: Mapping[str, str]) -> Tally:
    """The same with each name as ``names`` has it; who has two names there is one player."""
    players: dict[str, PlayerTally] = {}
    for name, one in tally.players.items():
        known = players.get(names[name])
        players[names[name]] = one if known is None else joined(known, one)
    pairs: dict[tuple[str, str], Pair] = {}
    for (name, other), pair in tally.pairs.items():
        key = (names[name], names[other])
        pairs[key] = joined_pair(pairs.get(key, Pair()), pair)
    return replace(tally, players=players, pairs=pairs)


def figures_of(tally: PlayerTally, notation: str, *, solos: bool) -> Mapping[str, Number]:
    """The figures for rankings that a player's games give; ``solos``: the game knows such.

    Where points of one sign only are written, those of the other are unknown: that is not 0.
    """
    figures: dict[str, Number] = {}
    if notation != "minus-only":
        figures |= {"wins": tally.wins, "plus": tally.plus}
        if solos:
            figures["solos"] = tally.alone_won
    if notation != "plus-only":
        figures["minus"] = tally.minus
    return figures


class _Count:
    """Follows the games of one sheet."""

    def __init__(self, path: str, sheet: str | None) -> None:
        self.path = path
        self.sheet = sheet
        self.players: dict[str, PlayerTally] = {}
        self.pairs: dict[tuple[str, str], Pair] = {}
        self.totals: dict[str, Number] = {}
        self.leader: str | None = None
        self.changes = 0
        self.cards: dict[str, dict[str, tuple[Number, int]]] = {}

    def game(self, game: Played) -> None:
        """A game by itself."""
        for name, points in game.points.items():
            self._add(name, points, game.label, alone=name == game.alone)
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
        self._finish_cards()
        if not self.players:
            return None
        return Tally(self.players, self.pairs, self.changes)

    def _add(self, name: str, points: Number, label: str, *, alone: bool) -> None:
        won, lost = points > 0, points < 0
        extreme = Extreme(points, label, self.path, self.sheet)
        game = PlayerTally(
            1,
            int(won),
            int(lost),
            points if won else 0,
            -points if lost else 0,
            int(alone and won),
            int(alone and lost),
            points if alone else 0,
            extreme,
            extreme,
            _ONE_OF_KIND if won else _ONE_OTHER,
            _ONE_OF_KIND if lost else _ONE_OTHER,
        )
        before = self.players.get(name)
        self.players[name] = game if before is None else joined(before, game)

    def _pairs(self, points: Mapping[str, Number]) -> None:
        for name, mine in points.items():
            if not mine:
                continue
            for other, theirs in points.items():
                if other == name or not theirs:
                    continue
                same = (mine > 0) == (theirs > 0)
                game = Pair(1, mine, 0, 0) if same else Pair(0, 0, 1, mine)
                self.pairs[name, other] = joined_pair(self.pairs.get((name, other), Pair()), game)

    def _lead(self) -> None:
        highest = max(self.totals.values())
        ahead = [name for name, total in self.totals.items() if total == highest]
        if len(ahead) != 1 or ahead[0] == self.leader:
            return
        self.changes += self.leader is not None
        self.leader = ahead[0]

    def _finish_cards(self) -> None:
        totals = {name: _total(list(card.values())) for name, card in self.cards.items()}
        highest = max(totals.values(), default=0)
        for name, card in self.cards.items():
            won = totals[name] == highest and len(totals) > 1
            extreme = Extreme(totals[name], "", self.path, self.sheet)
            self.players[name] = PlayerTally(
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


_ONE_OF_KIND, _ONE_OTHER = Run(1, 1, 1, 1), Run(1)


def _total(parts: Sequence[tuple[Number, int]]) -> Number:
    total: Number = 0
    for points, _ in parts:
        total += points
    return total


def _extreme(one: Extreme | None, other: Extreme | None, sign: int) -> Extreme | None:
    """The more extreme of two; of two that are equal the earlier."""
    if one is None or other is None:
        return one or other
    return other if sign * other.points > sign * one.points else one


def _run(one: Run, other: Run) -> Run:
    """Two rows of games, the one after the other."""
    return Run(
        one.length + other.length,
        one.first if one.first < one.length else one.length + other.first,
        other.last if other.last < other.length else one.last + other.length,
        max(one.longest, other.longest, one.last + other.first),
    )

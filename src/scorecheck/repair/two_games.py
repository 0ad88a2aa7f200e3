"""How likely a row is that holds the points of two games, because the one between them was left out."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import exp, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.prior import Prior, Style

_MOST_GAMES = 800
"""So many likeliest games are put together by twos."""
_MOST_UNSAID = 12
_MOST_SEATS = 7
_MOST_ASKED = 120
"""So often that is done on one sheet; after that the rough way does."""
_MOVED_BY_TWO = 1.5
"""Two games move a player by so many times what one does."""
_UNLIKE = 0.05
"""The share of what is unlike any two games of those seen."""


class TwoGames:
    """Chances of what two games come to, learnt from the rows of one sheet."""

    def __init__(self, prior: Prior, rows: Sequence[tuple[Number, ...]], seats: int, style: Style) -> None:
        """Learns from the rows that are not in doubt."""
        self._prior, self._rows, self._style, self._seats = prior, rows, style, seats
        moved = float(sum(abs(number) for points in rows for number in points))
        of_two = _MOVED_BY_TWO * (moved + seats) / ((len(rows) + 1) * seats)
        self._falls = of_two / (1 + of_two)
        self._games: Mapping[tuple[Number, ...], float] | None = None
        self._unsaid: dict[tuple[Number, ...], tuple[tuple[Number, ...], ...]] = {}
        self._again = exp(style.repeated), exp(style.marked)
        self._known: dict[tuple[object, ...], float] = {}

    def __call__(self, meant: Entry, said: Entry) -> float:
        """The logarithm of the chance of a row whose changes are those of two games, and that is written
        as it is: of the second game, since the first one is not there."""
        silent = tuple(cell is None for cell in said.written)
        key = (meant.points, silent)
        known = self._known.get(key)
        if known is None:
            rough = self._roughly(meant.points) + self._style(meant, said)
            known = rough
            if self._seats <= _MOST_SEATS and len(self._known) < _MOST_ASKED:
                pairs = (1 - _UNLIKE) * self._of_pairs(meant.points, silent)
                # A change of thousands is so unlikely that its chance is 0, but its logarithm is known.
                known = log(_UNLIKE * exp(rough) + pairs) if pairs else log(_UNLIKE) + rough
            self._known[key] = known
        return known

    def _roughly(self, points: Sequence[Number]) -> float:
        """Any change, large ones less likely. The last player's follows."""
        falls = self._falls
        sizes = sorted(abs(number) for number in points)[:-1]
        return sum(log((1 - falls) / (1 + falls)) + float(size) * log(falls) for size in sizes)

    def _of_pairs(self, points: tuple[Number, ...], silent: Sequence[bool]) -> float:
        """The chance that two games come to this: of all pairs of games of which one is likely."""
        games, of_game, chance = self.games, self._prior.of_game, 0.0
        still = [position for position, hushed in enumerate(silent) if hushed]
        for one, share in games.items():
            # Who has a mark in the row took no part in the second of the two.
            first = not still or not any(one[position] for position in still)
            second = not still or all(one[position] == points[position] for position in still)
            if not (first or second):
                continue
            other = tuple([both - mine for both, mine in zip(points, one, strict=True)])
            listed = games.get(other)
            found = of_game(other) if listed is None else listed
            if found and second:
                chance += share * found * self._said(other, silent)
            if found and first and listed is None:
                # The other way round these two are not met again.
                chance += share * found * self._said(one, silent)
        return chance

    def _said(self, points: tuple[Number, ...], silent: Sequence[bool]) -> float:
        """The chance that a game is written with marks for just these players."""
        again, marked = self._again
        chance = 1.0
        for change, hushed in zip(points, silent, strict=True):
            if not change:
                chance *= marked if hushed else again
        return chance

    @property
    def games(self) -> Mapping[tuple[Number, ...], float]:
        """Likely games with their chances."""
        if self._games is None:
            self._games = self._prior.likely(_MOST_GAMES) or self._like_those_seen()
        return self._games

    def unsaid(self, entry: Entry, off: Number) -> Iterator[tuple[Number, ...]]:
        """What the game that is missing may have changed for those who have marks in the row after it,
        where that row is out by so much: likeliest first, 0 for all others."""
        silent = [position for position, cell in enumerate(entry.written) if cell is None] if off else []
        if not silent:
            yield from () if off else [(0,) * self._seats]
            return
        key = (*silent, off)
        if key not in self._unsaid:
            self._unsaid[key] = tuple(self._of_the_first(silent, off))
        yield from self._unsaid[key]

    def _of_the_first(self, silent: Sequence[int], off: Number) -> Iterator[tuple[Number, ...]]:
        # Somebody alone, by whatever it is, beside what is known to be likely.
        found = {tuple([-off if at == one else 0 for at in silent]): 0.0 for one in silent}
        for game, share in self.games.items():
            changes = tuple([game[position] for position in silent])
            if sum(changes) == -off:
                found[changes] = found.get(changes, 0.0) + share
        for changes in sorted(found, key=lambda key: -found[key])[:_MOST_UNSAID]:
            unsaid: list[Number] = [0] * self._seats
            for position, change in zip(silent, changes, strict=True):
                unsaid[position] = change
            yield tuple(unsaid)

    def _like_those_seen(self) -> dict[tuple[Number, ...], float]:
        """Games like those on the sheet, with anybody in each place and any amount that was seen."""
        amounts: set[Number] = set()
        patterns: set[tuple[Number, ...]] = set()
        for points in self._rows:
            least = min((abs(number) for number in points if number), default=0)
            if least and all(number % least == 0 for number in points):
                amounts.add(least)
                patterns.add(tuple(sorted(number // least for number in points)))
            else:
                patterns.add(tuple(sorted(points)))
        games: dict[tuple[Number, ...], float] = {}
        for pattern in sorted(patterns):
            scales = sorted(amounts) if min((abs(n) for n in pattern if n), default=0) == 1 else [1]
            # How likely a game is does not depend on who is in which place.
            chances = [
                (scale, exp(self._prior.of_any_turn(tuple([number * scale for number in pattern]))))
                for scale in scales
            ]
            for arranged in islice(_arranged(pattern), _MOST_GAMES):
                for scale, chance in chances:
                    games[tuple([number * scale for number in arranged])] = chance
        likely = sorted(games.items(), key=lambda one: -one[1])
        return dict(likely[:_MOST_GAMES])


def _arranged(pattern: Sequence[Number]) -> Iterator[tuple[Number, ...]]:
    """Every order of the numbers, each once."""
    left = Counter(pattern)

    def orders(sofar: tuple[Number, ...]) -> Iterator[tuple[Number, ...]]:
        if len(sofar) == len(pattern):
            yield sofar
            return
        for number in left:
            if left[number]:
                left[number] -= 1
                yield from orders((*sofar, number))
                left[number] += 1

    return orders(())

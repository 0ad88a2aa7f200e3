"""How likely a row is that holds the points of two games, because the one between them was left out."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import exp, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.prior import Prior, Style

_MOST_GAMES = 800
"""So many likeliest games are put together by twos."""
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
        self._games: dict[tuple[Number, ...], float] | None = None
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
        """The chance that two games come to this: of all pairs of games like those on the sheet."""
        if self._games is None:
            self._games = self._like_those_seen()
        games, chance = self._games, 0.0
        again, marked = exp(self._style.repeated), exp(self._style.marked)
        for first, share in games.items():
            second = tuple([both - one for both, one in zip(points, first, strict=True)])
            found = games.get(second)
            if found is None:
                continue
            for change, hushed in zip(second, silent, strict=True):
                if change:
                    found *= not hushed
                else:
                    found *= marked if hushed else again
            chance += share * found
        return chance

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

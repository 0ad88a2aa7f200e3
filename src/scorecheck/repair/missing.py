"""The probability of a missing row, so that one step of the totals is two games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, log

from scorecheck.checks.prior import AnySettlement, RowPrior
from scorecheck.model.cells import Number
from scorecheck.repair.place import Cells
from scorecheck.repair.slips import constant

Steps = tuple[Number, ...]

_MOST_GAMES = 800
"""Pairs are made of this many of the likeliest games."""
_MOST_UNSAID = 12
_MOST_ASKED = 120
"""After this many sums of pairs on one sheet, a rough estimate is used."""


class Missing:
    """The probabilities of the sums of two games on one sheet."""

    def __init__(self, prior: RowPrior, rows: Sequence[Steps], wide: int, repeated: float) -> None:
        """``rows``: the right ones; ``repeated``: how often unchanged totals are repeated."""
        self._prior, self._wide = prior, wide
        two = [tuple([a + b for a, b in zip(one, other, strict=True)]) for one, other in pairwise(rows)]
        self._rough = AnySettlement(wide).learnt(two)
        self._again, self._marked = repeated, 1 - repeated
        self._games: Mapping[Steps, float] | None = None
        self._by_still: dict[tuple[int, ...], Mapping[Steps, Sequence[tuple[Steps, float]]]] = {}
        self._known: dict[tuple[Steps, tuple[bool, ...]], float] = {}
        self._unsaid: dict[tuple[Number, ...], tuple[Steps, ...]] = {}

    @property
    def games(self) -> Mapping[Steps, float]:
        """Likely games with their probabilities."""
        if self._games is None:
            self._games = self._prior.likely(_MOST_GAMES)
        return self._games

    def __call__(self, step: Steps, cells: Cells) -> float:
        """The log-probability of a step of two games, in the notation of the second."""
        silent = tuple([cell is None for cell in cells])
        key = (step, silent)
        known = self._known.get(key)
        if known is None:
            said = [self._marked if hushed else self._again for hushed in silent]
            known = rough = self._rough(step) + log(_unchanged(step, said))
            if self.games and len(self._known) < _MOST_ASKED:
                pairs = (1 - constant("unlike")) * self._of_pairs(step, silent, said)
                known = (
                    log(constant("unlike") * exp(max(rough, -600.0)) + pairs)
                    if pairs
                    else log(constant("unlike")) + rough
                )
            self._known[key] = known
        return known

    def _of_pairs(self, step: Steps, silent: Sequence[bool], said: Sequence[float]) -> float:
        games, chance = self.games, 0.0
        still = tuple([at for at, hushed in enumerate(silent) if hushed])
        if still not in self._by_still:
            self._by_still[still] = _by_cells(games, still)
        nothing, theirs = (0,) * len(still), tuple([step[at] for at in still])
        # A player with a mark in the row took no part in the second game.
        for changes in dict.fromkeys((nothing, theirs)):
            first, second = changes == nothing, changes == theirs
            for one, share in self._by_still[still].get(changes, ()):
                other = tuple([both - mine for both, mine in zip(step, one, strict=True)])
                listed = games.get(other)
                found = exp(self._prior(other)) if listed is None else listed
                if found and second:
                    chance += share * found * _unchanged(other, said)
                if found and first and listed is None:
                    # In the other order, these two do not occur again.
                    chance += share * found * _unchanged(one, said)
        return chance

    def unsaid(self, cells: Cells, out: Number) -> Iterator[Steps]:
        """Possible changes by the missing game for players with marks in the next row, given its error.

        The likeliest first, 0 for all others.
        """
        silent = [at for at, cell in enumerate(cells) if cell is None] if out else []
        if not silent:
            yield from () if out else [(0,) * self._wide]
            return
        key = (*silent, out)
        if key not in self._unsaid:
            self._unsaid[key] = tuple(self._of_the_first(silent, out))
        yield from self._unsaid[key]

    def _of_the_first(self, silent: Sequence[int], out: Number) -> Iterator[Steps]:
        # One player alone, with any points, besides the likely games.
        found = {tuple([-out if at == one else 0 for at in silent]): 0.0 for one in silent}
        for game, share in self.games.items():
            changes = tuple([game[at] for at in silent])
            if sum(changes) == -out:
                found[changes] = found.get(changes, 0.0) + share
        for changes in sorted(found, key=lambda key: -found[key])[:_MOST_UNSAID]:
            unsaid: list[Number] = [0] * self._wide
            for at, change in zip(silent, changes, strict=True):
                unsaid[at] = change
            yield tuple(unsaid)


def _by_cells(
    games: Mapping[Steps, float], cells: Sequence[int]
) -> Mapping[Steps, Sequence[tuple[Steps, float]]]:
    """Games with their probabilities, by their changes in some of the cells."""
    found: dict[Steps, list[tuple[Steps, float]]] = {}
    for game, share in games.items():
        found.setdefault(tuple([game[at] for at in cells]), []).append((game, share))
    return found


def _unchanged(step: Steps, said: Sequence[float]) -> float:
    """The probability of the notation of players without points; ``said``: that of each player."""
    chance = 1.0
    for change, share in zip(step, said, strict=True):
        if not change:
            chance *= share
    return chance

"""The probability of a missing row, so that one step of the totals is two games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from math import exp, log, prod

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
        self._sound = rows
        self._again, self._marked = repeated, 1 - repeated
        self._chance, self.by_changes = cache(self._chance_of), cache(self._games_by)
        self._of_silent = cache(self._unsaid)

    @cached_property
    def _rough(self) -> AnySettlement:
        """The sums of any two games, as of two rows one after the other."""
        pairs = pairwise(self._sound)
        two = [tuple([a + b for a, b in zip(one, other, strict=True)]) for one, other in pairs]
        return AnySettlement(self._wide).learnt(two)

    @cached_property
    def games(self) -> Mapping[Steps, float]:
        """Likely games with their probabilities."""
        return self._prior.likely(_MOST_GAMES)

    def __call__(self, step: Steps, cells: Cells) -> float:
        """The log-probability of a step of two games, in the notation of the second."""
        return self._chance(step, tuple([cell is None for cell in cells]))

    def _chance_of(self, step: Steps, silent: tuple[bool, ...]) -> float:
        said = [self._marked if hushed else self._again for hushed in silent]
        rough = self._rough(step) + log(_unchanged(step, said))
        if not self.games or self._chance.cache_info().currsize >= _MOST_ASKED:
            return rough
        unlike = constant("unlike")
        pairs = (1 - unlike) * self._of_pairs(step, silent, said)
        return log(unlike * exp(max(rough, -600.0)) + pairs) if pairs else log(unlike) + rough

    def _of_pairs(self, step: Steps, silent: Sequence[bool], said: Sequence[float]) -> float:
        games, chance = self.games, 0.0
        still = tuple([at for at, hushed in enumerate(silent) if hushed])
        nothing, theirs = (0,) * len(still), tuple([step[at] for at in still])
        # A player with a mark in the row took no part in the second game.
        for changes in dict.fromkeys((nothing, theirs)):
            first, second = changes == nothing, changes == theirs
            for one, share in self.by_changes(still).get(changes, ()):
                other = tuple([both - mine for both, mine in zip(step, one, strict=True)])
                listed = games.get(other)
                found = exp(self._prior(other)) if listed is None else listed
                if found and second:
                    chance += share * found * _unchanged(other, said)
                if found and first and listed is None:
                    # In the other order, these two do not occur again.
                    chance += share * found * _unchanged(one, said)
        return chance

    def unsaid(self, cells: Cells, out: Number) -> Sequence[Steps]:
        """Possible changes by the missing game for players with marks in the next row, given its error.

        The likeliest first, 0 for all others.
        """
        if not out:
            return [(0,) * self._wide]
        return self._of_silent(tuple([at for at, cell in enumerate(cells) if cell is None]), out)

    def _unsaid(self, silent: Sequence[int], out: Number) -> Sequence[Steps]:
        # One player alone, with any points, besides the likely games.
        found = {tuple([-out if at == one else 0 for at in silent]): 0.0 for one in silent}
        for changes, games in self.by_changes(silent).items():
            if sum(changes) == -out:
                found[changes] = sum([share for _, share in games], found.get(changes, 0.0))
        likely = sorted(found, key=lambda key: -found[key])[:_MOST_UNSAID]
        each = [dict(zip(silent, changes, strict=True)) for changes in likely]
        return [tuple([changes.get(at, 0) for at in range(self._wide)]) for changes in each]

    def _games_by(self, cells: Sequence[int]) -> Mapping[Steps, Sequence[tuple[Steps, float]]]:
        """Games with their probabilities, by their changes in some of the cells."""
        found: dict[Steps, list[tuple[Steps, float]]] = {}
        for game, share in self.games.items():
            found.setdefault(tuple([game[at] for at in cells]), []).append((game, share))
        return found


def _unchanged(step: Steps, said: Sequence[float]) -> float:
    """The probability of the notation of players without points; ``said``: that of each player."""
    return prod(share for change, share in zip(step, said, strict=True) if not change)

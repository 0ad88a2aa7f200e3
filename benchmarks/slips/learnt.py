"""What can be had of a game by whoever knows its rules, and learns from the sheet how often it gives what.

The bound knows what hands are worth, how many tricks a round has, and which games of Skat are played. No
rule says that, and one sheet hardly teaches it. Here somebody knows how people slip just as the bound does,
but takes what rows give from the sheet alone: how many of a row get nothing, and a Dirichlet process over
the values that the rules allow. How wide its base is, in which steps it goes, how much of it is below 0 and
how many values it is worth are averaged over by their evidence.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from math import exp, lgamma, log
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips.bound import posteriors
from benchmarks.slips.own_games import LAYOUTS, Own
from benchmarks.slips.settings import NEVER
from benchmarks.slips.skat import LAYOUTS as SKAT
from benchmarks.slips.skat import Skat, values_of_games

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.slips.bound import Original
    from benchmarks.slips.sheets import Generator, Sheet

_WIDTHS = (5, 10, 20, 50, 100, 200, 300)
_STEPS = (1, 5, 10)
_WORTH = (1.0, 4.0, 16.0, 64.0)
"""How many values that were seen a base is worth."""
_WON = (0.5, 0.7, 0.8, 0.9)
"""How many games of Skat are won."""
_AS_LIKELY = 1e-9
"""Two chances that differ by no more are the same."""


class _Told(NamedTuple):
    """What the file of a game says."""

    values: Sequence[int]
    """What a player can get, but for 0; of a row with a sum all that its first can."""
    zeros: range | None = None
    """How many of a row can get nothing; of a row with a sum its first player tells."""


_TOLD = {
    "romme": _Told(range(1, 301), range(1, 2)),
    "wizard": _Told((*range(-200, 0, 10), *range(20, 221, 10)), range(1)),
    "schwimmen": _Told((1,), range(6)),
    "darts": _Told(range(6)),
}


class _Learnt(Own):
    """Sheets as whoever knows only the file of the game expects them."""

    def __init__(self, own: Own, told: _Told) -> None:
        vars(self).update(vars(own))
        self._told = told
        self._bases = tuple(product(_bases(told.values), _WORTH))

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``; what one row gives is learnt for the others."""
        if sheet.entries not in self._games or (self.total and any(self._due(sheet))):
            return NEVER
        return self._of_rows(self._points(sheet))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``."""
        del at
        if sheet.entries + 1 not in self._games:
            return NEVER
        return self._of_rows([*self._points(sheet), *([tuple(self._due(sheet))] if self.total else [])])

    def _of_rows(self, rows: Sequence[tuple[int, ...] | None]) -> float:
        said = [points for points in rows if points is not None]
        if len(said) < len(rows):
            return NEVER
        if self._told.zeros is None:
            halves = all(sum(points) == max(self._told.values) for points in said)
            return self._of_values(points[0] for points in said) if halves else NEVER
        gives = self._of_values(value for points in said for value in points if value)
        return gives + self._of_zeros(Counter(points.count(0) for points in said), self._told.zeros)

    def _of_zeros(self, counted: Counter[int], allowed: range) -> float:
        """How many of each row get nothing, any number as likely as another before a row is seen; and who."""
        if any(count not in allowed for count in counted):
            return NEVER
        who = sum(times * _log_ways(count, len(self.shape.players)) for count, times in counted.items())
        return _urn(counted, dict.fromkeys(allowed, 1 / len(allowed)), 1.0) - who

    def _of_values(self, values: Iterable[int]) -> float:
        counted = Counter(values)
        return _log_mean([_urn(counted, base, worth) for base, worth in self._bases])


class _LearntSkat(Skat):
    """Lists of Skat's points as whoever knows only its rules expects them."""

    def __init__(self, skat: Skat) -> None:
        vars(self).update(vars(skat))
        games = values_of_games()
        self._bases = tuple(
            (
                {value: (won if value > 0 else 1 - won) * 2 / len(games) for value in games},
                worth,
            )
            for won in _WON
            for worth in _WORTH
        )

    def log_prior(self, sheet: Sheet) -> float:
        """As in ``Generator``; what one row gives is learnt for the others."""
        if sheet.entries not in self._games or (self.total and any(self._due(sheet))):
            return NEVER
        return self._of_steps(self._steps(sheet))

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As in ``Generator``."""
        del at
        if sheet.entries + 1 not in self._games:
            return NEVER
        due = [(seat, by) for seat, by in enumerate(self._due(sheet)) if by] if self.total else []
        if len(due) > 1:
            return NEVER
        return self._of_steps([*self._steps(sheet), *((due or [(0, 0)]) if self.total else [])])

    def _of_steps(self, steps: Sequence[tuple[int, int] | None]) -> float:
        said = [step for step in steps if step is not None]
        if len(said) < len(steps):
            return NEVER
        played = Counter(int(by != 0) for _, by in said)
        values = Counter(by for _, by in said if by)
        gives = _log_mean([_urn(values, base, worth) for base, worth in self._bases])
        return gives + _urn(played, {0: 0.5, 1: 0.5}, 1.0) - played[1] * log(len(self.shape.players))


def _bases(values: Sequence[int]) -> list[Mapping[int, float]]:
    """Values in steps up to a width, all alike or fewer the further they are from 0."""
    found: dict[tuple[tuple[int, float], ...], None] = {}
    for width, step, falls in product(_WIDTHS, _STEPS, (False, True)):
        shares = {
            value: exp(-abs(value) / width) if falls else float(abs(value) <= width)
            for value in values
            if value % step == 0
        }
        if whole := sum(shares.values()):
            found[tuple((value, share / whole) for value, share in shares.items() if share)] = None
    return [dict(shares) for shares in found]


@lru_cache(maxsize=100_000)
def _rising(of: float, times: int) -> float:
    """The logarithm of ``of`` times ``of`` + 1 times …, so many factors."""
    return lgamma(of + times) - lgamma(of)


def _urn(counted: Counter[int], base: Mapping[int, float], worth: float) -> float:
    """The logarithm of the chance of values drawn one after another, where each makes the same likelier."""
    if any(not base.get(value) for value in counted):
        return NEVER
    drawn = sum(_rising(worth * base[value], times) for value, times in counted.items())
    return drawn - _rising(worth, counted.total())


def _log_mean(logs: Sequence[float]) -> float:
    top = max(logs)
    return top if top == NEVER else top + log(sum(exp(one - top) for one in logs) / len(logs))


def _log_ways(count: int, seats: int) -> float:
    return lgamma(seats + 1) - lgamma(count + 1) - lgamma(seats - count + 1)


LEARNT: Mapping[str, Generator] = {
    **{
        layout.name: _Learnt(layout, _TOLD[game])
        for layout in LAYOUTS
        if isinstance(layout, Own) and (game := layout.name.split("-", maxsplit=1)[0]) in _TOLD
    },
    **{layout.name: _LearntSkat(layout) for layout in SKAT if not layout.shape.running},
}
"""By the names of layouts."""


def worth_of_learnt(
    name: str, observed: Sheet, share_of: Mapping[str, float], chances: Mapping[Original, float]
) -> float:
    """How likely the original is, as the bound has it, that is likeliest by what the sheet teaches."""
    learnt = posteriors(LEARNT[name], observed, share_of)
    top = max(learnt.values(), default=0.0)
    best = [chances.get(rows, 0.0) for rows, chance in learnt.items() if chance >= top - _AS_LIKELY]
    return sum(best) / len(best) if best else 0.0

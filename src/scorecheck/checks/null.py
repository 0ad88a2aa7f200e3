"""The null model, with which every reading competes: numbers that mean nothing to us, spread as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, inf, lgamma, log

MARK = log(1e5)
"""What a mark says that only one game's sheets have."""
ODDS = log(99)
"""A reading is taken at odds of 99 to 1 against all others together."""


def log_sum(logs: Sequence[float]) -> float:
    """The log-sum-exp of log-probabilities."""
    top = max(logs, default=-inf)
    return top if top == -inf else top + log(sum(exp(one - top) for one in logs))


def of_fits(fits: int, misses: int) -> float:
    """The log-odds that what stands under a game's words is of the game, by what of it may stand there.

    A third of other numbers would by chance; of the game's own one in thirty is wrong.
    """
    return fits * log(1 / _BY_CHANCE) + misses * log(_SLIP / (1 - _BY_CHANCE))


_BY_CHANCE, _SLIP = 1 / 3, 0.03


def by_itself(numbers: Sequence[float], steps: Sequence[float]) -> float:
    """The log-probability of a column of which nothing but its own numbers is known.

    The best of six models, at the price of the choice: Laplace-distributed, few different values, uniform,
    mostly zeros; and the first two of the ``steps``.
    """
    if not numbers:
        return 0.0
    ways = (
        _spread_out(numbers),
        _few(numbers),
        _even(numbers),
        _often_nothing(numbers),
        _spread_out(steps),
        _few(steps),
    )
    return max(ways) - log(len(ways))


def _spread_out(numbers: Sequence[float]) -> float:
    """A Laplace distribution around 0 of the numbers' own mean size; one-sided where none is below 0."""
    count = len(numbers)
    spread = max(0.5, sum(map(abs, numbers)) / count)
    found = -sum(map(abs, numbers)) / spread - count * log(2 * spread + 1) - 0.5 * log(count + 1)
    return found + (0.6 * count - 0.7 if min(numbers) >= 0 else 0.0)


def _often_nothing(numbers: Sequence[float]) -> float:
    """A share of zeros with a uniform prior (beta-binomial), and the others Laplace-distributed."""
    others = [number for number in numbers if number]
    found = lgamma(len(others) + 1) + lgamma(len(numbers) - len(others) + 1) - lgamma(len(numbers) + 2)
    return found + (_spread_out(others) if others else 0.0)


def _even(numbers: Sequence[float]) -> float:
    """A uniform distribution between the least and the greatest."""
    low, high = min(numbers), max(numbers)
    return -len(numbers) * log(high - low + 1) - 2 * log(10 + max(abs(low), abs(high)))


def _few(numbers: Sequence[float]) -> float:
    """A Dirichlet-multinomial over the different numbers, each of which has to be named."""
    times = Counter(numbers)
    named = len(times) * log(2 * max(map(abs, times)) + 2)
    return (
        lgamma(len(times))
        + sum([lgamma(n + 1) for n in times.values()])
        - lgamma(len(numbers) + len(times))
        - named
    )

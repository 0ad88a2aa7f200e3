"""The null model that every reading of a table competes with: numbers that are not scores of any game."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, gcd, inf, lgamma, log

from scorecheck.model.cells import Number

MARK = log(1e5)
"""The log-odds that a mark adds which only one game's sheets have."""
SLIP = 0.03
"""The prior probability that a number, a name or a row of a sheet is wrong."""
ODDS = log(99)
"""A reading is accepted at odds of 99 to 1 against all others together, as a logarithm."""


def log_sum(logs: Iterable[float]) -> float:
    """The log-sum-exp of log-probabilities."""
    given = list(logs)
    top = max(given, default=-inf)
    return top if top == -inf else top + log(sum([exp(one - top) for one in given]))


def log_sum_of_two(one: float, other: float) -> float:
    """The log-sum-exp of two log-probabilities, for the loop over the rows of a sheet."""
    if one < other:
        one, other = other, one
    return one if other == -inf else one + log(1.0 + exp(other - one))


def of_fits(fits: int, misses: int) -> float:
    """The log-odds that the numbers under a game's words are the game's, by how many are possible values.

    A third of unrelated numbers are possible values by chance; of the game's own, one in thirty is wrong.
    """
    return fits * log(1 / _BY_CHANCE) + misses * log(SLIP / (1 - _BY_CHANCE))


_BY_CHANCE = 1 / 3


def multiples_of(rows: Sequence[Sequence[Number]]) -> int:
    """The number from ``LEAST_RATE`` of which all amounts are multiples, but for a few slips; else 1."""
    shared = [gcd(*map(int, row)) for row in rows]
    if gcd(*shared) >= LEAST_RATE:
        return gcd(*shared)
    likely = [one for one in shared if one >= LEAST_RATE or not one]
    most = len(shared) // _A_SLIP_IN
    if len(likely) < len(shared) - most:
        return 1
    found = set(map(gcd, likely, likely[1:]))
    return max(
        (one for one in found if one >= LEAST_RATE and sum(row % one > 0 for row in shared) <= most),
        default=1,
    )


LEAST_RATE = 5
"""From this number on, amounts that are all multiples of it are money, or points at a rate."""
_A_SLIP_IN = 5
"""At most one row in so many has a slip."""


def by_itself(numbers: Sequence[float], steps: Sequence[float]) -> float:
    """The log-probability of a column under the null model.

    The best of six distributions, minus the log of their number: Laplace, few different values, uniform,
    mostly zeros; and the first two of the ``steps`` between consecutive numbers. Numbers that are all
    multiples of 10 may be rounded so.
    """
    if not numbers:
        return 0.0
    best = max(_of_values(numbers), laplace(steps))
    if any(numbers) and not any(number % _ROUND for number in numbers):
        best = max(best, _of_values([number / _ROUND for number in numbers]) + ROUNDED)
    return max(best, few_values(steps, best)) - log(_MODELS)


_MODELS = 6


def _of_values(numbers: Sequence[float]) -> float:
    """The log-probability of numbers under the best of the distributions that do not look at their order."""
    best = max(laplace(numbers), uniform(numbers))
    if 0 in numbers:
        # Without a zero it is a Laplace distribution that pays for the share of zeros as well.
        best = max(best, mostly_zeros(numbers))
    return max(best, few_values(numbers, best))


_ROUND, ROUNDED = 10, log(0.1)
"""The step of rounded amounts of money, and the log-probability that a table of another kind is rounded."""


def laplace(numbers: Sequence[float]) -> float:
    """A Laplace distribution around 0 with the mean absolute value fitted; one-sided if none is below 0."""
    count, size = len(numbers), sum(map(abs, numbers))
    spread = max(0.5, size / count)
    found = -size / spread - count * log(2 * spread + 1) - 0.5 * log(count + 1)
    return found + (0.6 * count - 0.7 if min(numbers) >= 0 else 0.0)


def mostly_zeros(numbers: Sequence[float]) -> float:
    """Zeros in a share with a uniform prior (beta-binomial); the others are Laplace-distributed."""
    others = [number for number in numbers if number]
    return log_share(len(others), len(numbers)) + (laplace(others) if others else 0.0)


def log_share(some: int, whole: int) -> float:
    """The log-probability of which ones are ``some`` of a ``whole``, in a share with a uniform prior."""
    return lgamma(some + 1) + lgamma(whole - some + 1) - lgamma(whole + 2)


def uniform(numbers: Sequence[float]) -> float:
    """A uniform distribution between the least and the greatest number."""
    low, high = min(numbers), max(numbers)
    return -len(numbers) * log(high - low + 1) - 2 * log(10 + max(abs(low), abs(high)))


def few_values(numbers: Sequence[float], least: float) -> float:
    """A Dirichlet-multinomial over the distinct numbers, plus the cost of naming each of them.

    Below ``least`` it may return an upper bound instead: the value for the likeliest counts of so many
    distinct numbers, of which all but one occur once.
    """
    different, count = set(numbers), len(numbers)
    kinds = len(different)
    usual = lgamma(kinds) - lgamma(count + kinds) - kinds * log(2 * max(map(abs, different)) + 2)
    most = usual + lgamma(count - kinds + 2)
    if most < least - _ROUNDING:
        return most
    return usual + sum([lgamma(n + 1) for n in Counter(numbers).values() if n > 1])


_ROUNDING = 1e-6
"""A tolerance for floating-point errors."""


def out_of_order(numbers: Sequence[Number]) -> int:
    """The fewest numbers without which none of the others is less than the one before it."""
    ends: list[Number] = []
    for number in numbers:
        # The least last number of each longest run in order.
        at = bisect_right(ends, number)
        ends[at : at + 1] = [number]
    return len(numbers) - len(ends)

"""The likelihood of rows: as games of a prior, each perhaps with a slip, or as arbitrary rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, chain, combinations, product, repeat
from math import comb, inf, lgamma, log
from typing import Protocol

from scorecheck.checks.null import (
    LEAST_RATE,
    SLIP,
    by_itself,
    log_share,
    log_sum,
    log_sum_of_two,
    multiples_of,
)
from scorecheck.checks.prior import AnySettlement, RowPrior, Step
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

_LOG_GAME, _LOG_SLIP, _LOG_HALF = log(1 - SLIP), log(SLIP), -log(2)
GROUPED = log(50)
"""Headings for an evening, a name and points: foreign tables rarely have all of them."""
_A_QUARTER = 4
"""The last rows that the prior of a row has not learnt from are fewer than one in so many."""
_MOST_UNDONE = 6
"""On larger tables, corrected totals are not tried."""
_OF_ONE = 2
"""The steps to and from one wrong total."""
_MOST_WRONG = 4
"""At most three wrong totals that follow each other are tried."""
_LISTED = 60
_DOUBLED = log(0.1)
"""The share of foreign tables with one winner per row whose amounts are powers of 2."""
_OTHER_RATE, _FEWEST_AT_A_RATE = log(0.2), 4
"""Nearly all amounts are multiples of one number: the same game for money, or another one."""
A_COIN = 10
"""The least worth of a point that is written without a unit; multiples of 5 may be points."""


def weigh_groups(groups: Sequence[tuple[Step, bool]], said: float = GROUPED) -> float:
    """The log-odds that numbers add up to 0 in groups, against independent numbers.

    ``groups``: the numbers of each, and whether they may add up to 0; if not, there is a slip. ``said``: the
    log-odds by the headings.
    """
    amounts = RowAmounts([step for step, _ in groups])
    prior = AnySettlement(1, amounts.spread)
    total = said
    for step, may_be in groups:
        slip = log(SLIP) + amounts.by_chance(step)
        total += log_sum((log(1 - SLIP) + prior(step), slip)) if may_be else slip
    numbers = [float(number) for step, _ in groups for number in step]
    return total - by_itself(numbers, numbers)


class _RowEvidence(NamedTuple):
    """The evidence of rows."""

    evidence: float
    fits: int
    likely: float
    """The log-probability of the rows that fit, as games."""
    in_part: float
    """The log-probability of all rows, where some share of them looks like games and the others like any."""
    rate: int
    """The number that amounts were divided by."""


class GameLikelihood(NamedTuple):
    """The likelihood of rows under a game."""

    prior: RowPrior
    still: Callable[[], float]
    """The probability that a row leaves a player unchanged."""
    undone: WrongTotals | None
    """The likelihood of the rows around wrong running totals; ``None`` without totals."""


def as_games(amounts: RowAmounts, game: GameLikelihood, *, learning: bool, at_a_rate: bool) -> _RowEvidence:
    """The evidence of the rows as written or, if the user named no game, divided by a common rate."""
    priors = _learnt(game.prior, amounts.steps) if learning else repeat(game.prior)
    found = _at_rate(amounts, priors, game, 1)
    if at_a_rate and len(amounts.steps) >= _FEWEST_AT_A_RATE and amounts.rate >= LEAST_RATE:
        other = _at_rate(amounts.divided, repeat(game.prior), game, amounts.rate)
        if other.evidence + _OTHER_RATE > found.evidence:
            return other
    return found


def _learnt(prior: RowPrior, steps: Sequence[Step]) -> list[RowPrior]:
    """The prior of each row, learnt from the rows before it; of many, from all but the last few."""
    found = [prior]
    while len(found) < len(steps):
        found += [prior.learnt(steps[: len(found)])] * max(1, len(found) // _A_QUARTER)
    return found


def _at_rate(
    amounts: RowAmounts, priors: Iterable[RowPrior], of_game: GameLikelihood, rate: int
) -> _RowEvidence:
    """The evidence of rows, each under its prior: a mixture of game, game with one slip, and any row.

    A wrong running total spoils two steps, that to it and that from it; such totals may follow each other.
    """
    steps, (_, still, undone) = amounts.steps, of_game
    found: dict[tuple[int, Step], tuple[float, float, float]] = {}
    total = likely = missed = 0.0
    fits = 0
    wrong: list[_WrongStep] = []
    stand: Step = (0,) * len(steps[0]) if steps else ()
    for step, prior in zip(steps, priors, strict=False):
        above = stand
        if undone is not None:
            stand = tuple([have + got for have, got in zip(stand, step, strict=True)])
        asked = id(prior), step
        known = found.get(asked)
        if known is None:
            by_chance = amounts.by_chance(step)
            game, slip = _LOG_GAME + prior(step), _LOG_SLIP + by_chance
            if game < _LOG_SLIP + slip and any(step):
                by_chance = max(by_chance, amounts.as_still(step, still()))
                slip = _LOG_SLIP + by_chance
                if undone is None and sum(step):
                    slip = log_sum_of_two(slip, _LOG_SLIP + _one_wrong(step, prior, amounts.spread))
            known = found[asked] = game, log_sum_of_two(game, slip), by_chance
        game, either, by_chance = known
        total += either
        if game > _LOG_SLIP + either:
            fits += 1
            likely += game
            if undone is not None and len(wrong) > 1:
                total += _gained(wrong, undone, amounts.spread)
            wrong = []
            continue
        missed += by_chance
        if undone is not None:
            wrong.append(_WrongStep(step, either, above, prior))
    if undone is not None and wrong:
        total += _gained(wrong, undone, amounts.spread, ends=True)
    in_part = likely + missed - log(comb(len(steps), fits) * (len(steps) + 1))
    return _RowEvidence(total, fits, likely, in_part, rate)


class _WrongStep(NamedTuple):
    """A step of running totals that is no game."""

    step: Step
    likelihood: float
    """Its log-probability as a step with a slip, or as any."""
    above: Step
    """The totals above it."""
    prior: RowPrior


def _gained(wrong: Sequence[_WrongStep], undone: WrongTotals, spread: float, *, ends: bool = False) -> float:
    """What the evidence of steps in succession gains if they are those around wrong totals.

    ``ends``: the last one is the last of the sheet.
    """
    gained = of_part = 0.0
    first = 0
    for last, (_, _, above, prior) in enumerate(wrong[1:], start=1):
        part = wrong[first : last + 1]
        more = undone([one.step for one in part], above, prior, spread)
        more = max(0.0, more - sum([one.likelihood for one in part]))
        if len(part) > _OF_ONE and more <= of_part:
            # Its total is not wrong together with those above.
            first, of_part = last, 0.0
            continue
        gained, of_part = gained + more - of_part, more
    if ends and first == len(wrong) - 1:
        step, likelihood, above, prior = wrong[-1]
        gained += max(0.0, undone((step,), above, prior, spread, ends=True) - likelihood)
    return gained


def _one_wrong(step: Step, prior: RowPrior, spread: float) -> float:
    """The log-probability of a game with one wrong number in any cell, whose error is the sum of the row."""
    out = sum(step)
    if len(step) > _MOST_UNDONE:
        return -inf
    rows = [tuple([x - out * (at == wrong) for at, x in enumerate(step)]) for wrong in range(len(step))]
    return log_sum([prior(row) for row in rows]) - log(len(step)) + out_by(out, spread)


def out_by(off: Number | float, spread: float) -> float:
    """The log-probability of an error of this size.

    The tail is heavy (quadratic): mostly the error is below ``spread``, but an extra digit makes it ten times
    as large.
    """
    return -2 * log(1 + abs(float(off)) / spread) - log(2 * spread + 1)


class WrongTotals(Protocol):
    """The log-probability of the steps around wrong running totals."""

    def __call__(
        self, steps: Sequence[Step], stand: Step, prior: RowPrior, spread: float, *, ends: bool = False
    ) -> float:
        """See ``of_wrong_totals``."""
        ...


def of_wrong_totals(
    steps: Sequence[Step], stand: Step, prior: RowPrior, spread: float, *, settles: bool, ends: bool = False
) -> float:
    """The log-probability of the steps around wrong rows: of each row one total is wrong, or two are swapped.

    ``stand``: the totals of the last wrong row; ``settles``: games add up to 0; ``ends``: no step leads away
    from the last row, which is wrong as well.
    """
    seats = len(steps[0])
    most = _MOST_WRONG if settles else _OF_ONE
    if seats > _MOST_UNDONE or len(steps) > most or (ends and not settles):
        return -inf
    sums = list(accumulate(map(sum, steps)))
    if settles and not ends and sums.pop():
        return -inf
    each = _wrong_in_each(steps, sums if settles else None)
    ways = [-inf]
    for wrong in product(*each):
        amounts = sum([out_by(by, spread) - log(seats) for _, by in wrong])
        ways.append(amounts + _meant(steps, [{at: by} for at, by in wrong], prior))
    if len(steps) == _OF_ONE and not ends and not any(sums):
        for one, other in combinations(range(seats), 2):
            by = stand[other] - stand[one]
            ways.append(-log(seats * seats) + _meant(steps, [{one: by, other: -by}], prior))
    return len(each) * log(SLIP) + max(ways)


def _wrong_in_each(steps: Sequence[Step], sums: Sequence[Number] | None) -> list[list[tuple[int, Number]]]:
    """For each wrong row, the totals that may be wrong in it, by how much.

    The error makes the sum of the row wrong, or, where rows need not add up, is a change of somebody without
    one.
    """
    seats = range(len(steps[0]))
    if sums is not None:
        return [[(at, -out) for at in seats if out] for out in sums]
    to, away = steps
    return [[(at, by) for at in seats for by in {-sum(to), -to[at], away[at]} - {0}]]


def _meant(steps: Sequence[Step], by: Sequence[Mapping[int, Number]], prior: RowPrior) -> float:
    """The log-probability of games in succession, with amounts moved from each to the one before."""
    chance = 0.0
    before: Mapping[int, Number] = {}
    for step, moved in zip(steps, (*by, {}), strict=False):
        meant = list(step)
        for at in moved:
            meant[at] += moved[at]
        for at in before:
            meant[at] -= before[at]
        chance += prior(tuple(meant))
        if chance == -inf:
            return chance
        before = moved
    return chance


def spread_of(rows: Sequence[Sequence[Number]]) -> float:
    """The mean size of the amounts, at least 1."""
    amounts = list(map(abs, chain.from_iterable(rows)))
    return max(1.0, float(sum(amounts)) / max(1, len(amounts)))


def bits(row: Iterable[Number], spread: float) -> float:
    """The negative log-probability of numbers under a Laplace distribution around 0 with this mean size."""
    sizes = [abs(float(x)) for x in row]
    width = log(2 * spread + 1)
    return sum(sizes) / spread + width * len(sizes)


class RowAmounts:
    """The changes in some rows: their size, and the probability of each as a row that is no game.

    Such a row's numbers are Laplace-distributed, half of the rows add up to 0. Several games share the cache.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        """``steps``: the changes of each row."""
        self.steps, self.spread = steps, spread_of(steps)
        self._width = log(2 * self.spread + 1)
        self._bits: dict[Step, float] = {}

    def by_chance(self, step: Step) -> float:
        """The log-probability of one of the rows."""
        return _LOG_HALF - self.bits(step)

    def bits(self, step: Step) -> float:
        """The negative log-probability of the numbers of one of the rows that do not follow from others."""
        found = self._bits.get(step)
        if found is None:
            sizes = list(map(abs, step))
            size, count = sum(sizes), len(sizes)
            if sizes and not sum(step):
                # The largest follows from the others.
                size, count = size - max(sizes), count - 1
            found = self._bits[step] = float(size) / self.spread + self._width * count
        return found

    def as_still(self, step: Step, still: float) -> float:
        """The same with a share of zeros, as in a game's own rows."""
        size = self._size
        moved = [abs(float(cell)) for cell in self._free(step) if cell]
        unmoved = len(self._free(step)) - len(moved)
        each = log(1 - still) - log(2 * size + 1)
        return -log(2) + unmoved * log(still) + len(moved) * each - sum(moved) / size

    def _free(self, step: Step) -> Sequence[Number]:
        """The numbers that do not follow from the others."""
        return step if sum(step) else sorted(step, key=abs)[:-1]

    @cached_property
    def _size(self) -> float:
        """The mean size of the amounts that are not 0."""
        moved = [abs(float(cell)) for step in self.steps for cell in step if cell]
        return max(1.0, sum(moved) / max(1, len(moved)))

    @cached_property
    def are_transfers(self) -> bool:
        """Whether in nearly all rows one gains what one other loses."""
        moved = [sorted(filter(None, step)) for step in self.steps if any(step)]
        pairs = sum(len(cells) == _OF_TWO and not sum(cells) for cells in moved)
        return 0 < _NEARLY_ALL * len(moved) <= pairs

    @cached_property
    def rate(self) -> int:
        """The number of which nearly all amounts are multiples."""
        return multiples_of(self.steps)

    @cached_property
    def in_coins(self) -> bool:
        """Whether nearly all amounts are multiples of a coin, in enough rows with any."""
        return self.rate % A_COIN == 0 and sum(map(any, self.steps)) >= _FEWEST_AT_A_RATE

    @cached_property
    def divided(self) -> RowAmounts:
        """The same, divided by that."""
        return RowAmounts([tuple([_over(x, self.rate) for x in step]) for step in self.steps])


def _over(amount: Number, rate: int) -> Number:
    """A share of an amount, whole where it is."""
    return Fraction(amount, rate) if amount % rate else int(amount) // rate


@lru_cache(maxsize=100)
def rows_prior(of: Callable[[int], RowPrior], seats: int) -> RowPrior:
    """The prior of the rows of a layout: what it works out of a row serves all sheets."""
    return of(seats)


@lru_cache(maxsize=100)
def log_still(prior_of: Callable[[int], RowPrior], seats: int) -> float:
    """The share of zeros in the likeliest rows of a game."""
    listed = rows_prior(prior_of, seats).likely(_LISTED)
    zeros = sum(share * step.count(0) / len(step) for step, share in listed.items())
    return min(0.9, max(0.01, zeros / (sum(listed.values()) or 1)))


def log_settled(amounts: RowAmounts) -> float:
    """The log-probability of rows that add up to 0 and have no other rule: evenings, a cash book.

    The share of such rows is estimated by Laplace's rule of succession. Zeros, written or empty cells, are
    amounts as any, or somebody had nothing in a share of the cells.
    """
    steps = amounts.steps
    there = RowAmounts([tuple(filter(None, step)) for step in steps])
    some, whole = (sum(map(len, rows)) for rows in (there.steps, steps))
    idle = log_share(some, whole) - sum(map(there.bits, there.steps))
    even = sum([not sum(step) for step in steps])
    odd = len(steps) - even
    share = (even + 1) / (even + odd + 2)
    return even * log(share) + odd * log(1 - share) + max(idle, -sum(map(amounts.bits, steps)))


_OF_TWO, _NEARLY_ALL = 2, 0.75
_MOST_DOUBLED = 12
"""The largest exponent of doubled amounts: no hand has more fans."""
_MOST_OTHERS = 2
"""After this many more rows without a single winner, it is no such game."""


def won_by_one(steps: Sequence[Step], spread: float) -> float:
    """The log-probability of rows with one winner each.

    It includes the winner; the payers (one, all alike, or one of them twice as much: kinds under a uniform
    Dirichlet prior); and the amount. ``spread``: the mean amount.
    """
    kinds: Counter[str] = Counter()
    amounts: list[float] = []
    # If nobody gave the tile, all pay as much as the giver would, an even amount.
    fans: list[float] = []
    total = 0.0
    for step in steps:
        paid = sorted([-amount for amount in step if amount < 0])
        if sum(step) or len(step) - step.count(0) != len(paid) + 1:
            kind = ""
            total += log(SLIP) - bits(step, spread)
        elif len(paid) == 1:
            kind = "one"
            total -= log(len(step) - 1)
        elif len(paid) == len(step) - 1 and paid[0] == paid[-2] and paid[-1] in (paid[0], 2 * paid[0]):
            kind = "alike" if paid[0] == paid[-1] else "twice"
            total -= log(len(paid)) * (kind == "twice")
        else:
            kind = "other"
            total -= bits(paid[1:], spread)
        kinds[kind] += 1
        if kinds[""] > _MOST_OTHERS + len(amounts):
            return -inf
        if kind:
            amounts.append(float(paid[0]))
            fans.append(amounts[-1] / (2 if kind == "alike" else 1))
            total -= log(len(step))
    likely = _DOUBLED + log_doubled(fans)
    if any(len(step) > _OF_TWO for step in steps):
        # Of two one always pays the other, any amount in a table whose rows add up to 0.
        total += sum(lgamma(n + 1) for n in kinds.values()) + lgamma(5) - lgamma(len(steps) + 5)
        likely = log_sum_of_two(likely, by_itself(amounts, amounts))
    return total + likely


def log_doubled(amounts: Sequence[float]) -> float:
    """The log-probability of amounts that are the least one times powers of 2, as the fans of mahjong.

    A Dirichlet-multinomial distribution over the powers, each with half the prior weight of the one before.
    """
    least = min(amounts, default=1.0)
    times = Counter(amount / least for amount in amounts)
    usual = {2.0**often: 0.5**often for often in range(_MOST_DOUBLED)}
    if not (least.is_integer() and usual.keys() >= times.keys()):
        return -inf
    whole = sum(usual.values())
    found = sum([lgamma(usual[one] + n) - lgamma(usual[one]) for one, n in times.items()])
    return found + lgamma(whole) - lgamma(whole + len(amounts)) - log(2 * least + 2)

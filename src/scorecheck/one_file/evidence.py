"""How likely a table is under each reading of it: log-odds against a null model, in nats.

::

    evidence = log P(headings | which columns are players')
             + Σ rows  log[ (1 − ε)·P(row | game) + ε·P(any row) ]
             + log P(total row | rows)
             + log P(reading)
             − log P(points | null model): each player's column by itself, spread as its own numbers are

ε is the rate of slips (``SLIP``). Columns that are no player's cost the same under all readings, and cancel.
The games give ``P(row | game)`` (``Layout.prior``), and this module knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, islice, pairwise, repeat
from math import gcd, inf, lgamma, log
from operator import ne
from typing import TypeAlias, TypeGuard

from scorecheck.checks.null import MARK, by_itself, log_sum
from scorecheck.checks.prior import RowPrior, Step
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import plain
from scorecheck.layouts.entries import bare_entries, basis, final_totals, with_facts
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.sample import SAMPLE, Sample
from scorecheck.layouts.vocabulary import common_headings, counts_games, speaks_of_lost_points
from scorecheck.model.cells import Number, Unreadable, Written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet, Table
from scorecheck.model.written import written

SLIP = 0.03
"""ε, the share of rows in which somebody slips, before a sheet is seen."""
NEVER_ALL_WRONG = 5
"""Nobody slips in each of so many rows: where none is a game, the table is of something else."""
_KNOWN, UNKNOWN = log(0.002), log(0.1)
"""A name that is a word for another column; a column beside the players' under a word that nobody knows.
The rest is as likely as in a table that is none of ours."""
_UNNAMED_PLAYER = log(0.02)
_NAMED = log(0.01)
"""A column that is nobody's, under a word that another column says: that of who dealt, or played alone."""
_APART = log(0.02)
"""Players' columns that stand behind a column of another kind: those of a table are side by side, or all as
far apart."""
_CALLED, _TOLD = log(50), log(2000)
"""The game's name in the title or the file's; somebody said so."""
GROUPED = log(50)
"""Headings that call columns an evening, a name and points: tables of others seldom have all of them."""
_ONE_SIGN = log(0.05)
"""A notation that fewer people use."""
UNSIGNED = log(0.005)
"""Numbers above 0 that are paid: points won look the same, so it takes more than the rows to say so."""
_ALIKE, _SETTLED, _BY_TWO = log(0.3), log(0.02), log(0.1)
"""Tables of others whose columns are alike; whose rows add up to 0 (evenings, cash books, other games); those
of two people among these."""
_WON_BY_ONE, _DOUBLED = log(0.001), log(0.1)
"""Tables of others in whose rows one wins from one of the others or from all, who pay alike, or one of them
twice as much: mahjong; those of them whose amounts double."""
_REPEATS = log(0.002)
"""A column that repeats another one of its table."""
_COMPUTED = 0.6
"""The share of total rows that are worked out from the rows, and so are always right by them."""
_FIRST_LEARNT = 4
_TWO, _MOST_SLIPS, _LISTED = 2, 6, 60
_MOST_UNDONE = 6
"""At larger tables nobody looks which total was meant otherwise."""
_OTHER_RATE, _FEWEST_AT_A_RATE, _LEAST_RATE = log(0.2), 4, 5
"""All amounts are multiples of one number: the same game for money, or another one."""


class Weighed(NamedTuple):
    """A reading, and what speaks for it."""

    reading: Reading
    evidence: float
    """Its log-odds against the null model."""
    rows: int
    fits: int
    """The rows whose posterior probability of being a game is above ε."""
    mean: float
    """The mean log-probability of a row that fits."""
    foot: float = 0.0
    """The part of the evidence that is the total row's."""
    rate: int = 1
    """The greatest common divisor of all amounts, where the quotients are likelier games than the amounts."""
    settled: bool = False
    """Nearly all rows add up to 0."""
    borne_out: bool = False
    """Half of the rows fit, and with what was said these are likelier as games than as any such rows."""
    moved: int = 0
    """The rows in which somebody has something."""
    alike: float = 0.0
    """The log-odds of a foreign table against the null model: its columns are spread alike, or its rows
    add up to 0."""
    won_by_one: bool = False
    """The likeliest foreign table is one in whose rows one player wins."""
    entries: tuple[Entry, ...] = ()
    """Its rows, without what stands beside the points."""

    def completed(self) -> Reading:
        """The reading with the entries that were read when it was weighed, if these are all."""
        if len(self.entries) >= SAMPLE:
            return self.reading
        sheet, layout = self.reading.sheet, self.reading.layout
        return self.reading._replace(entries=tuple(with_facts(self.entries, sheet, layout)))

    @property
    def is_one_amount(self) -> bool:
        """Whether a row says nothing but who of two won how much of the other: small amounts may be points or
        totals."""
        return len(self.reading.sheet.players) <= _TWO

    @property
    def is_flawless(self) -> bool:
        """Whether every row fits."""
        return self.fits == self.rows > 0


def called(ruleset: Ruleset, table: Table, path: str) -> bool:
    """Whether somebody called a sheet by the name of a game: in its title, its name or that of its file."""
    said = plain(" ".join((table.title, table.sheet or "", path.rpartition("/")[2])))
    return any(name in said for name in ruleset.names)


def _says_lost(sheet: Sheet) -> bool:
    """Whether a word on the sheet says that its points were lost."""
    table, first = sheet.table, min(sheet.points_columns)
    sums = () if sheet.total_row is None else table.rows[sheet.total_row][:first]
    return speaks_of_lost_points((table.sheet or "", table.title, *table.headings[:first], *sums))


def weigh(
    reading: Reading, columns: Columns, *, called: bool = False, told: int = 0, learning: bool = False
) -> Weighed:
    """The evidence for a reading. ``called``: the sheet bears the game's name; ``told``: somebody said so."""
    layout, sheet = reading.layout, reading.sheet
    seats = len(sheet.points_columns)
    rows = columns.rows(sheet, layout)
    if layout.prior is None:
        raise ValueError(layout.name)
    prior = layout.prior(seats)
    still = partial(_still, layout.prior, seats)
    settles = layout.settles and layout.notation == "plus-minus"
    undone = partial(_undone, settles=settles) if layout.running else None
    found = _as_games(rows.amounts, prior, still, undone, learning=learning, at_a_rate=not told)
    others, loose = rows.others, rows.as_any
    beside = log(SLIP) * rows.in_parts
    if layout.beside is not None:
        beside += layout.beside(with_facts(rows.entries, sheet, layout), sheet)
    foot = _foot(reading, rows) if any(sheet.foot) else 0.0
    said = MARK * reading.ruleset.telltale(sheet) + _CALLED * called + _TOLD * told
    usual = log(layout.share) * (not layout.default) + _ONE_SIGN * (layout.notation != "plus-minus")
    if layout.notation == "losers-only":
        usual += UNSIGNED if not _says_lost(sheet) else -UNSIGNED
    null, alike = columns.by_themselves(sheet.points_columns, sheet.stop, sheet.total_row)
    gaps = columns.gaps(sheet.points_columns, sheet.stop, sheet.total_row)
    aside = tuple(column.at for column in sheet.columns if column.role == "unknown")
    even, won = columns.as_others(rows.amounts, gaps.cells)
    settled = _SETTLED + _BY_TWO * (seats == _TWO and not aside) + even
    alike = max(_ALIKE + alike, settled + loose)
    if sheet.table.turned:
        alike = max(alike, _ALIKE + columns.across(sheet.points_columns, sheet.stop))
    by_one = _WON_BY_ONE + won + loose
    alike, by_one = max(alike, by_one) - null, by_one > alike
    if gaps.cells:
        # Where a row fits, the game says who has nothing; else as many cells as usual are empty.
        cells = max(1, rows.count * seats)
        share = min(0.98, max(0.02, gaps.cells / cells))
        empty = len(others) * seats - sum(map(len, others))
        loose += empty * log(share) + sum(map(len, others)) * log(1 - share)
        null += gaps.evidence
        # Where only one sign is written a game may leave a row empty, but hardly one of a table that goes on.
        loose += log(SLIP) * columns.left_empty(sheet.points_columns, aside, sheet.stop)
    if layout.running and aside:
        loose += log(SLIP) * columns.left_still(sheet.points_columns, aside, sheet.stop)
    if aside:
        loose += _NAMED * len(columns.named.intersection(aside))
    evidence = found.evidence + loose + foot + beside + said + usual + headings_of(reading) - null
    return Weighed(
        reading,
        evidence,
        rows.count,
        found.fits,
        found.likely / max(1, found.fits),
        foot,
        found.rate,
        rows.settle,
        2 * found.fits >= rows.count and found.likely + said > found.as_any,
        rows.moved,
        alike,
        by_one,
        rows.entries,
    )


def weigh_groups(groups: Sequence[tuple[Step, bool]], said: float = GROUPED) -> float:
    """The log-odds that numbers settle up in groups, against each number by itself.

    ``groups``: the numbers of each, and whether they may settle up; where they may not, somebody slipped.
    ``said``: the log-odds that the headings give it.
    """
    from scorecheck.checks.prior import AnySettlement

    amounts = _Amounts([step for step, _ in groups])
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
    as_any: float
    """The log-probability of the same as any rows of such numbers."""
    rate: int
    """What the amounts were divided by."""


def _as_games(
    amounts: _Amounts,
    prior: RowPrior,
    still: Callable[[], float],
    undone: _Undone | None,
    *,
    learning: bool,
    at_a_rate: bool,
) -> _RowEvidence:
    """The evidence of the rows as they stand or, where nobody named the game, divided by a common rate."""
    found = _at_rate(amounts, _learnt(prior, amounts.steps) if learning else repeat(prior), still, undone, 1)
    if at_a_rate and len(amounts.steps) >= _FEWEST_AT_A_RATE and amounts.rate >= _LEAST_RATE:
        other = _at_rate(amounts.divided, repeat(prior), still, undone, amounts.rate)
        if other.evidence + _OTHER_RATE > found.evidence:
            return other
    return found


def _learnt(prior: RowPrior, steps: Sequence[Step]) -> list[RowPrior]:
    """The prior of each row, learnt from the rows before it: anew after 4, 8, 16 … rows."""
    found = [prior] * _FIRST_LEARNT
    while len(found) < len(steps):
        found += [prior.learnt(steps[: len(found)])] * len(found)
    return found


def _at_rate(
    amounts: _Amounts,
    priors: Iterable[RowPrior],
    still: Callable[[], float],
    undone: _Undone | None,
    rate: int,
) -> _RowEvidence:
    """The evidence of rows, each under its prior: a mixture of game, game with one slip, and any row.

    A wrong running total spoils two steps, that to it and that from it; ``undone``, both are games.
    """
    steps = amounts.steps
    found: dict[tuple[int, Step], tuple[float, float, float]] = {}
    total = likely = as_any = 0.0
    fits = 0
    slipped: tuple[Step, float] | None = None
    stand: Step = (0,) * len(steps[0]) if steps else ()
    for step, prior in zip(steps, priors, strict=False):
        above, stand = stand, tuple([have + got for have, got in zip(stand, step, strict=True)])
        asked = id(prior), step
        if asked not in found:
            by_chance = amounts.by_chance(step)
            game, slip = log(1 - SLIP) + prior(step), log(SLIP) + by_chance
            if game < log(SLIP) + slip and any(step):
                slip = max(slip, log(SLIP) + amounts.as_still(step, still()))
                if sum(step) and undone is None:
                    slip = log_sum((slip, log(SLIP) + _one_wrong(step, prior, amounts.spread)))
            found[asked] = game, log_sum((game, slip)), by_chance
        game, either, by_chance = found[asked]
        total += either
        if game > log(SLIP) + either:
            fits += 1
            likely += game
            as_any += by_chance
            slipped = None
        elif undone is None or slipped is None:
            slipped = step, either
        else:
            mended = undone(slipped[0], step, above, prior, amounts.spread)
            total += max(0.0, mended - slipped[1] - either)
            slipped = None
    return _RowEvidence(total, fits, likely, as_any, rate)


def _one_wrong(step: Step, prior: RowPrior, spread: float) -> float:
    """The log-probability of a game with one wrong number in any cell, out by what the row adds up to."""
    out = sum(step)
    if len(step) > _MOST_UNDONE:
        return -inf
    rows = [tuple([x - out * (at == wrong) for at, x in enumerate(step)]) for wrong in range(len(step))]
    return log_sum([prior(row) for row in rows]) - log(len(step)) + _out_by(out, spread)


def _out_by(off: Number | float, spread: float) -> float:
    """The log-probability that a wrong number is out by so much.

    The tail is heavy (quadratic): mostly it is out by less than ``spread``, but a digit too many makes it ten
    times as large.
    """
    return -2 * log(1 + abs(float(off)) / spread) - log(2 * spread + 1)


_Undone: TypeAlias = "Callable[[Step, Step, Step, RowPrior, float], float]"


def _undone(to: Step, away: Step, stand: Step, prior: RowPrior, spread: float, *, settles: bool) -> float:
    """The log-probability of the steps to a wrong row of totals and from it: one total is wrong, or two are
    swapped. ``stand``: the totals of the wrong row; ``settles``: games add up to 0."""
    seats = len(to)
    ways = [-inf]
    if seats > _MOST_UNDONE or (settles and sum(to) + sum(away)):
        return -inf
    for at in range(seats):
        # Out by what keeps the row from adding up, or by what nobody won or lost in one of the games.
        for by in ({-sum(to)} if settles else {-sum(to), -to[at], away[at]}) - {0}:
            amount = -log(seats) + _out_by(by, spread)
            ways.append(amount + _both(to, away, {at: by}, prior))
    if not sum(to) and not sum(away):
        for one, other in combinations(range(seats), 2):
            by = stand[other] - stand[one]
            ways.append(-log(seats * seats) + _both(to, away, {one: by, other: -by}, prior))
    return log(SLIP) + max(ways)


def _both(to: Step, away: Step, by: Mapping[int, Number], prior: RowPrior) -> float:
    """The log-probability of two games in succession, with amounts moved from the second to the first."""
    first = tuple([amount + by.get(at, 0) for at, amount in enumerate(to)])
    chance = prior(first)
    if chance == -inf:
        return chance
    return chance + prior(tuple([amount - by.get(at, 0) for at, amount in enumerate(away)]))


def _spread(rows: Sequence[Sequence[Number]]) -> float:
    """The mean size of the amounts, at least 1."""
    amounts = list(map(abs, chain.from_iterable(rows)))
    return max(1.0, float(sum(amounts)) / max(1, len(amounts)))


def _bits(row: Iterable[Number], spread: float) -> float:
    """The negative log-probability of numbers under a Laplace distribution around 0 with this mean size."""
    sizes = [abs(float(x)) for x in row]
    width = log(2 * spread + 1)
    return sum(sizes) / spread + width * len(sizes)


class _Amounts:
    """What some rows change: how large that is, and how likely each is as a row that is no game.

    Such a row's numbers are Laplace-distributed, half of them in balance. Of each row several games ask it.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps, self.spread = steps, _spread(steps)
        self._any: dict[Step, float] = {}

    def by_chance(self, step: Step) -> float:
        """The log-probability of one of the rows."""
        if step not in self._any:
            self._any[step] = -log(2) - _bits(self._free(step), self.spread)
        return self._any[step]

    def as_still(self, step: Step, still: float) -> float:
        """The same with a share of zeros, as a game's own rows have."""
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
    def rate(self) -> int:
        """The greatest common divisor of all amounts."""
        return gcd(*(int(x) for step in self.steps for x in step))

    @cached_property
    def divided(self) -> _Amounts:
        """The same in units of it."""
        return _Amounts([tuple([int(x) // self.rate for x in step]) for step in self.steps])


@lru_cache(maxsize=100)
def _still(prior_of: Callable[[int], RowPrior], seats: int) -> float:
    """The share of zeros in the likeliest rows of a game."""
    listed = prior_of(seats).likely(_LISTED)
    zeros = sum(share * step.count(0) / len(step) for step, share in listed.items())
    return min(0.9, max(0.01, zeros / (sum(listed.values()) or 1)))


def _settled(steps: Sequence[Step], empty: int) -> float:
    """The log-probability of rows that add up to 0 and keep no other rule: evenings, a cash book.

    The share of such rows is estimated by Laplace's rule of succession. Where cells are ``empty`` a player
    without a number was away, and the gaps have paid for that.
    """
    if empty:
        steps = [tuple(filter(None, step)) for step in steps]
    spread = _spread(steps)
    even = sum(1 for step in steps if not sum(step))
    share = (even + 1) / (len(steps) + 2)
    return sum(
        log(1 - share) - _bits(step, spread)
        if sum(step)
        else log(share) - _bits(sorted(step, key=abs)[:-1], spread)
        for step in steps
    )


_MOST_DOUBLED = 12
"""Amounts are doubled fewer times than this: no hand has more fans."""
_MOST_OTHERS = 2
"""With so many more rows that nobody wins alone it is no such game, and the others are not looked at."""


def _won_by_one(steps: Sequence[Step], spread: float) -> float:
    """The log-probability of rows in each of which one player wins.

    Of who wins; of who pays (one, all alike, or one of them twice as much: kinds under a uniform Dirichlet
    prior); and of how much. ``spread``: the mean amount.
    """
    kinds: Counter[str] = Counter()
    amounts: list[float] = []
    # Where nobody gave the tile all pay as much as who gives it: what they pay is even.
    fans: list[float] = []
    total = 0.0
    for step in steps:
        paid = sorted([-amount for amount in step if amount < 0])
        if sum(step) or len(step) - step.count(0) != len(paid) + 1:
            kind = ""
            total += log(SLIP) - _bits(step, spread)
        elif len(paid) == 1:
            kind = "one"
            total -= log(len(step) - 1)
        elif len(paid) == len(step) - 1 and paid[0] == paid[-2] and paid[-1] in (paid[0], 2 * paid[0]):
            kind = "alike" if paid[0] == paid[-1] else "twice"
            total -= log(len(paid)) * (kind == "twice")
        else:
            kind = "other"
            total -= _bits(paid[1:], spread)
        kinds[kind] += 1
        if kinds[""] > _MOST_OTHERS + len(amounts):
            return -inf
        if kind:
            amounts.append(float(paid[0]))
            fans.append(amounts[-1] / (2 if kind == "alike" else 1))
            total -= log(len(step))
    shares = sum(lgamma(n + 1) for n in kinds.values()) + lgamma(5) - lgamma(len(steps) + 5)
    return total + shares + log_sum((by_itself(amounts, amounts), _DOUBLED + _doubled(fans)))


def _doubled(amounts: Sequence[float]) -> float:
    """The log-probability of whole amounts that are the least one times powers of 2, as the fans of mahjong.

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


class Rows:
    """The first rows of a table, for all readings that take the same for its entries."""

    def __init__(self, sheet: Sheet, layout: Layout) -> None:
        """Reads them."""
        self.entries: tuple[Entry, ...] = tuple(islice(bare_entries(sheet, layout), SAMPLE))
        self.count = len(self.entries)
        steps: list[Step] = []
        self.others: list[list[Number]] = []
        """The numbers of rows that cannot be read."""
        for before, entry in pairwise([None, *self.entries]):
            if entry is None:
                continue
            known = entry.readable and (before is None or before.readable or not layout.running)
            carried = entry.opening and entry.readable and sum(entry.totals) == 0
            if (known and not entry.opening) or (carried and not any(entry.totals)):
                steps.append(entry.points)
            else:
                self.others.append(_numbers(sheet, entry, opening=carried))
        self.amounts = _Amounts(steps)
        """Those of the rows that can be read."""
        spread = self.amounts.spread
        self.as_any = sum(-_bits(row, max(spread, _spread([row]))) for row in self.others if row)
        """The log-probability of the others, whatever they are."""
        # In a row with a part of a point, where the game pays only whole ones, somebody slipped.
        unread = [entry.written for entry in self.entries if not entry.readable]
        self.in_parts = sum(any(map(_is_part, cells)) for cells in unread)
        even = sum(1 for step in steps if not sum(step))
        self.settle = self.count > 2 and 10 * even >= 9 * self.count
        """Nearly all add up to 0."""
        self.moved = sum(map(any, steps))
        """In so many of them somebody has something."""


def _is_part(cell: Written) -> bool:
    """Whether somebody wrote a part of a point where the game pays only whole ones."""
    return isinstance(cell, Unreadable) and cell.kind == "fraction"


def _numbers(sheet: Sheet, entry: Entry, *, opening: bool) -> list[Number]:
    """The changes in a row that may be no game, with the fractions of points that no game gives.

    Of totals that were carried in, the last follows from the others, and is left out."""
    found: list[Number] = []
    for at, cell, points in zip(sheet.points_columns, entry.written, entry.points, strict=True):
        if _is_part(cell):
            part = written(sheet.table.value(entry.row, at))
            found += [part] if isinstance(part, Fraction) else []
        elif cell is not None and not isinstance(cell, Unreadable):
            found.append(points)
    return found[1:] if opening else found


def headings_of(reading: Reading) -> float:
    """log P(headings | columns): players are seldom called by a word for another column, and other columns
    seldom by a word that nobody knows."""
    sheet = reading.sheet
    known = reading.ruleset.headings.keys() | common_headings().keys()
    total = 0.0
    for column in sheet.columns:
        if column.role == "player":
            if not any(map(str.isalpha, column.heading)):
                # =0? and Σ − are no names.
                total += _UNNAMED_PLAYER
            elif plain(column.heading) in common_headings() or counts_games(column.heading):
                total += _KNOWN
        elif column.heading and (
            column.role == "unknown" or (column.role == "control" and plain(column.heading) not in known)
        ):
            total += UNKNOWN
    columns = [column for column in sheet.columns if column.heading and column.role != "unknown"]
    at = [number for number, column in enumerate(columns) if column.role == "player"]
    apart = len({after - before for before, after in pairwise(at)})
    return total + _APART * max(0, apart - 1)


def _foot(reading: Reading, rows: Rows) -> float:
    """log P(total row | rows), against one that is the sum of its column or its last number.

    A total that is out by as much as a row is worked out from what should stand where they cross.
    """
    sheet = reading.sheet
    read_to_end = 0 < rows.count < SAMPLE
    due = rows.entries[-1].totals if read_to_end else final_totals(sheet, reading.layout)
    out: frozenset[Number] = _slipped_by(rows.amounts.steps) if reading.layout.settles else frozenset()
    total = 0.0
    for said, sums in zip(sheet.foot, due, strict=True):
        if said is None or isinstance(said, Unreadable):
            continue
        off = abs(float(said - sums))
        spread = 4.0 + abs(float(sums)) / 4
        by_hand = log(1 - _COMPUTED) + _out_by(off, spread)
        worked_out = log(_COMPUTED) - (0.0 if off == 0 else log(len(due)) if said - sums in out else inf)
        total += log_sum((worked_out, by_hand)) - log(_COMPUTED / 2)
    return total


def _slipped_by(steps: Sequence[Step]) -> frozenset[Number]:
    """By how much totals may be out that were worked out from the right points: by one wrong row, or two."""
    off = [-sum(step) for step in steps if sum(step)][:_MOST_SLIPS]
    return frozenset(off) | {one + other for one, other in combinations(off, 2)}


def _filled(row: tuple[Written, ...], gaps: Step) -> Step | None:
    """A row with what its empty cells stand for; ``None`` where a cell holds no number, or none does."""
    if None in row and any(cell is not None for cell in row):
        row = tuple([gap if cell is None else cell for cell, gap in zip(row, gaps, strict=True)])
    return row if _is_of_numbers(row) else None


def _is_of_numbers(row: tuple[Written, ...]) -> TypeGuard[Step]:
    return _NUMBERS.issuperset(map(type, row))


_NUMBERS = frozenset({int, Fraction})


class Gaps(NamedTuple):
    """The empty cells among the points."""

    cells: int
    evidence: float
    """Their log-probability: beta-binomial in each column, with a uniform prior."""


class Columns:
    """The columns of a table under the null model: each by itself, spread as its own numbers are."""

    def __init__(self, table: Table) -> None:
        """Look at none yet."""
        self._table = table
        self.sample = Sample(table)
        """What shows which column is what, for the readings of all games."""
        self._begun: dict[object, list[Step]] = {}
        self._rows: dict[object, Rows] = {}
        self._others: dict[object, tuple[float, float]] = {}
        self._chances: dict[tuple[tuple[int, ...], int, int | None], tuple[float, float]] = {}
        self._found: dict[tuple[int, int, int | None], tuple[list[float], list[float]]] = {}

    def said(self, at: int) -> list[Written]:
        """What the first cells of a column say."""
        return self.sample.first[at]

    @cached_property
    def named(self) -> frozenset[int]:
        """The columns whose headings stand as words in cells of others."""
        headings = self._table.headings
        said = {
            value
            for row in self._table.rows[:SAMPLE]
            for value, heading in zip(row, headings, strict=False)
            if isinstance(value, str) and value != heading
        }
        return frozenset(at for at, heading in enumerate(headings) if heading in said)

    def change_one_at_a_time(self, points: Sequence[int], stop: int, least: int, fewest: int) -> bool:
        """Whether in half of the rows just one column changes, by ``least`` or more.

        With more columns than a game has players at least, one of them may be nobody's and is left out.
        """
        changes: list[dict[int, float]] = []
        amounts: list[dict[int, float]] = []
        stand = [0.0] * len(points)
        for row in zip(*(self.said(at)[:stop] for at in points), strict=True):
            now = [float(x) if isinstance(x, (int, Fraction)) else None for x in row]
            changes.append(
                {at: abs(x - stand[at]) for at, x in enumerate(now) if x is not None and x != stand[at]}
            )
            amounts.append({at: abs(x) for at, x in enumerate(now) if x})
            stand = [before if x is None else x for x, before in zip(now, stand, strict=True)]
        spare = range(len(points)) if len(points) > fewest else ()
        return any(_are_one_each(changes, amounts, without, least) for without in (None, *spare))

    def holds_points(self, at: int) -> bool:
        """Whether something other than zeros stands in a column, or nothing at all."""
        said = self.said(at)
        return any(said) or 0 not in said

    def once_each(self, points: Iterable[int], stop: int) -> bool:
        """Whether nobody has two numbers."""
        return all(len(said := self.said(at)[:stop]) - said.count(None) <= 1 for at in points)

    def gaps(self, points: tuple[int, ...], stop: int, without: int | None) -> Gaps:
        """Where some columns are empty in rows in which others hold something."""
        if all(None not in self.said(at) for at in points):
            return Gaps(0, 0.0)
        rows = [
            row
            for number, row in enumerate(zip(*(self.said(at)[:stop] for at in points), strict=True))
            if number != without and any(cell is not None for cell in row)
        ]
        empty = [column.count(None) for column in zip(*rows, strict=True)]
        evidence = sum(lgamma(n + 1) + lgamma(len(rows) - n + 1) - lgamma(len(rows) + 2) for n in empty)
        return Gaps(sum(empty), evidence)

    def left_still(self, points: Sequence[int], others: Sequence[int], stop: int) -> int:
        """In how many rows some columns of totals stay as they are, though one of the others goes on."""
        if not others:
            return 0
        rows = list(zip(*(self.said(at)[:stop] for at in (*points, *others)), strict=True))
        wide = len(points)
        return sum(
            before[:wide] == now[:wide] and before[wide:] != now[wide:] for before, now in pairwise(rows)
        )

    def left_empty(self, points: Sequence[int], others: Sequence[int], stop: int) -> int:
        """In how many rows some columns say nothing, though one of the others holds a number."""
        rows = zip(*(self.said(at)[:stop] for at in (*points, *others)), strict=True) if others else ()
        wide = len(points)
        return sum(
            1
            for row in rows
            if not any(cell is not None for cell in row[:wide])
            and any(isinstance(cell, (int, Fraction)) for cell in row[wide:])
        )

    def first_steps(self, points: tuple[int, ...], stop: int, *, running: bool) -> list[Step]:
        """What the rows above one change in some columns, where they can be read; nothing where a cell is
        empty. Without a first row of totals, which may be carried in."""
        asked = points, stop, running
        if asked not in self._begun:
            steps: list[Step] = []
            above: Step | None = None
            nothing = (0,) * len(points)
            for row in zip(*[self.said(at)[:stop] for at in points], strict=True):
                now = _filled(row, (running and above) or nothing)
                if now is not None and not running:
                    steps.append(now)
                elif now is not None and above is not None:
                    steps.append(tuple([new - old for old, new in zip(above, now, strict=True)]))
                above = now
            self._begun[asked] = steps
        return self._begun[asked]

    def rows(self, sheet: Sheet, layout: Layout) -> Rows:
        """The rows as a reading has it."""
        asked = basis(sheet, layout)
        if asked not in self._rows:
            self._rows[asked] = Rows(sheet, layout)
        return self._rows[asked]

    def as_others(self, amounts: _Amounts, empty: int) -> tuple[float, float]:
        """The log-probability of rows of others that add up to 0, and of such in which one player wins."""
        asked = id(amounts), empty
        if asked not in self._others:
            self._others[asked] = _settled(amounts.steps, empty), _won_by_one(amounts.steps, amounts.spread)
        return self._others[asked]

    def by_themselves(self, points: tuple[int, ...], stop: int, without: int | None) -> tuple[float, float]:
        """The log-probability of the numbers above a row, without the total row: each column by itself, and
        all pooled."""
        asked = points, stop, without
        if asked not in self._chances:
            each = [self._numbers(at, stop, without) for at in points]
            alike = (
                [one for numbers, _ in each for one in numbers],
                [one for _, steps in each for one in steps],
            )
            alone = [by_itself(*one) for one in each]
            repeated = [
                max(own, self._repeating(own, at, points[:number], stop))
                for number, (own, at) in enumerate(zip(alone, points, strict=True))
            ]
            self._chances[asked] = sum(repeated), by_itself(*alike)
        return self._chances[asked]

    def across(self, points: Sequence[int], stop: int) -> float:
        """The log-probability of the rows, each by itself: in a turned table these are its columns."""
        rows = zip(*(self.said(at)[:stop] for at in points), strict=True)
        numbers = [[float(x) for x in row if isinstance(x, (int, Fraction))] for row in rows]
        return sum(by_itself(row, row) for row in numbers)

    def _repeating(self, alone: float, at: int, others: Sequence[int], stop: int) -> float:
        """The log-probability of a column that copies one of some others, but for a few cells. Each of these
        is as likely as its cells are on average; ``alone`` is that of the whole column."""
        said = self.said(at)[:stop]
        cells = len(said) - said.count(None)
        # The same cells are equal numbers or nothing.
        other_cells = min((sum(map(ne, said, self.said(other))) for other in others), default=cells)
        if other_cells >= cells:
            return -inf
        same, own = len(said) - other_cells, log(SLIP) + alone / cells
        return _REPEATS - log(len(others)) + same * log(1 - SLIP) + other_cells * own

    def _numbers(self, at: int, stop: int, without: int | None) -> tuple[list[float], list[float]]:
        """The numbers of a column, and the steps from each to the next."""
        asked = at, stop, without
        if asked not in self._found:
            cells = self.said(at)[:stop]
            if without is not None and without < len(cells):
                cells = cells[:without] + cells[without + 1 :]
            numbers = [float(cell) for cell in cells if isinstance(cell, (int, Fraction))]
            steps = [*numbers[:1], *[after - before for before, after in pairwise(numbers)]]
            self._found[asked] = numbers, steps
        return self._found[asked]


def _are_one_each(
    changes: Iterable[Mapping[int, float]],
    amounts: Iterable[Mapping[int, float]],
    without: int | None,
    least: int,
) -> bool:
    fits = count = 0
    for changed, held in zip(changes, amounts, strict=True):
        ways = [[x for at, x in one.items() if at != without] for one in (changed, held)]
        fits += any(len(one) == 1 and one[0] >= least for one in ways)
        count += bool(ways[1])
    return count > 1 and 2 * fits >= count

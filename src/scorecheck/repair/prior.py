"""How likely a row is before anything is known of slips: what the other rows of the sheet look like.

Nothing in it belongs to a game. A row is made of its shape (how many gain, how many pay), of the
amounts in it, and of who is who; each is as likely as it is on the rows of the sheet that are not in
doubt, with a little kept back for what they do not show.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import exp, factorial, log
from typing import TYPE_CHECKING

from scorecheck.repair.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorecheck.model.cells import Number, Written
    from scorecheck.model.sheet import Entry

_SHAPES = 6
"""So many shapes a game may have; only what is kept back for unseen ones depends on it."""
_KEPT_BACK_SHAPES = 1.5
_FEWEST_KEPT_BACK, _MOST_KEPT_BACK = 3.0, 24.0
"""Bounds of what is kept back for amounts that no row shows, in rows."""
_DOUBLED = 0.5
"""Of what is kept back for amounts so much is for those that are twice, or half, what another row says,
where games can be doubled."""
_MOST_MOVED = 8
"""With more players in one game only the one who moved most is taken for the one who settles."""


class Prior:
    """Chances of rows, learnt from the rows of one sheet."""

    def __init__(
        self,
        rows: Iterable[tuple[int, tuple[Number, ...]]],
        seats: int,
        at_table: int | None,
        *,
        doubled: bool = True,
    ) -> None:
        """Learns from rows that are not in doubt, each with how-manieth it is."""
        self._near = _DOUBLED if doubled else 0.0
        self._shapes: Counter[tuple[int, int]] = Counter()
        self._known: dict[tuple[Number, ...], float] = {}
        sitters: list[tuple[int, int]] = []
        seen: Counter[tuple[Number, ...]] = Counter()
        for count, points in rows:
            seen[points] += 1
            self._shapes[_shape(points)] += 1
            if seats - 1 == at_table and points.count(0) == 1:
                sitters.append((count, points.index(0)))
        self._seen = tuple(seen)
        self._rows = sum(self._shapes.values())
        self._amounts: Counter[Number] = Counter()
        self._alike, self._unlike = 0, 0
        self._learn(seen, {points: _ways_to_settle(points)[0] for points in seen})
        # Who settles with the others is clear in most rows; in the others, once the amounts are known.
        self._learn(seen, {points: self._settled(points) for points in seen})
        self.turn = Turn(sitters, seats, sits_out=True)
        """Whose turn it was to sit out, where the rows show one."""

    @property
    def most(self) -> float:
        """The logarithm of the chance of the likeliest row of those seen."""
        return max((self.of_any_turn(points) for points in self._seen), default=0.0)

    @property
    def amounts(self) -> list[Number]:
        """The amounts that the rows show, those that most rows do first; then twice and half of them."""
        seen = [amount for amount, _ in self._amounts.most_common()]
        halves = [amount // 2 for amount in seen if amount % 2 == 0]
        return list(dict.fromkeys((*seen, *(2 * amount for amount in seen), *halves)))

    def _learn(
        self, seen: Counter[tuple[Number, ...]], settled: Mapping[tuple[Number, ...], Amounts]
    ) -> None:
        amounts: Counter[Number] = Counter()
        alike = unlike = 0
        for points, times in seen.items():
            found, several = settled[points]
            for amount in found:
                amounts[amount] += times
            alike += times * (several and len(found) == 1)
            unlike += times * (len(found) > 1)
        self._amounts, self._alike, self._unlike = amounts, alike, unlike
        self._all_amounts = amounts.total()
        self._kept_back = _kept_back(len(amounts), self._all_amounts)

    def __call__(self, points: tuple[Number, ...], count: int) -> float:
        """The logarithm of the chance of a row, the ``count``-th of its sheet."""
        return self.of_any_turn(points) + self.turn.sits(points, self.turn.due(count))

    def of_any_turn(self, points: tuple[Number, ...]) -> float:
        """The same of a row that may stand anywhere, whoever's turn it is to sit out."""
        known = self._known.get(points)
        if known is None:
            # Who is in which place makes no difference, so rows with the same numbers are as likely.
            alike = tuple(sorted(points))
            known = self._known.get(alike)
            if known is None:
                known = self._known[alike] = self._of(alike)
            self._known[points] = known
        return known

    def of_odd(self, points: tuple[Number, ...], count: int) -> float:
        """The same of a row of which it is believed that the rules only warn of it."""
        return self(points, count)

    def of_game(self, points: tuple[Number, ...]) -> float:
        """The chance of a game that is known to be one without having been seen: here of none."""
        del points
        return 0.0

    def likely(self, most: int) -> Mapping[tuple[Number, ...], float]:
        """The likeliest games with their chances, as far as they are known without having been seen."""
        del most
        return {}

    def instead(self, points: tuple[Number, ...], said: tuple[Number, ...], count: int) -> float:
        """How much likelier a row is than what it says, judged by the other rows alone."""
        turn = self(points, count) - self(said, count) - self._of(points) + self._of(said)
        return turn + self._of(points, without=said) - self._of(said, without=said)

    def _of(self, points: tuple[Number, ...], without: tuple[Number, ...] | None = None) -> float:
        shape = _shape(points)
        # A row that is in doubt itself is left out of what is known.
        less: Counter[Number] = Counter() if without is None else Counter(self._settled(without)[0])
        rows = self._rows - (without is not None)
        alike = self._shapes[shape] - (without is not None and _shape(without) == shape)
        chance = log(max(0, alike) + _KEPT_BACK_SHAPES / _SHAPES) - log(max(0, rows) + _KEPT_BACK_SHAPES)
        chance += max(self._of_amounts(amounts, less) for amounts in _ways_to_settle(points))
        orders = factorial(len(points))
        for times in Counter(points).values():
            orders //= factorial(times)
        return chance - log(orders)

    def _settled(self, points: tuple[Number, ...]) -> Amounts:
        """The likeliest of the amounts that a row may be made of."""
        return max(_ways_to_settle(points), key=lambda amounts: self._of_amounts(amounts, Counter()))

    def _of_amounts(self, settled: Amounts, less: Mapping[Number, int]) -> float:
        """The logarithm of the chance of amounts: one for all, or each player's own."""
        amounts, several = settled
        chance = 0.0
        if several:
            kind = self._unlike if len(amounts) > 1 else self._alike
            chance = log((kind + 1) / (self._alike + self._unlike + 2))
        every = max(0, self._all_amounts - sum(less.values())) + self._kept_back
        for amount in amounts:
            times = max(0, self._amounts[amount] - less.get(amount, 0))
            chance += log((times + self._kept_back * self._unseen(amount)) / every)
        return chance

    def _unseen(self, amount: Number) -> float:
        """The share of an amount in what is kept back: smaller ones are likelier, and those near others."""
        half = amount // 2 if amount % 2 == 0 else Fraction(amount) / 2
        near = self._amounts[2 * amount] + self._amounts[half]
        share = near / (2 * self._all_amounts) if self._all_amounts else 0.0
        return self._near * share + (1 - self._near) * 3 / float((amount + 2) * (amount + 3))


class Opening:
    """Chances of what running totals begin with: a game like the others, or totals that were carried in."""

    def __init__(self, prior: Prior, totals: Sequence[Sequence[Number]]) -> None:
        """Learns from the totals of rows that are not in doubt how large totals are."""
        self._prior = prior
        sizes = [abs(total) for row in totals for total in row]
        usual = float(sum(sizes) + 1) / (len(sizes) + 1)
        self._falls = usual / (1 + usual)

    def __call__(self, totals: tuple[Number, ...]) -> float:
        """The logarithm of the chance of the totals of the first row."""
        falls = self._falls
        # The last player's follows.
        sizes = sorted(abs(total) for total in totals)[:-1]
        any_totals = sum(log((1 - falls) / (1 + falls)) + float(size) * log(falls) for size in sizes)
        game = self._prior.of_any_turn(totals) if any(totals) else any_totals
        most = max(any_totals, game)
        return most + log((exp(any_totals - most) + exp(game - most)) / 2)


class Style:
    """How the sheet writes that nothing changed: on running totals the total once more, on points a 0;
    or a mark, or nothing."""

    def __init__(self, entries: Sequence[Entry], doubted: Sequence[bool], *, running: bool = False) -> None:
        """Learns from the rows that are not in doubt."""
        self._running = running
        unchanged = [
            cell is not None
            for entry, in_doubt in zip(entries, doubted, strict=True)
            if not (in_doubt or entry.opening)
            for cell, change in zip(entry.written, entry.points, strict=True)
            if not change
        ]
        repeated = (sum(unchanged) + 0.5) / (len(unchanged) + 1)
        self.repeated, self.marked = log(repeated), log(1 - repeated)

    def __call__(self, meant: Entry, said: Entry) -> float:
        """The logarithm of the chance that cells without change are written as they are, where ``meant``
        is right. Of cells that are put right only those of running totals are asked where one number
        stands for another: there the total was to be written once more."""
        chance = 0.0
        for change, cell, seen in zip(meant.points, meant.written, said.written, strict=True):
            if not change and (cell == seen or (self._running and _are_numbers(cell, seen))):
                chance += self.marked if cell is None else self.repeated
        return chance


def _are_numbers(*cells: Written) -> bool:
    return all(isinstance(cell, (int, Fraction)) for cell in cells)


def has_soloist(points: Sequence[Number]) -> bool:
    """Whether one player has three times what the others have."""
    sizes = sorted(abs(number) for number in points if number)
    return len(sizes) > 1 and sizes[-1] == 3 * sizes[-2]


def _shape(points: Sequence[Number]) -> tuple[int, int]:
    return sum(1 for n in points if n > 0), sum(1 for n in points if n < 0)


def _kept_back(kinds: int, times: int) -> float:
    """How much to keep back for amounts that were not seen: the more of those that were seen differ, the
    more. With so much kept back as many kinds are to be expected as were seen."""
    low, high = _FEWEST_KEPT_BACK, _MOST_KEPT_BACK
    while high - low > 1:
        middle = (low + high) / 2
        if middle * log(1 + times / middle) < kinds:
            low = middle
        else:
            high = middle
    return (low + high) / 2


Amounts = tuple[tuple["Number", ...], bool]
"""What a row is made of: the amount that all paid or got, or each one's own; and whether several did,
whose amounts might have differed."""


@lru_cache(maxsize=8192)
def _ways_to_settle(points: tuple[Number, ...]) -> tuple[Amounts, ...]:
    """The amounts that a row may be made of, depending on who it is that settles with all the others:
    what that one gets follows. Who moved most comes first."""
    sizes = sorted((abs(number) for number in points if number), reverse=True)
    if len(set(sizes)) <= 1:
        return ((tuple(sizes[:1]), len(sizes) > 2),)
    ways: list[Amounts] = []
    for at, size in enumerate(sizes[:1] if len(sizes) > _MOST_MOVED else sizes):
        if at and size == sizes[at - 1]:
            continue
        rest = (*sizes[:at], *sizes[at + 1 :])
        ways.append((rest if len(set(rest)) > 1 else rest[:1], len(rest) > 1))
    return tuple(ways)

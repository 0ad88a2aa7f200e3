"""Aligns the rows of two sheets of one table, like a diff of two versions of a text.

A row may be missing on one sheet or be there twice. The cost of a pair of rows is the negative
log-probability of the slips that explain their differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise, permutations
from math import inf, log
from typing import TypeAlias

from scorecheck.model.cells import Number
from scorecheck.model.names import name_key, slips_between
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import heard
from scorecheck.repair.slips import constant, shares

MOST_STEPS = 40_000
"""The search gives up after this many pairs of rows: such sheets have too little in common."""
_MOST_PERMUTED = 6
_SAME_PLAYER = 0.8
"""Two columns with this share of equal cells are the same player's, whatever their headings."""
_LOOKED_AT = 200
"""The number of rows of two columns that are compared for that."""
_GOES_ON = -log(1 / 2)
"""On half of the sheets a missing row takes its number with it, and a repeated row repeats its number; on the
others the numbers are printed."""


_AFTER_GAP = 0.01
"""The cost where only the totals agree, as below a gap. It makes the second of two equal totals the
superfluous one."""


class OneSign(NamedTuple):
    """An empty cell on a sheet that writes points of one sign only: it stands for 0 or for points of this
    sign."""

    sign: int


Cell: TypeAlias = "Number | OneSign | None"
"""A player's points in a row; ``None``: the cell cannot be read."""


class RowToAlign(NamedTuple):
    """A row of a sheet, as input of the alignment."""

    number: int | None
    """The number of the game."""
    cells: tuple[Cell, ...]
    """One cell per player, in an order that both sheets share."""
    name: str = ""
    """The name of the row where each has its own, such as a box of a card."""
    totals: tuple[Cell, ...] = ()
    """The players' totals after the row, as far as they are known. On running totals, the row after a missing
    one still includes it."""
    facts: Mapping[str, str] = {}
    """The cells of other columns, such as the dealer, by role."""


RowPair: TypeAlias = "tuple[int | None, int | None]"
"""The indices of two rows that are the same game; ``None``: the sheet has no such row."""


class Alignment(NamedTuple):
    """The rows of two sheets side by side."""

    pairs: tuple[RowPair, ...]
    """All rows of both sheets, from the top."""
    cost: float
    """The negative log-probability of all differences; 0 where there are none."""


def agree(one: Cell, other: Cell) -> bool:
    """Whether two cells can stand for the same points."""
    if isinstance(one, OneSign):
        return isinstance(other, OneSign) or (other is not None and other * one.sign >= 0)
    if isinstance(other, OneSign):
        return one is not None and one * other.sign >= 0
    return one == other


class _AlignState(NamedTuple):
    """A state of the search: the next row of each sheet, and the last pair."""

    one: int
    other: int
    ahead: int
    """The game number of the other sheet's row minus that of the first sheet's."""
    last: tuple[int, int] = (-1, -1)
    """The rows of the last pair."""

    @property
    def lower(self) -> int:
        """How many rows further down the other sheet is than at the last pair."""
        return (self.other - self.one) - (self.last[1] - self.last[0])


def align(one: Sequence[RowToAlign], other: Sequence[RowToAlign]) -> Alignment | None:
    """The likeliest alignment of two sheets; ``None`` if the search gives up and there are no game numbers to
    align by.

    Best-first search: where the sheets agree, each row is looked at once.
    """
    rows, lines, gap = len(one), len(other), lone_row()

    def least(i: int, j: int) -> float:
        return gap * abs((rows - i) - (lines - j))

    begin = _AlignState(0, 0, ahead_of(one, other))
    cheapest = {begin: 0.0}
    before: dict[_AlignState, _AlignState] = {}
    done: set[_AlignState] = set()
    waiting = [(least(0, 0), 0, begin)]
    while waiting:
        _, _, at = heappop(waiting)
        if at in done:
            continue
        done.add(at)
        i, j = at.one, at.other
        if (i, j) == (rows, lines):
            return Alignment(_way(before, at, one), cheapest[at])
        if len(done) > MOST_STEPS:
            return _by_number(one, other)
        here = cheapest[at]
        further = [(at._replace(one=i + 1), gap)] if i < rows else []
        if j < lines:
            further.append((at._replace(other=j + 1), gap))
            if i < rows and one[i].name == other[j].name:
                further += _paired(at, one, other)
            if i + 1 < rows and j + 1 < lines:
                further += _exchanged(at, one[i : i + 2], other[j : j + 2])
        for to, more in further:
            cost = here + more
            if cost < cheapest.get(to, inf):
                cheapest[to] = cost
                before[to] = at
                heappush(waiting, (cost + least(to.one, to.other), -(to.one + to.other), to))
    return None


def _by_number(one: Sequence[RowToAlign], other: Sequence[RowToAlign]) -> Alignment | None:
    """Aligns the rows by their game numbers, where these rise on both sheets."""
    numbers = [[line.number for line in lines if line.number is not None] for lines in (one, other)]
    if any(
        len(said) < len(lines) or any(below <= above for above, below in pairwise(said))
        for said, lines in zip(numbers, (one, other), strict=True)
    ):
        return None
    places = [{number: at for at, number in enumerate(said)} for said in numbers]
    if places[0].keys().isdisjoint(places[1]):
        return None
    pairs = [
        (places[0].get(number), places[1].get(number)) for number in sorted(places[0].keys() | places[1])
    ]
    cost = sum(
        lone_row() if here is None or there is None else unlike(one[here], other[there], 0)
        for here, there in pairs
    )
    return Alignment(tuple(pairs), cost)


def _paired(
    at: _AlignState, one: Sequence[RowToAlign], other: Sequence[RowToAlign]
) -> Iterator[tuple[_AlignState, float]]:
    """The next rows as a pair: the resulting states and their costs."""
    here, there = one[at.one], other[at.other]
    cost = unlike(here, there, at.ahead)
    if cost and here.totals and there.totals:
        # The totals include rows that the other sheet lacks, and may be right again after a wrong one.
        above = 0 if at.lower else 1
        last = [max(-1, row - above) for row in at.last]
        since = zip(_since(one, last[0], at.one), _since(other, last[1], at.other), strict=True)
        cost = min(cost, _AFTER_GAP + cells_unlike(*zip(*since, strict=True)))
    for ahead, more in _numbered(at, here, there):
        yield _AlignState(at.one + 1, at.other + 1, ahead, (at.one, at.other)), cost + more


def _since(lines: Sequence[RowToAlign], last: int, now: int) -> Iterator[Cell]:
    """Each player's points since the last pair; ``None`` where they are not known."""
    for total, *cells in zip(
        lines[now].totals, *(line.cells for line in lines[last + 1 : now + 1]), strict=True
    ):
        numbers = [cell for cell in cells if isinstance(cell, int)]
        yield None if total is None or len(numbers) < len(cells) else sum(numbers)


def _numbered(at: _AlignState, one: RowToAlign, other: RowToAlign) -> Iterator[tuple[int, float]]:
    """The possible differences of the game numbers after a pair, with their costs."""
    above, below = at.one - at.last[0] - 1, at.other - at.last[1] - 1
    ahead = at.ahead if None in (one.number, other.number) else (other.number or 0) - (one.number or 0)
    more = ahead - at.ahead
    if not (above or below or more):
        yield ahead, 0.0
    elif more in {0, below, -above, below - above} and (above or below):
        # The number of a missing row is missing, too, and that of a repeated row is repeated; or the numbers
        # are printed, and continue.
        yield ahead, _GOES_ON
    else:
        # A slip in this number; or the numbers jump here and continue.
        yield at.ahead, _wrong_fact()
        yield ahead, _jump()


def _exchanged(
    at: _AlignState, one: Sequence[RowToAlign], other: Sequence[RowToAlign]
) -> Iterator[tuple[_AlignState, float]]:
    """Two rows that were swapped on one of the sheets: the resulting states and their costs."""
    crossed = [
        [(a, b) for a, b in zip(_standing(here), _standing(there), strict=True) if None not in (a, b)]
        for here, there in ((one[0], other[1]), (one[1], other[0]))
    ]
    if one[0].name or _standing(one[0]) == _standing(other[0]) or not all(crossed):
        return
    if any(2 * sum(not agree(*cells) for cells in pairs) > len(pairs) for pairs in crossed):
        return
    cost = sum(cells_unlike(*zip(*pairs, strict=True)) for pairs in crossed) - log(shares()["rows-swapped"])
    for ahead, more in _numbered(at, one[0], other[0]):
        yield _AlignState(at.one + 2, at.other + 2, ahead, (at.one + 1, at.other + 1)), _base() + cost + more


def _standing(line: RowToAlign) -> tuple[Cell, ...]:
    """The cells that a swap of rows exchanges: on running totals the totals."""
    return line.totals or line.cells


def _way(
    before: dict[_AlignState, _AlignState], at: _AlignState, one: Sequence[RowToAlign]
) -> tuple[RowPair, ...]:
    pairs: list[RowPair] = []
    while at in before:
        above = before[at]
        if at.one == above.one + 2 and one[above.one].totals:
            # Both swapped totals are wrong.
            pairs += [(above.one + 1, above.other + 1), (above.one, above.other)]
        elif at.one == above.one + 2:
            # Of two swapped rows only one is out of place.
            pairs += [(None, above.other + 1), (above.one + 1, above.other), (above.one, None)]
        else:
            i = above.one if above.one < at.one else None
            pairs.append((i, above.other if above.other < at.other else None))
        at = above
    return tuple(reversed(pairs))


def slip_rate() -> float:
    """The probability of a slip, of any kind, in a given cell."""
    return constant("rate")


def _base() -> float:
    """The cost of a slip in a given cell."""
    return -log(slip_rate())


def row_slip() -> float:
    """The cost of a row on one sheet only: left out on the other, or repeated here."""
    return _base() - log(shares()["row-left-out"] + shares()["row-twice"])


def lone_row() -> float:
    """The same beside pairs: two unpaired rows are two games where a pair is one, so each bears half of the
    cost of a further game."""
    return row_slip() - log(constant("game")) / 2


def _jump() -> float:
    """The cost of a jump in the game numbers, after which they continue, although no game is missing."""
    gap = constant("numbers")
    return _base() - log(shares()["row-left-out"] * (1 - gap) / gap) + _GOES_ON


def _wrong_fact() -> float:
    """The cost of a wrong game number, or of another wrong fact."""
    return _base() - log(shares()["control"])


def _any_other() -> float:
    """The cost of an arbitrary number, or of a cell that cannot be read."""
    return _base() - log(shares()["other"] / constant("spread"))


def ahead_of(one: Sequence[RowToAlign], other: Sequence[RowToAlign]) -> int:
    """The first game number of the other sheet minus that of the first."""
    here, there = (next((line.number for line in lines), None) for lines in (one, other))
    return 0 if here is None or there is None else there - here


def unlike(one: RowToAlign, other: RowToAlign, ahead: int) -> float:
    """The cost of pairing two rows; ``ahead`` is the difference of their game numbers elsewhere."""
    numbered = one.number is not None and one.number + ahead == other.number
    cost = cells_unlike(one.cells, other.cells)
    if cost and one.totals and other.totals:
        pairs = [(a, b) for a, b in zip(one.totals, other.totals, strict=True) if None not in (a, b)]
        if pairs:
            cost = min(cost, _AFTER_GAP + cells_unlike(*zip(*pairs, strict=True)))
    told = one.facts.keys() & other.facts.keys()
    cost += _wrong_fact() * sum(one.facts[role] != other.facts[role] for role in told)
    if one.name or numbered:
        # A numbered game or a box is hardly ever left out on one sheet and invented on the other.
        cost = min(cost, 1.9 * lone_row())
    return cost


def cells_unlike(one: Sequence[Cell], other: Sequence[Cell]) -> float:
    """The cost of the differences between the cells of two rows; 0 where they agree."""
    if one == other:
        return 0.0
    pairs = list(zip(one, other, strict=True))
    cost = sum(price(a, b) for a, b in pairs if not agree(a, b))
    for kind in (*row_slips(pairs), *row_slips([(b, a) for a, b in pairs])):
        of_two = kind in ("values-swapped", "wrong-column")
        cost = min(cost, price_of_row(len(pairs)) if of_two else _base() - log(shares()[kind]))
    return cost


def row_slips(pairs: Sequence[tuple[Cell, Cell]]) -> Iterator[str]:
    """The slips of a whole row, or of two cells, that make its second numbers of the first."""
    apart = [(a, b) for a, b in pairs if not agree(a, b)]
    numbers = [(a, b) for a, b in pairs if isinstance(a, int | Fraction) and isinstance(b, int | Fraction)]
    if len(numbers) == len(pairs):
        if all(a == -b for a, b in numbers):
            yield "wrong-party"
        for times, kind in ((2, "doubling"), (3, "tripling")) if len(apart) > 1 else ():
            if all(a == times * b for a, b in numbers) or all(b == times * a for a, b in numbers):
                yield kind
    if len(apart) == 2:
        yield from _slips_of_two(*apart)


def _slips_of_two(one: tuple[Cell, Cell], other: tuple[Cell, Cell]) -> Iterator[str]:
    """The slips that make the second numbers of two cells of the first."""
    (here, seen), (there, seen_there) = one, other
    if (here, there) == (seen_there, seen):
        yield "values-swapped"
    elif (here == seen_there and not seen) or (there == seen and not seen_there):
        yield "wrong-column"


def both_slipped() -> float:
    """The least cost of slips on both sheets in one row, one of which keeps the rules."""
    whole = ("values-swapped", "wrong-party", "doubling", "tripling", "other-row", "rows-swapped")
    share = shares()
    return 2 * _base() - log(sum(share[kind] for kind in whole)) - log(max(share.values()))


def price_of_row(players: int) -> float:
    """The cost of a slip that changes two cells of a row."""
    return _base() - log(shares()["values-swapped"]) + log(max(1, players * (players - 1) / 2))


def price(one: Cell, other: Cell) -> float:
    """The cost of the difference between two cells: the likeliest single slip, in either direction."""
    if not isinstance(one, int) or not isinstance(other, int):
        return _any_other()
    ways = [slips[seen].log for slips, seen in ((heard(one), other), (heard(other), one)) if seen in slips]
    return min([_base() - way for way in ways], default=_any_other())


def seats(
    one: Sequence[str],
    other: Sequence[str],
    columns: Sequence[Sequence[Cell]],
    others: Sequence[Sequence[Cell]],
) -> tuple[int | None, ...]:
    """For each player of the first sheet the position on the other: by name, else by the contents of the
    columns.

    ``columns`` and ``others`` are the cells below each name.
    """
    keys = [name_key(name) for name in other]
    found: list[int | None] = [
        keys.index(key) if keys.count(key) == 1 and [*map(name_key, one)].count(key) == 1 else None
        for key in map(name_key, one)
    ]
    for at, name in enumerate(one):
        free = [to for to in range(len(other)) if to not in found]
        near = [to for to in free if slips_between(name, other[to]) is not None]
        if found[at] is None and len(near) == 1:
            found[at] = near[0]
    left = [at for at, to in enumerate(found) if to is None]
    free = [to for to in range(len(other)) if to not in found]
    for at, to in _by_columns(left, free, columns, others):
        found[at] = to
    return tuple(found)


def _by_columns(
    left: Sequence[int],
    free: Sequence[int],
    columns: Sequence[Sequence[Cell]],
    others: Sequence[Sequence[Cell]],
) -> list[tuple[int, int]]:
    """The matching of players without a namesake under which their columns are nearly equal."""
    if not left or not free or max(len(left), len(free)) > _MOST_PERMUTED:
        return []
    looked = {(at, to): (columns[at][:_LOOKED_AT], others[to][:_LOOKED_AT]) for at in left for to in free}
    alike = {pair: SequenceMatcher(None, *two, autojunk=False).ratio() for pair, two in looked.items()}
    few, many = (left, free) if len(left) <= len(free) else (free, left)
    ways = (
        [(a, b) if few is left else (b, a) for a, b in zip(few, way, strict=True)]
        for way in permutations(many, len(few))
    )
    best = max(ways, key=lambda way: sum(alike[pair] for pair in way))
    return [pair for pair in best if alike[pair] >= _SAME_PLAYER]


def side_by_side(sheets: Sequence[Sequence[RowToAlign]]) -> tuple[tuple[int | None, ...], ...] | None:
    """Aligns two or more sheets; ``None`` where one has too few rows of the first.

    Each sheet is aligned with the first. Rows that the first lacks are aligned among the others.
    """
    first, *others = sheets
    together: list[tuple[int | None, ...]] = [(at,) for at in range(len(first))]
    for known, lines in enumerate(others, 1):
        found = align(first, lines)
        if found is None:
            return None
        together = _with(together, found.pairs, sheets[:known], lines)
    return tuple(together)


def _with(
    together: Sequence[tuple[int | None, ...]],
    pairs: Sequence[RowPair],
    sheets: Sequence[Sequence[RowToAlign]],
    lines: Sequence[RowToAlign],
) -> list[tuple[int | None, ...]]:
    """The aligned rows of some sheets with those of one more, which was aligned with the first."""
    known = len(sheets)
    whole: list[tuple[int | None, ...]] = []
    extra: list[tuple[int | None, ...]] = []
    added: list[int] = []
    rows = iter(together)

    def beside(row: tuple[int | None, ...]) -> RowToAlign:
        return next(sheets[which][at] for which, at in enumerate(row) if at is not None)

    def settle() -> None:
        """Aligns the rows that the first sheet lacks between two of its own."""
        same = align([beside(row) for row in extra], [lines[at] for at in added])
        apart = [*((at, None) for at in range(len(extra))), *((None, at) for at in range(len(added)))]
        for one, other in apart if same is None else same.pairs:
            row = (None,) * known if one is None else extra[one]
            whole.append((*row, None if other is None else added[other]))
        extra.clear()
        added.clear()

    for one, other in pairs:
        if one is None:
            added += [] if other is None else [other]
            continue
        for row in rows:
            if row[0] is not None:
                break
            extra.append(row)
        else:
            break
        settle()
        whole.append((*row, other))
    extra += rows
    settle()
    return whole

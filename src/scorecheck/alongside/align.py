"""The rows of two sheets of one table put side by side, like two versions of a text.

A row may be missing on one of them or stand there twice; what differs in a pair of rows is weighed by how
likely the slips are that it takes.
"""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import heappop, heappush
from itertools import permutations
from math import inf, log
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import heard, shares
from scorecheck.repair.slips import weights
from scorecheck.tournament.names import name_key
from scorecheck.tournament.similar import slips_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Number

MOST_STEPS = 200_000
"""So many pairs of rows are looked at; sheets that take more have too little in common."""
_MOST_PERMUTED = 6
_SAME_PLAYER = 0.8
"""A column of which so much is the same is the same player's, under whatever name."""
_LOOKED_AT = 200
"""So many rows of two columns are compared to find that out."""
_RENUMBERED = 0.01
"""What other game numbers cost: enough to choose between rows that are otherwise alike."""


class OneSign(NamedTuple):
    """A cell that is left empty where points of one sign are not written: 0, or some of this sign."""

    sign: int


Cell: TypeAlias = "Number | OneSign | None"
"""What a row gives a player; ``None``: nobody can read it."""


class Line(NamedTuple):
    """A row of a sheet, as it is put beside those of another."""

    number: int | None
    """The number of the game."""
    cells: tuple[Cell, ...]
    """One for each player, in an order that both sheets share."""
    name: str = ""
    """What the row is for, where each has a purpose of its own: a box of a card."""
    totals: tuple[Cell, ...] = ()
    """Where the players stand after it, as far as that is known. On running totals the row after one that was
    left out still says it."""


Pair: TypeAlias = "tuple[int | None, int | None]"
"""A row of the one sheet and the row of the other that is the same; ``None`` where there is none."""


class Alignment(NamedTuple):
    """Two sheets side by side."""

    pairs: tuple[Pair, ...]
    """Every row of both, from the top."""
    cost: float
    """How unlikely all is that they differ in, as a logarithm; 0 where they say the same."""


def agree(one: Cell, other: Cell) -> bool:
    """Whether two cells can say the same."""
    if isinstance(one, OneSign):
        return isinstance(other, OneSign) or (other is not None and other * one.sign >= 0)
    if isinstance(other, OneSign):
        return one is not None and one * other.sign >= 0
    return one == other


def align(one: Sequence[Line], other: Sequence[Line], steps: int = MOST_STEPS) -> Alignment | None:
    """The likeliest way in which the rows of two sheets belong together; ``None`` if that takes too long.

    The cheapest pairs are followed first, so that what is alike costs no more than a look at each row.
    """
    rows, lines, gap = len(one), len(other), lone_row()
    ahead = ahead_of(one, other)

    def least(i: int, j: int) -> float:
        return gap * abs((rows - i) - (lines - j))

    cheapest = {(0, 0): 0.0}
    before: dict[tuple[int, int], tuple[int, int]] = {}
    done: set[tuple[int, int]] = set()
    waiting = [(least(0, 0), 0, 0, 0)]
    while waiting:
        _, _, i, j = heappop(waiting)
        if (i, j) in done:
            continue
        done.add((i, j))
        if (i, j) == (rows, lines):
            return Alignment(_way(before, rows, lines), cheapest[i, j])
        if len(done) > steps:
            return None
        here = cheapest[i, j]
        further = [(i + 1, j, gap)] if i < rows else []
        if j < lines:
            further.append((i, j + 1, gap))
            if i < rows and one[i].name == other[j].name:
                further.append((i + 1, j + 1, unlike(one[i], other[j], ahead)))
        for to_i, to_j, more in further:
            cost = here + more
            if cost < cheapest.get((to_i, to_j), float("inf")):
                cheapest[to_i, to_j] = cost
                before[to_i, to_j] = (i, j)
                heappush(waiting, (cost + least(to_i, to_j), -(to_i + to_j), to_i, to_j))
    return None


def _way(before: dict[tuple[int, int], tuple[int, int]], i: int, j: int) -> tuple[Pair, ...]:
    pairs: list[Pair] = []
    while (i, j) != (0, 0):
        from_i, from_j = before[i, j]
        pairs.append((from_i if from_i < i else None, from_j if from_j < j else None))
        i, j = from_i, from_j
    return tuple(reversed(pairs))


def slip_rate() -> float:
    """How likely a slip in a given cell is, of whatever kind."""
    return weights().model["rate"]


@lru_cache(maxsize=1)
def _base() -> float:
    """What a slip in a given cell costs."""
    return -log(slip_rate())


@lru_cache(maxsize=1)
def lone_row() -> float:
    """What a row costs that stands on one sheet only: left out on the other, or twice here."""
    return _base() - log(shares()["row-left-out"] + shares()["row-twice"])


@lru_cache(maxsize=1)
def _any_other() -> float:
    """What it costs to write just any other number, or nothing that can be read."""
    return _base() - log(shares()["other"] / weights().model["spread"])


def ahead_of(one: Sequence[Line], other: Sequence[Line]) -> int:
    """By how much the game numbers of the other sheet are ahead, as most rows have it."""
    numbers = [[line.number for line in lines] for lines in (one, other)]
    beside = [*zip(*numbers, strict=False), *zip(*map(reversed, numbers), strict=False)]
    found = Counter(there - here for here, there in beside if here is not None and there is not None)
    return found.most_common(1)[0][0] if found else 0


def unlike(one: Line, other: Line, ahead: int) -> float:
    """What it costs to take two rows for the same; the numbers of the other's sheet are so far ``ahead``."""
    number = None if one.number is None else one.number + ahead
    renumbered = 0.0 if number == other.number else _RENUMBERED
    cost = cells_unlike(one.cells, other.cells)
    if cost and one.totals and other.totals:
        pairs = [(a, b) for a, b in zip(one.totals, other.totals, strict=True) if None not in (a, b)]
        if pairs:
            cost = min(cost, cells_unlike(*zip(*pairs, strict=True)))
    if one.name or (not renumbered and one.number is not None):
        # A game with its number is hardly ever left out on the one sheet and made up on the other, nor a box.
        cost = min(cost, 1.9 * lone_row())
    return cost + renumbered


def cells_unlike(one: Sequence[Cell], other: Sequence[Cell]) -> float:
    """What it costs that the cells of two rows differ; 0 where they say the same."""
    if one == other:
        return 0.0
    pairs = list(zip(one, other, strict=True))
    apart = [(a, b) for a, b in pairs if not agree(a, b)]
    cost = sum(price(a, b) for a, b in apart)
    if all(_are_opposite(a, b) for a, b in pairs):
        cost = min(cost, _base() - log(shares()["wrong-party"]))
    if len(apart) > 1:
        cost = min(cost, _scaled(pairs))
    if len(apart) == 2 and (_is_moved(*apart) or _is_moved(*apart[::-1])):
        cost = min(cost, price_of_row(len(pairs)))
    return cost


def _scaled(pairs: Sequence[tuple[Cell, Cell]]) -> float:
    """What it costs that all points of a row are two or three times the others."""
    numbers = [(a, b) for a, b in pairs if isinstance(a, int) and isinstance(b, int)]
    for times, kind in ((2, "doubling"), (3, "tripling")):
        up, down = all(a == times * b for a, b in numbers), all(b == times * a for a, b in numbers)
        if len(numbers) == len(pairs) and (up or down):
            return _base() - log(shares()[kind])
    return inf


def _is_moved(here: tuple[Cell, Cell], there: tuple[Cell, Cell]) -> bool:
    """Whether two players' points changed places, or one's stand in the other's column on one sheet."""
    swapped = here == there[::-1]
    beside = (here[0] == there[1] and not here[1]) or (here[1] == there[0] and not here[0])
    return swapped or beside


def _are_opposite(one: Cell, other: Cell) -> bool:
    if one is None or other is None or isinstance(one, OneSign) or isinstance(other, OneSign):
        return False
    return one == -other


def both_slipped() -> float:
    """What it costs at least that two sheets are wrong in one row, one of them so that it keeps the rules."""
    whole = ("values-swapped", "wrong-party", "doubling", "tripling", "other-row", "rows-swapped")
    share = shares()
    return 2 * _base() - log(sum(share[kind] for kind in whole)) - log(max(share.values()))


def price_of_row(players: int) -> float:
    """What it costs that two cells of a row are wrong by one slip, any two."""
    return _base() - log(shares()["values-swapped"]) + log(max(1, players * (players - 1) / 2))


def price(one: Cell, other: Cell) -> float:
    """What it costs that two cells differ: the likeliest single slip from either number to the other."""
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
    """For each player of the one sheet the position on the other: by name, else by what the column says.

    ``columns`` and ``others`` are what stands below each name.
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
    """The players without a namesake whose columns are nearly the same, taken all together."""
    if not left or not free or max(len(left), len(free)) > _MOST_PERMUTED:
        return []
    alike = {(at, to): _alike(columns[at], others[to]) for at in left for to in free}
    few, many = (left, free) if len(left) <= len(free) else (free, left)
    ways = (
        [(a, b) if few is left else (b, a) for a, b in zip(few, way, strict=True)]
        for way in permutations(many, len(few))
    )
    best = max(ways, key=lambda way: sum(alike[pair] for pair in way))
    return [pair for pair in best if alike[pair] >= _SAME_PLAYER]


def _alike(one: Sequence[Cell], other: Sequence[Cell]) -> float:
    return SequenceMatcher(None, one[:_LOOKED_AT], other[:_LOOKED_AT], autojunk=False).ratio()


def side_by_side(sheets: Sequence[Sequence[Line]]) -> tuple[tuple[int | None, ...], ...] | None:
    """The rows of two sheets or more side by side; ``None`` where one has too little of the first.

    Each is put beside the first; rows that the first does not have are put together among the others.
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
    pairs: Sequence[Pair],
    sheets: Sequence[Sequence[Line]],
    lines: Sequence[Line],
) -> list[tuple[int | None, ...]]:
    """The rows of some sheets with those of one more, which were put beside those of the first."""
    known = len(sheets)
    whole: list[tuple[int | None, ...]] = []
    extra: list[tuple[int | None, ...]] = []
    added: list[int] = []
    rows = iter(together)

    def beside(row: tuple[int | None, ...]) -> Line:
        return next(sheets[which][at] for which, at in enumerate(row) if at is not None)

    def settle() -> None:
        """Puts the rows together that the first sheet does not have between two of its own."""
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

"""Readings weighed: on how many rows each keeps its game's plain invariant, and which of two wins."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from scorecheck.layouts.entries import entries, final_totals
from scorecheck.layouts.plain import SAMPLE, Met, plain_rows
from scorecheck.model.cells import Unreadable
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.layouts.readings import Reading
    from scorecheck.model.sheet import Entry

CLOSE = 2
"""A reading wins only if it fits more rows than this over its rival."""
SHORT = 6
"""On a sheet of so few entries hardly a reading can win by more: there two rows over the rival are
enough, or one over a rival on a sheet of two or three, if the reading itself has no more than one
flaw, or none."""
TYPICAL = Fraction(1, 3)
"""This share of the rows must be such as hardly another game has, where another fits as well."""


class Fit(NamedTuple):
    """A reading, and on how many of the sample's rows it keeps the game's invariant."""

    reading: Reading
    rows: int
    fits: int
    typical: int
    """Rows that hardly another game has."""
    excused: int
    """Rows that say nothing: they cannot be read, or start from a total that is visibly wrong."""
    following: int
    """Rows that do not fit just after one that does not; on running totals one slip makes two."""

    @property
    def share(self) -> Fraction:
        """How much of the rows that can be judged fits."""
        return Fraction(self.fits, max(1, self.rows - self.following))

    @property
    def is_typical(self) -> bool:
        """Whether enough rows are such as hardly another game has."""
        return self.typical >= TYPICAL * (self.rows - self.following)

    @property
    def is_strict(self) -> bool:
        """Where only one sign is written rows say less: such a reading has to win, it cannot tie."""
        return self.reading.layout.notation == "plus-minus"

    @property
    def is_flawless(self) -> bool:
        """Whether every row fits, under a reading in which rows say most."""
        return self.is_strict and self.fits == self.rows

    @property
    def misses(self) -> int:
        """The rows that speak against the reading."""
        return self.rows - self.fits - self.excused


def weigh(reading: Reading, *, enough: int | None = None) -> Fit:
    """Counts on how many of the first rows a reading keeps its game's plain invariant.

    It goes no further than to so many rows that speak against it, if that is ``enough``.
    """
    layout, sheet = reading.layout, reading.sheet
    plain = plain_rows(sheet, layout)
    met = Met(sheet, plain) if plain else None
    if plain and met is not None and (of_them := met.typical) is not None:
        return Fit(reading._replace(met=True), len(plain), len(plain), of_them, 0, 0)
    past: deque[Entry] = deque(maxlen=1)
    rows = fits = typical = excused = following = 0
    missed = False
    kept: list[Entry] = []
    for entry in islice(entries(sheet, layout), SAMPLE):
        rows += 1
        kept.append(entry)
        if layout.coherent(entry, past, sheet):
            is_typical = layout.typical(entry, sheet)
            fits += 1
            typical += is_typical
            missed = False
            if met is not None:
                met.learn(entry.row, typical=is_typical)
        else:
            spoilt = _is_spoilt(entry)
            excused += spoilt or (layout.running and _only_follows(entry, past))
            follows = spoilt or (missed and layout.running)
            following += follows
            missed = spoilt or not follows
            if enough is not None and rows - fits - excused >= enough:
                break
        past.append(entry)
    else:
        if rows < SAMPLE:
            reading = reading._replace(entries=tuple(kept))
    return Fit(reading, rows, fits, typical, excused, following)


def _is_spoilt(entry: Entry) -> bool:
    """Whether something stands in a row that cannot be read; a gap is no such thing, and may be a hint."""
    return any(isinstance(cell, Unreadable) and cell.kind != "missing" for cell in entry.written)


def _only_follows(entry: Entry, past: Sequence[Entry]) -> bool:
    """Whether a step is none because the totals that it starts from do not add up."""
    return any(_is_spoilt(before) or (sum(before.totals) != 0 and sum(entry.totals) == 0) for before in past)


def beats(best: Fit, rival: Fit) -> bool:
    """Whether the rows decide for a reading."""
    margin, more = rival.misses - best.misses, best.fits - rival.fits
    if (margin > CLOSE and more >= 0) or (more > CLOSE and margin >= 0):
        return True
    if best.misses == 0 and margin >= CLOSE:
        return True
    if best.rows > SHORT:
        return False
    flawless = best.misses == 0 and best.rows <= CLOSE + 1
    return (margin >= CLOSE and best.misses <= 1) or (margin >= 1 and flawless)


def same(one: Fit, other: Fit) -> bool:
    """Whether two readings say the same: of one row, points and running totals do."""
    first, second = one.reading.sheet, other.reading.sheet
    return first.points_columns == second.points_columns and one.rows == other.rows == 1


def foot_agrees(reading: Reading) -> bool:
    """Whether the total row is, for most players, what this reading makes of the rows above it."""
    sheet = reading.sheet
    if not any(sheet.foot):
        return False
    last = final_totals(sheet, reading.layout)
    agreeing = sum(1 for total, said in zip(last, sheet.foot, strict=True) if total == said)
    return 4 * agreeing >= 3 * len(sheet.foot)


def order(fit: Fit) -> tuple[int, bool, bool]:
    """The order in which readings are preferred."""
    return fit.misses, not fit.is_strict, not fit.reading.layout.default

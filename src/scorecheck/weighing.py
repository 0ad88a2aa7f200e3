"""Readings weighed: on how many rows each keeps its game's plain invariant, and which of two wins."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from operator import sub
from typing import TYPE_CHECKING, cast

from scorecheck.layouts.entries import entries, final_totals
from scorecheck.layouts.plain import SAMPLE, Met, plain_rows
from scorecheck.model.cells import Unreadable
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, PlainRows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorecheck.checks.ruleset import Layout
    from scorecheck.layouts.readings import Reading
    from scorecheck.model.sheet import Sheet

_MOST_REMEMBERED = 50_000
_KINDS_REMEMBERED = 32
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
    if layout.by_points and sheet.running and isinstance(sheet.table.rows, PlainRows):
        fit, _ = _counted(reading, _steps(sheet, layout), enough)
        return fit
    kept: list[Entry] = []
    fit, complete = _counted(reading, _verdicts(sheet, layout, kept, met), enough)
    if complete and fit.rows < SAMPLE:
        fit = fit._replace(reading=reading._replace(entries=tuple(kept)))
    return fit


class _Verdict(NamedTuple):
    """What a row says of a reading."""

    fits: bool
    typical: bool = False
    spoilt: bool = False
    excused: bool = False


def _counted(reading: Reading, verdicts: Iterable[_Verdict], enough: int | None) -> tuple[Fit, bool]:
    """The verdicts of the rows together, and whether they are those of all rows."""
    running = reading.layout.running
    rows = fits = typical = excused = following = 0
    missed = False
    for fitting, is_typical, spoilt, is_excused in verdicts:
        rows += 1
        if fitting:
            fits += 1
            typical += is_typical
            missed = False
            continue
        excused += is_excused
        follows = spoilt or (missed and running)
        following += follows
        missed = spoilt or not follows
        if enough is not None and rows - fits - excused >= enough:
            return Fit(reading, rows, fits, typical, excused, following), False
    return Fit(reading, rows, fits, typical, excused, following), True


def _verdicts(sheet: Sheet, layout: Layout, kept: list[Entry], met: Met | None) -> Iterator[_Verdict]:
    """What each of the first rows says; their entries are kept, and what is a game is learnt."""
    past: deque[Entry] = deque(maxlen=1)
    for entry in islice(entries(sheet, layout), SAMPLE):
        kept.append(entry)
        if layout.coherent(entry, past, sheet):
            said = _Verdict(fits=True, typical=layout.typical(entry, sheet))
            if met is not None:
                met.learn(entry.row, typical=said.typical)
        else:
            spoilt = _is_spoilt(entry)
            only_follows = layout.running and _only_follows(entry, past)
            said = _Verdict(fits=False, spoilt=spoilt, excused=spoilt or only_follows)
        yield said
        past.append(entry)


def _steps(sheet: Sheet, layout: Layout) -> Iterator[_Verdict]:
    """The same of running totals in rows that are known to be plain, where the steps alone decide."""
    known = steps_met(sheet.game, sheet.preset, layout.name, layout.notation)
    before = (0,) * len(sheet.points_columns)
    for row, (number, *cells) in enumerate(sheet.table.rows):
        totals = tuple(map(int, cast("list[int]", cells)))
        step = tuple(map(sub, totals, before))
        said = known.get(step)
        if said is None:
            entry = Entry(row, str(number), totals, step, totals, {}, {}, readable=True)
            fits = layout.coherent(entry, (), sheet)
            said = _Verdict(fits, typical=fits and layout.typical(entry, sheet))
            if len(known) < _MOST_REMEMBERED:
                known[step] = said
        yield said if said.fits or sum(totals) or not sum(before) else said._replace(excused=True)
        before = totals


@lru_cache(maxsize=_KINDS_REMEMBERED)
def steps_met(
    _game: str | None, _preset: str | None, _layout: str, _notation: str
) -> dict[tuple[int, ...], _Verdict]:
    """What steps between running totals say of sheets that are kept in one way."""
    return {}


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

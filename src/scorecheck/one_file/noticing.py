"""Measures how much a check detects: it makes single slips on copies of a sheet and checks these.

The rate is measured, not derived: the checks themselves show what a game allows, and what a total row or
control column adds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp
from random import Random
from typing import TypeAlias, TypeVar

from scorecheck.checks.check import Check
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries, settled
from scorecheck.layouts.readings import Reading
from scorecheck.model.cells import Value, value_text, written
from scorecheck.model.finding import Edit, Finding, Severity
from scorecheck.model.noticed import FEWEST_TRIED, KINDS, Noticed, Share
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Places, Sheet, Table
from scorecheck.repair.channel import read_as
from scorecheck.repair.checked import edited

MOST_ROWS = 6000
"""At most this many rows are checked for each kind of slip."""
_WIDE = 50
_SEED = 1

_T = TypeVar("_T")
_Slips: TypeAlias = "dict[str, list[tuple[Edit, ...]]]"


class _NumberAt(NamedTuple):
    """A whole number on a sheet, by its row and column in the table."""

    row: int
    column: int
    number: int


def noticed_on(
    reading: Reading,
    sheet: Sheet,
    checks: Sequence[Check],
    options: Mapping[str, str | int | bool],
    tried: int,
    follows: bool = False,
) -> Noticed | None:
    """The share of single slips on a sheet that the checks detect, and what would raise it.

    At most ``tried`` slips of each kind. ``sheet`` is that of the reading, settled; its total row ``follows``
    a slip if formulas work it out, and shows none. ``None`` without numbers that could be wrong, or with so
    many rows that too few slips could be tried.
    """
    # A row of very many cells takes as long as many rows.
    rows = max(sheet.stop, 1) * (1 + len(sheet.table.headings) // _WIDE)
    most = min(tried, MOST_ROWS // rows)
    if most < FEWEST_TRIED:
        return None
    if follows:
        sheet = replace(sheet, foot=())
    trial = _Trial(reading, sheet, checks, options)
    shares = trial.shares(most, KINDS)
    lacking = [kind for kind, share in shares.items() if not share.all_of_them]
    raised: dict[str, Mapping[str, Share]] = {}
    for way, other in _other_ways(reading, sheet, trial.rows) if lacking else ():
        found = _Trial(*other, checks, options).shares(most, lacking)
        if _more(found, shares):
            raised[way] = found
    if lacking and sheet.points_columns and reading.ruleset.game and reading.layout.list_of is None:
        # Every difference between two sheets is reported.
        raised["second-sheet"] = {kind: Share(shares[kind].tried, shares[kind].tried) for kind in lacking}
    return Noticed(shares, raised) if shares else None


def _more(found: Mapping[str, Share], than: Mapping[str, Share]) -> bool:
    """Whether more is detected of some kind, and less of none."""
    pairs = [(share, than[kind]) for kind, share in found.items()]
    differences = [new.noticed * old.tried - old.noticed * new.tried for new, old in pairs]
    return any(one > 0 for one in differences) and all(one >= 0 for one in differences)


class _Trial:
    """A sheet with its findings, and the changes that slips on it make."""

    def __init__(
        self, reading: Reading, sheet: Sheet, checks: Sequence[Check], options: Mapping[str, str | int | bool]
    ) -> None:
        self.reading, self.sheet, self.checks, self.options = reading, sheet, checks, options
        self.rows = list(entries(sheet, reading.layout))
        findings = run_checks(sheet, self.rows, checks).findings
        self.findings = Counter(map(_told, findings))
        place_of = sheet.table.place_of
        self.faulty = {place_of(one.cell)[0] for one in findings if one.cell is not None}

    def shares(self, most: int, kinds: Iterable[str]) -> dict[str, Share]:
        """The share of tried slips of each kind that are detected."""
        slips = _slips(self.sheet, self._cells(), most)
        return {
            kind: Share(sum(map(self._is_noticed, slips[kind])), len(slips[kind]))
            for kind in kinds
            if slips[kind]
        }

    def _cells(self) -> list[_NumberAt]:
        """The numbers in rows without errors, except game numbers."""
        sheet, layout = self.sheet, self.reading.layout
        of_facts = layout.number_roles | set(layout.score_roles)
        facts = {column.at for column in sheet.columns if column.role in of_facts}
        columns = sorted({*sheet.points_columns, *facts})
        found: list[_NumberAt] = []
        for row in (entry.row for entry in self.rows if entry.row not in self.faulty):
            for column in columns:
                number = written(sheet.table.value(row, column))
                if isinstance(number, int):
                    found.append(_NumberAt(row, column, number))
        return found

    def _is_noticed(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the checks find something with a slip that they do not find without it."""
        altered = edited(self.sheet, edits)
        if self.reading.ruleset.shown_options is not None:
            altered = settled(self.reading._replace(sheet=altered, entries=None), self.options)
        found = run_checks(altered, entries(altered, self.reading.layout), self.checks).findings
        told = Counter(_told(finding) for finding in found if finding.severity > Severity.INFO)
        return bool(told - self.findings)


def _told(finding: Finding) -> tuple[object, ...]:
    """The content of a finding; another amount of an existing error is nothing new."""
    return finding.rule, finding.variant, finding.cell


def _slips(sheet: Sheet, cells: Sequence[_NumberAt], most: int) -> _Slips:
    """Slips of each kind, the same each time: all, or a sample."""
    random = Random(_SEED)  # noqa: S311 - a sample, not a secret
    numbers = sorted({cell.number for cell in cells})
    wrong: list[tuple[Edit, ...]] = []
    for cell in _some(cells, most, random):
        others = [
            other
            for other in sorted(_misread(cell.number, numbers))
            if other not in {cell.number, -cell.number}
        ]
        chances = [exp(read_as(other, cell.number)[1]) for other in others]
        wrong.append((_edit(sheet, cell, random.choices(others, chances)[0]),))
    signs = [(_edit(sheet, cell, -cell.number),) for cell in cells if cell.number < 0]
    swaps = [
        (_edit(sheet, one, other.number), _edit(sheet, other, one.number))
        for one, other in _neighbours(sheet, cells)
        if one.number != other.number
    ]
    return {"number": wrong, "sign": _some(signs, most, random), "swap": _some(swaps, most, random)}


def _some(all_: Sequence[_T], most: int, random: Random) -> list[_T]:
    return list(all_) if len(all_) <= most else random.sample(all_, most)


def _edit(sheet: Sheet, cell: _NumberAt, number: int) -> Edit:
    table = sheet.table
    return Edit(
        table.cell(cell.row, cell.column), value_text(table.value(cell.row, cell.column)), str(number)
    )


def _misread(number: int, numbers: Iterable[int]) -> set[int]:
    """Likely misreadings of a number: another digit, one more or less, the number in another cell."""
    sign, digits = (-1 if number < 0 else 1), str(abs(number))
    places = range(len(digits))
    said = {digits[:at] + other + digits[at + 1 :] for at in places for other in "0123456789"}
    said |= {digits[:at] + digits[at] + digits[at:] for at in places}
    said |= {digits[:at] + digits[at + 1 :] for at in places if len(digits) > 1}
    said |= {digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in places[:-1]}
    return {number - 1, number + 1, 2 * number, *numbers, *(sign * int(one) for one in said)}


def _neighbours(sheet: Sheet, cells: Sequence[_NumberAt]) -> Iterator[tuple[_NumberAt, _NumberAt]]:
    """The pairs of values that may be swapped: in a row, or in a column if a row has one value."""
    by_row: dict[int, list[_NumberAt]] = {}
    for cell in cells:
        if cell.column in sheet.points_columns or not sheet.points_columns:
            by_row.setdefault(cell.row, []).append(cell)
    several = [row for row in by_row.values() if len(row) > 1]
    for row in several:
        yield from pairwise(row)
    if not several:
        single = [row[0] for row in by_row.values()]
        yield from pairwise(single)


def _other_ways(
    reading: Reading, sheet: Sheet, rows: Sequence[Entry]
) -> Iterator[tuple[str, tuple[Reading, Sheet]]]:
    """The sheet with a total row added, and with running totals."""
    layout = reading.layout
    by_rows = sheet.points_columns and not (layout.required or layout.row_names or layout.list_of)
    if not by_rows or sheet.running or not rows or not all(map(_is_whole, rows)):
        return
    if sheet.total_row is None:
        yield "total-row", (reading, _with_total_row(sheet, rows[-1]))
    for other in reading.ruleset.layouts:
        if other.running and other.notation == layout.notation and not (other.required or other.told_only):
            kept = _running(replace(sheet, layout=other.name, running=True), rows)
            yield "running", (reading._replace(layout=other, sheet=kept, entries=None), kept)
            return


def _is_whole(entry: Entry) -> bool:
    return entry.readable and all(isinstance(total, int) for total in entry.totals)


def _with_total_row(sheet: Sheet, last: Entry) -> Sheet:
    table = sheet.table
    row: list[Value] = [""] * len(table.headings)
    for column, total in zip(sheet.points_columns, last.totals, strict=True):
        row[column] = int(total)
    table = _elsewhere(table, [*table.rows, row])
    return replace(sheet, table=table, total_row=len(table.rows) - 1, foot=last.totals)


def _elsewhere(table: Table, rows: Sequence[Sequence[Value]]) -> Table:
    """The table with other rows, which stand nowhere on the sheet."""
    return replace(table, rows=rows, places=Places(), tops=())


def _running(sheet: Sheet, rows: Sequence[Entry]) -> Sheet:
    """The sheet with running totals and no total row, since the last row is one."""
    table = sheet.table
    kept: list[list[Value]] = []
    for entry in rows:
        row = list(table.rows[entry.row])
        row += [""] * (len(table.headings) - len(row))
        for column, total in zip(sheet.points_columns, entry.totals, strict=True):
            row[column] = int(total)
        kept.append(row)
    table = _elsewhere(table, kept)
    return replace(sheet, table=table, stop=len(kept), total_row=None, foot=())

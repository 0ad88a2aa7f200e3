"""Makes chosen repairs in a copy of the file, which ``reports.edited_files`` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorecheck.checks.money import paid_again
from scorecheck.layouts.amounts import spelt_like
from scorecheck.layouts.totals import sum_of, totals_of
from scorecheck.model.against import CorrectedCell
from scorecheck.model.cells import CellRef, value_text, written
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.outcome import Checked
from scorecheck.model.record import replace
from scorecheck.model.sheet import Sheet
from scorecheck.model.workbook import Workbook
from scorecheck.readers.copying import CELLS, WorkbookParts
from scorecheck.readers.csv_reader import dialect
from scorecheck.readers.errors import CannotRead
from scorecheck.repair.checked import edited
from scorecheck.repair.explain import counts_a_row
from scorecheck.reports.edited_files import (
    CannotEdit,
    ListedEdit,
    TextFile,
    edited_csv,
    edited_xlsx,
    formulas_in,
)
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import fix_text

CAN_BE_MENDED = ("csv", "xlsx")
"""The formats in which single cells can be changed and everything else stays."""
BECOME_XLSX = ("ods", "xls", "xlsb")
"""The formats of which a workbook of the values alone is repaired."""


MOST_BYTES = 4 * 1024 * 1024
"""Larger files are not read again only to find the place of a cell in their text."""


def text_file(data: bytes) -> TextFile | None:
    """The content of a text file, as far as it can still be read: it may have changed since."""
    if len(data) > MOST_BYTES:
        return None
    try:
        return TextFile(data, *dialect(data))
    except (CannotRead, UnicodeError):
        return None


def edits_of(
    chosen: Iterable[tuple[Finding, Fix]], corrections: Iterable[CorrectedCell] = ()
) -> dict[str, list[Edit]]:
    """The edits of some repairs by sheet, each cell once, after earlier corrections.

    Consecutive edits of a cell are merged.
    """
    edits: dict[str, dict[CellRef, Edit]] = {}
    for one in corrections:
        made = edits.setdefault(one.sheet, {})
        before = made[one.cell].before if one.cell in made else one.before
        made[one.cell] = Edit(one.cell, before, one.after)
    for finding, fix in chosen:
        of_sheet = edits.setdefault(finding.sheet or "", {})
        for edit in fix.all_edits:
            first = of_sheet.get(edit.cell)
            of_sheet[edit.cell] = edit if first is None else edit._replace(before=first.before)
    return {sheet: list(found.values()) for sheet, found in edits.items()}


def with_totals(chosen: Iterable[tuple[Finding, Fix]], checked: Checked) -> list[tuple[Finding, Fix]]:
    """The repairs, each with the changes of totals and money that follow, so that right ones stay right.

    Totals that count a row that is missing were added up by hand, and stay as they are.
    """
    by_hand = {(one.path, one.sheet) for one in checked.findings if counts_a_row(one.fixes[:1])}
    sheets = [(file.path, one.sheet) for file in checked.files for one in file.sheets]
    mended = [sheet for _, sheet in sheets]
    found: list[tuple[Finding, Fix]] = []
    for finding, fix in chosen:
        more: list[Edit] = []
        follows = (finding.path, finding.sheet) not in by_hand
        for at, (path, sheet) in enumerate(sheets):
            if (path, sheet.name) != (finding.path, finding.sheet):
                continue
            now = edited(mended[at], fix.all_edits)
            for total, change in _totals_moved(sheet, fix) if follows else ():
                stands = sum_of(now, [now.table.place_of(total)])
                more.append(Edit(total, str(stands), str(stands + change)))
            before, after = mended[at], edited(now, more)
            for row, column, due in paid_again(before, after):
                stood = before.table.shown(row, column)
                more.append(Edit(before.table.cell(row, column), value_text(stood), spelt_like(due, stood)))
            mended[at] = edited(after, more)
        found.append((finding, replace(fix, follows=(*fix.follows, *more)) if more else fix))
    return found


def _totals_moved(sheet: Sheet, fix: Fix) -> Iterator[tuple[CellRef, int]]:
    """The totals of a sheet that a repair changes, and by how much."""
    told, after = {edit.cell for edit in fix.all_edits}, edited(sheet, fix.all_edits)
    for position, column in enumerate(sheet.points_columns):
        for total, said, parts in totals_of(sheet, position):
            if sheet.running:
                # It repeats the last one above it.
                filled = [row for row in parts[0] if isinstance(written(sheet.table.value(row, column)), int)]
                parts = (frozenset(filled and {max(filled)}),)
            each = ([(row, column) for row in rows] for rows in parts)
            # A total that differs from the rows is what was meant, so it stays.
            added_up = next((places for places in each if said == sum_of(sheet, places)), ())
            change = sum_of(after, added_up) - said if added_up else 0
            if change and total not in told:
                yield total, change


def corrections_of(
    chosen: Iterable[tuple[Finding, Fix]], file: str, messages: Messages, by: str, when: str
) -> list[CorrectedCell]:
    """Repairs of a file in their order, as corrections of an event."""
    found: list[CorrectedCell] = []
    stands: dict[tuple[str, CellRef], str] = {}
    for finding, fix in chosen:
        why, sheet = fix_text(fix, messages), finding.sheet or ""
        for edit in fix.all_edits:
            if stands.get((sheet, edit.cell)) != edit.after:
                stands[sheet, edit.cell] = edit.after
                found.append(CorrectedCell(file, sheet, *edit, finding.rule, why, by, when))
    return found


def list_of(chosen: Iterable[tuple[Finding, Fix]], messages: Messages) -> list[ListedEdit]:
    """The list of changes."""
    rows: list[ListedEdit] = []
    for finding, fix in chosen:
        why = fix_text(fix, messages)
        rows += (ListedEdit(finding.sheet or "", e.cell.a1, e.before, e.after, why) for e in fix.all_edits)
    return rows


def mended(
    data: bytes,
    kind: str,
    edits: Mapping[str, Sequence[Edit]],
    listed: Sequence[ListedEdit] = (),
    heading: str = "",
) -> bytes:
    """A file with the edits made, if its format allows.

    With a ``heading``, a workbook gets a sheet with the list of changes.

    Raises:
        CannotEdit: a cell cannot be changed.
    """
    if kind == "csv":
        return edited_csv(TextFile(data, *dialect(data)), edits.get("", ()))

    try:
        parts = WorkbookParts(data)
        return parts.with_parts(edited_xlsx(parts, edits, listed, heading))
    except CannotRead as problem:
        first = next(edit.cell for ours in edits.values() for edit in ours)
        raise CannotEdit("built-otherwise", first) from problem


def values_of(workbook: Workbook) -> bytes:
    """An .xlsx workbook with the values of a workbook of another format, in the same cells.

    Raises:
        CopyTooLarge: there are too many cells.
    """
    from scorecheck.reports.annotated import book_of
    from scorecheck.reports.workbooks import saved

    return saved(book_of(workbook, CELLS))


def would_replace_formula(data: bytes, finding: Finding, fix: Fix) -> bool:
    """Whether the first cell of a repair of a workbook holds a formula, which no number must replace.

    Raises:
        CannotEdit: the sheet cannot be changed at all.
    """
    cell, sheet = fix.edits[0].cell, finding.sheet
    try:
        return sheet is not None and cell in formulas_in(WorkbookParts(data), sheet, {cell.row})
    except (CannotRead, KeyError) as problem:
        raise CannotEdit("built-otherwise", cell) from problem

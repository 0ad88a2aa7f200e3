"""Whether what scorecheck says of a slipped sheet is right: its cell, its repairs."""

from __future__ import annotations

from itertools import chain, islice, product
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.slips.computed import followed
from benchmarks.slips.sheets import number, ref
from scorecheck.model.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.slips.sheets import Cells, Row, Sheet
    from benchmarks.slips.slips import Change
    from scorecheck.model.cells import CellRef
    from scorecheck.model.finding import Finding, Fix

_MOST_TOGETHER = 729
"""So many ways to take one of three repairs for each finding are tried."""


class Verdict(NamedTuple):
    """How well one slipped sheet was judged."""

    detected: bool
    cell: bool = False
    """The first finding is on a cell that the slip changed."""
    top: bool = False
    """With the first repair of each finding the sheet is as it was."""
    made: tuple[tuple[Row, ...] | None, ...] = ()
    """What the sheet says with the first repair of each finding, and with the first one of all; ``None``:
    that a row was left out."""
    three: bool = False
    """It is with one of the first three of each."""
    sure: tuple[tuple[float, bool], ...] = ()
    """Each repair's confidence, and whether it is right; one slip that several findings tell counts once."""
    written: bool = False
    """``fix`` would change the sheet without a question."""
    spoilt: bool = False
    """Something that it would write is not what stood there."""
    tied: int = 0
    """So many findings say that it is one of several repairs, each as likely as the other."""
    tied_wrongly: int = 0
    """In so many of them none of the repairs is right."""


class Truth(NamedTuple):
    """What a slipped sheet should have said."""

    original: Sheet
    observed: Sheet
    changes: tuple[Change, ...]
    follows: frozenset[int] = frozenset()
    """The columns whose sums are worked out from the rows: they say what the repairs make of the rows."""


SURE = 0.95
"""Repairs that say so much count as sure."""
_ALL_RIGHT = 0.995
"""The surest repairs of a file are made by ``fix`` without a question, while all are right so surely."""
_ALL = 0.9
"""With so much of all that may be, repairs as likely as each other are told as those of which it is one."""


def judged(truth: Truth, findings: Iterable[Finding]) -> Verdict:
    """Judges what scorecheck says of a sheet. Remarks do not count."""
    told = [finding for finding in findings if finding.severity > Severity.INFO]
    if not told:
        return Verdict(detected=False)
    target = _target(truth)
    whole = [finding.fixes for finding in told if finding.fixes]
    offers = [offer[:3] for offer in whole]
    top = bool(offers) and _restores(truth, target, [offer[0] for offer in offers])
    three = top
    if not three and offers:
        together = [*([[fix] for fix in offers[0]]), *islice(product(*offers), _MOST_TOGETHER)]
        three = any(_restores(truth, target, fixes) for fixes in together)
    if not top and offers:
        top = _restores(truth, target, [offers[0][0]])
    firsts = ([offer[0] for offer in offers], [offers[0][0]]) if offers else ()
    # What is told of several findings with the same repairs, as of each column of a total row, counts once.
    told_once = {tuple((fix.kind, fix.edits, fix.confidence) for fix in offer): offer for offer in whole}
    made = _written(offers)
    ties = [offer for offer in told_once.values() if tied(offer)]
    return Verdict(
        detected=True,
        cell=_is_on_cell(truth, told[0]),
        top=top,
        made=tuple(_made(truth, fixes) for fixes in firsts),
        three=three or top,
        sure=_counted_once(truth, target, chain.from_iterable(told_once.values())),
        written=bool(made),
        spoilt=any(not _is_right(truth, target, fix, made) for fix in made),
        tied=len(ties),
        tied_wrongly=sum(not any(_is_right(truth, target, fix) for fix in offer) for offer in ties),
    )


def _counted_once(
    truth: Truth, target: Sequence[tuple[str, ...]], fixes: Iterable[Fix]
) -> tuple[tuple[float, bool], ...]:
    """The confidence of each repair, and whether it is right. One slip may be told by two findings, or with
    and without a row that is missing, and is one: with the highest of what they say, and right if that is."""
    alike: dict[object, list[Fix]] = {}
    for at, fix in enumerate(fixes):
        alike.setdefault(frozenset(fix.edits) or at, []).append(fix)
    counted: list[tuple[float, bool]] = []
    for some in alike.values():
        most = max(fix.confidence for fix in some)
        counted.append((most, all(_is_right(truth, target, fix) for fix in some if fix.confidence == most)))
    return tuple(counted)


def _made(truth: Truth, fixes: Sequence[Fix]) -> tuple[Row, ...] | None:
    if any(not fix.edits or "missing" in fix.params for fix in fixes):
        return None
    return _mended(truth, fixes).rows


def _written(offers: Sequence[Sequence[Fix]]) -> list[Fix]:
    """The repairs that ``fix`` makes without a question; of those right only together both or neither."""
    made: list[Fix] = []
    all_right = 1.0
    for best, *others in sorted(offers, key=lambda offer: -offer[0].confidence):
        if not best.edits or any(other.confidence == best.confidence for other in others):
            continue
        again = any(best.edits == one.edits for one in made)
        if again or all_right * best.confidence >= _ALL_RIGHT:
            made.append(best)
            all_right *= 1.0 if again else best.confidence
    while True:
        written = {(edit.cell, edit.after) for fix in made for edit in fix.all_edits}
        kept = [fix for fix in made if all((edit.cell, edit.after) in written for edit in fix.together)]
        if len(kept) == len(made):
            return made
        made = kept


def tied(offer: Sequence[Fix]) -> bool:
    """Whether a finding's repairs are told as those of which it is one."""
    several = len(offer) > 1 and offer[1].confidence == offer[0].confidence
    return several and sum(fix.confidence for fix in offer) >= _ALL


def _target(truth: Truth) -> list[tuple[str, ...]]:
    """What the sheet says when all that can be known of it is mended."""
    return meaning(_due(truth), numbers=not _is_renumbered(truth))


def _due(truth: Truth) -> Sheet:
    """The sheet when all that can be known of it is mended: a row left out stays out."""
    sheet = truth.original
    gaps = {change.left_out for change in truth.changes if change.left_out is not None}
    rows = tuple(row for at, row in enumerate(sheet.rows) if at not in gaps)
    kinds = tuple(kind for at, kind in enumerate(sheet.kinds) if at not in gaps)
    return followed(sheet.with_rows(rows, kinds), truth.follows)


def _is_renumbered(truth: Truth) -> bool:
    return any(change.left_out is not None or change.twice is not None for change in truth.changes)


def _restores(truth: Truth, target: Sequence[tuple[str, ...]], fixes: Sequence[Fix]) -> bool:
    """Whether the sheet, with all these repairs made, says what it should."""
    left_out = any(change.left_out is not None for change in truth.changes)
    named = any(not fix.edits or "missing" in fix.params for fix in fixes)
    if named != left_out and not (left_out and _has_row_back(truth, fixes)):
        return False
    mended = _mended(truth, fixes)
    return meaning(mended, numbers=not _is_renumbered(truth)) == target


def _has_row_back(truth: Truth, fixes: Sequence[Fix]) -> bool:
    """Whether the repairs write a left-out row again where it was."""
    mended = _mended(truth, fixes)
    return meaning(mended, numbers=False) == meaning(truth.original, numbers=False)


def _mended(truth: Truth, fixes: Iterable[Fix]) -> Sheet:
    """The sheet with repairs made, and the sums that follow worked out again."""
    return followed(edited(truth.observed, fixes), truth.follows)


def edited(sheet: Sheet, fixes: Iterable[Fix]) -> Sheet:
    """The sheet with repairs made."""
    cells: dict[tuple[int, int], str] = {}
    for fix in fixes:
        for edit in fix.all_edits:
            place = (edit.cell.row - 2, edit.cell.column - 1)
            if 0 <= place[0] < len(sheet.rows) and place[1] < len(sheet.headings):
                cells.setdefault(place, plain(edit.after))
    return sheet.with_cells(_padded(cells))


def _padded(cells: dict[tuple[int, int], str]) -> Cells:
    return tuple(cells.items())


def plain(text: str) -> str:
    """A cell's text without the ways in which the same number can be written."""
    text = text.strip().replace("−", "-").replace("–", "-")
    value = number(text)
    return str(value) if value is not None else text


def meaning(sheet: Sheet, *, numbers: bool, silent: bool = False) -> list[tuple[str, ...]]:
    """What a sheet says: totals carried past slashes, who sits out gets nothing, empty rows left away unless
    the ``silent`` ones are to stay in their places."""
    shape = sheet.shape
    rows: list[tuple[str, ...]] = []
    above: dict[int, str] = {}
    for row, kind in zip(sheet.rows, sheet.kinds, strict=True):
        if not silent and not any(row[column].strip() for column in shape.players):
            continue
        cells = [plain(cell) for cell in row]
        if not numbers and shape.number is not None and kind == "entry":
            cells[shape.number] = ""
        for column in shape.players:
            if shape.blank == "/":
                if number(cells[column]) is None:
                    cells[column] = above.get(column, "0")
                above[column] = cells[column]
            elif len(shape.players) > 4 and shape.layout == "points" and cells[column] in ("", "-", "/"):
                cells[column] = "0"
        rows.append(tuple(cells))
    return rows


def _is_right(truth: Truth, target: Sequence[tuple[str, ...]], fix: Fix, beside: Sequence[Fix] = ()) -> bool:
    """Whether a repair by itself is right: what it writes is what stood there, or should have. ``beside``:
    the repairs that are made with it."""
    left_out = any(change.left_out is not None for change in truth.changes)
    if left_out and not fix.edits:
        return True
    if "missing" in fix.params and not left_out:
        return False
    if not fix.edits:
        return _restores(truth, target, [fix])
    places = {(edit.cell.row - 2, edit.cell.column - 1) for edit in fix.all_edits}
    # A sum that follows is right once all is; what a repair writes there is no more than that.
    places = {(row, column) for row, column in places if not _follows(truth, row, column)}
    mended, twin = edited(truth.observed, [fix, *beside]), _twin(truth)
    if twin is not None:
        # One of the two equal rows goes: the second, unless the repair takes the first away.
        players = truth.observed.shape.players
        taken = next((row for row in twin if not any(mended.rows[row][c].strip() for c in players)), twin[1])
        places = {(row - (row > taken), column) for row, column in places if row != taken}
        rows = (*mended.rows[:taken], *mended.rows[taken + 1 :])
        mended = mended.with_rows(rows, (*mended.kinds[:taken], *mended.kinds[taken + 1 :]))
    # Another slip may have emptied a row, or filled one that was passed in: each stays in its place.
    aim, numbers = _due(truth), not _is_renumbered(truth)
    said, due = (meaning(sheet, numbers=numbers, silent=True) for sheet in (mended, aim))
    if len(said) != len(due):
        return False
    return all(
        row < len(said)
        and column < len(mended.headings)
        # A mark that stood there is right whatever is wrong above: it only says what the total was.
        and (said[row][column] == due[row][column] or mended.rows[row][column] == aim.rows[row][column])
        for row, column in places
    )


def _follows(truth: Truth, row: int, column: int) -> bool:
    kinds = truth.observed.kinds
    return column in truth.follows and (
        column == truth.observed.shape.control or (row < len(kinds) and kinds[row] != "entry")
    )


def _twin(truth: Truth) -> tuple[int, int] | None:
    """The two rows of which one was written twice."""
    at = next((change.twice for change in truth.changes if change.twice is not None), None)
    return None if at is None else (at, at + 1)


def _is_on_cell(truth: Truth, finding: Finding) -> bool:
    return finding.cell is not None and any(
        finding.cell in _cells_of(truth, change) for change in truth.changes
    )


def _cells_of(truth: Truth, change: Change) -> set[CellRef]:
    """The cells that a slip changed. Of a row left out: the rows on both sides of the gap, and the sums."""
    sheet = truth.observed
    columns = range(len(sheet.headings))
    if change.left_out is not None:
        sums = [row for row, kind in enumerate(sheet.kinds) if kind == "total"]
        return {
            ref((row, c))
            for row in (change.left_out - 1, change.left_out, *sums)
            for c in columns
            if row >= 0
        }
    if change.twice is not None:
        return {ref((row, c)) for row in (change.twice, change.twice + 1) for c in columns}
    return {ref(place) for place, _ in change.cells}

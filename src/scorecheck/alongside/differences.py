"""The differences between sheets of one table, and what the rules decide: each is one finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from scorecheck.alongside.align import agree, slip_rate
from scorecheck.alongside.apart import Difference, agree_in, differing_cells, sheets_with
from scorecheck.alongside.beside import Beside, KeptSheet, found_again, found_on, is_card
from scorecheck.alongside.cards import DecidedCards
from scorecheck.alongside.rows import SURE_ENOUGH, DecidedRows, decoded
from scorecheck.checks.rules import MISSING_GAME
from scorecheck.checks.words import plain
from scorecheck.model.cells import CellRef, Unreadable, value_text
from scorecheck.model.finding import MORE, MOST_LISTED, Edit, Finding, Severity
from scorecheck.model.names import name_key, slips_between
from scorecheck.model.outcome import SheetId
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry
from scorecheck.model.terms import Param
from scorecheck.repair.explain import Explainer
from scorecheck.repair.hypothesis import Correction
from scorecheck.tournament.checks import SHEETS_DIFFER

Decided: TypeAlias = DecidedRows | DecidedCards

NOT_COMPARED = frozenset({"number", "category", "player", "unknown", "tag"})
"""Columns that say nothing about a game. A control is compared where the players' cells agree."""
_NOTHING = "–"


class Differences(NamedTuple):
    """The differences between sheets, and their consequences."""

    beside: Beside
    """The aligned sheets, after reliable corrections."""
    findings: tuple[Finding, ...]
    follows: tuple[Finding, ...]
    """Findings of single sheets that the repairs of the differences would remove."""
    remain: tuple[Finding, ...]
    """Findings that would remain."""
    due: tuple[tuple[str, str | None, Edit], ...] = ()
    """The right contents of cells, each with file and sheet, where the rules decide."""
    again: tuple[Finding, ...] = ()
    """Findings of single sheets, with the repairs that all sheets together suggest."""


def differences(found: Beside, *, renamed: bool = False) -> Differences:
    """Each difference as a finding of the wrong sheet, if that is known.

    With ``renamed`` also a player under two names, where no event says who is who.
    """
    decided = _decided(found)
    found = decided.found
    told = [*_of_players(found), *(_of_names(found) if renamed else ())]
    columns = list(_columns_that_differ(found))
    rows = _of_rows(found, decided)
    again: list[Finding] = []
    follows: list[Finding] = []
    remain: list[Finding] = []
    due: list[tuple[str, str | None, Edit]] = []
    of_sheet = _of_cells(found, decided, rows)
    for which, one in enumerate(found.sheets):
        by_itself = found_on(one.reading, one.sheet, one.entries)
        newly = decided.explained_again(which, by_itself)
        again += newly.values()
        mine = of_sheet[which]
        told += mine
        edits = [edit for finding in mine for fix in finding.fixes[:1] for edit in fix.all_edits]
        for column in [column for column in columns if which in (column.here, column.there)]:
            finding = _wrong_by_rules(found, column, which, edits)
            if finding is not None:
                columns.remove(column)
                told.append(finding)
                edits += finding.fixes[0].edits
        gaps = {finding.cell for finding in mine if finding.variant == "row-left-out"}
        if edits or gaps:
            due += ((one.sheet.path, one.sheet.name, edit) for edit in edits if is_card(found))
            left, gone = _if_mended(one, by_itself, newly, edits, gaps)
            remain += left
            follows += gone
    told += (_in_column(found, column, column.there) for column in columns)
    told += _of_totals(found, set(_columns_of(found, decided.cells)))
    return Differences(found, tuple(_listed(told)), tuple(follows), tuple(remain), tuple(due), tuple(again))


def _if_mended(
    one: KeptSheet,
    by_itself: Sequence[Finding],
    newly: Mapping[int, Finding],
    edits: Sequence[Edit],
    gaps: Collection[CellRef | None],
) -> tuple[list[Finding], list[Finding]]:
    """The findings that would remain on a sheet after its repairs, and those that would be gone."""
    # A missing row is reported once, as the difference.
    gone = {
        _where(finding)
        for at, finding in enumerate(by_itself)
        if gaps and _is_told(finding, newly.get(at), gaps, edits)
    }
    again = found_again(one, edits)
    left = [finding for finding in again if _where(finding) not in gone]
    still = set(map(_where, left))
    return left, [finding for finding in by_itself if _where(finding) not in still]


def _decided(found: Beside) -> Decided:
    if is_card(found):
        return DecidedCards(found, list(differing_cells(found)))
    found, searches = decoded(found)
    return DecidedRows(found, list(differing_cells(found)), searches)


def _where(finding: Finding) -> tuple[str, CellRef | None]:
    return finding.rule, finding.cell


def _is_told(
    finding: Finding, newly: Finding | None, gaps: Collection[CellRef | None], edits: Collection[Edit]
) -> bool:
    """Whether a finding is fully explained by the gaps of a sheet and the repairs of differences."""
    if finding.rule == MISSING_GAME.name:
        return finding.cell in gaps
    return newly is not None and bool(newly.fixes) and all(edit in edits for edit in newly.fixes[0].edits)


def _of_cells(
    found: Beside, decided: Decided, of_rows: Iterable[tuple[int, Difference | None, Finding]]
) -> Mapping[int, list[Finding]]:
    """The differing rows and cells of the wrong sheets, with repairs where something decides."""
    known: dict[int, list[tuple[Difference, Finding]]] = {}
    asked: dict[int, list[Finding]] = {}
    for which, row, finding in of_rows:
        if row is None:
            asked.setdefault(which, []).append(finding)
        else:
            known.setdefault(which, []).append((row, finding))
    open_ones: dict[int, list[Difference]] = {}
    for one in decided.cells:
        wrong, why = decided.verdict(one)
        there = sheets_with(found, one)
        if not wrong:
            open_ones.setdefault(one.row, []).append(one)
            continue
        right = next((which for which in there if which not in wrong), None)
        for which in there if right is None else _unlike(found, one, there, right):
            other = next(place for place in there if place != which) if right is None else right
            known.setdefault(which, []).append((one, _difference(found, one, which, other, why)))
    blamed = {which: len(known.get(which, ())) for which in range(len(found.sheets))}
    for same in open_ones.values():
        # Undecided: the question is put on the sheet that counts, with its effect on the ranking.
        there = sheets_with(found, same[0])
        which = min(there, key=blamed.__getitem__)
        for one in same:
            finding = _difference(found, one, which, next(iter(_unlike(found, one, there, which))), "")
            if is_card(found):
                asked.setdefault(which, []).append(finding)
            else:
                known.setdefault(which, []).append((one, finding))
    return {
        which: [*_mended(found, decided, which, known.get(which, ())), *asked.get(which, ())]
        for which in range(len(found.sheets))
    }


def _unlike(found: Beside, one: Difference, there: Sequence[int], right: int) -> list[int]:
    """The sheets that differ from the one taken as right."""
    due = found.cell(one.row, right, one.seat)
    return [
        which for which in there if which != right and not agree(found.cell(one.row, which, one.seat), due)
    ]


def _mended(
    found: Beside, decided: Decided, which: int, told: Sequence[tuple[Difference, Finding]]
) -> Iterator[Finding]:
    """The findings of a sheet with their repairs; cells that one slip explains become one finding."""
    fixes = decided.fixes(which, told)
    slips: dict[object, list[int]] = {}
    for at in range(len(told)):
        mended = frozenset(fixes[at][0].edits if fixes.get(at) else ())
        slips.setdefault(mended if len(mended) > 1 else at, []).append(at)
    for same in slips.values():
        finding = replace(told[same[0]][1], fixes=fixes.get(same[0], ()))
        yield _of_slip(found, finding, [told[at] for at in same]) if len(same) > 1 else finding


def _of_slip(found: Beside, first: Finding, told: Sequence[tuple[Difference, Finding]]) -> Finding:
    """Several cells of one slip as one finding, which names those of the first row."""
    row = told[0][0].row
    cells = tuple(
        f"{found.sheets[0].sheet.players[one.seat]} {_shown(finding, 'here')} | {_shown(finding, 'there')}"
        for one, finding in told
        if one.row == row
    )
    related = tuple(finding.cell for _, finding in told[1:] if finding.cell is not None)
    variant = f"several-{first.variant}" if first.variant else "several"
    return replace(first, variant=variant, related=related, params={**first.params, "cells": cells})


def _shown(finding: Finding, which: str) -> str:
    return str(finding.params[which]).replace("-", "−")


def _of_players(found: Beside) -> Iterator[Finding]:
    """The players who are on some of the sheets only."""
    first = found.sheets[0]
    for which, other in enumerate(found.sheets[1:], 1):
        places = found.seats[which]
        for seat, name in enumerate(first.sheet.players):
            if places[seat] is None:
                yield _at_heading(first, seat, "player", {"player": name, "other": other.sheet.called})
        for position, name in enumerate(other.sheet.players):
            if position not in places:
                yield _at_heading(other, position, "player", {"player": name, "other": first.sheet.called})


def _of_names(found: Beside) -> Iterator[Finding]:
    """The players whose column is another's on a later sheet: not the same name misspelt or shortened."""
    first = found.sheets[0]
    for which, other in enumerate(found.sheets[1:], 1):
        for seat, position in enumerate(found.seats[which]):
            if position is None:
                continue
            name, there = first.sheet.players[seat], other.sheet.players[position]
            short, long = sorted(map(name_key, (name, there)), key=len)
            if short not in long and slips_between(name, there) is None:
                cell = first.sheet.table.heading_cell(first.sheet.points_columns[seat])
                params = {"player": there, "there": name, "other": first.sheet.called, "other_cell": cell.a1}
                yield _at_heading(other, position, "renamed", params)


def _at_heading(one: KeptSheet, position: int, variant: str, params: Mapping[str, Param]) -> Finding:
    columns = one.sheet.points_columns
    column = columns[position] if position < len(columns) else one.sheet.table.first_column
    return _finding(one, one.sheet.table.heading_cell(column), variant, params)


def _of_rows(found: Beside, decided: Decided) -> Iterator[tuple[int, Difference | None, Finding]]:
    """The rows that are on some sheets only, or moved: for each the wrong sheet, the row as a difference
    where edits repair it, and the finding."""
    for at in sorted(found.moved):
        # The last sheet is taken as wrong: the rows are as on the first.
        first, which = (
            _first_with(found, at),
            max(which for which, position in enumerate(found.rows[at]) if position is not None),
        )
        other = found.sheets[first]
        place = _row_cell(other, other.entries[found.rows[at][first] or 0]).a1
        params = {"other": other.sheet.called, "other_cell": place}
        yield which, None, _of_row(found, at, which, "row-moved", params)
    for at, row in enumerate(found.rows):
        if None not in row or _opens(found, at):
            continue
        there, lacking = _first_with(found, at), row.index(None)
        twice = 0.5 if isinstance(decided, DecidedCards) else decided.twice(at)
        if twice > SURE_ENOUGH:
            for which in (which for which, position in enumerate(row) if position is not None):
                finding = _of_row(
                    found, at, which, "row-twice", {"other": found.sheets[lacking].sheet.called}
                )
                yield which, Difference(at, 0, (at,)), finding
        elif (
            isinstance(decided, DecidedRows)
            and twice < 1 - SURE_ENOUGH
            and not _is_unread(found, decided, at, there)
        ):
            for which in (which for which, position in enumerate(row) if position is None):
                yield which, None, _of_gap(found, decided, at, which, there)
        else:
            yield there, None, _of_row(found, at, there, "row", {"other": found.sheets[lacking].sheet.called})


def _is_unread(found: Beside, decided: DecidedRows, row: int, which: int) -> bool:
    """Whether no meaning of a row is known: it may be no game at all."""
    one, entry = found.sheets[which], found.sheets[which].entries[found.rows[row][which] or 0]
    if entry.row not in one.broken:
        return False
    by_itself = found_on(one.reading, one.sheet, one.entries)
    newly = decided.explained_again(which, by_itself)
    place = _row_cell(one, entry).row
    return any(
        finding.cell is not None and finding.cell.row == place and not newly.get(at, finding).fixes
        for at, finding in enumerate(by_itself)
    )


def _first_with(found: Beside, row: int) -> int:
    return next(which for which, position in enumerate(found.rows[row]) if position is not None)


def _of_row(found: Beside, row: int, which: int, variant: str, params: Mapping[str, Param]) -> Finding:
    one, entry = found.sheets[which], found.sheets[which].entries[found.rows[row][which] or 0]
    return _finding(one, _row_cell(one, entry), variant, {**_of_entry(one, entry), **params})


def _of_gap(found: Beside, decided: DecidedRows, row: int, which: int, there: int) -> Finding:
    """A row that a sheet lacks, reported beside the gap."""
    one, other = found.sheets[which], found.sheets[there]
    entry = other.entries[found.rows[row][there] or 0]
    below = min(decided.joint.below(which, row), len(one.entries) - 1)
    params = {
        **_of_entry(other, entry),
        "other": other.sheet.called,
        "other_cell": _row_cell(other, entry).a1,
    }
    finding = _finding(one, _row_cell(one, one.entries[below]), "row-left-out", params)
    return replace(finding, fixes=(decided.left_out(which, row),))


def _opens(found: Beside, at: int) -> bool:
    """Whether a row is no game but a starting row of zeros."""
    entries = [entry for which in range(len(found.sheets)) if (entry := found.entry(at, which)) is not None]
    return all(entry.opening and not any(entry.points) for entry in entries)


def _row_cell(one: KeptSheet, entry: Entry) -> CellRef:
    sheet = one.sheet
    column = sheet.column("number")
    if column is None:
        column = sheet.points_columns[0] if sheet.points_columns else sheet.table.first_column
    return sheet.table.cell(entry.row, column)


class _ColumnDiffers(NamedTuple):
    """A column beside the players' in which two sheets differ in a row."""

    row: int
    role: str
    here: int
    """The first sheet with contents."""
    there: int

    def other(self, which: int) -> int:
        return self.here if which == self.there else self.there


def _columns_that_differ(found: Beside) -> Iterator[_ColumnDiffers]:
    """The columns beside the players', such as the kind of game, in which the first two filled sheets
    differ."""
    for at, row in enumerate(found.rows):
        said: dict[str, tuple[int, str]] = {}
        same = all(agree_in(found, at, seat) for seat in range(len(found.sheets[0].sheet.players)))
        for which, position in enumerate(row):
            if position is None:
                continue
            entry = found.sheets[which].entries[position]
            for role, value in entry.fields.items():
                text = value_text(value).strip()
                follows = role == "control" and not same
                if role in NOT_COMPARED or follows or not text:
                    continue
                first, there = said.setdefault(role, (which, text))
                if plain(there) != plain(text):
                    yield _ColumnDiffers(at, role, first, which)


def _wrong_by_rules(found: Beside, one: _ColumnDiffers, which: int, edits: Sequence[Edit]) -> Finding | None:
    """The difference as a finding of the wrong sheet, where its rules report the cell and accept the contents
    of the other.

    ``edits`` repair the other faults there.
    """
    kept = found.sheets[which]
    finding = _in_column(found, one, which)
    if finding.cell is None:
        return None
    place = kept.sheet.table.place_of(finding.cell)
    at = found.rows[one.row][which] or 0
    correction = Correction("control-wrong", ((*place, str(finding.params["there"])),), at)
    fix = Explainer(kept.sheet, kept.entries, ()).fix_of(correction, 1 - slip_rate())
    before, after = (found_again(kept, some) for some in (edits, (*edits, *fix.edits)))
    cells = ({other.cell for other in told if other.severity is Severity.ERROR} for told in (before, after))
    if finding.cell in next(cells) and finding.cell not in next(cells):
        return replace(finding, variant="column-wrong", fixes=(fix,))
    return None


def _in_column(found: Beside, differs: _ColumnDiffers, which: int) -> Finding:
    """The difference as a finding of one of the two sheets."""
    role, one, other = differs.role, found.sheets[which], found.sheets[differs.other(which)]
    entry, counterpart = (found.entry(differs.row, at) for at in (which, differs.other(which)))
    column, beside_it = one.sheet.column(role), other.sheet.column(role)
    if entry is None or counterpart is None or column is None or beside_it is None:
        raise LookupError(role)
    here, there = (value_text(said.fields[role]).strip() for said in (entry, counterpart))
    params: dict[str, Param] = {
        **_of_entry(one, entry),
        "heading": one.sheet.table.headings[column],
        "here": here,
        "there": there,
        "other": other.sheet.called,
        "other_cell": other.sheet.table.cell(counterpart.row, beside_it).a1,
    }
    return _finding(one, one.sheet.table.cell(entry.row, column), "column", params, here)


def _difference(found: Beside, one: Difference, which: int, right: int, why: str) -> Finding:
    here, there = found.sheets[which], found.sheets[right]
    entry, other = found.entry(one.row, which), found.entry(one.row, right)
    position, place = found.seats[which][one.seat], found.seats[right][one.seat]
    if entry is None or other is None or position is None or place is None:
        raise LookupError(one)
    cell = _cell_of(here, entry, position)
    params: dict[str, Param] = {
        **_of_entry(here, entry),
        "player": here.sheet.players[position],
        "here": _said(found, one, which),
        "there": _said(found, one, right),
        "other": there.sheet.called,
        "other_cell": _cell_of(there, other, place).a1,
        **({"a_point": here.sheet.a_point} if here.sheet.a_point else {}),
    }
    value = value_text(here.sheet.table.value(entry.row, here.sheet.points_columns[position]))
    return _finding(here, cell, why, params, value)


def _said(found: Beside, one: Difference, which: int) -> Param:
    """The contents of a cell on a sheet: totals where all sheets have totals, else the points of the game."""
    entry, position = found.entry(one.row, which), found.seats[which][one.seat]
    if entry is None or position is None:
        return ""
    written = entry.written[position]
    if written is None or isinstance(written, Unreadable):
        return _NOTHING if written is None else written.text or _NOTHING
    as_totals = all(other.sheet.running for other in found.sheets)
    return written if as_totals else entry.points[position]


def _cell_of(one: KeptSheet, entry: Entry, position: int) -> CellRef:
    return one.sheet.table.cell(entry.row, one.sheet.points_columns[position])


def _of_entry(one: KeptSheet, entry: Entry) -> dict[str, Param]:
    return {"game": entry.label, "what": one.sheet.noun}


def _finding(
    one: KeptSheet, cell: CellRef, variant: str, params: Mapping[str, Param], value: str | None = None
) -> Finding:
    return replace(SHEETS_DIFFER.finding(one.sheet.path, one.sheet.name, cell, variant, params), value=value)


def _columns_of(found: Beside, cells: Sequence[Difference]) -> Iterator[tuple[int, int]]:
    """The columns, by sheet and position, with a difference above the total."""
    lacking = any(None in row for row in found.rows)
    for which, place in enumerate(found.seats):
        for seat, position in enumerate(place):
            differs = any(one.seat == seat for one in cells)
            if position is not None and (differs or lacking):
                yield which, position


def _of_totals(found: Beside, differing: set[tuple[int, int]]) -> Iterator[Finding]:
    """Totals that differ although nothing above them does."""
    for seat, player in enumerate(found.sheets[0].sheet.players):
        feet = [
            (which, position, one.sheet.foot[position])
            for which, one in enumerate(found.sheets)
            if (position := found.seats[which][seat]) is not None
            and (which, position) not in differing
            and position < len(one.sheet.foot)
            and not isinstance(one.sheet.foot[position], Unreadable)
            and one.sheet.foot[position] is not None
        ]
        for which, position, total in feet[1:]:
            right, place, due = feet[0]
            tells = _is_off(found, which, position) != _is_off(found, right, place)
            if tells and _is_off(found, right, place):
                (which, position, total), (right, place, due) = (right, place, due), (which, position, total)
            one, other = found.sheets[which], found.sheets[right]
            row, row_there = one.sheet.total_row, other.sheet.total_row
            if total == due or row is None or row_there is None:
                continue
            table, there = one.sheet.table, other.sheet.table
            params: dict[str, Param] = {
                "player": player,
                "here": "" if total is None or isinstance(total, Unreadable) else total,
                "there": "" if due is None or isinstance(due, Unreadable) else due,
                "other": other.sheet.called,
                "other_cell": there.cell(row_there, other.sheet.points_columns[place]).a1,
            }
            cell = table.cell(row, one.sheet.points_columns[position])
            yield _finding(one, cell, "foot-wrong" if tells else "foot", params)


def _is_off(found: Beside, which: int, position: int) -> bool:
    """Whether a total is not the sum of the cells above it."""
    one = found.sheets[which]
    return one.sheet.points_columns[position] in one.totals


def _listed(told: Iterable[Finding]) -> Iterator[Finding]:
    """The findings up to the limit; for the rest of a sheet, one that counts them."""
    count: Counter[SheetId] = Counter()
    for finding in told:
        count[finding.path, finding.sheet] += 1
        if count[finding.path, finding.sheet] <= MOST_LISTED:
            yield finding
    for (path, sheet), whole in count.items():
        if whole > MOST_LISTED:
            params = {"count": whole - MOST_LISTED}
            yield SHEETS_DIFFER.finding(path, sheet, variant=MORE, params=params)

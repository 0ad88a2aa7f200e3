"""Tells of the ways that the search found as repairs: of each finding the wrong cell, and its fixes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.layouts.cells import written
from scorecheck.model.cells import value_text
from scorecheck.model.finding import Edit, Fix, Severity
from scorecheck.repair.slips import weights
from scorecheck.repair.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorecheck.model.cells import CellRef, Value
    from scorecheck.model.finding import Finding, Param
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.unit import CellEdit, Way

MOST_FIXES = 3
LEFT_OUT = "row-left-out"
_SUREST = 0.999
_MOST_UNFORESEEN = 5.0
_AS_LIKELY = 0.9
"""Repairs whose chances differ by less are as likely as each other: the model is no finer than that."""


class Diagnosis(NamedTuple):
    """What may be behind a finding."""

    finding: Finding
    cell: CellRef | None
    """The cell that is most likely wrong; that of the finding where nothing better is known."""
    fixes: tuple[Fix, ...]
    """Likeliest first; none where nothing makes the sheet right."""
    carried_to: CellRef | None = None
    """The last cell that carries the likeliest slip on."""


class Group(NamedTuple):
    """Entries that are judged together, and the ways in which they may have been meant."""

    first: int
    last: int
    ways: tuple[Way, ...]


class Told:
    """Tells of ways as repairs of findings."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry], findings: Sequence[Finding]) -> None:
        """Tells of this sheet and the findings on it."""
        self.sheet, self.entries, self.findings = sheet, entries, findings
        self.at_row = {entry.row: at for at, entry in enumerate(entries)}
        self.row_at = {at: row for row, at in self.at_row.items()}
        if sheet.total_row is not None:
            self.at_row[sheet.total_row] = len(entries)
        self.where = [self._entry_of(finding) for finding in findings]
        self._nothing: Value | None = None

    def _entry_of(self, finding: Finding) -> int | None:
        """The entry that a finding is about; the number after the last one for the total row."""
        if finding.cell is None or finding.severity is Severity.INFO:
            return None
        table = self.sheet.table
        row = finding.cell.column if table.turned else finding.cell.row
        return self.at_row.get(row - table.first_row)

    def of_group(self, group: Group) -> Iterable[tuple[int, Diagnosis]]:
        """The findings of a group, by their place in the list, each with its repairs."""
        mine = self._mine(group)
        if not mine or not group.ways:
            return
        highest = group.ways[0].weight
        chances = [exp(way.weight - highest) for way in group.ways]
        faults = max(1, len({unit.at for unit in group.ways[0].units}))
        unforeseen = log(weights().model["unforeseen"]) - group.ways[0].slips / faults
        whole = sum(chances) + exp(min(unforeseen, _MOST_UNFORESEEN))
        shares: list[dict[tuple[Unit, ...], float]] = [{} for _ in mine]
        for way, chance in zip(group.ways, chances, strict=True):
            for found, units in zip(shares, self._assigned(way, mine), strict=True):
                found[units] = found.get(units, 0.0) + chance / whole
        alone = len(mine) == 1 and len([f for f in self.findings if f.severity > Severity.INFO]) == 1
        for (_, which), found in zip(mine, shares, strict=True):
            yield which, self._diagnosis(self.findings[which], found, alone=alone)

    def _mine(self, group: Group) -> list[tuple[int, int]]:
        """The findings of a group, each by its entry and its place in the list."""
        return sorted(
            (at, which)
            for which, at in enumerate(self.where)
            if at is not None and group.first <= at <= group.last
        )

    def of_numbers(self, finding: Finding) -> Diagnosis | None:
        """What is behind a game number that is given twice or left out."""
        at = self._entry_of(finding)
        number = self.sheet.column("number")
        if at is None or not 0 < at < len(self.entries) or number is None:
            return None
        here, before = self.entries[at], self.entries[at - 1]
        sure = weights().model["numbers"]
        if finding.rule == MISSING_GAME.name:
            return Diagnosis(
                finding, finding.cell, (self._fix([Unit(LEFT_OUT, (), at)], sure, {}, alone=False),)
            )
        if finding.rule != DUPLICATE_GAME.name:
            return None
        same = here.written == before.written and here.label == before.label
        twice = [Unit("row-twice", tuple((here.row, c.at, "") for c in self.sheet.columns), at)]
        units = [(twice, sure)] if same else []
        following = self.entries[at + 1].label if at + 1 < len(self.entries) else ""
        due = str(int(before.label) + 1) if before.label.isdecimal() else ""
        if due and due != here.label and following != due:
            wrong = [Unit("number-wrong", ((here.row, number, due),), at)]
            units.append((wrong, 1 - sure if same else sure))
        fixes = tuple(self._fix(one, share, {}, alone=False) for one, share in units)
        return Diagnosis(finding, finding.cell, fixes) if fixes else None

    def _assigned(self, way: Way, mine: Sequence[tuple[int, int]]) -> list[tuple[Unit, ...]]:
        """Which units of a way mend which finding."""
        taken: list[list[Unit]] = [[] for _ in mine]
        end = len(self.entries)
        loose: list[Unit] = []
        for unit in way.units:
            if unit.at == end:
                columns = {column for row, column, _ in unit.edits if row == self.sheet.total_row}
                owners = [
                    i
                    for i, (at, which) in enumerate(mine)
                    if at == end and self._column(self.findings[which]) in columns
                ]
            else:
                owners = [i for i, (at, _) in enumerate(mine) if at >= unit.at and at < end][:1]
                owners = owners or [i for i, (at, _) in enumerate(mine) if at <= unit.at and at < end][-1:]
            if not owners:
                loose.append(unit)
            for i in owners:
                taken[i].append(unit)
        for i, (at, which) in enumerate(mine):
            if at == end and not taken[i]:
                column = self._column(self.findings[which])
                crossing = [u for u in way.units if any(c == column for _, c, _ in u.edits)]
                taken[i] = loose or crossing
            elif not taken[i] and at != end:
                # What is found there only follows from a slip further up.
                above = [unit for unit in way.units if unit.at < at]
                taken[i] = [unit for unit in above if unit.at == above[-1].at]
        gaps = [unit for unit in way.units if unit.kind == LEFT_OUT and unit.at < end]
        if gaps and len(way.units) > len(gaps):
            # Cells alone do not make this right: a row would have to be written in as well.
            taken = [[*units, *(gap for gap in gaps if gap not in units)] for units in taken]
        return [tuple(units) for units in taken]

    def _column(self, finding: Finding) -> int:
        return -1 if finding.cell is None else self._column_of(finding.cell)

    def _column_of(self, cell: CellRef) -> int:
        return (cell.row if self.sheet.table.turned else cell.column) - 1

    def _diagnosis(
        self, finding: Finding, found: Mapping[tuple[Unit, ...], float], *, alone: bool
    ) -> Diagnosis:
        model = weights().model
        ordered = sorted(found.items(), key=lambda one: -one[1])
        offered = [
            (units, share) for units, share in ordered if share >= model["least"] and _is_whole(units)
        ][:MOST_FIXES]
        cells: dict[CellRef, float] = {}
        for units, share in ordered:
            first = next((unit.edits[0] for unit in units if unit.edits), None)
            if first is not None:
                cell = self.sheet.table.cell(first[0], first[1])
                cells[cell] = cells.get(cell, 0.0) + share
        cell = finding.cell
        most = max(cells.values(), default=0.0)
        if offered and most >= model["pinned"]:
            likely = sorted(c for c, share in cells.items() if share > most * _AS_LIKELY)
            cell = cell if cell in likely else likely[0]
        best = [units for units, share in offered if share > offered[0][1] * _AS_LIKELY]
        decides = self._decides(best) if len(best) > 1 else {}
        if len(best) > 1:
            best.sort(key=lambda units: [edit[:2] for unit in units for edit in unit.edits])
            offered[: len(best)] = [(units, found[units]) for units in best]
            equal = sum(share for _, share in offered[: len(best)]) / len(best)
            offered = [(units, equal) if units in best else (units, share) for units, share in offered]
        fixes = tuple(self._fix(units, share, decides, alone=alone) for units, share in offered)
        carried = None
        if offered and offered[0][0] and offered[0][0][0].carried_to is not None:
            row, column, _ = offered[0][0][0].edits[-1]
            carried = self.sheet.table.cell(row, column)
        return Diagnosis(finding, cell, fixes, carried)

    def _fix(self, units: Sequence[Unit], share: float, decides: Mapping[str, Param], *, alone: bool) -> Fix:
        edits: dict[tuple[int, int], CellEdit] = {}
        for unit in units:
            edits |= {edit[:2]: edit for edit in unit.edits}
        shown = tuple(map(self._edit, edits.values()))
        named = next((unit for unit in units if unit.edits), units[0])
        row = next(iter(edits))[0] if edits else self.row_at.get(named.at, -1)
        params: dict[str, Param] = {
            "who": tuple(self._who(column) for _, column in edits),
            "roles": tuple(self._role(at, named) for at in edits),
            "game": self._label(row),
            "what": self.sheet.noun,
            **decides,
        }
        if edits and row == self.sheet.total_row:
            params["place"] = "total"
        if units[0].carried_to is not None:
            params["carried"] = self._label(self.row_at[units[0].carried_to])
        if alone:
            params["all"] = len(self.entries)
        if not edits and any(named.points):
            params["who"] = tuple(
                f"{player} {points:+}".replace("-", "−")
                for player, points in zip(self.sheet.players, named.points, strict=True)
                if points
            )
        return Fix(shown, named.kind, min(_SUREST, round(share, 4)), params)

    def _edit(self, edit: CellEdit) -> Edit:
        row, column, value = edit
        table = self.sheet.table
        before = value_text(table.value(row, column)) if row < len(table.rows) else ""
        after = self.nothing() if value is None else str(value)
        return Edit(table.cell(row, column), before, after)

    def nothing(self) -> str:
        """What stands on this sheet in the cells of those who take no part."""
        if self._nothing is None:
            marks = Counter(
                value_text(self.sheet.table.value(entry.row, column))
                for entry in self.entries[:200]
                for column, cell in zip(self.sheet.points_columns, entry.written, strict=True)
                if not cell and not isinstance(cell, tuple)
            )
            self._nothing = marks.most_common(1)[0][0] if marks else ""
        return str(self._nothing)

    def _who(self, column: int) -> str:
        headings = self.sheet.table.headings
        return headings[column] if column < len(headings) else ""

    def _role(self, at: tuple[int, int], unit: Unit) -> str:
        """What an edit is to its repair: ``first`` in the row of the slip, ``total``, ``column`` beside
        the players', ``later``."""
        row, column = at
        if row == self.sheet.total_row:
            return "total"
        if column not in self.sheet.points_columns:
            return "column"
        return "first" if row == unit.edits[0][0] else "later"

    def _label(self, row: int) -> str:
        at = self.at_row.get(row)
        return self.entries[at].label if at is not None and at < len(self.entries) else ""

    def _decides(self, ties: Sequence[tuple[Unit, ...]]) -> dict[str, Param]:
        """What somebody who was there would have to say, where the sheet cannot tell repairs apart."""
        rows = [units[0].points for units in ties]
        if not all(rows) or len({units[0].at for units in ties}) > 1:
            return {"ask": "look"}
        for key, sign in (("won", 1), ("lost", -1)):
            common = [
                player
                for position, player in enumerate(self.sheet.players)
                if all(sign * points[position] > 0 for points in rows)
            ]
            if len(common) == 1:
                return {"ask": key, "with": common[0]}
        return {"ask": "ended"}


def _is_whole(units: Sequence[Unit]) -> bool:
    """Whether some slips undone are a repair: all by edits, or nothing but a row that is left out."""
    gaps = sum(1 for unit in units if unit.kind == LEFT_OUT)
    return bool(units) and (gaps == len(units) or (not gaps and any(unit.edits for unit in units)))


def edited(sheet: Sheet, edits: Iterable[Edit]) -> Sheet:
    """The sheet with edits made in its table; read in the same way."""
    table = sheet.table
    rows = list(table.rows)
    copied: set[int] = set()
    for cell, _, after in edits:
        row = (cell.column if table.turned else cell.row) - table.first_row
        column = (cell.row if table.turned else cell.column) - 1
        if row not in copied:
            rows[row] = [*rows[row], *([""] * (len(table.headings) - len(rows[row])))]
            copied.add(row)
        values = list(rows[row])
        number = written(after)
        values[column] = number if isinstance(number, int) and not isinstance(values[column], str) else after
        rows[row] = values
    table = replace(table, rows=rows)
    foot = sheet.foot
    if sheet.total_row is not None:
        total = sheet.total_row
        foot = tuple(written(table.value(total, at), table.format(total, at)) for at in sheet.points_columns)
    return replace(sheet, table=table, foot=foot)

"""Repairs numbers that should follow from the games: beside a list, below it or after each game.

Each is wrong itself, or games that keep the rules are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from math import exp, log, prod

from scorecheck.checks.money import amount
from scorecheck.checks.rules import RUNNING_MISMATCH
from scorecheck.checks.standing_beside import columns_of_totals, standings_in
from scorecheck.layouts.amounts import spelt_like
from scorecheck.model.cells import Money, Number, Unreadable, value_text, whole, written
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.model.terms import Param
from scorecheck.repair.beside import named_above
from scorecheck.repair.channel import rate, rate_of_copy, rate_of_number, read_as, summed_up
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.explain import Diagnosis, lacks_a_row, weighed_anew
from scorecheck.repair.hypothesis import COPIED, log_sum
from scorecheck.repair.proposers.columns import pairs_of
from scorecheck.repair.slips import as_sure, constant

_MOST = 12
"""With more numbers that do not follow from the games, no repair is sought."""
_FEWEST = 2
_SAID_AND_DUE = (("said", "total"), ("due", "sum"))
_NEVER = -1e3


class _CellDue(NamedTuple):
    """A cell of the table: its value, and its right value."""

    row: int
    column: int
    said: Number
    due: Number


class _Cause(NamedTuple):
    """An explanation of wrong numbers."""

    kind: str
    """The kind of the slip."""
    log: float
    cells: tuple[_CellDue, ...]
    """The cell with the slip, and those calculated from it."""


class _Wrong(NamedTuple):
    """A number that does not follow from the games."""

    which: int
    """The position of its finding."""
    who: str
    own: _Cause
    """It is wrong itself."""
    otherwise: float = _NEVER
    """The log-probability that games are wrong instead, and keep the rules."""
    points: tuple[_CellDue, ...] = ()
    """The player's points in its row, and in the next if that is right again, if they are wrong instead."""
    sure: float = 0.0
    """The log-probability of the assumption about wrong cells further up in its column."""


class _RowsToBlame(NamedTuple):
    """A row from which on running totals are wrong, or some beside each other."""

    alone: float
    """The log-probability that each of them is wrong itself."""
    log: float
    """The log-probability that the points are wrong instead."""
    games: Mapping[int, _Cause]
    """These by row; empty if they do not explain all totals."""

    @property
    def is_of_games(self) -> bool:
        """Whether the points are rather wrong."""
        return self.log > self.alone

    @property
    def sure(self) -> float:
        """The log-probability of the likelier explanation."""
        both = (self.alone, self.log)
        return max(both) - log_sum(both)


_NOT_KNOWN = _RowsToBlame(0.0, _NEVER, {})


def with_what_follows(checked: SheetToMend, diagnoses: Sequence[Diagnosis]) -> Sequence[Diagnosis]:
    """The diagnoses, with repairs of numbers that only follow from the games, if all else is explained.

    Those that are right after repairs of games were calculated from the meant values, and are reported there.
    """
    left = _unexplained(diagnoses)
    diagnoses = _borne_out(checked, diagnoses)
    best = [one.fixes[0] for one in diagnoses if one.fixes]
    sure = prod({fix.edits: fix.confidence for fix in best}.values())
    few = 0 < len(left) <= _MOST and all(map(checked.is_of_foot, left.values()))
    if sure < constant("known-place") or lacks_a_row(best) or not few:
        return diagnoses
    told = checked.with_edits(edit for fix in best for edit in fix.all_edits) if best else checked
    found, following = list(diagnoses), _Following(told, left, sure)
    for which, fixes in following.repairs():
        cell = fixes[0].edits[0].cell if fixes else found[which].cell
        found[which] = found[which]._replace(fixes=fixes, cell=cell)
    still = {(one.rule, one.cell) for one in left.values()}
    if best and {(one.rule, one.cell) for one in filter(checked.is_of_foot, told.findings)} <= still:
        for which in left.keys() - following.left.keys():
            found[which] = found[which]._replace(told=True)
    return found


def _unexplained(diagnoses: Sequence[Diagnosis]) -> Mapping[int, Finding]:
    """The faults without a repair, by their positions."""
    return {
        which: one.finding
        for which, one in enumerate(diagnoses)
        if one.finding.severity > Severity.INFO and not one.fixes
    }


def _borne_out(checked: SheetToMend, diagnoses: Sequence[Diagnosis]) -> Sequence[Diagnosis]:
    """The diagnoses, with repairs weighed by what stands beside the games after each."""
    told, beside = list(diagnoses), list(filter(checked.is_of_foot, checked.findings))
    for which, one in enumerate(told[:_MOST] if len(beside) <= _MOST else ()):
        if len(one.fixes) < _FEWEST:
            continue
        others = (other.fixes[0] for at, other in enumerate(told) if at != which and other.fixes)
        best = [edit for fix in others for edit in fix.all_edits]
        # What nobody thought of explains none of what is wrong, and a row that is missing may explain all.
        by_themselves = [
            _by_itself(checked.with_edits([*best, *fix.all_edits]), beside) if fix.edits else 0.0
            for fix in one.fixes
        ]
        by_themselves.append(len(beside) * log(constant("right-all-the-same")))
        likely = weighed_anew(one.fixes, by_themselves)
        first = likely[0].edits if likely and likely[0].edits != one.fixes[0].edits else ()
        told[which] = one._replace(fixes=tuple(likely), cell=first[0].cell if first else one.cell)
    return told


def with_repairs_borne_out(difference: Finding, consequences: Sequence[Finding]) -> Finding:
    """A difference from the log, with the repairs of one of its consequences that write what the log says.

    Other repairs, and what nobody thought of, agree with the log only by chance.
    """
    due = difference.params.get("due", difference.params.get("log"))

    def agrees(fix: Fix) -> bool:
        return any(edit.cell == difference.cell and written(edit.after) == due for edit in fix.edits)

    by_chance = log(constant("log-all-the-same"))
    for finding in consequences:
        weights = [0.0 if agrees(fix) else by_chance for fix in finding.fixes]
        if 0.0 in weights:
            return replace(difference, fixes=tuple(weighed_anew(finding.fixes, [*weights, by_chance])))
    return difference


def _by_itself(checked: SheetToMend, beside: Sequence[Finding]) -> float:
    """The log-probability of what is wrong beside the games after a repair.

    Each is wrong by itself; or, if it was right before, worked out from wrong games.
    """
    known, wide = {(one.rule, one.cell) for one in beside}, max(1, len(checked.sheet.players))
    same, chance = log(constant("right-all-the-same")), 0.0
    for one in filter(checked.is_of_foot, checked.findings):
        cell = next(_cells_of(checked.sheet, one), None) if (one.rule, one.cell) in known else None
        chance += same if cell is None else min(same, _written_so(cell, wide)[0])
    return chance


def _written_so(cell: _CellDue, wide: int) -> tuple[float, str]:
    """The log-probability that one of so many numbers was miswritten or miscalculated so, and the slip."""
    kind, share = read_as(cell.said, cell.due)
    # Both are equally frequent.
    chance = log_sum((share, log(summed_up(cell.said, cell.due)))) - log(2)
    return chance + rate("total", wide), "added-up" if kind == "other" else kind


def with_results_again(checked: SheetToMend, diagnosis: Diagnosis) -> Diagnosis:
    """A diagnosis whose repairs also calculate the results again, and say so."""

    def again(fix: Fix) -> Fix:
        after = checked.with_edits(fix.all_edits)
        new = filter(checked.is_of_foot, checked.new_in(after))
        edits = tuple(_edit(after.sheet, cell) for one in new for cell in _cells_of(after.sheet, one))
        if not edits or any(map(checked.is_of_foot, checked.new_in(after.with_edits(edits)))):
            return fix
        return replace(fix, follows=(*fix.follows, *edits))

    return diagnosis._replace(fixes=tuple(map(again, diagnosis.fixes)))


class _Following:
    """The numbers of one sheet that do not follow, after all other repairs."""

    def __init__(self, checked: SheetToMend, findings: Mapping[int, Finding], sure: float) -> None:
        self.checked, self.sheet, self.sure = checked, checked.sheet, sure
        known = {(one.rule, one.cell): one for one in checked.findings}
        now = {which: known.get((one.rule, one.cell)) for which, one in findings.items()}
        # Findings that disappear follow from cells that other repairs change.
        self.left = {which: one for which, one in now.items() if one is not None}

    def repairs(self) -> Iterator[tuple[int, tuple[Fix, ...]]]:
        """The repairs of each finding, by position."""
        each = self._rows_to_blame()
        wrong = [*self._totals(each), *self._results()]
        games = [some.games[row] for row, some in each.items() if some.is_of_games]
        # A total that is right only if those above are wrong has no row of its own.
        of = [each.get(one.points[0].row) if one.points else None for one in wrong]
        apart = [one for one, row in zip(wrong, of, strict=True) if row is None or not row.is_of_games]
        causes = (*games, *(one.own for one in apart))
        behind = self._wrong_with([cell for cause in causes for cell in cause.cells])
        if behind is None:
            return
        for one, row in zip(wrong, of, strict=True):
            yield one.which, self._fixes(one, row, [cell for cell, who in behind if who == one.who])

    def _rows_to_blame(self) -> Mapping[int, _RowsToBlame]:
        """The rows from which on running totals are wrong, by position; sharing one is one fault."""
        of_rows: dict[int, list[_Wrong]] = {}
        for one in self._totals({}):
            rows = [cell.row for cell in one.points]
            known = {other: None for row in rows for other in of_rows.get(row, ())}
            some = [*known, one]
            of_rows |= {cell.row: some for other in some for cell in other.points}
        return {row: self._blamed(some) for row, some in of_rows.items()}

    def _wrong_with(self, cells: Sequence[_CellDue]) -> Sequence[tuple[_CellDue, str]] | None:
        """Results calculated from wrong cells, each with its player.

        ``None`` if repairing all of them is not enough.
        """
        new = self._new_with(cells)
        behind = [(cell, str(one.params["player"])) for one in new for cell in _cells_of(self.sheet, one)]
        if len(behind) < len(new) or (new and self._new_with([*cells, *(cell for cell, _ in behind)])):
            return None
        return behind

    def _fixes(self, one: _Wrong, rows: _RowsToBlame | None, follows: Sequence[_CellDue]) -> tuple[Fix, ...]:
        """The repairs of a wrong number, the likeliest first: of itself, and of the games of its row."""
        games = rows.games[one.points[0].row] if rows and rows.games else None
        either, of_games = (rows.alone, rows.log) if rows and games else (one.own.log, _NEVER)
        if rows and games and rows.is_of_games:
            # What nobody thought of would replace this row alone.
            either, of_games = either + games.log - of_games, games.log
        whole = log_sum([either, one.otherwise, log(constant("unforeseen")), of_games])
        fixes = [self._fix(one.own, follows, one.sure + either - whole, one.who)]
        if games is not None:
            fixes.append(self._fix(games, [], of_games - whole, ""))
        least = constant("least")
        return tuple(
            sorted((fix for fix in fixes if fix.confidence >= least), key=lambda fix: -fix.confidence)
        )

    def _results(self) -> Iterator[_Wrong]:
        """Numbers beside the games or below them, each independent."""
        wide = max(1, len(self.sheet.players))
        for which, finding in self.left.items():
            for cell in _cells_of(self.sheet, finding) if finding.rule != RUNNING_MISMATCH.name else ():
                chance, kind = _written_so(cell, wide)
                sums = len(self.sheet.subtotals) + bool(self.sheet.foot)
                agree = finding.params.get("agree", sums - len(self.left))
                otherwise = rate("sign", wide)
                if isinstance(agree, int):
                    # The others would agree with wrong games, and this one with what was meant.
                    otherwise += agree * log(constant("right-all-the-same"))
                if abs(cell.said - cell.due) > 1:
                    # A count takes any game, while points take just these.
                    otherwise -= log(constant("spread"))
                own = _Cause(kind, chance, (cell,))
                yield _Wrong(which, str(finding.params["player"]), own, otherwise)

    def _totals(self, known: Mapping[int, _RowsToBlame]) -> Iterator[_Wrong]:
        """Running totals beside the points, each with later ones calculated from it.

        ``known``: the rows from which on they are wrong.
        """
        told = {
            cell[:2]: (which, cell)
            for which, finding in self.left.items()
            if finding.rule == RUNNING_MISMATCH.name
            for cell in _cells_of(self.sheet, finding)
        }
        held: Mapping[int, int] = columns_of_totals(self.sheet) if told else {}
        for column, standings in standings_in(self.sheet, held).items():
            who, places = self.sheet.players[held[column]], len(standings) * len(held)
            out, built_on, sure, is_open = 0, 0, 0.0, False
            runs: list[tuple[_Wrong, list[_CellDue], list[int]]] = []
            for one, after in zip(standings, [*standings[1:], None], strict=True):
                which, cell = told.get((one.row, column), (-1, None))
                if cell is None:
                    if is_open:
                        built = _CellDue(one.row, column, int(one.said), int(one.said) - built_on)
                        runs[-1][1].append(built)
                    continue
                off = cell.said - cell.due
                right_again = after if after and after.said == cell.due + after.points else None
                if is_open and off == -out == -built_on:
                    # It is right as written, and an error from above may end here.
                    runs[-1][2].append(which)
                    if right_again is None:
                        out, built_on, is_open = 0, 0, False
                    continue
                due = cell.due - out
                at, points = self.sheet.points_columns[held[column]], int(one.points)
                games = _CellDue(one.row, at, points, points + off)
                if right_again is not None:
                    # The next one is right again; otherwise the points of two games would be wrong.
                    if due != cell.said:
                        kind, share = read_as(cell.said, due)
                        own = _Cause(kind, rate_of_number(places) + share, (cell._replace(due=due),))
                        points = int(right_again.points)
                        both = games, _CellDue(right_again.row, at, points, points - off)
                        yield _Wrong(which, who, own, 2 * rate("sign", places), both, sure)
                    continue
                chance, kind = _carried(cell, places, is_last=after is None)
                wrong = _Wrong(which, who, _Cause(kind, chance, ()), points=(games,), sure=sure)
                runs.append((wrong, [cell._replace(due=due)], []))
                row, built_on, is_open = known.get(one.row, _NOT_KNOWN), out + off, True
                out = out if row.is_of_games else built_on
                sure += row.sure
            for wrong, cells, right in runs:
                wrong = wrong._replace(own=wrong.own._replace(cells=tuple(cells)))
                yield wrong
                # Findings of cells that are right after the repair have it as well.
                yield from (wrong._replace(which=which, points=()) for which in right)

    def _blamed(self, wrong: Sequence[_Wrong]) -> _RowsToBlame:
        """The points that would explain wrong running totals, if such games keep the rules."""
        of_rows: dict[int, list[_CellDue]] = {}
        for cell in chain.from_iterable(one.points for one in wrong):
            of_rows.setdefault(cell.row, []).append(cell)
        alone = sum(one.own.log for one in wrong)
        after = self.checked.with_edits(_edit(self.sheet, cell) for cell in chain(*of_rows.values()))
        if len(after.findings) > len(self.checked.findings) - len(wrong):
            return _RowsToBlame(alone, _NEVER, {})
        games = {row: self._games(tuple(cells)) for row, cells in of_rows.items()}
        return _RowsToBlame(alone, sum(one.log for one in games.values()), games)

    def _games(self, cells: tuple[_CellDue, ...]) -> _Cause:
        """The slip by which these points of a row are wrong."""
        sheet, rows = self.sheet, len(self.checked.entries)
        alike = (
            one.points == above.points
            for above, one in pairwise(self.checked.entries)
            if one.row == cells[0].row
        )
        if len(cells) > 1 and any(alike):
            return _Cause(COPIED, rate_of_copy(rows), cells)
        if len(cells) == 2 and cells[0].said == cells[1].due and cells[1].said == cells[0].due:
            one, other = (sheet.points_columns.index(cell.column) for cell in cells)
            pairs = pairs_of(one, other, len(sheet.players))
            return _Cause("values-swapped", rate("values-swapped", rows * pairs), cells)
        each = [read_as(cell.said, cell.due) for cell in cells]
        chance = rate_of_number(rows * len(sheet.points_columns))
        return _Cause(each[0][0], sum(chance + share for _, share in each), cells)

    def _new_with(self, cells: Iterable[_CellDue]) -> Sequence[Finding]:
        """New findings after edits of cells."""
        return self.checked.new_in(self.checked.with_edits(_edit(self.sheet, cell) for cell in cells))

    def _fix(self, cause: _Cause, follows: Sequence[_CellDue], share: float, who: str) -> Fix:
        cells, first = cause.cells, cause.cells[0]
        heading = named_above(self.sheet, first.row, first.column)
        params: dict[str, Param] = {
            "who": tuple(who or self.sheet.table.headings[cell.column] for cell in cells),
            "roles": tuple("later" if cell.row > first.row else "first" for cell in cells),
            "what": self.sheet.noun,
        }
        if cells[-1].row > first.row:
            labels = {entry.row: entry.label for entry in self.checked.entries}
            params["carried"] = labels.get(cells[-1].row, "")
        if who and heading not in ("", who):
            params["boxes"] = tuple(heading for _ in cells)
        elif who and len(cells) == 1:
            params["roles"] = ("total",)
        elif not who and first.column not in self.sheet.points_columns:
            params["roles"] = ("column",)
        sure = as_sure(self.sure * exp(share))
        edits, behind = (tuple(_edit(self.sheet, one) for one in some) for some in (cells, follows))
        return Fix(edits, cause.kind, sure, params, follows=behind)


def _edit(sheet: Sheet, cell: _CellDue) -> Edit:
    value = sheet.table.shown(cell.row, cell.column)
    text = value_text(value).strip()
    like = Money(text, cell.said) if isinstance(written(value), Unreadable) else value
    return Edit(sheet.table.cell(cell.row, cell.column), text, spelt_like(cell.due, like))


def _carried(cell: _CellDue, places: int, *, is_last: bool) -> tuple[float, str]:
    """The log-probability that one of so many running totals was added up wrongly, and the slip."""
    chance = rate("carried", places) + log(summed_up(cell.said, cell.due))
    if not is_last:
        return chance, "added-up"
    # Nothing is calculated from the last one, so it may be miswritten as well.
    misread, share = read_as(cell.said, cell.due)
    once = rate_of_number(places) + share
    return log_sum((chance, once)), misread if once > chance else "added-up"


def _cells_of(sheet: Sheet, finding: Finding) -> Iterator[_CellDue]:
    """The cell of a finding with the written and the right value."""
    said, due = (finding.params.get(one, finding.params.get(or_)) for one, or_ in _SAID_AND_DUE)
    if finding.cell is None or not isinstance(due, int | Fraction):
        return
    row, column = sheet.table.place_of(finding.cell)
    stands = amount(sheet.table.shown(row, column))
    if stands is not None and stands == said:
        yield _CellDue(row, column, whole(stands), whole(due))

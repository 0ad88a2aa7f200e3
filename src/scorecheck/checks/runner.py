"""Runs the checks of a game over the entries of a sheet, so that one fault gives one finding.

Four mechanisms prevent a second finding of one fault. A rule absorbs others on the same row. On running
totals a row with the same difference as the row before only carries a fault on. A change is not judged after
a row that is in doubt. A row and a column total with the same difference are one fault, in the cell where
they cross.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import cast

from scorecheck.checks.check import HEADINGS, Check, Hit, Leaping, LocatedHit, Look, Summary, Watcher
from scorecheck.checks.common import is_marked
from scorecheck.checks.ruleset import Comparison, Kept
from scorecheck.model.cells import CellRef, Number, Unreadable, value_text
from scorecheck.model.fence import Fence
from scorecheck.model.finding import MORE, MOST_LISTED, Finding, Found, Severity
from scorecheck.model.outcome import Crash, Skipped
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.runs import KnownRows, Run
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param


class Outcome(NamedTuple):
    """The result of a run."""

    findings: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]
    crashes: Sequence[Crash]
    entries: int


_NONE = frozenset[int]()
_MOST_HELD_BACK = 1000


def run_checks(
    sheet: Sheet, entries: Iterable[Entry | Run], checks: Sequence[Check], known: KnownRows | None = None
) -> Outcome:
    """Checks a sheet in one pass over its entries, keeping only a few of them at a time.

    Clean rows are added to ``known``, if ``entries`` skips rows equal to them.
    """
    return _Pass(sheet, [check for check in checks if check.applies(sheet)], known).over(entries)


def run_comparison(
    comparison: Comparison, one: Kept, other: Kept, findings: tuple[Found, ...]
) -> tuple[tuple[Found, ...], tuple[Crash, ...]]:
    """The findings of the second sheet, with its differences from the first as further findings and without
    those that are consequences of the differences.
    """
    check = Check(comparison.rule, "sheet", arithmetic=False)
    labels: dict[int | None, str] = {entry.row: entry.label for entry in other.entries}
    hits: list[Hit] = []
    still = None
    fence = Fence(other.sheet.path)
    with fence.around("comparison", other.sheet.name, comparison.rule.name):
        hits = list(comparison.compare(one, other))
        if hits and comparison.remaining is not None:
            still = frozenset(comparison.remaining(one, other))
    if fence.crashes:
        return findings, tuple(fence.crashes)
    run = _Pass(other.sheet, ())
    differing = [run.finding(LocatedHit(check, hit, hit.row, labels.get(hit.row, ""))) for hit in hits]
    absorbs = check.rule.absorbs
    told = [f for f in findings if not (f.finding.rule in absorbs and _follows(f, differing, still, other))]
    told += (Found(finding, finding.cell) for finding in differing)
    return tuple(sorted(told, key=lambda one: one.finding.sort_key)), ()


def _follows(
    one: Found,
    differing: Sequence[Finding],
    still: frozenset[tuple[str, int | None, int | None]] | None,
    other: Kept,
) -> bool:
    """Whether a finding is a consequence of the differences: it is on the same entry, or, where the
    comparison gives what would still be wrong, not among that."""
    table = other.sheet.table
    if still is not None:
        places = {
            (rule, None if row is None or column is None else table.cell(row, column))
            for rule, row, column in still
        }
        return (one.finding.rule, one.cell) not in places
    line = 1 if table.turned else 0
    told = {finding.cell[line] for finding in differing if finding.cell is not None}
    return one.cell is not None and one.cell[line] in told


def _counts_points(params: Mapping[str, Param]) -> bool:
    """Whether the params of a hit may hold points: a number, several, or the text of a cell."""
    return "text" in params or any(isinstance(said, (int, Fraction, tuple)) for said in params.values())


class _Pass:
    """One pass over one sheet."""

    def __init__(self, sheet: Sheet, checks: Sequence[Check], known: KnownRows | None = None) -> None:
        self.sheet = sheet
        self.entries = 0
        self.fence = Fence(sheet.path)
        self.watchers = list(self._watched(checks))
        self.reviews = [(check, check.review) for check in checks if check.review is not None]
        self.past: deque[Entry] = deque(maxlen=max((check.reach for check in checks), default=1))
        self.by_row = _looks(checks, of_rows=True)
        self.of_readable = [one for one in self.by_row if not one[0].of_unreadable]
        self.of_points = [one for one in self.of_readable if not one[0].of_numbers]
        self.by_place = _looks(checks, of_rows=False)
        self.by_place += [(check, _look_of(watcher)) for check, watcher in self.watchers]
        # isinstance with a runtime protocol costs as much as ten rows.
        leaping = [watcher for _, watcher in self.watchers if hasattr(watcher, "leap")]
        self.leaping = cast("list[Leaping]", leaping)
        by_step = any(check.scope == "step" for check in checks)
        self.known = None if by_step or len(leaping) < len(self.watchers) else known
        """The rows without hits of checks of scope ``row``."""
        self.told: list[LocatedHit] = []
        self.listed: dict[str, Severity] = {}
        """The greatest severity among the listed findings of each rule."""
        self.counted: dict[str, int] = {}
        """The number of listed findings of each rule."""
        self.more: dict[tuple[str, Severity], int] = {}
        """The number of further findings, by rule and severity."""
        self.lacks_columns = any(column.role == "unknown" for column in sheet.columns)
        self.held_back: dict[int, tuple[list[LocatedHit], list[LocatedHit]]] = {}
        """By row, the hits and what is left of them if its points are not judged by its facts."""
        self.unlisted: Number = 0
        """The sum of the differences of rows that are not listed."""
        self.skipped: dict[str, list[int]] = {}
        self.penalties: dict[str, list[int]] = {}
        self.unfollowed: dict[str, list[int]] = {}
        self.said_unchecked: dict[str, set[int]] = {}
        """By rule, the rows whose findings already say that it was not checked."""
        self.unjudged = 0
        """How often a check skipped a row or failed on one."""
        self.unreadable: set[int] = set()
        self.in_doubt = False
        self.doubted = _NONE
        """The columns whose last totals are in doubt, for checks ``of_columns``."""
        self.carried: Number | None = None

    def _watched(self, checks: Iterable[Check]) -> Iterator[tuple[Check, Watcher]]:
        for check in checks:
            if check.watch is not None:
                with self.fence.around("check", self.sheet.name, check.rule.name):
                    if (watcher := check.watch(self.sheet)) is not None:
                        yield check, watcher

    def over(self, entries: Iterable[Entry | Run]) -> Outcome:
        sheet = self.sheet
        for entry in entries:
            if isinstance(entry, Run):
                self.entries += entry.length
                for watcher in self.leaping:
                    watcher.leap(entry)
                continue
            # A first row with totals carried over is no game, but may be an entry.
            self.entries += not entry.opening or (sheet.running and sheet.noun == "entry")
            before = self.unjudged
            told = self._entry(entry)
            if entry.row not in self.held_back:
                self._tell(told)
            self.past.append(entry)
            if self.known is not None:
                self.known.open = all(watcher.is_indifferent(entry) for watcher in self.leaping)
                all_judged = entry.readable and self.unjudged == before
                if self.known.open and all_judged and not entry.opening and not told:
                    self.known.learn(entry)
            if not entry.readable:
                self.unreadable.update(
                    position for position, cell in enumerate(entry.written) if isinstance(cell, Unreadable)
                )
        open_ = self._left_open()
        told, back = self.told, self._seen_of_the_whole(open_)
        if back:
            from scorecheck.checks.crossing import crossed

            told = crossed(self.told, back, self.unlisted)
        of_rows = len(self.told)
        listed = [*told[:of_rows], *filter(self._is_listed, told[of_rows:])]
        findings = (*self._findings(listed), *self._counted())
        return Outcome(findings, tuple(self._skipped()), self.fence.crashes, self.entries)

    def _tell(self, told: Iterable[LocatedHit]) -> None:
        """Keeps the hits of a row as findings, if they are listed."""
        for one in told:
            for rule in one.check.rule.tells_unchecked:
                self.said_unchecked.setdefault(rule, set()).add(self.sheet.table.line(one.row or 0))
            if self._is_listed(one):
                self.told.append(one)
            else:
                self.unlisted += one.hit.off or 0

    def _left_open(self) -> Mapping[int, tuple[str, ...]]:
        """The columns that are not known and may be the reason why games are wrong by their facts, with these
        games, which are then not judged by them."""
        if not self.held_back:
            return {}
        # Rarely needed.
        from scorecheck.checks.left_columns import may_count

        table = self.sheet.table
        unjudged = {line for lines in self.skipped.values() for line in lines}
        rows = {row for row in range(self.sheet.stop) if table.line(row) in unjudged}
        columns = may_count(self.sheet, self.held_back.keys(), rows)
        open_ = _NONE.union(*columns.values())
        for row, (told, others) in self.held_back.items():
            self._tell(others if row in open_ else told)
            for rule in {one.check.rule.name for one in told if one.check.of_facts and row in open_}:
                self.skipped.setdefault(rule, []).append(table.line(row))
                self.said_unchecked.setdefault(rule, set()).add(table.line(row))
        label = {row: told[0].label for row, (told, _) in self.held_back.items()}
        return {column: tuple(label[row] for row in sorted(rows)) for column, rows in columns.items()}

    def _seen_of_the_whole(self, may_count: Mapping[int, tuple[str, ...]]) -> list[LocatedHit]:
        """The hits after the last row."""
        sheet = self.sheet
        last = self.past[-1] if self.past else None
        summary = Summary(self.entries, last, frozenset(self.unreadable), may_count)
        back: list[LocatedHit] = []
        for check, watcher in self.watchers:
            back += self._looked_back(check, watcher.finish)
            for row in getattr(watcher, "unread", ()):
                self.skipped.setdefault(check.rule.name, []).append(sheet.table.line(row))
            for row in getattr(watcher, "unchecked", ()):
                self.unfollowed.setdefault(check.rule.name, []).append(sheet.table.line(row))
        for check, review in self.reviews:
            back += self._looked_back(check, lambda review=review: review(summary, sheet))
        return back

    def _skipped(self) -> Iterator[Skipped]:
        of_why = {"skipped": self.skipped, "penalty": self.penalties, "unfollowed": self.unfollowed}
        for why, found in of_why.items():
            for rule, rows in sorted(found.items()):
                said = self.said_unchecked.get(rule, frozenset[int]())
                for reason, some in (
                    (why, [row for row in rows if row not in said]),
                    ("told", [row for row in rows if row in said]),
                ):
                    if some:
                        yield Skipped(self.sheet.path, self.sheet.name, rule, tuple(some), reason)

    def _findings(self, listed: Iterable[LocatedHit]) -> Iterator[Finding]:
        """The findings for the hits.

        Those of a rule whose faults are all mended at once become one; so do those of rows that are shifted.
        """
        at_once: dict[str, list[Finding]] = {}
        for run in _runs(listed):
            first, rule = run[0], run[0].check.rule
            if rule.mended_at_once:
                at_once.setdefault(rule.name, []).append(self.finding(first))
            elif len(run) < _SHIFTED:
                yield from map(self.finding, run)
            else:
                count = len(run) + sum(self.more.pop((rule.name, weight), 0) for weight in Severity)
                params = {**first.hit.params, "count": count}
                yield self.finding(first._replace(hit=first.hit._replace(variant="shifted", params=params)))
        for rule, found in at_once.items():
            first, *others = sorted(found, key=lambda finding: finding.sort_key)
            more = sum(self.more.pop((rule, weight), 0) for weight in Severity)
            params = {"count": len(found) + more}
            related = tuple(one.cell for one in others if one.cell)
            yield replace(first, related=related, variant="several", params=params) if others else first

    def _is_listed(self, one: LocatedHit) -> bool:
        """Whether a finding is listed: up to ``MOST_LISTED`` of a rule, then only one of greater severity."""
        rule = one.check.rule
        weight = rule.weight(doubtful=one.hit.doubtful)
        count = self.counted.get(rule.name, 0)
        if count >= MOST_LISTED and weight <= self.listed[rule.name]:
            self.more[rule.name, weight] = self.more.get((rule.name, weight), 0) + 1
            return False
        self.counted[rule.name] = count + 1
        self.listed[rule.name] = max(weight, self.listed.get(rule.name, weight))
        return True

    def _counted(self) -> Iterator[Finding]:
        """A finding with the number of further ones, for each rule that has some."""
        for (rule, weight), count in self.more.items():
            params = {"count": count}
            yield Finding(rule, weight, self.sheet.path, self.sheet.name, variant=MORE, params=params)

    def _entry(self, entry: Entry) -> list[LocatedHit]:
        """The hits of one row that are to be reported."""
        hits, running = self._hits(entry), self.sheet.running
        if not hits and not running:
            return hits
        told = self._of_totals(entry, hits) if running else _unabsorbed(hits)
        of_facts = self.lacks_columns and any(one.check.of_facts for one in told)
        if of_facts and len(self.held_back) < _MOST_HELD_BACK:
            # Until it shows whether a column that is not known may be their reason.
            others = [one for one in (told if running else hits) if not one.check.of_facts]
            self.held_back[entry.row] = told, _unabsorbed(others)
        return told

    def _of_totals(self, entry: Entry, hits: list[LocatedHit]) -> list[LocatedHit]:
        """The hits of a row of running totals that are no consequence of the rows before it."""
        amount = next((one.hit.off for one in hits if one.hit.off is not None), None)
        carries_on = amount is not None and amount == self.carried
        in_doubt = self.in_doubt or (self.carried is not None and not carries_on)
        hits = _unabsorbed([one for one in hits if not self._starts_in_doubt(one, in_doubt)])
        if carries_on:
            hits = [one for one in hits if one.hit.off is None]
        self._doubt_from(entry, hits)
        if entry.readable:
            self.carried = amount
        return hits

    def _doubt_from(self, entry: Entry, hits: Sequence[LocatedHit]) -> None:
        """Updates which totals are in doubt after a row with these hits."""
        self.in_doubt = not entry.readable or any(one.check.doubts and one.hit.off is None for one in hits)
        if self.doubted:
            cells = zip(self.sheet.points_columns, entry.written, strict=True)
            self.doubted -= {column for column, cell in cells if cell is not None}
        doubted = _NONE.union(*(one.columns for one in hits if one.check.of_columns and one.check.doubts))
        if doubted:
            # Other columns hold no totals to start from.
            self.doubted |= doubted.intersection(self.sheet.points_columns)

    def _starts_in_doubt(self, one: LocatedHit, in_doubt: bool) -> bool:
        """Whether a hit may be a consequence of doubtful totals before its row."""
        if one.check.of_columns:
            return bool(self.doubted & one.columns)
        return in_doubt and one.check.of_change

    def _hits(self, entry: Entry) -> list[LocatedHit]:
        by_row = self.of_readable if entry.readable else self.by_row
        if entry.readable and not entry.numbers and not entry.opening:
            by_row = self.of_points
        return self._seen_by(by_row, entry) + self._seen_by(self.by_place, entry)

    def _seen_by(self, looks: Sequence[tuple[Check, Look]], entry: Entry) -> list[LocatedHit]:
        """The hits of some checks in a row; the crash of one does not affect the others."""
        hits: list[LocatedHit] = []
        readable, past, sheet = entry.readable, self.past, self.sheet
        for check, look in looks:
            try:
                needs = check.needs
                if (not readable and check.arithmetic) or (needs is not None and not needs(entry, sheet)):
                    without = self.penalties if readable and is_marked(entry) else self.skipped
                    without.setdefault(check.rule.name, []).append(sheet.table.line(entry.row))
                    self.unjudged += 1
                    continue
                if found := tuple(look(entry, past, sheet)):
                    hits += [LocatedHit(check, hit, entry.row, entry.label) for hit in found]
            except Exception as cause:  # noqa: BLE001 - a crash gives exit status 3 at the end
                row = sheet.table.line(entry.row)
                self.fence.fell(cause, "check", sheet.name, check.rule.name, row)
                self.unjudged += 1
        return hits

    def _looked_back(self, check: Check, review: Callable[[], Iterable[Hit]]) -> list[LocatedHit]:
        """The hits of a check after the last row."""
        with self.fence.around("check", self.sheet.name, check.rule.name):
            return [LocatedHit(check, hit, hit.row, "") for hit in review()]
        return []

    def finding(self, one: LocatedHit) -> Finding:
        """The finding for a hit, with its cell on the sheet."""
        check, hit, row, label = one
        sheet = self.sheet
        column = hit.column
        if column is None:
            columns = sheet.points_columns
            there = (at for at in columns if row is None or row < 0 or sheet.table.has_cell(row, at))
            column = next(there, columns[0] if columns else sheet.table.first_column)
        cell: CellRef | None = None
        value: str | None = None
        related: tuple[CellRef, ...] = ()
        others = [one for one in hit.related if one is not None]
        if row is not None:
            if row == HEADINGS:
                cell = sheet.table.heading_cell(column)
                related = tuple(map(sheet.table.heading_cell, others))
            else:
                cell, value = sheet.table.cell(row, column), value_text(sheet.table.shown(row, column))
                places = chain(((row, c) for c in others if c != column), ((r, column) for r in hit.rows))
                cells = {sheet.table.cell(*at) for at in places if sheet.table.has_cell(*at)}
                related = tuple(sorted(cells - {cell}))
        params = {"game": label, "what": sheet.noun, **hit.params} if label else dict(hit.params)
        if sheet.a_point and "worth" not in hit.params and _counts_points(hit.params):
            params["a_point"] = sheet.a_point
        return Finding(
            check.rule.name,
            check.rule.weight(doubtful=hit.doubtful),
            sheet.path,
            sheet.name,
            cell,
            related,
            hit.variant,
            value,
            params,
        )


def _looks(checks: Sequence[Check], *, of_rows: bool) -> list[tuple[Check, Look]]:
    """The checks of scope ``row`` that look at each entry; or those of other scopes."""
    looks = [(check, check.look) for check in checks if (check.scope == "row") is of_rows]
    return [(check, look) for check, look in looks if look is not None]


_SHIFTED = 3
"""So many rows on end are no slips of their own."""


def _runs(hits: Iterable[LocatedHit]) -> list[list[LocatedHit]]:
    """The hits of a rule in rows that are shifted together, in one list; every other one by itself."""
    last: dict[str, list[LocatedHit]] = {}
    found: list[list[LocatedHit]] = []
    for one in hits:
        rule, run = one.check.rule, last.get(one.check.rule.name, [])
        below = one.row is not None and [hit.row for hit in run[-1:]] == [one.row - 1]
        if below and rule.goes_on is not None and rule.goes_on(run[-1].hit, one.hit):
            run.append(one)
        else:
            last[rule.name] = [one]
            found.append(last[rule.name])
    return found


def _look_of(watcher: Watcher) -> Look:
    return lambda entry, _past, _sheet: watcher.see(entry)


def _unabsorbed(hits: list[LocatedHit]) -> list[LocatedHit]:
    """The hits of a row whose rules no other hit absorbs."""
    if len(hits) < 2:
        return hits
    absorbed = {name for one in hits for name in one.check.rule.absorbs}
    return [one for one in hits if one.check.rule.name not in absorbed]

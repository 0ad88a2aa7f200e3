"""Rows that need not add up: what a player has follows from nobody else's, so that only the rules of each
row, the running totals and the total row say which cell is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp, inf, log

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry
from scorecheck.repair.channel import added_up, meant, rate, rate_of, rate_on_card, read_as
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.explain import Diagnosis, Explainer, Group
from scorecheck.repair.hypothesis import LEFT_OUT, Correction, Hypothesis, Part, merged
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.place import Cells, put
from scorecheck.repair.proposers.added import kind_of_error
from scorecheck.repair.slips import constant
from scorecheck.repair.unforeseen import of_sheet

_MOST_TOGETHER = 128
_MOST_WRONG = 12
"""With more wrong rows and totals no search for all of them together is made."""
_MOST_OFF = 30
"""A total is taken to be worked out wrongly by at most so much, where nothing says by how much it is."""

_Wrong = tuple[str, int]
"""A row that breaks rules, by its entry, or a total that is out, by its column."""


class _Slip(NamedTuple):
    """One slip, undone."""

    weight: float
    """Its log-probability, with how likely it makes the rows that it changes."""
    cost: float
    """The part of it that comes from the slip alone."""
    correction: Correction | None
    """``None``: there are many ways, none of them likelier than others."""
    mends: frozenset[_Wrong]


def of_single_cells(checked: SheetToMend) -> tuple[list[tuple[int, Diagnosis]], bool]:
    """What is behind findings, by their place in the list, and whether all was searched within the budget."""
    evidence = Evidence(checked.sheet, checked.layout, checked.entries, checked.checks, checked.budget.left)
    try:
        hypotheses = _Search(evidence).hypotheses()
    except BudgetExhausted:
        return [], False
    finally:
        checked.budget.spend(evidence.looks)
    end = len(checked.entries)
    unforeseen = of_sheet(evidence, [Part(0, end - 1, tuple(hypotheses))])
    explainer = Explainer(
        checked.sheet, checked.entries, checked.findings, evidence.broken, unforeseen, singly=True
    )
    return list(explainer.of_group(Group(0, end, tuple(hypotheses), joined=True))), True


class _Search:
    """The search on one sheet."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence, self.sheet = evidence, evidence.sheet
        self.entries, self.running = evidence.entries, evidence.sheet.running
        self.end = len(evidence.entries)
        self.places = self.end * evidence.wide
        given = evidence.entries[-1].totals
        foot = evidence.sheet.foot or (None,) * evidence.wide
        self.foot = tuple(cell if isinstance(cell, int) else None for cell in foot)
        self.out = tuple(
            0 if said is None else said - total for said, total in zip(self.foot, given, strict=True)
        )
        sound = [
            entry.points
            for entry, is_wrong in zip(self.entries, evidence.doubted, strict=True)
            if not (is_wrong or entry.opening)
        ]
        self.usual_steps = frozenset({0, *(step for points in sound for step in points)})
        """What somebody got in a row of the sheet."""
        rows = {("row", at) for at, is_wrong in enumerate(evidence.doubted) if is_wrong}
        self.wrong = frozenset[_Wrong](rows | {("total", column) for column, by in enumerate(self.out) if by})

    def hypotheses(self) -> list[Hypothesis]:
        """All that mends every row and every total, likeliest first; each slip mends the first of those that
        are still wrong."""
        if not 0 < len(self.wrong) <= _MOST_WRONG:
            return []
        slips = list(self._slips())
        found: list[Hypothesis] = []
        open_: list[tuple[frozenset[_Wrong], Hypothesis]] = [(self.wrong, Hypothesis(0.0, 0.0, ()))]
        while open_:
            following: dict[frozenset[_Wrong], list[Hypothesis]] = {}
            for wrong, hypothesis in open_:
                for slip in (one for one in slips if min(wrong) in one.mends and one.mends <= wrong):
                    one = () if slip.correction is None else (slip.correction,)
                    costs = tuple([(correction.at, slip.cost) for correction in one])
                    more = Hypothesis(slip.weight, slip.cost, one, (), costs)
                    following.setdefault(wrong - slip.mends, []).append(hypothesis.beside(more))
            found += following.pop(frozenset(), [])
            open_ = [
                (wrong, one) for wrong, some in following.items() for one in merged(some, _MOST_TOGETHER)
            ]
            open_ = sorted(open_, key=lambda one: -one[1].weight)[:_MOST_TOGETHER]
        return merged(found, _MOST_TOGETHER)

    def _slips(self) -> Iterator[_Slip]:
        for at in range(self.end):
            for column in range(self.evidence.wide):
                yield from self._in_cell(at, column)
            if not self.running:
                yield from self._swapped(at)
                yield from self._in_two_cells(at)
        for column, by in enumerate(self.out):
            if by:
                yield self._wrong_total(column, by)
                if not self.running:
                    yield from self._two_numbers(column, by)
        if all(self.foot) and any(self.out) and not self.running:
            yield from self._row_missing()

    def _in_cell(self, at: int, column: int) -> Iterator[_Slip]:
        """A number that was written wrongly; of running totals one that was worked out wrongly as well."""
        said, spoilt = self.evidence.cells[at][column], column in self.evidence.spoilt[at]
        if said is None and not spoilt:
            return
        for due in self._meant(at, column):
            if due == said:
                continue
            kind, share = ("left-out", 0.0) if said is None else read_as(said, due)
            cost = (
                rate("left-out", self.places)
                if said is None
                else rate_on_card("written", self.places) + share
            )
            yield from self._changed(at, {column: due}, kind, cost)
        if self.running and isinstance(said, int):
            for off in range(-_MOST_OFF, _MOST_OFF + 1):
                yield from self._carried(at, column, said, off)

    def _meant(self, at: int, column: int) -> Sequence[int]:
        """What a cell may have been meant to say."""
        said, out = self.evidence.cells[at][column], self.out[column]
        tells = out or (self.foot[column] is not None and column in self.evidence.spoilt[at])
        if tells and not self.running:
            return [int((said or 0) + out)]
        doubted = self.evidence.doubted[at : at + 2] if self.running else self.evidence.doubted[at : at + 1]
        if not any(doubted) and not (out and at == self.end - 1):
            return ()
        near = [true for true, _ in meant(said)] if isinstance(said, int) else []
        if isinstance(said, int) and (by := self.evidence.broken[at].off):
            near.append(int(said - by))
        base = self._base(at, column) if self.running else 0
        steps = [base + step for step in self.usual_steps]
        below = self.evidence.cells[at + 1][column] if self.running and at + 1 < self.end else None
        if below is not None:
            # Else the row below would have to be wrong, where what this one adds is not usual.
            steps += [below - step for step in self.usual_steps]
        return tuple(dict.fromkeys([*near, *map(int, steps)]))

    def _changed(self, at: int, changes: dict[int, int], kind: str, cost: float) -> Iterator[_Slip]:
        """A slip in a row, if the rows keep the rules without it and no total is out for it."""
        cells = put(self.evidence.cells[at], *changes.items())
        rows = [at, at + 1] if self.running and at + 1 < self.end else [at]
        weight = self._kept(rows, {at: cells})
        if weight is None:
            return
        edits = [(self.entries[at].row, self.sheet.points_columns[c], due) for c, due in changes.items()]
        mends: set[_Wrong] = {("row", row) for row in rows if self.evidence.doubted[row]}
        for column, due in changes.items() if not self.running or at == self.end - 1 else ():
            by, said = int(due - (self.evidence.cells[at][column] or 0)), self.foot[column]
            if by == self.out[column]:
                mends |= {("total", column)} if by else set()
            elif self.out[column]:
                return
            elif said is None:
                continue
            else:
                # The total was worked out from what stands there.
                edits.append((self.sheet.total_row or 0, self.sheet.points_columns[column], said + by))
                cost += log(constant("follows"))
        if mends:
            yield _Slip(cost + weight, cost, Correction(kind, tuple(edits), at), frozenset(mends))

    def _kept(self, rows: Sequence[int], cells: dict[int, Cells]) -> float | None:
        """The log-likelihood ratio of rows with other cells; ``None`` where they break rules."""
        weight = 0.0
        for row in rows:
            if any(cells.get(row, self.evidence.cells[row])[at] is None for at in self.evidence.spoilt[row]):
                return None
            entry = self._entry(row, cells)
            usual = self.evidence.usual(entry.points, row, opening=entry.opening)
            if usual == -inf or not self.evidence.judge.keeps_all(entry, self.evidence.past(row)):
                return None
            before = self.entries[row]
            weight += usual
            if not self.evidence.doubted[row]:
                stood = self.evidence.usual(before.points, row, opening=before.opening)
                weight -= stood if stood > -inf else log(constant("odd"))
        return weight

    def _entry(self, at: int, changed: dict[int, Cells]) -> Entry:
        cells = changed.get(at, self.evidence.cells[at])
        none: Sequence[Number] = self.evidence.none
        if not self.running:
            points = tuple([cell or 0 for cell in cells])
            return self.entries[at]._replace(written=cells, points=points, readable=True)
        above = self.entries[at - 1].totals if at else self.evidence.start
        upper = changed.get(at - 1, none if not at else self.evidence.cells[at - 1])
        base = [old if cell is None or not at else cell for cell, old in zip(upper, above, strict=True)]
        totals = tuple([old if cell is None else cell for cell, old in zip(cells, base, strict=True)])
        points = tuple([new - old for new, old in zip(totals, base, strict=True)])
        return self.entries[at]._replace(written=cells, points=points, totals=totals, readable=True)

    def _base(self, at: int, column: int) -> Number:
        """The total above a cell."""
        return self.entries[at - 1].totals[column] if at else self.evidence.start[column]

    def _carried(self, at: int, column: int, said: int, off: int) -> Iterator[_Slip]:
        """A total was worked out wrongly by so much, and all below build on it."""
        if not off or not self.evidence.doubted[at] or any(self.out):
            return
        cells = put(self.evidence.cells[at], (column, said + off))
        weight = self._kept([at], {at: cells})
        below = [self.evidence.cells[row][column] for row in range(at, self.end)]
        if weight is None or self.foot[column] is not None or not all(isinstance(one, int) for one in below):
            return
        cost = rate("carried", self.places) + log(added_up(said, said + off))
        edits = tuple(
            (self.entries[row].row, self.sheet.points_columns[column], (one or 0) + off)
            for row, one in enumerate(below, start=at)
        )
        correction = Correction(kind_of_error(abs(off)), edits, at, carried_to=self.end - 1)
        yield _Slip(cost + weight, cost, correction, frozenset({("row", at)}))

    def _in_two_cells(self, at: int) -> Iterator[_Slip]:
        """Two numbers of one row that are wrong, as the totals of both say."""
        for pair in combinations([column for column, by in enumerate(self.out) if by], 2):
            changes = {column: self._meant(at, column)[0] for column in pair}
            said = [self.evidence.cells[at][column] for column in pair]
            if self.evidence.doubted[at] and None not in said:
                slips = [read_as(one or 0, due) for one, due in zip(said, changes.values(), strict=True)]
                cost = sum(rate_on_card("written", self.places) + share for _, share in slips)
                yield from self._changed(at, changes, slips[0][0], cost)

    def _swapped(self, at: int) -> Iterator[_Slip]:
        """Two players' points changed places."""
        cells = self.evidence.cells[at]
        for one, other in combinations(range(self.evidence.wide), 2):
            mine, theirs = cells[one], cells[other]
            if not isinstance(mine, int) or not isinstance(theirs, int) or mine == theirs:
                continue
            if self.out[one] == theirs - mine and self.out[other] == mine - theirs:
                cost = rate("values-swapped", self.end * self.evidence.wide)
                yield from self._changed(at, {one: theirs, other: mine}, "values-swapped", cost)

    def _wrong_total(self, column: int, by: Number) -> _Slip:
        said = self.foot[column] or 0
        kind, share = read_as(said, said - by)
        cost = rate("total", self.evidence.wide) + share
        edit = (self.sheet.total_row or 0, self.sheet.points_columns[column], said - by)
        return _Slip(cost, cost, Correction(kind, (edit,), self.end), frozenset({("total", column)}))

    def _two_numbers(self, column: int, by: Number) -> Iterator[_Slip]:
        """Two numbers of a column, the total among them, are wrong and make up for it together."""
        places = {at: self._moved(at, column) for at in range(self.end)}
        said, any_slip = self.foot[column] or 0, rate("total", self.evidence.wide)
        places[self.end] = {said - true: exp(any_slip + heard.log) for true, heard in meant(said)}
        chances: dict[frozenset[_Wrong], float] = {}
        for one, other in combinations(places, 2):
            mends = {("total", column)}
            mends |= {("row", at) for at in (one, other) if at < self.end and self.evidence.doubted[at]}
            chance = sum(share * places[other].get(by - moved, 0.0) for moved, share in places[one].items())
            chances[frozenset(mends)] = chances.get(frozenset(mends), 0.0) + chance
        for mends, chance in chances.items():
            if chance:
                yield _Slip(log(chance), log(chance), None, mends)

    def _moved(self, at: int, column: int) -> dict[Number, float]:
        """How likely one slip in a cell is, by how much more was meant."""
        cells = self.evidence.cells[at]
        found: dict[Number, float] = {}
        said = cells[column]
        if not isinstance(said, int):
            return found
        doubted = self.evidence.doubted[at]
        stood = 0.0 if doubted else self.evidence.usual(self.entries[at].points, at, opening=False)
        for true, heard in meant(said):
            points = tuple([cell or 0 for cell in put(cells, (column, true))])
            usual = self.evidence.usual(points, at, opening=False)
            if usual > -inf and stood > -inf:
                found[true - said] = exp(rate_of(heard.log, self.places) + usual - stood)
        return found

    def _row_missing(self) -> Iterator[_Slip]:
        """A game is in the totals and in no row."""
        usual = self.evidence.usual(self.out, self.end - 1, opening=False)
        last = self.entries[-1]._replace(points=self.out, written=self.out, readable=True)
        if usual > -inf and self.evidence.judge.keeps_all(last, self.evidence.past(self.end)):
            cost = rate("row-left-out", 1)
            totals = frozenset(("total", column) for column, by in enumerate(self.out) if by)
            yield _Slip(cost + usual, cost, Correction(LEFT_OUT, (), self.end, self.out), totals)

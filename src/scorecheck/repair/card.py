"""Cards: repairs of what stands in columns that add up, each judged by itself and, where values went
from one player's column to another's, together."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple, replace
from scorecheck.repair.channel import rate_on_card
from scorecheck.repair.column import ColumnSearch, Effort, box_at, rows_of
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.mended import edited
from scorecheck.repair.slips import constant
from scorecheck.repair.told import Diagnosis, Group, Told
from scorecheck.repair.unit import Unit, Way, merged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scorecheck.checks.card import CardColumn
    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.budget import Budget
    from scorecheck.model.finding import Edit, Finding, Fix, Param
    from scorecheck.model.sheet import Entry, Sheet

_TRIES_A_LOOK = 2
"""A column that is filled in takes half of what it takes to judge a row."""
_MOST_TOGETHER = 200
_MOST_OF_ONE = 24
_MOST_VERIFIED = 5
_OF_SEVERAL = frozenset({"wrong-row", "rows-swapped"})
"""Slips that several boxes of a column share."""
_MOST_JUDGED = 600
"""So many columns are held against the rules again, all in all, to see that what was found keeps them."""
_MOST_COLUMNS = 24
"""On more columns values are not looked for in those of others."""


_Mark = tuple[str, int]
"""What is found where: the rule, and the column of the table."""


class _Joint(NamedTuple):
    """A slip that several columns share, with the ways that each of them has then."""

    columns: tuple[int, ...]
    ways: tuple[Way, ...]


class CardSearch:
    """The search on one sheet of cards."""

    def __init__(self, columns: Sequence[CardColumn], entries: Sequence[Entry], effort: Effort) -> None:
        """Looks in these columns."""
        at_row = {entry.row: at for at, entry in enumerate(entries)}
        self.at_row = at_row
        self.places = max(1, sum(len(column.boxes) + len(column.sums) for column in columns))
        self.searches = [ColumnSearch(column, at_row, self.places, effort) for column in columns]
        self.broken = [at for at, search in enumerate(self.searches) if not search.is_right]
        self.ways: dict[int, list[Way]] = {}
        self.joints: list[_Joint] = []
        self._with: dict[tuple[int, tuple[tuple[int, int], ...]], list[Way]] = {}

    def run(self) -> bool:
        """Looks for all ways; tells whether it came to the end before the budget was spent."""
        try:
            for at in self.broken:
                self.ways[at] = []
                self.ways[at] = self.searches[at].ways()
            if len(self.searches) <= _MOST_COLUMNS:
                self.joints = [joint for joint in self._joints() if joint.ways]
        except BudgetExhausted:
            return False
        return True

    def parts(self) -> Iterator[tuple[frozenset[int], list[Way]]]:
        """Columns that are judged together, each by its column of the table, and their ways."""
        left = list(self.ways)
        while left:
            mine = {left[0]}
            while more := {at for one in self.joints if mine & {*one.columns} for at in one.columns} - mine:
                mine |= more
            left = [at for at in left if at not in mine]
            columns = frozenset(self.searches[at].column.at for at in mine)
            yield columns, self._together([at for at in mine if at in self.ways], mine)

    def _together(self, broken: Sequence[int], mine: set[int]) -> list[Way]:
        found = list(self._product(self.ways[at] for at in broken))
        for joint in self.joints:
            if mine & {*joint.columns}:
                rest = [self.ways[at] for at in broken if at not in joint.columns]
                found += self._product([joint.ways, *rest])
        return merged(found, _MOST_TOGETHER)

    def _product(self, of: Iterable[Sequence[Way]]) -> list[Way]:
        """All ways to take one of each."""
        together = [Way(0.0, 0.0, ())]
        for ways in of:
            together = merged(
                (
                    Way(one.weight + way.weight, one.slips + way.slips, (*one.units, *way.units))
                    for one, way in product(together, ways[:_MOST_OF_ONE])
                ),
                _MOST_TOGETHER,
            )
        return together if any(way.units for way in together) else []

    # Slips that columns share.

    def _joints(self) -> Iterator[_Joint]:
        columns = [search.column for search in self.searches]
        rows = rows_of(columns)
        for row in rows:
            for one, other in combinations(range(len(columns)), 2):
                yield from self._swapped(row, one, other)
                yield from self._beside(row, one, other)
                yield from self._beside(row, other, one)
        for upper, lower in pairwise(rows):
            yield from self._rows_swapped(upper, lower)

    def _swapped(self, row: int, one: int, other: int) -> Iterator[_Joint]:
        """Two players' values of a row changed places."""
        if one not in self.ways or other not in self.ways:
            return
        given = self._exchange(((one, row), (other, row)), ((other, row), (one, row)))
        if given is None:
            return
        chance = rate_on_card("values-swapped", self.places * self._places(one, other))
        yield from self._joint("values-swapped", chance, given)

    def _beside(self, row: int, empty: int, over: int) -> Iterator[_Joint]:
        """A value stands in another player's column, over what belongs there; its own box is empty."""
        if empty not in self.ways:
            return
        mine, theirs = (box_at(self.searches[at].column, row) for at in (empty, over))
        if mine is None or theirs is None or mine[1].said is not None or not mine[1].readable:
            return
        moved = theirs[1].said
        if moved is None or moved not in mine[1].chances:
            return
        chance = rate_on_card("wrong-column", self.places * self._places(empty, over))
        for value in theirs[1].chances:
            given = {empty: {mine[0]: int(moved)}, over: {theirs[0]: value}}
            yield from self._joint("wrong-column", chance, given)

    def _rows_swapped(self, upper: int, lower: int) -> Iterator[_Joint]:
        """Two rows of the sheet changed places, all columns of them."""
        columns = range(len(self.searches))
        here, there = [(at, upper) for at in columns], [(at, lower) for at in columns]
        given = self._exchange((*here, *there), (*there, *here))
        if given is None or len(given) < 2 or not given.keys() & self.ways.keys():
            return
        yield from self._joint("rows-swapped", rate_on_card("rows-swapped", self.places), given)

    def _exchange(
        self, places: Sequence[tuple[int, int]], sources: Sequence[tuple[int, int]]
    ) -> dict[int, dict[int, int]] | None:
        """What boxes would say, by column and place in it, if each said what another one does; only those
        that change. ``None``: some of them cannot say that, or none changes."""
        given: dict[int, dict[int, int]] = {}
        for (column, row), (source, from_row) in zip(places, sources, strict=True):
            box = box_at(self.searches[column].column, row)
            other = box_at(self.searches[source].column, from_row)
            if box is None or other is None or other[1].said not in box[1].chances:
                return None
            if other[1].said != box[1].said and other[1].said is not None:
                given.setdefault(column, {})[box[0]] = int(other[1].said)
        return given or None

    def _places(self, one: int, other: int) -> float:
        """Among how many pairs of columns this one is found, those side by side being likelier."""
        count = len(self.searches)
        return (count - 1) / 2 * (1 if abs(one - other) == 1 else constant("far-column"))

    def _joint(self, kind: str, chance: float, given: Mapping[int, Mapping[int, int]]) -> Iterator[_Joint]:
        """The slip, if with it undone no more than one of the columns is wrong in yet another way."""
        clean = {at: self._right_with(at, values) for at, values in given.items()}
        wrong = [at for at, way in clean.items() if way is None]
        if len(wrong) > 1 or not self.ways.keys() >= {*wrong}:
            return
        edits = tuple(
            (box.row, search.column.at, value)
            for at, values in given.items()
            for search in [self.searches[at]]
            for which, value in values.items()
            for box in [search.column.boxes[which]]
            if box.said != value
        )
        unit = Unit(kind, edits, self.at_row[edits[0][0]])
        ways = [Way(chance, chance, (unit,))]
        for at, values in given.items():
            right = clean[at]
            of_column = self._ways_with(at, values) if right is None else [right]
            # A column with which nothing else is wrong weighs nothing where it is left as it is.
            as_it_is = 0.0 if at in self.ways else self.searches[at].as_it_is
            ways = [
                Way(one.weight + way.weight - as_it_is, one.slips + way.slips, (*one.units, *way.units))
                for one, way in product(ways, of_column[:_MOST_OF_ONE])
            ]
        yield _Joint(tuple(given), tuple(ways))

    def _ways_with(self, at: int, values: Mapping[int, int]) -> list[Way]:
        """The ways of a column in which one more slip was made."""
        key = at, tuple(values.items())
        if key not in self._with:
            self._with[key] = self.searches[at].ways(values, most=1)
        return self._with[key]

    def _right_with(self, at: int, values: Mapping[int, int]) -> Way | None:
        """The way of a column in which nothing else is wrong."""
        return next((way for way in self.searches[at].ways(values, most=0) if not way.units), None)


class _ToldOfCards(Told):
    """Tells of ways as repairs of findings: what belongs to which is said by the columns."""

    columns: frozenset[int] = frozenset()
    """The columns of the table that are told of."""
    lasting: frozenset[_Mark] = frozenset()
    """What is found in them whether they are mended or not."""

    def _mine(self, group: Group) -> list[tuple[int, int]]:
        del group
        return sorted(
            (at, which)
            for which, at in enumerate(self.where)
            if at is not None
            and self._column(self.findings[which]) in self.columns
            and self._mark(self.findings[which]) not in self.lasting
        )

    def _mark(self, finding: Finding) -> _Mark:
        return finding.rule, self._column(finding)

    @property
    def warned_of(self) -> frozenset[_Mark]:
        """What is only warned of on the cards as they stand: that boxes are still to be filled, as a rule."""
        return frozenset(self._mark(one) for one in self.findings if one.severity is Severity.WARNING)

    def _assigned(self, way: Way, mine: Sequence[tuple[int, int]]) -> list[tuple[Unit, ...]]:
        """Which units of a way mend which finding: those in its column; of several findings in one
        column the first that stands no higher, since sums stand below what they are worked out from."""
        columns = [self._column(self.findings[which]) for _, which in mine]
        taken: list[list[Unit]] = [[] for _ in mine]
        for unit in way.units:
            for column in {at for _, at, _ in unit.edits}:
                owners = [i for i, other in enumerate(columns) if other == column]
                first = min(self.at_row[row] for row, at, _ in unit.edits if at == column)
                below = [i for i in owners if mine[i][0] >= first]
                for i in (below or owners[-1:])[:1]:
                    taken[i].append(unit)
        for i, column in enumerate(columns):
            if not taken[i]:
                taken[i] = [unit for unit in way.units if any(at == column for _, at, _ in unit.edits)]
        return [tuple(units) for units in taken]

    def _diagnosis(
        self,
        finding: Finding,
        found: Mapping[tuple[Unit, ...], float],
        first: tuple[Unit, ...],
        needed: Callable[[tuple[Unit, ...]], tuple[Edit, ...]],
        *,
        alone: bool,
    ) -> Diagnosis:
        told = super()._diagnosis(finding, found, first, needed, alone=alone)
        edits = told.fixes[0].edits if told.fixes else ()
        mine = [edit.cell for edit in edits if self._column_of(edit.cell) == self._column(finding)]
        if told.cell is None or not mine:
            return told
        # Of cells that changed places none is more to blame; and each card is told of its own.
        if told.fixes[0].kind in _OF_SEVERAL and finding.cell in mine:
            return told._replace(cell=finding.cell)
        return told if self._column_of(told.cell) == self._column(finding) else told._replace(cell=mine[0])

    def _fix(self, units: Sequence[Unit], share: float, decides: Mapping[str, Param], *, alone: bool) -> Fix:
        del alone
        fix = super()._fix(units, share, decides, alone=False)
        edits = {edit[:2]: edit for unit in units for edit in unit.edits}
        players = tuple(dict.fromkeys(self._who(column) for _, column in edits))
        params: dict[str, Param] = {
            **fix.params,
            "what": "card" if len(players) == 1 else "cards",
            "game": players,
            "roles": tuple("box" for _ in edits),
            "boxes": tuple(self._label(row) for row, _ in edits),
        }
        return replace(fix, params=params)

    def _decides(self, ties: Sequence[tuple[Unit, ...]]) -> dict[str, Param]:
        """What the dice were would decide, for whoever remembers them."""
        rows = dict.fromkeys(unit.edits[0][0] for units in ties for unit in units)
        labels = tuple(map(self._label, rows))
        return {"ask": "which" if len(labels) > 1 else "thrown", "with": labels}

    def broken_by(self, way: Way, layout: Layout, checks: Sequence[Check]) -> frozenset[_Mark]:
        """What is found in the columns that are told of when they are mended so."""
        mended = edited(self.sheet, [self._edit(edit) for unit in way.units for edit in unit.edits])
        seats = [at for at, column in enumerate(mended.points_columns) if column in self.columns]
        # The other cards have nothing to say to these, and looking at all of them again takes time.
        mended = replace(
            mended,
            points_columns=tuple(mended.points_columns[at] for at in seats),
            players=tuple(mended.players[at] for at in seats),
            foot=(),
        )
        found = run_checks(mended, entries_of(mended, layout), checks).findings
        return frozenset(
            self._mark(finding)
            for finding in found
            if finding.severity > Severity.INFO and self._column(finding) in self.columns
        )


def of_cards(
    sheet: Sheet,
    layout: Layout,
    checks: Sequence[Check],
    entries: Sequence[Entry],
    findings: Sequence[Finding],
    budget: Budget,
) -> tuple[list[tuple[int, Diagnosis]], bool]:
    """What is behind the findings on cards, by their place in the list, and whether all was searched."""
    columns = layout.card(sheet, entries) if layout.card is not None else ()
    effort = Effort(_TRIES_A_LOOK * budget.left)
    search = CardSearch(columns, entries, effort)
    complete = search.run()
    budget.spend(effort.spent // _TRIES_A_LOOK)
    told = _ToldOfCards(sheet, entries, findings)
    found: list[tuple[int, Diagnosis]] = []
    left = _MOST_JUDGED
    for mine, ways in search.parts():
        told.columns, told.lasting = mine, frozenset()
        sound: list[Way] = []
        for at, way in enumerate(ways):
            # What the search knows of the rules is held against the rules themselves.
            if at < _MOST_VERIFIED and left > 0:
                left -= len(mine)
                broken = told.broken_by(way, layout, checks)
                if not broken <= told.warned_of:
                    continue
                if not sound:
                    told.lasting = broken
            sound.append(way)
        found += told.of_group(Group(0, len(entries), tuple(sound), joined=True))
    return found, complete

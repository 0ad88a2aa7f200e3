"""Repairs for cards: each column is decoded alone, and together if values moved between columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise
from math import inf, log
from typing import TypeAlias

from scorecheck.checks.card import CardColumn
from scorecheck.checks.cards.card import label_of
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Fix, Severity
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Formulas
from scorecheck.model.terms import Param
from scorecheck.repair.channel import more_often, rate_on_card
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.column import MOST_SLIPS, NEVER, ColumnHypothesis, ColumnSearch, Origins
from scorecheck.repair.explain import Diagnosis, Explainer
from scorecheck.repair.hypothesis import (
    CONTROL_FOLLOWS,
    CellEdit,
    Correction,
    Group,
    Hypothesis,
    any_number,
    log_sum,
    merged,
)
from scorecheck.repair.judge import BudgetExhausted, Effort
from scorecheck.repair.proposers.columns import pairs_of
from scorecheck.repair.slips import constant
from scorecheck.repair.sums import TOO_UNLIKELY

_TRIES_A_LOOK = 2
"""This many tries take as long as one judged row."""
_MOST_TOGETHER = 200
_MOST_SHARED = 150
"""Pairs are made of at most this many possible shared slips."""
_MOST_BELIEFS = 100
_OF_SEVERAL = frozenset({"wrong-row", "rows-swapped"})
"""Slips that several boxes of a column share."""
_MOST_COLUMNS = 24
"""On sheets with more columns, no slips between columns are considered."""


_NOTHING = ColumnHypothesis(Origins(NEVER, NEVER), 0.0, (), 0)

_Given: TypeAlias = Mapping[int, Mapping[int, int]]
"""The values of boxes, by column and position."""


class _Shared(NamedTuple):
    """A slip that several columns share, corrected."""

    log: float
    """Its log-probability."""
    correction: Correction
    given: _Given
    """The values of boxes by column after the correction."""
    shows: bool
    """Whether the slip is visible although the sums follow from it: a box has an impossible value."""


class _Belief(NamedTuple):
    """Shared slips, and the columns under them."""

    log: tuple[float, ...]
    """The log-probability, by how the sums of the sheet were made."""
    shared: tuple[_Shared, ...]
    hypotheses: Sequence[Sequence[ColumnHypothesis]]
    """Those of each column."""


def _origins(one: Origins) -> tuple[float, ...]:
    """Whether the sums of a column were calculated by hand, by a spreadsheet, or each by either."""
    return (one.hand, one.computed, log_sum(one) + log(constant("follows-either")))


def _prior(columns: Sequence[CardColumn], formulas: Formulas) -> tuple[float, ...]:
    """The log-probability of each of these ways."""
    sums = {(one.row, column.at) for column in columns for one in column.sums if one.said is not None}
    if sums and sums <= formulas.cells:
        return (NEVER, 0.0, NEVER)
    follows, some = constant("follows"), constant("follows-some")
    return (log(1 - follows), log(follows * (1 - some)), log(follows * some))


class CardSearch:
    """The search for repairs on one sheet of cards."""

    def __init__(
        self, columns: Sequence[CardColumn], entries: Sequence[Entry], effort: Effort, formulas: Formulas
    ) -> None:
        """For these columns."""
        self._prior = _prior(columns, formulas)
        at_row = {entry.row: at for at, entry in enumerate(entries)}
        self.at_row = at_row
        self.places = max(1, sum(len(column.boxes) + len(column.sums) for column in columns))
        self.searches = [ColumnSearch(column, at_row, self.places, effort) for column in columns]
        self.broken = [at for at, search in enumerate(self.searches) if not search.is_right]
        self.found: dict[int, list[Hypothesis]] = {}
        """Of each column with something wrong what it may have been meant to say, likeliest first."""
        self._alone: list[list[ColumnHypothesis]] = []
        self._alone_at_best: list[float] = []

    def run(self) -> bool:
        """Finds all hypotheses; returns whether the search ended within the budget."""
        try:
            for at, search in enumerate(self.searches):
                whole = Origins(search.as_it_is.weight, search.as_it_is.weight)
                right = ColumnHypothesis(whole, 0.0, (), 0)
                self._alone.append(search.hypotheses() if at in self.broken else [right])
            self._alone_at_best = [max(_whole(hypotheses)) for hypotheses in self._alone]
            self._tell(self._beliefs())
        except BudgetExhausted:
            return False
        return True

    def _beliefs(self) -> list[_Belief]:
        """Possible sets of shared slips, including none, the likeliest first."""
        none = self._believed((), {}, -inf)
        found, best = [none], max(none.log)
        shared = list(self._shared()) if self.broken and len(self.searches) <= _MOST_COLUMNS else []
        right = sum(search.as_it_is.weight for search in self.searches)
        # Their log-probability if all that remains is right.
        gains = sorted(((self._gain(one), one) for one in shared), key=lambda pair: -pair[0])
        waiting: list[tuple[float, tuple[_Shared, ...], _Given]] = []
        for pairs in chain(zip(gains, strict=True), combinations(gains[:_MOST_SHARED], 2)):
            some = tuple(one for _, one in pairs)
            likely = right + sum(gain for gain, _ in pairs) > best - TOO_UNLIKELY
            given = _given(some) if likely else None
            if given is not None:
                waiting.append((self._at_best(some, given), some, given))
        for at_best, some, given in sorted(waiting, key=lambda one: -one[0])[:_MOST_BELIEFS]:
            if at_best > best - TOO_UNLIKELY:
                found.append(self._believed(some, given, best - TOO_UNLIKELY))
                best = max(best, *found[-1].log)
        likely = [one for one in found if max(one.log) > best - TOO_UNLIKELY]
        return sorted(likely, key=lambda one: -max(one.log))

    def _gain(self, one: _Shared) -> float:
        """By how much a shared slip makes columns likelier that are right afterwards."""
        columns = ((self.searches[at], values) for at, values in one.given.items())
        return one.log + sum(
            search.base(values).weight - search.as_it_is.weight for search, values in columns
        )

    def _at_best(self, some: Sequence[_Shared], given: _Given) -> float:
        """An upper bound of the log-probability of shared slips."""
        shows = all(one.shows for one in some)
        return sum(one.log for one in some) + sum(
            search.at_best(given[at], shows=shows) if at in given else self._alone_at_best[at]
            for at, search in enumerate(self.searches)
        )

    def _believed(self, some: tuple[_Shared, ...], given: _Given, least: float) -> _Belief:
        """Shared slips with the hypotheses of all columns; none below a bound."""
        shows, room = all(one.shows for one in some), self._at_best(some, given) - least
        hypotheses = list[Sequence[ColumnHypothesis]]()
        for at, alone in enumerate(self._alone):
            if at not in given:
                hypotheses.append(alone)
                continue
            search = self.searches[at]
            far = search.at_best(given[at], shows=shows) - room
            found = search.hypotheses(given[at], MOST_SLIPS - len(some), far)
            hypotheses.append(found if shows else [one.by_hand for one in found])
        modes = zip(*(_origins(_whole(one)) for one in hypotheses), self._prior, strict=True)
        slips = sum(one.log for one in some)
        return _Belief(tuple([sum(each) + slips for each in modes]), some, hypotheses)

    def _tell(self, beliefs: Sequence[_Belief]) -> None:
        """The possible meaning of each column with errors, whatever the others mean."""
        found: dict[int, list[Hypothesis]] = {at: [] for at in self.broken}
        for belief in beliefs:
            each = [_origins(_whole(some)) for some in belief.hypotheses]
            likeliest = [
                max(some, key=lambda one: max(one.log), default=_NOTHING) for some in belief.hypotheses
            ]
            for at, hypotheses in found.items():
                hypotheses += self._of_column(at, belief, each, [*likeliest[:at], *likeliest[at + 1 :]])
        self.found = {at: merged(hypotheses, _MOST_TOGETHER) for at, hypotheses in found.items()}

    def _of_column(
        self, at: int, belief: _Belief, each: Sequence[tuple[float, ...]], others: Sequence[ColumnHypothesis]
    ) -> Iterator[Hypothesis]:
        """The hypotheses of a column under a belief.

        ``each``: the log-probabilities of all columns, by origin; ``others``: what the others likely mean.
        """
        slips = sum(one.log for one in belief.shared)
        ways = zip(self._prior, each[at], *each, strict=True)
        beside = [before + sum(some) - mine for before, mine, *some in ways]
        many = len(belief.shared) + sum(one.many for one in others)
        anything = sum(any_number(one.corrections) for one in others)
        shared = [one for one in belief.shared if at in one.given]
        # A card that was right stays right only with its errors.
        also = {other for one in shared for other in one.given} - {*self.broken}
        mended = [one for other in sorted(also) for one in belief.hypotheses[other][:1]]
        for one in belief.hypotheses[at]:
            weight = slips + log_sum(a + b for a, b in zip(beside, _origins(one.log), strict=True))
            weight += more_often(many + one.many, anything + any_number(one.corrections))
            corrections = _corrections(self.searches[at], one, shared, mended)
            yield Hypothesis(weight, one.slips + sum(some.log for some in shared), corrections)

    # Slips that columns share.

    def _shared(self) -> Iterator[_Shared]:
        columns = [search.column for search in self.searches]
        rows = sorted({box.row for column in columns for box in column.boxes})
        for row in rows:
            for one, other in combinations(range(len(columns)), 2):
                if not {one, other} & {*self.broken}:
                    continue
                yield from self._swapped(row, one, other)
                yield from self._beside(row, one, other)
                yield from self._beside(row, other, one)
        for upper, lower in pairwise(rows):
            yield from self._rows_swapped(upper, lower)

    def _swapped(self, row: int, one: int, other: int) -> Iterator[_Shared]:
        """Two players' values in a row are swapped."""
        given = self._exchange(((one, row), (other, row)), ((other, row), (one, row)))
        if given is not None:
            yield from self._undone(
                "values-swapped", rate_on_card("values-swapped", self._places(one, other)), given
            )

    def _beside(self, row: int, empty: int, over: int) -> Iterator[_Shared]:
        """A value is in another player's column, in place of its value, and its own box is empty."""
        if empty not in self.broken:
            return
        mine, theirs = (self.searches[at].box_in.get(row) for at in (empty, over))
        if mine is None or theirs is None or mine[1].said is not None or not mine[1].readable:
            return
        moved = theirs[1].said
        if moved is None or moved not in mine[1].chances:
            return
        chance = rate_on_card("wrong-column", self._places(empty, over))
        for value in theirs[1].chances:
            given = {empty: {mine[0]: int(moved)}, over: {theirs[0]: value}}
            # Of two equal values nothing is seen but the empty box.
            yield from self._undone("left-out" if value == moved else "wrong-column", chance, given)

    def _rows_swapped(self, upper: int, lower: int) -> Iterator[_Shared]:
        """Two rows of the sheet are swapped, in all columns."""
        columns = range(len(self.searches))
        here, there = [(at, upper) for at in columns], [(at, lower) for at in columns]
        given = self._exchange((*here, *there), (*there, *here))
        if given is not None and len(given) > 1:
            yield from self._undone("rows-swapped", rate_on_card("rows-swapped", self.places), given)

    def _exchange(
        self, places: Sequence[tuple[int, int]], sources: Sequence[tuple[int, int]]
    ) -> dict[int, dict[int, int]] | None:
        """The changed values of boxes, each with the value of another.

        ``None`` if one is impossible or none changes.
        """
        given: dict[int, dict[int, int]] = {}
        for (column, row), (source, from_row) in zip(places, sources, strict=True):
            box = self.searches[column].box_in.get(row)
            other = self.searches[source].box_in.get(from_row)
            if box is None or other is None or other[1].said not in box[1].chances:
                return None
            if other[1].said != box[1].said and other[1].said is not None:
                given.setdefault(column, {})[box[0]] = int(other[1].said)
        return given or None

    def _places(self, one: int, other: int) -> float:
        """The number of pairs of cells beside each other, or further apart, to choose from."""
        return self.places / len(self.searches) * pairs_of(one, other, len(self.searches))

    def _undone(self, kind: str, chance: float, given: _Given) -> Iterator[_Shared]:
        """The slip, if one of its columns has an error."""
        if not given.keys() & {*self.broken}:
            return
        edits = tuple(
            (box.row, search.column.at, value)
            for at, values in given.items()
            for search in [self.searches[at]]
            for which, value in values.items()
            for box in [search.column.boxes[which]]
            if box.said != value
        )
        shows = any(
            self.searches[at].as_it_is.forced - self.searches[at].base(values).forced
            for at, values in given.items()
        )
        yield _Shared(chance, Correction(kind, edits, self.at_row[edits[0][0]]), given, shows)


def _given(some: Sequence[_Shared]) -> _Given | None:
    """The values of boxes under shared slips, by column; ``None`` if two are about one box."""
    found: dict[int, dict[int, int]] = {}
    for one in some:
        for at, values in one.given.items():
            mine = found.setdefault(at, {})
            if mine.keys() & values.keys():
                return None
            mine.update(values)
    return found


def _whole(hypotheses: Sequence[ColumnHypothesis]) -> Origins:
    """The total probability of a column over its hypotheses."""
    if not hypotheses:
        return Origins(NEVER, NEVER)
    return Origins(*map(log_sum, zip(*(one.log for one in hypotheses), strict=True)))


class _CardExplainer(Explainer):
    """Explains findings by the hypotheses of their columns."""

    columns: frozenset[int] = frozenset()
    """The columns of the table that are reported."""
    mended: frozenset[CellRef] = frozenset()
    """The cells that the likeliest hypothesis changes.

    Others stay as they are, such as boxes that are still empty, and sums over several cards.
    """

    def _mine(self, group: Group) -> list[tuple[int, int]]:
        del group
        return sorted(
            (at, which)
            for which, at in enumerate(self.where)
            if at is not None
            and self._column(self.findings[which]) in self.columns
            and (self.findings[which].severity > Severity.WARNING or self.findings[which].cell in self.mended)
        )

    def _assigned(
        self, hypothesis: Hypothesis, mine: Sequence[tuple[int, int]]
    ) -> list[tuple[Correction, ...]]:
        """Which correction of a hypothesis repairs which finding: one in its column.

        Of several findings in a column, it is the first that is not above it, since sums are below their
        boxes.
        """
        places = [(at, self._column(self.findings[which])) for at, which in mine]
        taken: list[list[Correction]] = [[] for _ in mine]
        owners: list[int] = []
        for correction in hypothesis.corrections:
            # The consequence of a slip belongs to the slip, which is above it.
            if correction.kind != CONTROL_FOLLOWS:
                columns = _columns_of(correction)
                owners = [i for column in columns for i in self._owner(correction, column, places)]
            for i in owners:
                taken[i].append(correction)
        return [
            tuple(corrections or (one for one in hypothesis.corrections if column in _columns_of(one)))
            for corrections, (_, column) in zip(taken, places, strict=True)
        ]

    def _owner(self, correction: Correction, column: int, places: Sequence[tuple[int, int]]) -> Sequence[int]:
        """The finding of a column that a correction repairs, given the entry and the column of each."""
        first = min(self.at_row[row] for row, at, _ in correction.edits if at == column)
        mine = [i for i, (_, other) in enumerate(places) if other == column]
        return ([i for i in mine if places[i][0] >= first] or mine[-1:])[:1]

    def _diagnosis(
        self,
        finding: Finding,
        found: Mapping[tuple[Correction, ...], float],
        first: tuple[Correction, ...],
        needed: Callable[[tuple[Correction, ...]], set[CellEdit]],
        *,
        alone: bool,
    ) -> Diagnosis:
        diagnosis = super()._diagnosis(finding, found, first, needed, alone=alone)
        edits = diagnosis.fixes[0].edits if diagnosis.fixes else ()
        mine = [edit.cell for edit in edits if self._column_of(edit.cell) == self._column(finding)]
        if diagnosis.cell is None or not mine:
            return diagnosis
        # Of swapped cells none is more wrong than the other, so each card gets its own.
        if diagnosis.fixes[0].kind in _OF_SEVERAL and finding.cell in mine:
            return diagnosis._replace(cell=finding.cell)
        same = self._column_of(diagnosis.cell) == self._column(finding)
        return diagnosis if same else diagnosis._replace(cell=mine[0])

    def _fix(
        self, corrections: Sequence[Correction], share: float, decides: Mapping[str, Param], *, alone: bool
    ) -> Fix:
        del alone
        fix = super()._fix(corrections, share, decides, alone=False)
        edits = [self.sheet.table.place_of(edit.cell) for edit in fix.edits]
        players = tuple(dict.fromkeys(self._who(column) for _, column in edits))
        params: dict[str, Param] = {
            **fix.params,
            "what": "card" if len(players) == 1 else "cards",
            "game": players,
            "roles": tuple("box" for _ in edits),
            "boxes": tuple(self._label(row) for row, _ in edits),
        }
        return replace(fix, params=params)

    def _label(self, row: int) -> str:
        at = self.at_row.get(row)
        return "" if at is None else label_of(self.entries[at])

    def _decides(self, ties: Sequence[tuple[Correction, ...]]) -> dict[str, Param]:
        """The question for the players: who remembers the dice can decide."""
        rows = dict.fromkeys(
            correction.edits[0][0]
            for corrections in ties
            for correction in corrections
            if correction.kind != CONTROL_FOLLOWS
        )
        labels = tuple(map(self._label, rows))
        return {"ask": "which" if len(labels) > 1 else "thrown", "with": labels}


def of_cards(checked: SheetToMend) -> tuple[list[tuple[int, Diagnosis]], bool]:
    """The diagnoses of findings on cards, by position, and whether the search was complete."""
    sheet, layout, entries, budget = checked.sheet, checked.layout, checked.entries, checked.budget
    card = layout.mending().card
    columns = card(sheet, entries) if card is not None else ()
    tries = _TRIES_A_LOOK * budget.left
    effort = Effort(tries)
    search = CardSearch(columns, entries, effort, sheet.formulas)
    complete = search.run()
    budget.spend(int(tries - effort.left) // _TRIES_A_LOOK)
    explainer = _CardExplainer(sheet, entries, checked.findings)
    found: list[tuple[int, Diagnosis]] = []
    for at, hypotheses in search.found.items():
        explainer.columns = frozenset({columns[at].at})
        best = hypotheses[0].corrections if hypotheses else ()
        explainer.mended = frozenset(sheet.table.cell(*edit[:2]) for one in best for edit in one.edits)
        found += explainer.of_group(Group(0, len(entries), tuple(hypotheses), joined=True))
    if len(set(sheet.players)) < len(sheet.players):
        from scorecheck.repair.follows import with_results_again

        found = [(which, with_results_again(checked, diagnosis)) for which, diagnosis in found]
    return found, complete


def _corrections(
    search: ColumnSearch,
    hypothesis: ColumnHypothesis,
    shared: Sequence[_Shared],
    mended: Iterable[ColumnHypothesis],
) -> tuple[Correction, ...]:
    """The corrections of a column's hypothesis, with shared ones and what these require."""
    with_others = [one.correction for one in shared]
    if with_others:
        with_others[1:1] = search.following(hypothesis.follows)
    return (*with_others, *chain.from_iterable(one.corrections for one in mended), *hypothesis.corrections)


def _columns_of(correction: Correction) -> set[int]:
    return {at for _, at, _ in correction.edits}

"""One player's column of a card: the meant values of its boxes and sums.

A card is made in this order: a value is written into each box, the sums are calculated, and perhaps all is
copied. A slip may happen at each step; slips before the sums are in the sums, too. The search corrects up to
three slips in boxes and compares the result with the sums (``sums.py``), which were calculated by hand, with
slips of their own, or by a spreadsheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from math import inf, log

from scorecheck.checks.card import CardBox, CardColumn, CardSum
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import added_up, rate_on_card, read_as
from scorecheck.repair.hypothesis import CONTROL_FOLLOWS, CellEdit, Correction, log_sum
from scorecheck.repair.judge import Effort
from scorecheck.repair.sums import TOO_UNLIKELY, Explained, Groups, Sums

_MOST_HYPOTHESES = 48
NEVER = -1e3
"""The log-probability of the impossible."""
_MOST_FORCED = 4
MOST_SLIPS = 3
"""The largest number of slips in the boxes of a column, including shared ones."""
_NEAR_ROWS = 3
"""Two swapped values are at most this many rows apart."""


class Origins(NamedTuple):
    """Log-probabilities by how the sums of the column were made."""

    hand: float
    """They were calculated by hand."""
    computed: float
    """A spreadsheet calculates them from the written values."""


class ColumnHypothesis(NamedTuple):
    """A hypothesis about the meant values of a column."""

    log: Origins
    slips: float
    """The part of it for the slips alone."""
    corrections: tuple[Correction, ...]
    many: int
    """The number of slips."""
    follows: tuple[CellEdit, ...] = ()
    """Sums that are wrong because of given values."""

    @property
    def by_hand(self) -> ColumnHypothesis:
        """The same if no spreadsheet can have made the sums."""
        return self._replace(log=self.log._replace(computed=NEVER))


class _Change(NamedTuple):
    """Boxes whose meant value is another."""

    weight: float
    slips: float
    boxes: frozenset[int]
    """The boxes by position."""
    by: Mapping[str, int]
    """The change of their groups."""
    correction: Correction


class Base(NamedTuple):
    """A column with given values."""

    true: Mapping[str, int]
    """The sums of the boxes of each group; impossible values count 0."""
    forced: frozenset[int]
    """The boxes with impossible values."""
    weight: float

    def groups(self, changes: Iterable[_Change] = ()) -> Groups:
        """The sums of groups after some changes."""
        meant = dict(self.true)
        for change in changes:
            for group, by in change.by.items():
                meant[group] += by
        return tuple(meant.values())


class ColumnSearch:
    """The search in one player's column."""

    def __init__(self, column: CardColumn, at_row: Mapping[int, int], places: int, effort: Effort) -> None:
        """For this column.

        ``at_row`` gives the entry of a table row, ``places`` is the number of cells in all columns.
        """
        self.column, self.at_row, self.places, self.effort = column, at_row, places, effort
        self._sums, self._of_one = Sums(column, places, effort), cache(self._of_box)
        self.box_in = {box.row: (at, box) for at, box in enumerate(column.boxes)}
        """The box in each row of the table, with its place in the column."""
        self._least = -inf
        """Hypotheses that are less likely (a logarithm) are dropped: it rises with what was found so far."""
        said = {at: box.said for at, box in enumerate(column.boxes) if box.said is not None}
        nothing = Base(dict.fromkeys(self._sums.seen, 0), frozenset(range(len(column.boxes))), 0.0)
        self.as_it_is = self._with(nothing, said)
        self.is_right = not self.as_it_is.forced and self._sums.fit(self.as_it_is.groups())

    @cached_property
    def _left_empty(self) -> float:
        """The log-probability that a struck box is left empty, which few boxes are."""
        struck = sum(box.chances.get(0, 0.0) for box in self.column.boxes)
        cells = len(self.column.boxes) + len(self.column.sums)
        return rate_on_card("left-empty", self.places * struck / cells)

    @cached_property
    def _likeliest(self) -> float:
        """The log-probability of the likeliest slip in boxes."""
        return max((change.weight for change in self._changes(self.as_it_is, {})), default=NEVER)

    def at_best(self, given: Mapping[int, int], *, shows: bool) -> float:
        """An upper bound for the column with given values.

        ``shows``: the slip is visible although the sums follow from it.
        """
        base = self.base(given)
        if base.forced:
            return base.weight + self._likeliest
        right = (shows and self._sums.agree) or self._sums.fit(base.groups())
        return base.weight + (0.0 if right else max(self._likeliest, self._sums.at_best))

    def hypotheses(
        self, given: Mapping[int, int] | None = None, most: int = MOST_SLIPS, least: float = -inf
    ) -> list[ColumnHypothesis]:
        """The likeliest hypotheses, none below ``least`` (a logarithm), with up to ``most`` slips in boxes.

        Values in ``given``, by position, are certain and cost no slip here.

        Raises:
            BudgetExhausted: the budget is used up.
        """
        found = self._searched(given or {}, most, least)
        if most:
            found += self._without_exchanges(given or {}, most - 1, max(least, self._least))
        return _merged(found)

    def _searched(self, given: Mapping[int, int], most: int, least: float) -> list[ColumnHypothesis]:
        """The same for sums in their places; none below ``least``."""
        base = self.base(given)
        # Impossible values need a slip each; one more may be visible in the sums only.
        most = max(most, min(len(base.forced) + 1, _MOST_FORCED))
        if len(base.forced) > _MOST_FORCED:
            return []
        found: list[ColumnHypothesis] = []
        changes = self._changes(base, given) if most else []
        self._least = least
        for many in range(len(base.forced) > 0, most + 1):
            for some in self._sets(base, changes, many):
                for hypothesis in self._with_sums(base, some):
                    found.append(hypothesis)
                    self._least = max(self._least, max(hypothesis.log) - TOO_UNLIKELY)
        return found

    def _without_exchanges(
        self, given: Mapping[int, int], most: int, least: float
    ) -> Iterator[ColumnHypothesis]:
        """The hypotheses of the column if a box and a nearby sum are not swapped."""
        for (at, box), one in product(enumerate(self.column.boxes), self.column.sums):
            if at in given or one.row is None or abs(one.row - box.row) > _NEAR_ROWS:
                continue
            if not self._may_have_been(box, one):
                continue
            slip = self._of_row("wrong-row", 2 ** abs(one.row - box.row))
            said: Sequence[tuple[int, Number | None]] = ((box.row, one.said), (one.row, box.said))
            edits = tuple((row, self.column.at, value) for row, value in sorted(said))
            exchanged = Correction("wrong-row", edits, self.at_row[edits[0][0]])
            before = ColumnSearch(_exchanged(self.column, box, one), self.at_row, self.places, self.effort)
            for hypothesis in before._searched(given, most, least - slip):
                # A spreadsheet puts its sums in their places.
                yield hypothesis._replace(
                    log=Origins(hypothesis.log.hand + slip, NEVER),
                    slips=hypothesis.slips + slip,
                    corrections=(exchanged, *hypothesis.corrections),
                    many=hypothesis.many + 1,
                )

    def _may_have_been(self, box: CardBox, one: CardSum) -> bool:
        """Whether a box may have the value of a sum, and is wrong as it is or fits the sum."""
        if box.said is None or box.said == one.said or one.said not in box.chances:
            return False
        wrong = one.gives is None and box.said not in box.chances
        return wrong or self._sums.may_be_box(one, box.group, box.said)

    def _sets(self, base: Base, changes: Sequence[_Change], many: int) -> Iterator[tuple[_Change, ...]]:
        """Sets of slips in different boxes, with all impossible ones; none too improbable beside the best."""
        likeliest = changes[0].weight if changes else 0.0
        best: dict[int, float] = {}
        for change in changes if base.forced else ():
            share = change.weight / max(1, len(change.boxes & base.forced))
            best.update({box: max(share, best.get(box, -inf)) for box in change.boxes & base.forced})

        def more(
            some: tuple[_Change, ...], weight: float, left: frozenset[int], first: int
        ) -> Iterator[tuple[_Change, ...]]:
            room = many - len(some)
            if not room:
                if not left:
                    yield some
                return
            box = min(left, default=None)
            for at in range(first, len(changes)):
                change = changes[at]
                if box is not None and box not in change.boxes:
                    continue
                after = left - change.boxes
                further = likeliest if left else change.weight
                ahead = sum([best.get(one, NEVER) for one in after]) + max(0, room - 1 - len(after)) * further
                if weight + change.weight + ahead < self._least:
                    if box is None:
                        return
                    continue
                if not any(change.boxes & one.boxes for one in some):
                    after_it = at + 1 if box is None else 0
                    yield from more((*some, change), weight + change.weight, after, after_it)

        return more((), base.weight, base.forced, 0)

    # The boxes.

    def base(self, given: Mapping[int, int]) -> Base:
        """The boxes as written, except given values."""
        return self._with(self.as_it_is, given)

    def _with(self, base: Base, given: Mapping[int, Number]) -> Base:
        true, forced, weight = dict(base.true), set(base.forced), base.weight
        for at, value in given.items():
            box = self.column.boxes[at]
            if at not in forced and box.said is not None:
                true[box.group] -= int(box.said)
                weight -= log(box.chances[int(box.said)])
            forced.add(at)
            if value in box.chances:
                forced.remove(at)
                true[box.group] += int(value)
                weight += log(box.chances[int(value)])
        return Base(true, frozenset(forced), weight)

    def _changes(self, base: Base, given: Mapping[int, int]) -> list[_Change]:
        """The possible changes by one slip in boxes, the likeliest first."""
        free = [at for at in range(len(self.column.boxes)) if at not in given]
        found = [change for at in free for change in self._of_one(at)]
        for one, other in product(free, free):
            if 0 < other - one <= _NEAR_ROWS:
                found += self._exchanged(one, other)
            if abs(other - one) == 1 and one in base.forced:
                found += self._beside(one, other)
        found.sort(key=lambda change: -change.weight)
        return found

    def _of_box(self, at: int) -> Sequence[_Change]:
        """The possible changes of one box."""
        said, readable = self.column.boxes[at].said, self.column.boxes[at].readable
        found: list[_Change] = []
        for value in self.column.boxes[at].chances:
            if value == said:
                continue
            if said is not None:
                kind, share = read_as(said, value)
                chances = self.column.boxes[at].chances
                added = rate_on_card("dice", self.places) + log(added_up(said, value))
                ways = [rate_on_card("written", self.places) + share, added]
                # Who strikes a box writes no points of a throw.
                if said and said in chances:
                    ways.append(rate_on_card("other-throw", self.places) + log(chances[int(said)]))
                slip = log_sum(ways)
            elif readable:
                kind, slip = "left-out", rate_on_card("left-out", self.places) if value else self._left_empty
            else:
                kind, slip = "unreadable", rate_on_card("other", self.places)
            found.append(self._change(kind, slip, {at: value}))
        return found

    def _exchanged(self, one: int, other: int) -> Iterator[_Change]:
        """Two values of the column are swapped."""
        first, second = self.column.boxes[one].said, self.column.boxes[other].said
        if first is None or second is None or first == second:
            return
        values = {one: int(second), other: int(first)}
        if all(value in self.column.boxes[at].chances for at, value in values.items()):
            yield self._change("wrong-row", self._of_row("wrong-row", 2 ** (other - one)), values)

    def _beside(self, empty: int, over: int) -> Iterator[_Change]:
        """A value is in an adjacent row in place of its value, and its own box is empty."""
        moved, mine = self.column.boxes[over].said, self.column.boxes[empty]
        if mine.said is None and moved is not None and moved in mine.chances:
            for value in self.column.boxes[over].chances:
                values = {empty: int(moved), over: value}
                # Of two equal values nothing is seen but the empty box.
                kind = "left-out" if value == moved else "wrong-row"
                yield self._change(kind, self._of_row("wrong-row", 4), values)

    def _of_row(self, kind: str, places: int) -> float:
        """The log-probability of a slip that a box shares with so many others."""
        return rate_on_card(kind, self.places * places)

    def _change(self, kind: str, slip: float, values: Mapping[int, int]) -> _Change:
        weight, by = slip, dict[str, int]()
        edits: list[tuple[int, int, Number]] = []
        for at, value in values.items():
            box = self.column.boxes[at]
            stood = int(box.said) if box.said is not None and box.said in box.chances else None
            weight += log(box.chances[value]) - (0.0 if stood is None else log(box.chances[stood]))
            by[box.group] = by.get(box.group, 0) + value - (stood or 0)
            if value != box.said:
                edits.append((box.row, self.column.at, value))
        correction = Correction(kind, tuple(edits), self.at_row[edits[0][0]])
        return _Change(weight, slip, frozenset(values), by, correction)

    # The sums.

    def _with_sums(self, base: Base, changes: Sequence[_Change]) -> Iterator[ColumnHypothesis]:
        groups = base.groups(changes)
        # Whether the slips are visible although the sums are calculated from the written values.
        shown = self._sums.agree and all(change.boxes & base.forced for change in changes)
        weight = base.weight + sum([change.weight for change in changes])
        if not (shown or self._sums.fit(groups)) and weight + self._sums.unfit < self._least:
            return
        sums = self._sums.explained(groups, follow=bool(changes))
        if sums is not None and (sums.roots or not shown or changes):
            logs = Origins(weight + sums.weight, weight if shown and changes else NEVER)
            if max(logs) >= self._least:
                yield self._hypothesis(changes, groups, sums, logs)
        if shown and (sums is None or not changes):
            by_hand = NEVER if sums is None or sums.roots else weight + sums.weight
            yield self._hypothesis(changes, groups, Explained(0.0, 0.0, {}), Origins(by_hand, weight))

    def _hypothesis(
        self, changes: Sequence[_Change], groups: Groups, sums: Explained, logs: Origins
    ) -> ColumnHypothesis:
        """The slips in boxes with those in sums, and with sums that are wrong because of any."""
        self.effort.spend()
        found = [change.correction for change in changes]
        for kind, one, due in sums.roots:
            edits = () if one.row is None else ((one.row, self.column.at, due),)
            found.append(Correction(kind, edits, -1 if one.row is None else self.at_row[one.row]))
        causes = self._causes(changes, sums, self._sums.dues(groups))
        behind: list[list[CellEdit]] = [[] for _ in found]
        follows: list[CellEdit] = []
        for one, due in self._sums.wrong(groups):
            if one.row is None or any(one is root for _, root, _ in sums.roots):
                continue
            at, edit = causes.get(one.key), (one.row, self.column.at, due)
            if at is None:
                follows.append(edit)
            elif found[at].edits:
                behind[at].append(edit)
            else:
                # A sum that is not written is visible in the next one.
                found[at] = found[at]._replace(edits=(edit,), at=self.at_row[one.row])
        made = tuple(
            correction
            for cause, some in zip(found, behind, strict=True)
            for correction in (cause, *self.following(some))
            if correction.edits
        )
        slips = sum(change.slips for change in changes) + sums.slips
        return ColumnHypothesis(logs, slips, made, len(found), tuple(follows))

    def _causes(
        self, changes: Sequence[_Change], sums: Explained, dues: Mapping[str, int]
    ) -> Mapping[str, int]:
        """Which slip is behind each group and sum: of those in boxes the first, then those in sums."""
        causes = {group: at for at, change in reversed([*enumerate(changes)]) for group in change.by}
        roots = {one.key: at for at, (_, one, _) in enumerate(sums.roots, len(changes))}
        for one in self.column.sums:
            wrong = (part for part in one.parts if sums.used.get(part) != dues[part])
            at = next((causes[part] for part in wrong if part in causes), roots.get(one.key))
            if at is not None:
                causes[one.key] = at
        return causes

    def following(self, edits: Sequence[CellEdit]) -> Iterator[Correction]:
        """The effect of a slip on sums calculated from it, which have no slip of their own."""
        if edits:
            yield Correction(CONTROL_FOLLOWS, tuple(edits), self.at_row[edits[0][0]])


def _exchanged(column: CardColumn, box: CardBox, one: CardSum) -> CardColumn:
    """The column with the values of a box and a sum exchanged."""
    boxes = [box._replace(said=one.said, readable=True) if other is box else other for other in column.boxes]
    sums = [one._replace(said=box.said) if other is one else other for other in column.sums]
    return column._replace(boxes=tuple(boxes), sums=tuple(sums))


def _merged(hypotheses: Iterable[ColumnHypothesis]) -> list[ColumnHypothesis]:
    """The likeliest hypotheses, with those of equal edits merged."""
    alike: dict[frozenset[CellEdit], ColumnHypothesis] = {}
    for hypothesis in hypotheses:
        edits = (edit for correction in hypothesis.corrections for edit in correction.edits)
        key = frozenset((*hypothesis.follows, *edits))
        known = alike.get(key)
        if known is not None:
            better = known if max(known.log) >= max(hypothesis.log) else hypothesis
            both = zip(known.log, hypothesis.log, strict=True)
            hypothesis = better._replace(log=Origins(*map(log_sum, both)))
        alike[key] = hypothesis
    return sorted(alike.values(), key=lambda hypothesis: -max(hypothesis.log))[:_MOST_HYPOTHESES]

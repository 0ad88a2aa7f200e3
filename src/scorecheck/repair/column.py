"""One player's column of a card: the ways in which its boxes and sums may have been meant.

A card comes about in this order: a value is written into each box, the sums are worked out from what
stands there, and perhaps all is copied once more. A slip may happen at each step; if it happens before
the sums are worked out, they follow it. The search tries what up to two slips in boxes undo, and holds
each against the sums, which may have slips of their own.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import added_up, rate, rate_on_card, read_as
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.slips import constant, weights
from scorecheck.repair.unit import Unit, Way, merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.checks.card import CardBox, CardColumn, CardSum
    from scorecheck.model.cells import Number

_TOO_UNLIKELY = 8.0
"""What is so much less likely than the best (the logarithm) is not gone after."""
_MOST_WAYS = 48
_MOST_FORCED = 2
_MOST_WRONG_SUMS = 2
_NEAR_ROWS = 3
"""Values change places with one so many rows away at most."""


class Effort:
    """What the search on one sheet may still try."""

    def __init__(self, tries: int) -> None:
        """So many tries."""
        self.left = tries
        self.spent = 0

    def spend(self) -> None:
        """Takes one try.

        Raises:
            BudgetExhausted: there is none left.
        """
        if self.left <= 0:
            raise BudgetExhausted
        self.left -= 1
        self.spent += 1


class _Change(NamedTuple):
    """Boxes that say something else than what was meant."""

    weight: float
    slips: float
    boxes: frozenset[int]
    """Which boxes, by their place in the column."""
    by: tuple[tuple[str, int], ...]
    """What it adds to the groups that they are in."""
    unit: Unit


class _Base(NamedTuple):
    """A column with what is taken for granted."""

    true: Mapping[str, int]
    """What the boxes of each group come to; those that cannot stay as they are count nothing."""
    forced: frozenset[int]
    """The boxes that cannot stay as they are."""
    weight: float


class _Sums(NamedTuple):
    """What the sums say to the boxes."""

    weight: float
    slips: float
    used: Mapping[str, int]
    cause: Mapping[str, int]
    """For a sum or group that misleads the sums after it: the slip behind it; -1 is that of the boxes."""
    roots: tuple[tuple[str, CardSum, int], ...]
    """The slips, each with the sum that it is in and what should stand there."""
    followers: tuple[tuple[int, CardSum, int], ...]
    """Sums that are wrong because of one of the slips."""


class ColumnSearch:
    """The search in one player's column."""

    def __init__(self, column: CardColumn, at_row: Mapping[int, int], places: int, effort: Effort) -> None:
        """Looks in this column; ``at_row`` gives the entry of a row of the table, ``places`` is how many
        cells all columns have."""
        self.column, self.at_row, self.places, self.effort = column, at_row, places, effort
        model = weights().model
        self._before, self._after = log(model["total-follows"]), log(1 - model["total-follows"])
        self._seen = self._seen_groups()
        self._sums: dict[tuple[tuple[str, int], ...], _Sums | None] = {}
        self._single: dict[int, list[_Change]] = {}
        as_it_is = self._base({})
        self.is_right = self._is_right(as_it_is)
        self.as_it_is = as_it_is.weight
        """How likely the boxes are as they stand: the logarithm."""

    def _seen_groups(self) -> dict[str, int | None]:
        seen: dict[str, int | None] = {name: 0 for one in self.column.sums for name in one.parts}
        for one in self.column.sums:
            seen.pop(one.key, None)
        for box in self.column.boxes:
            sofar = seen.get(box.group, 0)
            seen[box.group] = None if sofar is None or not box.readable else sofar + int(box.said or 0)
        return seen

    def _is_right(self, base: _Base) -> bool:
        if base.forced:
            return False
        sums = self._judged(base.true)
        return sums is not None and not sums.roots and not sums.followers

    def ways(self, given: Mapping[int, int] | None = None, most: int = 2) -> list[Way]:
        """The likeliest ways in which the column may have been meant, with up to ``most`` slips in boxes.

        What ``given`` says of boxes, by their place, is taken for granted: it takes no slip here.

        Raises:
            BudgetExhausted: the budget is used up.
        """
        base = self._base(given or {})
        if len(base.forced) > _MOST_FORCED:
            return []
        found: list[Way] = []
        if not base.forced:
            found += self._with_sums(base, ())
        changes = self._changes(base, given or {})
        if most >= 1:
            for change in changes:
                if base.forced <= change.boxes:
                    found += self._with_sums(base, (change,))
        if most >= 2:
            found += self._pairs(base, changes, max((way.weight for way in found), default=float("-inf")))
        return merged(found, _MOST_WAYS)

    def _pairs(self, base: _Base, changes: Sequence[_Change], best: float) -> Iterator[Way]:
        for first, one in enumerate(changes):
            for other in changes[first + 1 :]:
                if base.weight + one.weight + other.weight < best - _TOO_UNLIKELY:
                    break
                if one.boxes & other.boxes or not base.forced <= one.boxes | other.boxes:
                    continue
                for way in self._with_sums(base, (one, other)):
                    best = max(best, way.weight)
                    yield way

    # The boxes.

    def _base(self, given: Mapping[int, int]) -> _Base:
        true = dict.fromkeys(self._seen, 0)
        forced: set[int] = set()
        weight = 0.0
        for at, box in enumerate(self.column.boxes):
            value = given.get(at, box.said)
            if value is None or value not in box.chances:
                forced.add(at)
                continue
            true[box.group] += int(value)
            weight += log(box.chances[int(value)])
        return _Base(true, frozenset(forced), weight)

    def _changes(self, base: _Base, given: Mapping[int, int]) -> list[_Change]:
        """What one slip in boxes may have been, likeliest first."""
        found: list[_Change] = []
        for at in range(len(self.column.boxes)):
            if at not in given:
                if at not in self._single:
                    self._single[at] = list(self._of_one(at))
                found += self._single[at]
        free = [at for at in range(len(self.column.boxes)) if at not in given]
        for one in free:
            for other in free:
                if 0 < other - one <= _NEAR_ROWS:
                    found += self._exchanged(one, other)
                if abs(other - one) == 1 and one in base.forced:
                    found += self._beside(one, other)
        found.sort(key=lambda change: -change.weight)
        return found

    def _of_one(self, at: int) -> Iterator[_Change]:
        box = self.column.boxes[at]
        for value in box.chances:
            if value == box.said:
                continue
            if box.said is not None:
                kind, share = read_as(box.said, value)
                yield self._change(kind, rate_on_card("written", self.places) + share, {at: value})
            elif box.readable:
                yield self._change("left-out", rate("left-out", self.places), {at: value})
            else:
                yield self._change("unreadable", rate("other", self.places), {at: value})

    def _exchanged(self, one: int, other: int) -> Iterator[_Change]:
        """Two values of the column changed places."""
        first, second = self.column.boxes[one].said, self.column.boxes[other].said
        if first is None or second is None or first == second:
            return
        values = {one: int(second), other: int(first)}
        if all(value in self.column.boxes[at].chances for at, value in values.items()):
            yield self._change("wrong-row", self._of_row("wrong-row", 2 ** (other - one)), values)

    def _beside(self, empty: int, over: int) -> Iterator[_Change]:
        """A value in the row beside its own, over the one that belongs there; its own box is empty."""
        moved = self.column.boxes[over].said
        if self.column.boxes[empty].said is not None or moved is None:
            return
        if moved not in self.column.boxes[empty].chances:
            return
        for value in self.column.boxes[over].chances:
            yield self._change("wrong-row", self._of_row("wrong-row", 4), {empty: int(moved), over: value})

    def _of_row(self, kind: str, places: int) -> float:
        """The logarithm of the chance of a slip that a box shares with so many others."""
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
        unit = Unit(kind, tuple(edits), self.at_row[edits[0][0]])
        return _Change(weight, slip, frozenset(values), tuple(by.items()), unit)

    # The sums.

    def _with_sums(self, base: _Base, changes: Sequence[_Change]) -> Iterator[Way]:
        self.effort.spend()
        true = dict(base.true)
        for change in changes:
            for group, by in change.by:
                true[group] += by
        sums = self._judged(true)
        if sums is None:
            return
        units = [change.unit for change in changes]
        slips = sum(change.slips for change in changes) + sums.slips
        weight = base.weight + sum(change.weight for change in changes) + sums.weight
        boxes = len(units)
        for kind, one, due in sums.roots:
            edits = () if one.row is None else ((one.row, self.column.at, due),)
            units.append(Unit(kind, edits, -1 if one.row is None else self.at_row[one.row]))
        for which, one, due in sums.followers:
            if which < 0 and not boxes:
                return
            if one.row is not None:
                at = boxes + which if which >= 0 else 0
                edits = (*units[at].edits, (one.row, self.column.at, due))
                units[at] = units[at]._replace(edits=edits, at=self.at_row[edits[0][0]])
        yield Way(weight, slips, tuple(unit for unit in units if unit.edits))

    def _judged(self, true: Mapping[str, int]) -> _Sums | None:
        """What the sums say if the boxes were meant to come to this; ``None``: that cannot be."""
        key = tuple(true.items())
        if key not in self._sums:
            self._sums[key] = self._judged_anew(true)
        return self._sums[key]

    def _judged_anew(self, true: Mapping[str, int]) -> _Sums | None:
        dues = dict(true)
        for one in self.column.sums:
            dues[one.key] = _worked_out(one, dues)
        beliefs = [_Sums(0.0, 0.0, {}, {}, (), ())]
        for group, due in true.items():
            seen = self._seen[group]
            options: list[tuple[float, int, tuple[tuple[str, int], ...]]] = [
                (0.0 if seen == due else self._after, due, ())
            ]
            if seen is not None and seen != due:
                options.append((self._before, seen, ((group, -1),)))
            beliefs = [
                belief._replace(
                    weight=belief.weight + weight,
                    used={**belief.used, group: used},
                    cause={**belief.cause, **dict(cause)},
                )
                for belief in beliefs
                for weight, used, cause in options
            ]
        for one in self.column.sums:
            beliefs = [
                after
                for belief in beliefs
                for after in self._on(belief, one, dues[one.key])
                if len(after.roots) <= _MOST_WRONG_SUMS
            ]
            if not beliefs:
                return None
            least = max(belief.weight for belief in beliefs) - _TOO_UNLIKELY
            beliefs = [belief for belief in beliefs if belief.weight >= least]
        best = max(beliefs, key=lambda belief: belief.weight)
        weight = best.weight + log(sum(exp(belief.weight - best.weight) for belief in beliefs))
        return best._replace(weight=weight)

    def _on(self, belief: _Sums, one: CardSum, due: int) -> Iterator[_Sums]:
        """What may have happened at one sum: it was worked out, then perhaps misread."""
        worked = _worked_out(one, belief.used)
        cause = next((belief.cause[part] for part in one.parts if part in belief.cause), None)
        said = worked if one.said is None else one.said
        follows = belief
        if cause is not None and worked != due:
            follows = belief._replace(cause={**belief.cause, one.key: cause})
        if said == worked:
            weight = 0.0
            if said != due and cause is not None:
                follows = follows._replace(followers=(*follows.followers, (cause, one, due)))
            yield _used(follows, one.key, int(said), weight)
            if one.gives is not None and one.said is None and worked:
                # An empty box of the bonus: whether it was counted the total tells.
                root = len(belief.roots)
                forgotten = belief._replace(
                    roots=(*belief.roots, ("bonus-forgotten", one, due)),
                    cause={**belief.cause, one.key: root},
                )
                yield _used(forgotten, one.key, 0, self._of_row("bonus", 1))
            return
        if said == due:
            yield _used(belief, one.key, int(said), log(constant("right-all-the-same")))
        root = len(belief.roots)
        for kind, slip, carried in self._slips(one, said, worked):
            after = belief._replace(
                roots=(*belief.roots, (kind, one, due)) if said != due else belief.roots,
                cause={**belief.cause, one.key: root} if carried and said != due else belief.cause,
            )
            yield _used(after, one.key, int(said) if carried else worked, slip)

    def _slips(self, one: CardSum, said: Number, worked: int) -> Iterator[tuple[str, float, bool]]:
        """The slips that made a sum say this instead of what was worked out."""
        if one.gives is not None and (said == 0 or worked == 0):
            kind = "bonus-forgotten" if said == 0 else "bonus-unearned"
            yield kind, rate_on_card("bonus", 2 * self.places), True
            yield kind, rate_on_card("bonus", 2 * self.places), False
            return
        copied, share = read_as(said, worked)
        yield copied, rate_on_card("misread", self.places) + share, False
        if one.gives is None:
            yield (
                "added-up",
                rate_on_card("added-up", self.places) + log(added_up(said, worked, of_card=True)),
                True,
            )


def _worked_out(one: CardSum, values: Mapping[str, int]) -> int:
    whole = sum(values[part] for part in one.parts)
    return whole if one.gives is None else one.gives(whole)


def _used(belief: _Sums, key: str, value: int, slip: float) -> _Sums:
    return belief._replace(
        weight=belief.weight + slip, slips=belief.slips + slip, used={**belief.used, key: value}
    )


def box_at(column: CardColumn, row: int) -> tuple[int, CardBox] | None:
    """The box of a column in a row of the table, with its place; ``None``: there is none."""
    return next(((at, box) for at, box in enumerate(column.boxes) if box.row == row), None)


def rows_of(columns: Iterable[CardColumn]) -> list[int]:
    """The rows in which any of the columns has a box, in their order."""
    return sorted({box.row for column in columns for box in column.boxes})

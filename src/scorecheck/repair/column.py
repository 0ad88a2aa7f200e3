"""One player's column of a card: the meant values of its boxes and sums.

A card is made in this order: a value is written into each box, the sums are calculated, and perhaps all is
copied. A slip may happen at each step; slips before the sums are in the sums, too. The search corrects up to
three slips in boxes and compares the result with the sums, which were calculated by hand, with slips of their
own, or by a spreadsheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import inf, log

from scorecheck.checks.card import CardBox, CardColumn, CardSum
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import added_up, rate, rate_on_card, read_as
from scorecheck.repair.hypothesis import CONTROL_FOLLOWS, CellEdit, Correction, log_sum
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.slips import constant

TOO_UNLIKELY = 8.0
"""Hypotheses below the best by more than this log ratio are dropped."""
_MOST_HYPOTHESES = 48
NEVER = -1e3
"""The log-probability of the impossible."""
_MOST_FORCED = 4
_MUCH = 10_000
"""Points in the upper half that give the bonus in any game."""
MOST_SLIPS = 3
"""The largest number of slips in the boxes of a column, including shared ones."""
_MOST_WRONG_SUMS = 2
_NEAR_ROWS = 3
"""Two swapped values are at most this many rows apart."""


class Effort:
    """The remaining number of tries of the search on one sheet."""

    def __init__(self, tries: int) -> None:
        """With this many tries."""
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


_By = tuple[tuple[str, int], ...]
"""Changes by groups of boxes."""


class _Change(NamedTuple):
    """Boxes whose meant value is another."""

    weight: float
    slips: float
    boxes: frozenset[int]
    """The boxes by position."""
    by: _By
    """The change of their groups."""
    correction: Correction


def _changed(true: Mapping[str, int], changes: Iterable[_Change]) -> dict[str, int]:
    """The sums of groups after some changes."""
    meant = dict(true)
    for change in changes:
        for group, by in change.by:
            meant[group] += by
    return meant


class Base(NamedTuple):
    """A column with given values."""

    true: Mapping[str, int]
    """The sums of the boxes of each group; impossible values count 0."""
    forced: frozenset[int]
    """The boxes with impossible values."""
    weight: float


class _Sums(NamedTuple):
    """The evidence of the sums about the boxes."""

    weight: float
    slips: float
    used: Mapping[str, int]
    cause: Mapping[str, int]
    """For a sum or group that makes later sums wrong: the slip; below 0 for those in the boxes of a group."""
    roots: tuple[tuple[str, CardSum, int], ...]
    """The slips, each with its sum and the right value."""
    followers: tuple[tuple[int, CardSum, int], ...]
    """Sums that are wrong because of one of the slips."""


class ColumnSearch:
    """The search in one player's column."""

    def __init__(self, column: CardColumn, at_row: Mapping[int, int], places: int, effort: Effort) -> None:
        """For this column.

        ``at_row`` gives the entry of a table row, ``places`` is the number of cells in all columns.
        """
        self.column, self.at_row, self.places, self.effort = column, at_row, places, effort
        follow = constant("total-follows")
        self._before, self._after = log(follow), log(1 - follow)
        self._seen = self._seen_groups()
        self._of_group = {group: -1 - which for which, group in enumerate(self._seen)}
        self._bonuses = frozenset(one.key for one in column.sums if one.gives is not None)
        self._sums: dict[tuple[int, ...], _Sums | None] = {}
        self._fitting: dict[tuple[int, ...], bool] = {}
        self._single: dict[int, list[_Change]] = {}
        self.box_in = {box.row: (at, box) for at, box in enumerate(column.boxes)}
        """The box in each row of the table, with its place in the column."""
        seen = {group: value or 0 for group, value in self._seen.items()}
        self._least = -inf
        """Hypotheses that are less likely (a logarithm) are dropped: it rises with what was found so far."""
        self.agrees = None not in self._seen.values() and self._fits(tuple(seen.values()))
        """Whether all sums say what the boxes give as they stand."""
        wrong_sum = max(rate_on_card(kind, places) for kind in ("added-up", "misread", "bonus"))
        followed = 0.0 if self.agrees else log(constant("right-all-the-same"))
        self._unfit = max(wrong_sum, self._before + followed)
        """The log-probability of sums that do not fit, at best: one is wrong, or all were worked out from
        the boxes."""
        self._wrong_sum = wrong_sum
        said = {at: box.said for at, box in enumerate(column.boxes) if box.said is not None}
        nothing = Base(dict.fromkeys(self._seen, 0), frozenset(range(len(column.boxes))), 0.0)
        self.as_it_is = self._with(nothing, said)
        self.is_right = not self.as_it_is.forced and self._fits(tuple(self.as_it_is.true.values()))

    def _seen_groups(self) -> dict[str, int | None]:
        seen: dict[str, int | None] = {name: 0 for one in self.column.sums for name in one.parts}
        for one in self.column.sums:
            seen.pop(one.key, None)
        for box in self.column.boxes:
            sofar = seen.get(box.group, 0)
            seen[box.group] = None if sofar is None or not box.readable else sofar + int(box.said or 0)
        return seen

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
        right = (shows and self.agrees) or self._fits(tuple(base.true.values()))
        return base.weight + (0.0 if right else max(self._likeliest, self._wrong_sum))

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
        return merged_columns(found, _MOST_HYPOTHESES)

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
        for at, which in product(range(len(self.column.boxes)), range(len(self.column.sums))):
            box, one = self.column.boxes[at], self.column.sums[which]
            if at in given or one.row is None or abs(one.row - box.row) > _NEAR_ROWS:
                continue
            if not self._may_have_been(box, one):
                continue
            slip = self._of_row("wrong-row", 2 ** abs(one.row - box.row))
            said: Sequence[tuple[int, Number | None]] = ((box.row, one.said), (one.row, box.said))
            edits = tuple((row, self.column.at, value) for row, value in sorted(said))
            exchanged = Correction("wrong-row", edits, self.at_row[edits[0][0]])
            before = ColumnSearch(self._exchanged_with(at, which), self.at_row, self.places, self.effort)
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
        if None in (box.said, one.said) or box.said == one.said or one.said not in box.chances:
            return False
        if one.gives is None and box.said not in box.chances:
            return True
        dues = {group: value or 0 for group, value in self._seen.items()}
        dues[box.group] += int(one.said or 0) - int(box.said or 0)
        for other in self.column.sums:
            dues[other.key] = _worked_out(other, dues)
        return dues[one.key] == box.said

    def _exchanged_with(self, at: int, which: int) -> CardColumn:
        """The column with the values of a box and a sum exchanged."""
        boxes, sums = list(self.column.boxes), list(self.column.sums)
        said = boxes[at].said
        boxes[at] = boxes[at]._replace(said=sums[which].said, readable=True)
        sums[which] = sums[which]._replace(said=said)
        return self.column._replace(boxes=tuple(boxes), sums=tuple(sums))

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
                added = rate_on_card("dice", self.places) + log(added_up(box.said, value))
                slip = log_sum((rate_on_card("written", self.places) + share, added))
                yield self._change(kind, slip, {at: value})
            elif box.readable:
                slip = rate("left-out", self.places) if value else self._left_empty
                yield self._change("left-out", slip, {at: value})
            else:
                yield self._change("unreadable", rate("other", self.places), {at: value})

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
        moved = self.column.boxes[over].said
        if self.column.boxes[empty].said is not None or moved is None:
            return
        if moved not in self.column.boxes[empty].chances:
            return
        for value in self.column.boxes[over].chances:
            yield self._change("wrong-row", self._of_row("wrong-row", 4), {empty: int(moved), over: value})

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
        return _Change(weight, slip, frozenset(values), tuple(by.items()), correction)

    # The sums.

    def _with_sums(self, base: Base, changes: Sequence[_Change]) -> Iterator[ColumnHypothesis]:
        true = _changed(base.true, changes)
        shown = self._shows(base, changes)
        weight = base.weight + sum([change.weight for change in changes])
        fits = shown or self._fits(tuple(true.values()))
        if not fits and weight + self._unfit < self._least:
            return
        slips = sum(change.slips for change in changes)
        sums = self._judged(true, follow=bool(changes))
        if sums is not None and (sums.roots or not shown or changes):
            logs = Origins(weight + sums.weight, weight if shown and changes else NEVER)
            if max(logs) >= self._least:
                yield self._hypothesis(changes, slips, sums, logs)
        if shown and (sums is None or not changes):
            follow = _Sums(0.0, 0.0, {}, {}, (), tuple(self._followers(true)))
            by_hand = NEVER if sums is None or sums.roots else weight + sums.weight
            yield self._hypothesis(changes, slips, follow, Origins(by_hand, weight))

    def _shows(self, base: Base, changes: Sequence[_Change]) -> bool:
        """Whether slips are visible although the sums are calculated from the written values."""
        return self.agrees and all(change.boxes & base.forced for change in changes)

    def _hypothesis(
        self, changes: Sequence[_Change], slips: float, sums: _Sums, logs: Origins
    ) -> ColumnHypothesis:
        """The slips in boxes with those in sums, and with sums that are wrong because of any."""
        self.effort.spend()
        found, boxes, follows = [change.correction for change in changes], len(changes), list[CellEdit]()
        for kind, one, due in sums.roots:
            edits = () if one.row is None else ((one.row, self.column.at, due),)
            found.append(Correction(kind, edits, -1 if one.row is None else self.at_row[one.row]))
        behind: list[list[CellEdit]] = [[] for _ in found]
        for which, one, due in sums.followers:
            if one.row is None:
                continue
            edit = (one.row, self.column.at, due)
            if which < 0 and not boxes:
                follows.append(edit)
                continue
            at = boxes + which if which >= 0 else self._first_in(which, changes)
            if found[at].edits:
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
        return ColumnHypothesis(logs, slips + sums.slips, made, len(found), tuple(follows))

    def following(self, edits: Sequence[CellEdit]) -> Iterator[Correction]:
        """The effect of a slip on sums calculated from it, which have no slip of their own."""
        if edits:
            yield Correction(CONTROL_FOLLOWS, tuple(edits), self.at_row[edits[0][0]])

    def _first_in(self, which: int, changes: Sequence[_Change]) -> int:
        """The first slip in a group that makes sums wrong, by position; if none does, the first."""
        misleads = (any(self._of_group[name] == which for name, _ in change.by) for change in changes)
        return next((at for at, does in enumerate(misleads) if does), 0)

    def _followers(self, true: Mapping[str, int]) -> Iterator[tuple[int, CardSum, int]]:
        """The wrong sums of a spreadsheet that calculates them from the written values."""
        dues = dict(true)
        for one in self.column.sums:
            dues[one.key] = _worked_out(one, dues)
            if one.said not in (None, dues[one.key]):
                yield -1, one, dues[one.key]

    def _fits(self, key: tuple[int, ...]) -> bool:
        """Whether all sums are right for these meant sums of groups."""
        if key not in self._fitting:
            dues = dict(zip(self._seen, key, strict=True))
            self._fitting[key] = True
            for one in self.column.sums:
                dues[one.key] = _worked_out(one, dues)
                if one.said not in (None, dues[one.key]):
                    self._fitting[key] = False
                    break
        return self._fitting[key]

    def _judged(self, true: Mapping[str, int], *, follow: bool) -> _Sums | None:
        """The evidence of sums calculated by hand for these meant sums of groups; ``None`` if impossible.

        With ``follow``, they may be calculated from the written values.
        """
        key = (*true.values(), follow)
        if key not in self._sums:
            self.effort.spend()
            self._sums[key] = self._judged_anew(true, follow=follow)
        return self._sums[key]

    def _judged_anew(self, true: Mapping[str, int], *, follow: bool) -> _Sums | None:
        dues = dict(true)
        for one in self.column.sums:
            dues[one.key] = _worked_out(one, dues)
        differ = {
            group: self._of_group[group]
            for group, due in true.items()
            if self._seen[group] not in (None, due)
        }
        beliefs = [_Sums(self._after if differ else 0.0, 0.0, true, {}, (), ())]
        if differ and follow:
            known = self._seen.items()
            seen = {group: true[group] if value is None else value for group, value in known}
            beliefs.append(_Sums(self._before, 0.0, seen, differ, (), ()))
        for one in self.column.sums:
            beliefs = [
                after
                for belief in beliefs
                for after in self._on(belief, one, dues[one.key])
                if len(after.roots) <= _MOST_WRONG_SUMS
            ]
            if not beliefs:
                return None
            least = max(belief.weight for belief in beliefs) - TOO_UNLIKELY
            beliefs = [belief for belief in beliefs if belief.weight >= least]
        best = max(beliefs, key=lambda belief: belief.weight)
        return best._replace(weight=log_sum(belief.weight for belief in beliefs))

    def _on(self, belief: _Sums, one: CardSum, due: int) -> Iterator[_Sums]:
        """The possible slips at one sum: calculated, then perhaps misread."""
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
                # The total shows whether an empty bonus box was counted.
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
        for kind, slip, carried in self._slips(one, said, worked, belief.used):
            after = belief._replace(
                roots=(*belief.roots, (kind, one, due)) if said != due else belief.roots,
                cause={**belief.cause, one.key: root} if carried and said != due else belief.cause,
            )
            yield _used(after, one.key, int(said) if carried else worked, slip)

    def _slips(
        self, one: CardSum, said: Number, worked: int, used: Mapping[str, int]
    ) -> Iterator[tuple[str, float, bool]]:
        """The slips between the calculated and the written value of a sum."""
        if one.gives is not None and 0 in (said, worked):
            kind = "bonus-forgotten" if said == 0 else "bonus-unearned"
            # A bonus of other rules may be any number.
            others = 1.0 if said in (0, one.gives(_MUCH)) else constant("spread")
            yield kind, rate_on_card("bonus", 2 * others * self.places), True
            yield kind, rate_on_card("bonus", 2 * others * self.places), False
            return
        copied, share = read_as(said, worked)
        yield copied, rate_on_card("misread", self.places) + share, False
        if one.gives is None:
            chances = [rate_on_card("added-up", self.places) + log(added_up(said, worked))]
            if any(used[part] == worked - said for part in one.parts if part in self._bonuses):
                chances.append(rate_on_card("bonus", 2 * self.places))
            yield "added-up", log_sum(chances), True


def _worked_out(one: CardSum, values: Mapping[str, int]) -> int:
    whole = sum(values[part] for part in one.parts)
    return whole if one.gives is None else one.gives(whole)


def _used(belief: _Sums, key: str, value: int, slip: float) -> _Sums:
    return _Sums(
        belief.weight + slip,
        belief.slips + slip,
        {**belief.used, key: value},
        belief.cause,
        belief.roots,
        belief.followers,
    )


def merged_columns(hypotheses: Iterable[ColumnHypothesis], most: int) -> list[ColumnHypothesis]:
    """The likeliest hypotheses, with those of equal edits merged."""
    alike: dict[frozenset[CellEdit], ColumnHypothesis] = {}
    for hypothesis in hypotheses:
        key = frozenset(
            [
                *hypothesis.follows,
                *(edit for correction in hypothesis.corrections for edit in correction.edits),
            ]
        )
        known = alike.get(key)
        if known is not None:
            better = known if max(known.log) >= max(hypothesis.log) else hypothesis
            both = zip(known.log, hypothesis.log, strict=True)
            hypothesis = better._replace(log=Origins(*map(log_sum, both)))
        alike[key] = hypothesis
    return sorted(alike.values(), key=lambda hypothesis: -max(hypothesis.log))[:most]


def rows_of(columns: Iterable[CardColumn]) -> list[int]:
    """The rows with a box in any of the columns, in order."""
    return sorted({box.row for column in columns for box in column.boxes})

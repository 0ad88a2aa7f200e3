"""The sums of a column of a card as evidence about its boxes.

They were calculated by hand from the meant values, or from the written ones; each may be calculated or copied
wrongly, and a wrong one is continued.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import log

from scorecheck.checks.card import CardColumn, CardSum
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import added_up, rate_on_card, read_as
from scorecheck.repair.hypothesis import log_sum
from scorecheck.repair.judge import Effort
from scorecheck.repair.slips import constant

TOO_UNLIKELY = 8.0
"""Hypotheses below the best by more than this log ratio are dropped."""
_MUCH = 10_000
"""Points in the upper half that give the bonus in any game."""
_MOST_WRONG = 2

Groups = tuple[int, ...]
"""The sum of the boxes of each group."""


class Explained(NamedTuple):
    """An explanation of the sums, if groups have their meant sums."""

    weight: float
    slips: float
    used: Mapping[str, int]
    """What later sums were calculated from, by group and sum."""
    roots: tuple[tuple[str, CardSum, int], ...] = ()
    """The slips, each with its sum and the right value."""

    def after(
        self, key: str, value: int, slip: float = 0.0, root: tuple[str, CardSum, int] | None = None
    ) -> Explained:
        """The same after one more sum, perhaps with a slip; later ones were calculated from this value."""
        return Explained(
            self.weight + slip,
            self.slips + slip,
            {**self.used, key: value},
            self.roots if root is None else (*self.roots, root),
        )


class Sums:
    """The sums of one player's column."""

    def __init__(self, column: CardColumn, places: int, effort: Effort) -> None:
        """For this column; ``places`` is the number of cells in all columns."""
        self._column, self._places, self._effort = column, places, effort
        self._bonuses = frozenset(one.key for one in column.sums if one.gives is not None)
        self.seen = self._seen_groups()
        """The sum of the boxes of each group as written; ``None`` if one cannot be read."""
        self.fit, self.explained = cache(self._fit), cache(self._explained)
        self.agree = None not in self.seen.values() and self.fit(
            tuple(one or 0 for one in self.seen.values())
        )
        """Whether all say what the boxes give as they stand."""
        self.at_best = max(rate_on_card(kind, places) for kind in ("added-up", "misread", "bonus"))
        """The log-probability of a wrong sum, at best."""
        followed = 0.0 if self.agree else log(constant("right-all-the-same"))
        self.unfit = max(self.at_best, log(constant("total-follows")) + followed)
        """The log-probability of sums that do not fit, at best: one is wrong, or all were calculated from
        the boxes."""

    def _seen_groups(self) -> dict[str, int | None]:
        seen: dict[str, int | None] = {name: 0 for one in self._column.sums for name in one.parts}
        for one in self._column.sums:
            seen.pop(one.key, None)
        for box in self._column.boxes:
            sofar = seen.get(box.group, 0)
            seen[box.group] = None if sofar is None or not box.readable else sofar + int(box.said or 0)
        return seen

    def dues(self, groups: Groups) -> dict[str, int]:
        """The right value of each sum, by its key, and of each group."""
        dues = dict(zip(self.seen, groups, strict=True))
        for one in self._column.sums:
            dues[one.key] = _worked_out(one, dues)
        return dues

    def wrong(self, groups: Groups) -> Iterator[tuple[CardSum, int]]:
        """The sums that differ from their right value."""
        dues = dict(zip(self.seen, groups, strict=True))
        for one in self._column.sums:
            due = dues[one.key] = _worked_out(one, dues)
            if one.said not in (None, due):
                yield one, due

    def _fit(self, groups: Groups) -> bool:
        """Whether all sums are right for these sums of groups."""
        return next(self.wrong(groups), None) is None

    def _explained(self, groups: Groups, *, follow: bool) -> Explained | None:
        """The likeliest explanation of sums calculated by hand, with the weight of all.

        ``None`` if there is none. With ``follow``, they may be calculated from the written values.
        """
        self._effort.spend()
        dues, before = self.dues(groups), constant("total-follows")
        true = {group: dues[group] for group in self.seen}
        seen = {group: true[group] if value is None else value for group, value in self.seen.items()}
        beliefs = [Explained(log(1 - before) if seen != true else 0.0, 0.0, true)]
        if seen != true and follow:
            beliefs.append(Explained(log(before), 0.0, seen))
        for one in self._column.sums:
            beliefs = [
                after
                for belief in beliefs
                for after in self._on(belief, one, dues[one.key])
                if len(after.roots) <= _MOST_WRONG
            ]
            if not beliefs:
                return None
            least = max(belief.weight for belief in beliefs) - TOO_UNLIKELY
            beliefs = [belief for belief in beliefs if belief.weight >= least]
        best = max(beliefs, key=lambda belief: belief.weight)
        return best._replace(weight=log_sum(belief.weight for belief in beliefs))

    def _on(self, belief: Explained, one: CardSum, due: int) -> Iterator[Explained]:
        """The possible slips at one sum: calculated, then perhaps misread."""
        worked = _worked_out(one, belief.used)
        said = worked if one.said is None else int(one.said)
        if said == worked:
            yield belief.after(one.key, said)
            if one.gives is not None and one.said is None and worked:
                # The total shows whether an empty bonus box was counted.
                chance = rate_on_card("bonus", self._places)
                yield belief.after(one.key, 0, chance, ("bonus-forgotten", one, due))
            return
        if said == due:
            yield belief.after(one.key, said, log(constant("right-all-the-same")))
        for kind, slip, carried in self._slips(one, said, worked, belief.used):
            root = None if said == due else (kind, one, due)
            yield belief.after(one.key, said if carried else worked, slip, root)

    def _slips(
        self, one: CardSum, said: int, worked: int, used: Mapping[str, int]
    ) -> Iterator[tuple[str, float, bool]]:
        """The slips between the calculated and the written value of a sum, and whether it is continued."""
        if one.gives is not None and 0 in (said, worked):
            kind = "bonus-forgotten" if said == 0 else "bonus-unearned"
            # A bonus of other rules may be any number.
            others = 1.0 if said in (0, one.gives(_MUCH)) else constant("spread")
            chance = rate_on_card("bonus", 2 * others * self._places)
            yield kind, chance, True
            yield kind, chance, False
            return
        copied, share = read_as(said, worked)
        yield copied, rate_on_card("misread", self._places) + share, False
        if one.gives is not None:
            # The bonus of other rules.
            yield "other", rate_on_card("bonus", 2 * constant("spread") * self._places), True
            return
        chances = [rate_on_card("added-up", self._places) + log(added_up(said, worked))]
        if any(used[part] == worked - said for part in one.parts if part in self._bonuses):
            chances.append(rate_on_card("bonus", 2 * self._places))
        if any(2 * used[part] == worked - said for part in one.parts if used[part] < 0):
            # What counts against the player was added.
            chances.append(rate_on_card("sign", self._places))
        yield "added-up", log_sum(chances), True

    def may_be_box(self, one: CardSum, group: str, said: Number) -> bool:
        """Whether a sum is due to be ``said``, if a box of a group has its value in exchange."""
        seen = {name: value or 0 for name, value in self.seen.items()}
        seen[group] += int(one.said or 0) - int(said)
        return self.dues(tuple(seen.values()))[one.key] == said


def _worked_out(one: CardSum, values: Mapping[str, int]) -> int:
    whole = sum(values[part] for part in one.parts)
    return whole if one.gives is None else one.gives(whole)

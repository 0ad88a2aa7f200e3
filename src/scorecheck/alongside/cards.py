"""Decides which of several differing cards of one table is right: by the rules for each player's column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import exp

from scorecheck.alongside.align import OneSign, agree, both_slipped, price, price_of_row
from scorecheck.alongside.apart import CellVerdict, Difference, place_of
from scorecheck.alongside.beside import Beside, KeptSheet, kept_with, read_again
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.terms import Param
from scorecheck.repair.channel import heard
from scorecheck.repair.checked import edited

_MOST_TRIED = 200_000
"""The greatest number of rows that are checked to learn which of several numbers the rules allow."""
_MOST_MIXED = 4
"""The greatest number of differing boxes of a player for which every combination is checked."""
_SUREST = 0.999


class DecidedCards:
    """For each difference of cards the wrong sheets and their repair.

    A box is right on the sheet whose column keeps the rules with it, else on most sheets.
    """

    def __init__(self, found: Beside, differing: Sequence[Difference]) -> None:
        self.found = found
        self._tried = 0
        of_player: dict[int, list[Difference]] = {}
        for one in differing:
            of_player.setdefault(one.seat, []).append(one)
        self._verdicts: dict[Difference, CellVerdict] = {}
        for group in of_player.values():
            self._verdicts |= zip(group, self._of_player(group), strict=True)
        self.cells = self._without_sums(differing)

    def verdict(self, one: Difference) -> CellVerdict:
        """The wrong sheets of a box, and the reason."""
        return self._verdicts[one]

    def explained_again(self, which: int, findings: Sequence[Finding]) -> Mapping[int, Finding]:
        """The card's own findings: their repairs stay as they are."""
        del which, findings
        return {}

    def _of_player(self, group: Sequence[Difference]) -> list[CellVerdict]:
        there = [
            which
            for which in range(len(self.found.sheets))
            if all(self.found.entry(one.row, which) is not None for one in group)
        ]
        allowed = [tuple([which] * len(group)) for which in there if self._is_clean(which, group)]
        if 1 < len(group) <= _MOST_MIXED:
            allowed += (
                mixture
                for mixture in product(there, repeat=len(group))
                if len(set(mixture)) > 1 and self._keeps_rules(mixture, group)
            )
        return [self._decided(one, at, there, allowed) for at, one in enumerate(group)]

    def _is_clean(self, which: int, group: Sequence[Difference]) -> bool:
        """Whether the player's column has no error, and all differing boxes can be read."""
        entries = [self.found.entry(one.row, which) for one in group]
        readable = all(entry.readable for entry in entries if entry is not None)
        return readable and self._is_sound(self.found.sheets[which], which, group)

    def _is_sound(self, kept: KeptSheet, which: int, group: Sequence[Difference]) -> bool:
        position = self.found.seats[which][group[0].seat]
        return position is not None and kept.sheet.points_columns[position] not in kept.columns

    def _keeps_rules(self, mixture: Sequence[int], group: Sequence[Difference]) -> bool:
        """Whether the column has no error with some boxes from one card and the rest from the other."""
        which = mixture[0]
        kept = self.found.sheets[which]
        self._tried += len(kept.entries)
        if self._tried > _MOST_TRIED:
            return False
        edits: list[Edit] = []
        for source, one in zip(mixture, group, strict=True):
            amount, place = self.found.cell(one.row, source, one.seat), place_of(self.found, one, which)
            if place is None or amount is None or isinstance(amount, OneSign):
                return False
            edits.append(Edit(kept.sheet.table.cell(*place), "", str(amount)))
        sheet = edited(kept.sheet, edits)
        return self._is_sound(kept_with(kept.reading, sheet, read_again(kept, sheet)), which, group)

    def _decided(
        self, one: Difference, at: int, there: Sequence[int], allowed: Sequence[tuple[int, ...]]
    ) -> CellVerdict:
        alike = self._alike(one, there)
        fitting = [same for same in alike if any(choice[at] in same for choice in allowed)]
        if not fitting:
            return CellVerdict((), "neither")
        if len(fitting) == 1:
            return CellVerdict(_others(there, fitting[0]), "rules")
        most = Counter({same: len(same) for same in fitting}).most_common(2)
        if most[0][1] > most[1][1]:
            return CellVerdict(_others(there, most[0][0]), "majority")
        return CellVerdict((), "")

    def _alike(self, one: Difference, there: Sequence[int]) -> list[tuple[int, ...]]:
        """The cards grouped by equal contents."""
        groups: list[list[int]] = []
        for which in there:
            mine = self.found.cell(one.row, which, one.seat)
            same = (g for g in groups if agree(mine, self.found.cell(one.row, g[0], one.seat)))
            known = next(same, None)
            if known is None:
                groups.append([which])
            else:
                known.append(which)
        return [tuple(group) for group in groups]

    def _without_sums(self, differing: Sequence[Difference]) -> list[Difference]:
        """The differences without sums that follow from differing boxes, where nothing shows which are
        right."""
        first = self.found.sheets[0]
        card = first.reading.layout.mending().card
        columns = () if card is None else card(first.sheet, first.entries)
        sums = {one.row for column in columns for one in column.sums}

        def is_sum(one: Difference) -> bool:
            entry = self.found.entry(one.row, 0)
            return entry is not None and entry.row in sums

        boxes = {one.seat for one in differing if not is_sum(one)}
        return [
            one
            for one in differing
            if not (is_sum(one) and one.seat in boxes and not self._verdicts[one].wrong)
        ]

    def fixes(self, which: int, told: Sequence[tuple[Difference, Finding]]) -> Mapping[int, tuple[Fix, ...]]:
        """The repairs of differences on a card, by their place in the list: the contents of the right
        card."""
        wrong = Counter(one.row for one, _ in told)
        fixes: dict[int, tuple[Fix, ...]] = {}
        for at, (one, _) in enumerate(told):
            fix = self._fix(which, one, several=wrong[one.row] > 1)
            if fix is not None:
                fixes[at] = (fix,)
        return fixes

    def _fix(self, which: int, one: Difference, *, several: bool) -> Fix | None:
        kept, entry = self.found.sheets[which], self.found.entry(one.row, which)
        place, position = place_of(self.found, one, which), self.found.seats[which][one.seat]
        right = [
            other
            for other in range(len(self.found.sheets))
            if other not in self.verdict(one).wrong and self.found.entry(one.row, other) is not None
        ]
        due = self.found.cell(one.row, right[0], one.seat) if right else None
        if place is None or entry is None or position is None or due is None or isinstance(due, OneSign):
            return None
        said = entry.written[position]
        before = None if isinstance(said, Unreadable) else said
        edit = Edit(kept.sheet.table.cell(*place), value_text(kept.sheet.table.value(*place)), str(due))
        player = kept.sheet.players[position]
        params: dict[str, Param] = {
            "who": (player,),
            "what": "card",
            "game": (player,),
            "roles": ("box",),
            "boxes": (entry.label,),
        }
        cost = price_of_row(len(self.found.seats[which])) if several else price(due, before)
        sure = min(_SUREST, round(1 / (1 + exp(cost - both_slipped())), 4))
        return Fix((edit,), _kind(before, due), sure, params)


def _others(there: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    return tuple(which for which in there if which not in right)


def _kind(before: Number | None, after: Number) -> str:
    """The likeliest slip from one number to the other."""
    if before is None:
        return "left-out"
    if not isinstance(before, int) or not isinstance(after, int):
        return "other"
    slips = heard(after)
    return slips[before].kind if before in slips else "other"

"""Amounts of money for games: the stake per point, and the amount paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.checks.check import ERROR, Hit, Rule, Watcher, column_check
from scorecheck.games.acey_deucey.scoring import LEAST, MOST, pair_of
from scorecheck.model.cells import Number, value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

if TYPE_CHECKING:
    from scorecheck.games.acey_deucey.money import WrittenAmount

AMOUNT = Rule("acey-deucey/amount", ERROR)
_ROLES = ("stake", "amount")
_NOTHING = frozenset({"", "-", "–", "—", "−", "/"})


Stake: TypeAlias = "tuple[WrittenAmount | None, str]"
"""A stake with its text."""


def _points(entry: Entry, sheet: Sheet) -> Number | None:
    """The points of a game, if its row has them."""
    if sheet.layout == "games":
        points = entry.numbers.get("value")
    else:
        pair = None if entry.opening else pair_of(entry.points, sheet.notation)
        points = pair and pair.points
    return points if isinstance(points, int) and LEAST <= points <= MOST else None


class Amounts(Watcher):
    """Checks stakes and amounts. A stake applies to later games until the next one."""

    def __init__(self, sheet: Sheet, stake: Stake | None = None) -> None:
        """For a sheet, with the stake from the rows above."""
        self._sheet = sheet
        self._columns = {role: sheet.column(role) for role in _ROLES}
        self._stake, self._stake_text = stake or (None, "")

    @property
    def stake(self) -> Stake:
        """The current stake with its text."""
        return self._stake, self._stake_text

    def due(self, entry: Entry) -> str | None:
        """The right amount of a game, if another one is written."""
        return next((str(hit.params["due"]) for hit in self.see(entry) if "due" in hit.params), None)

    def see(self, entry: Entry) -> Iterable[Hit]:
        """The faults of the next row."""
        from scorecheck.games.acey_deucey.money import money

        texts = {role: value_text(entry.fields.get(role, "")).strip() for role in _ROLES}
        read = {role: money(entry.fields[role]) for role, text in texts.items() if text not in _NOTHING}
        unclear = next((role for role in read if read[role] is None), None)
        if "stake" in read:
            self._stake, self._stake_text = read["stake"], texts["stake"]
        if unclear is not None:
            return (Hit(self._columns[unclear], {"text": texts[unclear]}, "unclear"),)
        amount = read.get("amount")
        points = _points(entry, self._sheet)
        if amount is None or self._stake is None or points is None:
            return ()
        return self._judged(amount, texts["amount"], self._stake, points)

    def _judged(
        self, amount: WrittenAmount, text: str, stake: WrittenAmount, points: Number
    ) -> Iterator[Hit]:
        related = (self._columns["stake"], self._sheet.column("value"))
        params: dict[str, Param] = {"stake": self._stake_text, "amount": text, "points": points}
        if not amount.agrees(stake):
            yield Hit(self._columns["amount"], params, "currency", related)
        elif abs(amount.amount) != abs(stake.amount) * points:
            like = amount if amount.currency or not stake.currency else stake
            params["due"] = like.shown(abs(stake.amount) * points)
            yield Hit(self._columns["amount"], params, "", related)


def _watch(sheet: Sheet) -> Amounts | None:
    return None if sheet.column("amount") is None or sheet.column("stake") is None else Amounts(sheet)


amount = column_check(AMOUNT, _watch, layouts=("games", "points"))

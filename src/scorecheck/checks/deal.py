"""The deal goes round the table: who is named as dealer, or sits out, is the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from scorecheck.checks.check import Check, Hit, Watcher, column_check
from scorecheck.checks.common import sitting
from scorecheck.checks.rules import DEALER
from scorecheck.checks.words import plain, position_of, vocabulary
from scorecheck.model.cells import value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.runs import Run
from scorecheck.model.sheet import Entry, Sheet

_FEWEST_STEPS = 3
_MOST_DEALS = 5000
_SURE = 3, 4
"""The deal must go in one direction in three of four steps, or the columns are not in seat order."""


class _Deal(NamedTuple):
    """A row with a known dealer, and the possible steps of the deal since the last such row."""

    row: int
    label: str
    seats: frozenset[int]
    """The dealer, or without a column for dealers all who sit out."""
    steps: int
    free: int
    """The number of optional further steps, as after a redeal."""
    told: bool
    """Whether another rule reports that the wrong player is written as dealer."""


def _never(_entry: Entry) -> bool:
    return False


class Deals(Watcher):
    """Follows the deal round the table. Without a written dealer, by who sits out.

    ``stays``: whether the same player may deal again; ``told``: whether another rule reports the dealer of a
    row; ``counts``: whether a row is surely dealt once.
    """

    def __init__(
        self,
        sheet: Sheet,
        at_table: int,
        stays: Callable[[Entry], bool] = _never,
        told: Callable[[Entry], bool] = _never,
        counts: Callable[[Entry], bool] = lambda _entry: True,
    ) -> None:
        self.sheet, self.at_table = sheet, at_table
        self.stays, self.told, self.counts = stays, told, counts
        self.seats = len(sheet.players)
        self.column = sheet.column("dealer")
        self.deals: list[_Deal] = []
        self.steps = self.free = 0

    def see(self, entry: Entry) -> Iterator[Hit]:
        """Keeps the dealer of a row."""
        if entry.opening or self.is_indifferent(entry):
            return iter(())
        seats = self._seats(entry)
        if not self.counts(entry):
            self.free += self.column is not None and bool(seats)
            return iter(())
        if seats:
            told = self.told(entry)
            self.deals.append(_Deal(entry.row, entry.label, seats, self.steps, self.free, told))
            self.steps = self.free = 0
        if self.stays(entry):
            self.free += 1
        else:
            self.steps += 1
        return iter(())

    def is_indifferent(self, _entry: Entry) -> bool:
        """After this many deals, further ones are ignored."""
        return len(self.deals) >= _MOST_DEALS

    def leap(self, _run: Run) -> None:
        """Steps between deals that are not checked."""

    def _seats(self, entry: Entry) -> frozenset[int]:
        if self.column is not None:
            seat = position_of(value_text(entry.fields.get("dealer", "")), self.sheet.players)
            return frozenset(() if seat is None else (seat,))
        out = self.seats - self.at_table
        marked = frozenset(marked_dealers(entry, self.sheet))
        if marked or out < 1:
            return marked
        idle = frozenset(at for at, points in enumerate(entry.points) if not points)
        return (
            frozenset(sitting(self.sheet, entry)) if out == 1 else idle if len(idle) == out else frozenset()
        )

    def finish(self) -> Iterator[Hit]:
        """Reports who dealt out of turn, once all rows show the turn."""
        deals = self.deals
        if len(deals) <= _FEWEST_STEPS:
            return
        fits = {
            way: sum(self._follows(a, b, b.steps, b.free, way) for a, b in pairwise(deals)) for way in (1, -1)
        }
        way = max(fits, key=lambda one: fits[one])
        sure, of = _SURE
        # One wrong name makes two steps wrong.
        if of * (fits[way] + 1) >= sure * (len(deals) - 1):
            yield from self._wrong(way)

    def _wrong(self, way: int) -> Iterator[Hit]:
        before, steps, free = self.deals[0], 0, 0
        for at, deal in enumerate(self.deals[1:], start=1):
            steps, free = steps + deal.steps, free + deal.free
            if self._follows(before, deal, steps, free, way):
                before, steps, free = deal, 0, 0
                continue
            following = self.deals[at + 1] if at + 1 < len(self.deals) else None
            if not deal.told:
                yield from self._hit(deal, self._moved(before, way * steps))
            if following is None or not self._follows(
                before, following, steps + following.steps, free + following.free, way
            ):
                before, steps, free = deal, 0, 0

    def _moved(self, deal: _Deal, by: int) -> frozenset[int]:
        return frozenset((seat + by) % self.seats for seat in deal.seats)

    def _follows(self, before: _Deal, deal: _Deal, steps: int, free: int, way: int) -> bool:
        return any(self._moved(before, way * (steps + more)) == deal.seats for more in range(free + 1))

    def _hit(self, deal: _Deal, due: frozenset[int]) -> Iterator[Hit]:
        names, columns = self.sheet.players, self.sheet.points_columns
        # Of two that are marked one may be due.
        others = sorted(due - deal.seats) or sorted(due)
        for seat, other in zip(sorted(deal.seats - due), others, strict=False):
            params = {"game": deal.label, "dealer": names[seat], "due": names[other]}
            if self.column is not None:
                yield Hit(self.column, params, "", row=deal.row)
            else:
                yield Hit(columns[seat], params, "sitter", (columns[other],), row=deal.row)


class DealersSitOut(Deals):
    """Follows the deal in a game in which the dealer of a larger table sits out."""

    def __init__(self, sheet: Sheet, at_table: int, told: Callable[[Entry], bool]) -> None:
        super().__init__(sheet, at_table, told=told)
        self.played: dict[int, Hit] = {}

    def see(self, entry: Entry) -> Iterator[Hit]:
        """Keeps the dealer of a row, and one with points."""
        names, sitters = self.sheet.players, sitting(self.sheet, entry)
        for seat in self._seats(entry) if self.column is not None and self.seats > self.at_table else ():
            for sitter in sitters if entry.points[seat] and not self.told(entry) else ():
                params = {"game": entry.label, "dealer": names[seat], "sitter": names[sitter]}
                columns = (self.sheet.points_columns[seat],)
                self.played[entry.row] = Hit(self.column, params, "plays", columns, row=entry.row)
        return super().see(entry)

    def finish(self) -> Iterator[Hit]:
        """Who sits out tells more than the turn, unless dealers play here."""
        played = self.played if 4 * len(self.played) <= len(self.deals) else {}
        turn = [hit for hit in super().finish() if hit.row not in played]
        for hit in (*played.values(), *turn):
            yield hit._replace(params={**hit.params, "what": self.sheet.noun})


def marked_dealers(entry: Entry, sheet: Sheet) -> Iterator[int]:
    """The players whose cell has a word for dealing or sitting out, as ``G``."""
    words = vocabulary("layouts", "words.toml", section="away")
    for at, column in enumerate(sheet.points_columns):
        value = sheet.table.value(entry.row, column)
        if isinstance(value, str) and words.get(plain(value)) == "deals":
            yield at


def dealers(
    at_table: int, told: Callable[[Entry, Sheet], Iterable[Hit]] = lambda _entry, _sheet: ()
) -> Check:
    """The check of the turn to deal in a game in which so many are at the table; ``told`` gives what another
    rule reports of a dealer."""

    def watch(sheet: Sheet) -> Watcher | None:
        shown = sheet.column("dealer") is not None or len(sheet.players) > at_table
        if not shown or not sheet.points_columns:
            return None
        return DealersSitOut(sheet, at_table, lambda entry: any(told(entry, sheet)))

    return column_check(DEALER, watch)

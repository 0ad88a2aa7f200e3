"""The search: from the rows that break rules to the ways in which the whole sheet may have been meant.

A sheet of points is looked at row by row; running totals are followed down from the first row that is
wrong until all is right again, and what lies between is one part of the sheet. Each part is judged by
itself, unless a total row holds them together: then only those ways count with which the columns add up
to it.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from scorecheck.model.cells import Unreadable
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.repair.box import BoxPrior
from scorecheck.repair.descent import LOOKED_BACK, Descent
from scorecheck.repair.judge import Judge, Spent
from scorecheck.repair.prior import Opening, Prior, Style, has_soloist
from scorecheck.repair.rows import RowSearch
from scorecheck.repair.slips import rarity_of, weights
from scorecheck.repair.turn import turn_of
from scorecheck.repair.two_games import TwoGames
from scorecheck.repair.two_rows import edits_to, two_rows
from scorecheck.repair.unit import MOST_WAYS, Part, Unit, Way, added, merged, seen_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches

_MOST_APART = 12
"""So many ways of each of two rows that follow each other are held against a slip in both."""
_PRINTED, _NUMBERED = -0.7, 6.5


class Searched(NamedTuple):
    """What the search gives."""

    parts: tuple[Part, ...]
    complete: bool
    """Whether all was looked through before the budget was spent."""


class Search:
    """The search on one sheet."""

    def __init__(
        self, sheet: Sheet, layout: Layout, entries: Sequence[Entry], checks: Sequence[Check], budget: int
    ) -> None:
        """Judges every row as it stands; ``run`` then looks for repairs."""
        self.sheet, self.layout, self.entries = sheet, layout, entries
        self.judge = Judge(sheet, checks, budget + len(entries))
        reach = self.judge.reach
        self.reach = reach
        self.broken: list[Breaches] = [
            self.judge.breaches(entry, entries[max(0, at - reach) : at]) for at, entry in enumerate(entries)
        ]
        seats = len(sheet.points_columns)
        # On running totals a total that is carried on spoils all rows below, but not what they changed.
        doubted = [
            bool(one.rules) and not (sheet.running and at > 0 and one.only_carries(self.broken[at - 1]))
            for at, one in enumerate(self.broken)
        ]
        sound = [
            (at, entry.points)
            for at, entry in enumerate(entries)
            if not doubted[at]
            and not entry.opening
            and not (sheet.running and any(doubted[max(0, at - 1) : at + 3]))
        ]
        self.prior = (
            BoxPrior(sound, seats, layout.at_table)
            if layout.one_box
            else Prior(sound, seats, layout.at_table, doubled=layout.doubled)
        )
        self.style = Style(entries, doubted, running=sheet.running)
        self.two_games = TwoGames(self.prior, [points for _, points in sound], seats, self.style)
        self.rows = RowSearch(sheet, layout, self.judge, self.prior, self.two_games)
        self.turn = turn_of(sheet, entries, layout.at_table)
        self.rows.rarity = rarity_of(
            (cell for entry in entries for cell in entry.written if isinstance(cell, int)),
            sum(1 for entry in entries if has_soloist(entry.points)) if layout.at_table else None,
        )
        self.opening = Opening(
            self.prior, [entry.totals for entry, one in zip(entries, doubted, strict=True) if not one]
        )
        self.rows.blanks = any(cell is None for entry in entries for cell in entry.written)
        self.none: tuple[Number, ...] = (0,) * seats
        self.odd_but_right = log(weights().model["odd-but-right"])

    def run(self) -> Searched:
        """The parts of the sheet where something is wrong."""
        parts: list[Part] = []
        at, complete = 0, True
        down = Descent(self)
        while at < len(self.entries):
            if not self.broken[at].rules:
                at += 1
                continue
            try:
                begin = max(at - LOOKED_BACK, parts[-1].last + 1 if parts else 0)
                part = down.follow(begin, at) if self.sheet.running else self._single(at)
            except Spent:
                complete = False
                break
            joined = self._with_next(parts[-1], part) if parts and not self.sheet.running else None
            if joined is not None:
                parts[-1] = joined
            else:
                parts.append(part)
            at = part.last + 1
        return Searched(tuple(parts), complete)

    # Points: a row by itself.

    def _single(self, at: int) -> Part:
        entry, broken = self.entries[at], self.broken[at]
        past = self.entries[max(0, at - self.reach) : at]
        base = entry.points
        ways: list[Way] = []
        for option in self.rows.options(entry, seen_in(entry), past, at, broken):
            moved = tuple(new - old for new, old in zip(option.entry.points, base, strict=True))
            weight = option.weight + self.usual(option.entry, entry, at)
            ways.append(Way(weight, option.weight, option.units, moved if any(moved) else ()))
        if self.is_twice(at):
            slip = self.rows.of_row + log(weights().row["row-twice"]) + self.steps(at, 0)
            back = tuple(-number for number in base)
            ways.append(Way(slip, slip, (self.row_taken(at),), back if any(back) else ()))
        if broken.severity < Severity.ERROR:
            weight = self.odd_but_right + self.usual(entry, entry, at)
            ways.append(Way(weight, self.odd_but_right, ()))
        return Part(at, at, tuple(merged(ways, MOST_WAYS)))

    def _with_next(self, one: Part, other: Part) -> Part | None:
        """Two wrong rows that follow each other, where one slip may have to do with both."""
        at = one.first
        if not one.last == at == other.first - 1 or other.last != other.first:
            return None
        here, there = (_with_gaps(self.entries[row]) for row in (at, at + 1))
        if not (here.readable and there.readable):
            return None
        ways: list[Way] = []
        for pair in two_rows(here, there, 1):
            meant = _of_points(pair.here), _of_points(pair.there)
            if pair.lost is not None:
                lost = self.rows.new(-sum(n for p, n in enumerate(meant[1].points) if p != pair.lost))
                written = meant[1].written
                meant = (
                    meant[0],
                    _of_points(
                        meant[1]._replace(written=(*written[: pair.lost], lost, *written[pair.lost + 1 :]))
                    ),
                )
            if not all(self.judge.keeps_all(entry, self.entries[at - 1 : at]) for entry in meant):
                continue
            slip = self.rows.of_row + log(weights().row[pair.kind] * pair.share)
            weight = slip + self.usual(meant[0], here, at) + self.usual(meant[1], there, at + 1)
            edits = (*edits_to(self.sheet, here, meant[0]), *edits_to(self.sheet, there, meant[1]))
            moved = tuple(
                new + also - old - other
                for new, also, old, other in zip(
                    meant[0].points, meant[1].points, here.points, there.points, strict=True
                )
            )
            unit = Unit(pair.kind, edits, at, meant[0].points)
            ways.append(Way(weight, slip, (unit,), moved if any(moved) else ()))
        if not ways:
            return None
        apart = [
            Way(a.weight + b.weight, a.slips + b.slips, (*a.units, *b.units), added(a.moved, b.moved))
            for a in one.ways[:_MOST_APART]
            for b in other.ways[:_MOST_APART]
        ]
        return Part(at, at + 1, tuple(merged([*ways, *apart], MOST_WAYS)))

    def twice(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        """The parts, with one for each row beside them whose number or turn says that it is there twice."""
        doubted = {at for part in parts for at in range(part.first, part.last + 1)}
        found = list(parts)
        for at in range(1, len(self.entries)):
            if at not in doubted and self.is_twice(at) and self.steps(at, 0) > 0:
                points = self.entries[at].points
                slip = self.rows.of_row + log(weights().row["row-twice"]) + self.steps(at, 0)
                back = tuple(-number for number in points)
                taken = Way(slip - self.prior(points, at), slip, (self.row_taken(at),), back)
                found.append(Part(at, at, (taken, Way(0.0, 0.0, ()))))
        return tuple(sorted(found))

    def usual(self, meant: Entry, said: Entry, at: int) -> float:
        """The logarithm of the chance of a row that says ``said``, where ``meant`` is right."""
        if meant.opening:
            return self.opening(meant.totals)
        return self.prior(meant.points, at) + self.style(meant, said)

    def numbered(self, at: int, steps: int) -> float:
        """What the game numbers say to a slip with which the number of an entry should be so many
        more than the one above: the logarithm of how much likelier it makes it. 0: a row written
        twice, 2: one left out before it. Printed numbers go on as if nothing had happened.
        """
        if at >= len(self.entries):
            # Below the last row no number can tell.
            return 0.0
        if self.sheet.column("number") is None:
            return _PRINTED
        here, above = self.entries[at].label, self.entries[at - 1].label if at else "0"
        if not (here.isdecimal() and above.isdecimal()):
            return 0.0
        return _NUMBERED if int(here) - int(above) == steps else _PRINTED

    def steps(self, at: int, by: int) -> float:
        """What the game numbers and the turn together say to such a slip."""
        return self.numbered(at, by) + self.turn.steps(at, by)

    def is_twice(self, at: int) -> bool:
        """Whether a row says what the one above says, all but its number."""
        here, above = self.entries[at], self.entries[at - 1]
        if not at or not here.readable or here.written != above.written:
            return False
        return all(value == above.fields.get(role) for role, value in here.fields.items() if role != "number")

    def row_taken(self, at: int) -> Unit:
        """The repair that takes a whole row away."""
        row = self.entries[at].row
        return Unit("row-twice", tuple((row, column.at, "") for column in self.sheet.columns), at)


def _with_gaps(entry: Entry) -> Entry:
    """A row as if its empty cells were allowed."""
    cells = tuple(
        None if isinstance(cell, Unreadable) and cell.kind == "missing" else cell for cell in entry.written
    )
    return entry._replace(written=cells, readable=not any(isinstance(cell, Unreadable) for cell in cells))


def _of_points(entry: Entry) -> Entry:
    """A row of points with what its cells say."""
    points = tuple(0 if cell is None or isinstance(cell, Unreadable) else cell for cell in entry.written)
    return entry._replace(points=points)

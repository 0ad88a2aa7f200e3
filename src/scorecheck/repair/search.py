"""The search: from the rows that break rules to the ways in which the whole sheet may have been meant.

A sheet of points is looked at row by row. On running totals every row builds on the one before, so
there the search follows the rows down from the first that is wrong, with several beliefs of what is
right side by side, until all of them agree again; what lies between is one part of the sheet. Each
part is judged by itself, unless a total row holds them together: then only those ways count with
which the columns add up to it.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.model.cells import Unreadable
from scorecheck.model.finding import Severity
from scorecheck.repair.judge import Judge, Spent
from scorecheck.repair.prior import Prior
from scorecheck.repair.rows import RowSearch
from scorecheck.repair.slips import rarity_of, weights
from scorecheck.repair.unit import Unit, Way, merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches

_MOST_BELIEFS = 48
_TOO_UNLIKELY = 14.0
"""A belief is given up that is a million times less likely than the best."""
_MOST_WAYS = 64


class Part(NamedTuple):
    """A stretch of entries with something wrong, and the ways in which it may have been meant."""

    first: int
    last: int
    ways: tuple[Way, ...]
    """Likeliest first; empty where none was found."""


class Searched(NamedTuple):
    """What the search gives."""

    parts: tuple[Part, ...]
    complete: bool
    """Whether all was looked through before the budget was spent."""


class _Belief(NamedTuple):
    """What is believed on the way down running totals."""

    weight: float
    slips: float
    past: tuple[Entry, ...]
    """The last entries as they were meant."""
    off: tuple[Number, ...]
    """What must be added to each player's totals from here on, because a wrong one is carried on."""
    carriers: tuple[int, ...]
    """For each player, which of the units is carried on; -1: none."""
    units: tuple[Unit, ...]
    swapped: int = -1
    """The entry whose cells belong to the next one, because two rows changed places; -1: none."""


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
        sound = (
            (at, entry.points)
            for at, entry in enumerate(entries)
            if not self.broken[at].rules
            and not entry.opening
            and not (sheet.running and at and self.broken[at - 1].rules)
        )
        self.prior = Prior(sound, seats, layout.at_table)
        self.rows = RowSearch(sheet, layout, self.judge, self.prior)
        self.rows.rarity = rarity_of(
            (cell for entry in entries for cell in entry.written if isinstance(cell, int)),
            sum(1 for entry in entries if _has_soloist(entry.points)),
        )
        self.none: tuple[Number, ...] = (0,) * seats
        self.odd_but_right = log(weights().model["odd-but-right"])

    def run(self) -> Searched:
        """The parts of the sheet where something is wrong."""
        parts: list[Part] = []
        at, complete = 0, True
        while at < len(self.entries):
            if not self.broken[at].rules:
                at += 1
                continue
            try:
                part = self._follow(at) if self.sheet.running else self._single(at)
            except Spent:
                complete = False
                break
            parts.append(part)
            at = part.last + 1
        return Searched(tuple(parts), complete)

    # Points: a row by itself.

    def _single(self, at: int) -> Part:
        entry, broken = self.entries[at], self.broken[at]
        past = self.entries[max(0, at - self.reach) : at]
        base = entry.points
        ways: list[Way] = []
        for option in self.rows.options(entry, _seen(entry), past, at, broken):
            moved = tuple(new - old for new, old in zip(option.entry.points, base, strict=True))
            weight = option.weight + self.prior(option.entry.points, at)
            ways.append(Way(weight, option.weight, option.units, moved if any(moved) else ()))
        if self._is_twice(at):
            slip = self.rows.of_row + log(weights().row["row-twice"])
            back = tuple(-number for number in base)
            ways.append(Way(slip, slip, (self._row_taken(at),), back if any(back) else ()))
        if broken.severity < Severity.ERROR:
            weight = self.odd_but_right + self.prior(base, at)
            ways.append(Way(weight, self.odd_but_right, ()))
        return Part(at, at, tuple(merged(ways, _MOST_WAYS)))

    # Running totals: down from the first wrong row.

    def _follow(self, first: int) -> Part:
        start = tuple(self.entries[max(0, first - self.reach) : first])
        seats = len(self.none)
        beliefs = [_Belief(0.0, 0.0, start, self.none, (-1,) * seats, ())]
        for at in range(first, len(self.entries)):
            if not beliefs:
                # Nothing makes sense of it: go on from what stands there.
                return Part(first, self._until_sound(at), ())
            if at > first and all(self._is_settled(one, at) for one in beliefs):
                return self._part(first, at - 1, beliefs)
            beliefs = self._best(list(self._steps(beliefs, at)))
        return self._part(first, len(self.entries) - 1, beliefs)

    def _until_sound(self, at: int) -> int:
        last = at
        while last + 1 < len(self.entries) and self.broken[last + 1].rules:
            last += 1
        return last

    def _is_settled(self, belief: _Belief, at: int) -> bool:
        """Whether a belief takes the sheet as it stands again, from this entry on."""
        if any(belief.off) or belief.swapped >= 0 or self.broken[at].rules:
            return False
        before = self.entries[max(0, at - self.reach) : at]
        return all(
            one.totals == other.totals and one.points == other.points
            for one, other in zip(belief.past[-len(before) :], before, strict=True)
        )

    def _best(self, beliefs: list[_Belief]) -> list[_Belief]:
        if not beliefs:
            return beliefs
        beliefs.sort(key=lambda one: -one.weight)
        least = beliefs[0].weight - _TOO_UNLIKELY
        return [one for one in beliefs[:_MOST_BELIEFS] if one.weight >= least]

    def _steps(self, beliefs: Sequence[_Belief], at: int) -> Iterator[_Belief]:
        """What the beliefs become with the next entry."""
        waiting: list[tuple[_Belief, Entry, tuple[Unit, ...]]] = []
        best = -1e9
        for belief in beliefs:
            entry, units = self._believed(belief, at)
            if self.judge.keeps_all(entry, belief.past):
                weight = belief.weight + self.prior(entry.points, at) * (not entry.opening)
                best = max(best, weight)
                yield self._on(belief, entry, weight, units)
            else:
                waiting.append((belief, entry, units))
        for belief, entry, units in waiting:
            if belief.weight + self.rows.single < best - _TOO_UNLIKELY:
                continue
            yield from self._mended(belief, entry, units, at)

    def _mended(self, belief: _Belief, entry: Entry, units: tuple[Unit, ...], at: int) -> Iterator[_Belief]:
        broken = self.judge.breaches(entry, belief.past)
        if broken.severity < Severity.ERROR:
            weight = belief.weight + self.odd_but_right + self.prior(entry.points, at)
            yield self._on(belief, entry, weight, units, self.odd_but_right)
        for option in self.rows.options(entry, _seen(entry), belief.past, at, broken):
            weight = belief.weight + option.weight
            if option.whole:
                weight += self.prior.of_two_games
            elif not entry.opening:
                weight += self.prior(option.entry.points, at)
            after = self._on(belief, option.entry, weight, (*units, *option.units), option.weight)
            if option.carried:
                off, carriers = list(after.off), list(after.carriers)
                for position in option.carried:
                    off[position] += option.entry.totals[position] - entry.totals[position]
                    carriers[position] = len(units)
                after = after._replace(off=tuple(off), carriers=tuple(carriers))
            yield after
        yield from self._swapped_rows(belief, at)
        yield from self._twice(belief, at)

    def _twice(self, belief: _Belief, at: int) -> Iterator[_Belief]:
        """The row says just what the one above says: the same game, written down again."""
        if self._is_twice(at) and belief.swapped < 0:
            unit = self._row_taken(at)
            slip = self.rows.of_row + log(weights().row["row-twice"])
            yield belief._replace(
                weight=belief.weight + slip, slips=belief.slips + slip, units=(*belief.units, unit)
            )

    def _is_twice(self, at: int) -> bool:
        """Whether a row says what the one above says, all but its number."""
        here, above = self.entries[at], self.entries[at - 1]
        if not at or not here.readable or here.written != above.written:
            return False
        return all(value == above.fields.get(role) for role, value in here.fields.items() if role != "number")

    def _row_taken(self, at: int) -> Unit:
        row = self.entries[at].row
        return Unit("row-twice", tuple((row, column.at, "") for column in self.sheet.columns), at)

    def _swapped_rows(self, belief: _Belief, at: int) -> Iterator[_Belief]:
        """Two rows that changed places: what stands in the next one belongs here, and the other way round."""
        if at + 1 >= len(self.entries) or belief.swapped >= 0 or any(belief.off):
            return
        here, there = self.entries[at], self.entries[at + 1]
        if not (here.readable and there.readable):
            return
        entry, _ = self._believed(belief._replace(swapped=at + 1), at)
        if not self.judge.keeps_all(entry, belief.past):
            return
        columns = self.sheet.points_columns
        edits = (
            *((here.row, column, cell) for column, cell in zip(columns, _seen(there), strict=True)),
            *((there.row, column, cell) for column, cell in zip(columns, _seen(here), strict=True)),
        )
        unit = Unit("rows-swapped", edits, at, entry.points)
        slip = self.rows.of_row + log(weights().row["rows-swapped"])
        weight = belief.weight + slip + self.prior(entry.points, at)
        yield self._on(belief, entry, weight, (*belief.units, unit), slip)._replace(swapped=at)

    def _believed(self, belief: _Belief, at: int) -> tuple[Entry, tuple[Unit, ...]]:
        """An entry as it reads under a belief, and the units with what they change in it."""
        entry, units = self.entries[at], belief.units
        if belief.swapped >= 0:
            entry = entry._replace(written=self.entries[belief.swapped].written)
        before = belief.past[-1].totals if belief.past else self.none
        if belief.swapped < 0 and not any(belief.off) and _starts_from(entry, before):
            return entry, units
        totals = list(before)
        written = list(entry.written)
        for position, cell in enumerate(entry.written):
            if cell is None or isinstance(cell, Unreadable):
                continue
            totals[position] = cell + belief.off[position]
            if belief.off[position]:
                written[position] = totals[position]
                which = belief.carriers[position]
                edit = (entry.row, self.sheet.points_columns[position], totals[position])
                units = (*units[:which], units[which].extended(edit, at), *units[which + 1 :])
        points = tuple(new - old for new, old in zip(totals, before, strict=True))
        return entry._replace(points=points, totals=tuple(totals), written=tuple(written)), units

    def _on(
        self, belief: _Belief, entry: Entry, weight: float, units: tuple[Unit, ...], slip: float = 0.0
    ) -> _Belief:
        past = (*belief.past, entry)[-self.reach :]
        slips = belief.slips + slip
        return belief._replace(weight=weight, slips=slips, past=past, units=units, swapped=-1)

    def _part(self, first: int, last: int, beliefs: Sequence[_Belief]) -> Part:
        ways: list[Way] = []
        end = self.entries[last].totals
        for belief in beliefs:
            moved = tuple(new - old for new, old in zip(belief.past[-1].totals, end, strict=True))
            ways.append(Way(belief.weight, belief.slips, belief.units, moved if any(moved) else ()))
        return Part(first, last, tuple(merged(ways, _MOST_WAYS)))


def _has_soloist(points: Sequence[Number]) -> bool:
    """Whether one player has three times what the others have."""
    sizes = sorted(abs(number) for number in points if number)
    return len(sizes) > 1 and sizes[-1] == 3 * sizes[-2]


def _seen(entry: Entry) -> tuple[Number | None, ...]:
    return tuple(None if isinstance(cell, Unreadable) else cell for cell in entry.written)


def _starts_from(entry: Entry, totals: Sequence[Number]) -> bool:
    return all(
        total - change == before
        for total, change, before in zip(entry.totals, entry.points, totals, strict=True)
    )

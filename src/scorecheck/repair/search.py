"""The search: from the rows that break rules to the ways in which the whole sheet may have been meant.

A sheet of points is looked at row by row. On running totals every row builds on the one before, so
there the search follows the rows down from the first that is wrong, with several beliefs of what is
right side by side, until all of them agree again; what lies between is one part of the sheet. Each
part is judged by itself, unless a total row holds them together: then only those ways count with
which the columns add up to it.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.model.cells import Unreadable
from scorecheck.model.finding import Severity
from scorecheck.repair.judge import Judge, Spent
from scorecheck.repair.prior import Prior, Style
from scorecheck.repair.rows import RowSearch
from scorecheck.repair.slips import rarity_of, weights
from scorecheck.repair.two_games import TwoGames
from scorecheck.repair.two_rows import MOST_APART, edits_to, two_rows
from scorecheck.repair.unit import Unit, Way, added, merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches
    from scorecheck.repair.rows import Option

_MOST_BELIEFS = 48
_TOO_UNLIKELY = 14.0
"""A belief is given up that is a million times less likely than the best."""
_MOST_WAYS = 64
_MOST_APART = 12
"""So many ways of each of two rows that follow each other are held against a slip in both."""
_PRINTED, _NUMBERED = -0.7, 6.5
_LOOKED_BACK = 2
"""So many rows above the first wrong one may hold the slip that only shows there."""


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
    ahead: Mapping[int, Entry] = {}
    """What rows further down were meant to say, where a slip has to do with two of them."""


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
        sound = [
            (at, entry.points)
            for at, entry in enumerate(entries)
            if not self.broken[at].rules
            and not entry.opening
            and not (sheet.running and any(one.rules for one in self.broken[max(0, at - 1) : at + 3]))
        ]
        self.prior = Prior(sound, seats, layout.at_table)
        self.rows = RowSearch(sheet, layout, self.judge, self.prior)
        self.rows.rarity = rarity_of(
            (cell for entry in entries for cell in entry.written if isinstance(cell, int)),
            sum(1 for entry in entries if _has_soloist(entry.points)) if layout.at_table else None,
        )
        self.style = Style(entries, self.broken)
        self.two_games = TwoGames(self.prior, [points for _, points in sound], seats, self.style)
        self.rows.blanks = any(cell is None for entry in entries for cell in entry.written)
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
                begin = max(at - _LOOKED_BACK, parts[-1].last + 1 if parts else 0)
                part = self._follow(begin, at) if self.sheet.running else self._single(at)
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
        for option in self.rows.options(entry, _seen(entry), past, at, broken):
            moved = tuple(new - old for new, old in zip(option.entry.points, base, strict=True))
            weight = option.weight + self._usual(option.entry, entry, at)
            ways.append(Way(weight, option.weight, option.units, moved if any(moved) else ()))
        if self._is_twice(at):
            slip = self.rows.of_row + log(weights().row["row-twice"]) + self.numbered(at, 0)
            back = tuple(-number for number in base)
            ways.append(Way(slip, slip, (self._row_taken(at),), back if any(back) else ()))
        if broken.severity < Severity.ERROR:
            weight = self.odd_but_right + self._usual(entry, entry, at)
            ways.append(Way(weight, self.odd_but_right, ()))
        return Part(at, at, tuple(merged(ways, _MOST_WAYS)))

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
            weight = slip + self._usual(meant[0], here, at) + self._usual(meant[1], there, at + 1)
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
        return Part(at, at + 1, tuple(merged([*ways, *apart], _MOST_WAYS)))

    def twice(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        """The parts, with one for each row beside them whose number says that it is there twice."""
        doubted = {at for part in parts for at in range(part.first, part.last + 1)}
        found = list(parts)
        for at in range(1, len(self.entries)):
            if at not in doubted and self._is_twice(at) and self.numbered(at, 0) > 0:
                points = self.entries[at].points
                slip = self.rows.of_row + log(weights().row["row-twice"]) + self.numbered(at, 0)
                back = tuple(-number for number in points)
                taken = Way(slip - self.prior(points, at), slip, (self._row_taken(at),), back)
                found.append(Part(at, at, (taken, Way(0.0, 0.0, ()))))
        return tuple(sorted(found))

    # Running totals: down from the first wrong row.

    def _follow(self, begin: int, first: int) -> Part:
        """The part that ``first`` is the first wrong row of; the slip may be in a row from ``begin`` on."""
        start = tuple(self.entries[max(0, begin - self.reach) : begin])
        seats = len(self.none)
        beliefs = [_Belief(0.0, 0.0, start, self.none, (-1,) * seats, ())]
        for at in range(begin, len(self.entries)):
            if not beliefs:
                # Nothing makes sense of it: go on from what stands there.
                return Part(begin, self._until_sound(at), ())
            if at > first and all(self._is_settled(one, at) for one in beliefs):
                return self._part(begin, at - 1, beliefs)
            beliefs = self._best(list(self._steps(beliefs, at, hidden=at < first)))
        return self._part(begin, len(self.entries) - 1, beliefs)

    def _until_sound(self, at: int) -> int:
        last = at
        while last + 1 < len(self.entries) and self.broken[last + 1].rules:
            last += 1
        return last

    def _is_settled(self, belief: _Belief, at: int) -> bool:
        """Whether a belief takes the sheet as it stands again, from this entry on."""
        if any(belief.off) or belief.ahead or self.broken[at].rules:
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

    def _steps(self, beliefs: Sequence[_Belief], at: int, *, hidden: bool) -> Iterator[_Belief]:
        """What the beliefs become with the next entry; ``hidden``: it may be wrong and keep the rules."""
        waiting: list[tuple[_Belief, Entry, tuple[Unit, ...]]] = []
        best = -1e9
        for belief in beliefs:
            entry, units = self._believed(belief, at)
            if self.judge.keeps_all(entry, belief.past):
                weight = belief.weight + self._usual(entry, entry, at)
                best = max(best, weight)
                after = self._on(belief, entry, weight, units)
                yield after
                if belief is beliefs[0] and (hidden or self._soon_breaks(after, at)):
                    for option in self.rows.hidden(entry, _seen(entry), belief.past, at):
                        yield self._taken(belief, entry, units, option, at)
                    yield from self._two_rows(belief, at)
            else:
                waiting.append((belief, entry, units))
        for belief, entry, units in waiting:
            if belief.weight + self.rows.single < best - _TOO_UNLIKELY:
                continue
            yield from self._mended(belief, entry, units, at)

    def _soon_breaks(self, belief: _Belief, at: int) -> bool:
        """Whether under a belief one of the next entries breaks rules: the slip may be above it."""
        for below in range(at + 1, min(at + 1 + _LOOKED_BACK, len(self.entries))):
            if not self.broken[below].rules and not any(belief.off):
                belief = self._on(belief, self.entries[below], 0.0, belief.units)
                continue
            entry, _ = self._believed(belief, below)
            if not self.judge.keeps_all(entry, belief.past):
                return True
            belief = self._on(belief, entry, 0.0, belief.units)
        return False

    def _mended(self, belief: _Belief, entry: Entry, units: tuple[Unit, ...], at: int) -> Iterator[_Belief]:
        broken = self.judge.breaches(entry, belief.past)
        if broken.severity < Severity.ERROR:
            weight = belief.weight + self.odd_but_right + self.prior(entry.points, at)
            yield self._on(belief, entry, weight, units, self.odd_but_right)
        for option in self.rows.options(entry, _seen(entry), belief.past, at, broken):
            yield self._taken(belief, entry, units, option, at)
        yield from self._two_rows(belief, at)
        yield from self._twice(belief, at)

    def _taken(
        self, belief: _Belief, entry: Entry, units: tuple[Unit, ...], option: Option, at: int
    ) -> _Belief:
        """A belief with one of the ways in which the row may have been meant."""
        weight = belief.weight + option.weight
        if option.whole:
            weight += self.numbered(at, 2) + self.two_games(option.entry, entry)
        else:
            weight += self._usual(option.entry, entry, at)
        after = self._on(belief, option.entry, weight, (*units, *option.units), option.weight)
        if option.carried:
            off, carriers = list(after.off), list(after.carriers)
            for position in option.carried:
                off[position] += option.entry.totals[position] - entry.totals[position]
                carriers[position] = len(units)
            after = after._replace(off=tuple(off), carriers=tuple(carriers))
        return after

    def _usual(self, meant: Entry, said: Entry, at: int) -> float:
        """The logarithm of the chance of a row that says ``said``, where ``meant`` is right."""
        return 0.0 if meant.opening else self.prior(meant.points, at) + self.style(meant, said)

    def _twice(self, belief: _Belief, at: int) -> Iterator[_Belief]:
        """The row says just what the one above says: the same game, written down again."""
        if self._is_twice(at) and self.entries[at].row not in belief.ahead:
            unit = self._row_taken(at)
            slip = self.rows.of_row + log(weights().row["row-twice"]) + self.numbered(at, 0)
            yield belief._replace(
                weight=belief.weight + slip, slips=belief.slips + slip, units=(*belief.units, unit)
            )

    def numbered(self, at: int, steps: int) -> float:
        """What the game numbers say to a slip with which the number of an entry should be so many
        more than the one above: the logarithm of how much likelier it makes it. 0: a row written
        twice, 2: one left out before it. Printed numbers go on as if nothing had happened.
        """
        if at >= len(self.entries) or self.sheet.column("number") is None:
            return _PRINTED
        here, above = self.entries[at].label, self.entries[at - 1].label if at else "0"
        if not (here.isdecimal() and above.isdecimal()):
            return 0.0
        return _NUMBERED if int(here) - int(above) == steps else _PRINTED

    def _is_twice(self, at: int) -> bool:
        """Whether a row says what the one above says, all but its number."""
        here, above = self.entries[at], self.entries[at - 1]
        if not at or not here.readable or here.written != above.written:
            return False
        return all(value == above.fields.get(role) for role, value in here.fields.items() if role != "number")

    def _row_taken(self, at: int) -> Unit:
        row = self.entries[at].row
        return Unit("row-twice", tuple((row, column.at, "") for column in self.sheet.columns), at)

    def _two_rows(self, belief: _Belief, at: int) -> Iterator[_Belief]:
        """Slips that have to do with this row and the next one."""
        if belief.ahead:
            return
        for far, there in enumerate(self.entries[at + 1 : at + 1 + MOST_APART], start=1):
            yield from self._mixed_up(belief, at, there, far)

    def _mixed_up(self, belief: _Belief, at: int, there: Entry, far: int) -> Iterator[_Belief]:
        here = self.entries[at]
        if not (here.readable and there.readable):
            return
        for pair in two_rows(here, there, far):
            entry, _ = self._believed(belief._replace(ahead={here.row: pair.here}), at)
            if not self.judge.keeps_all(entry, belief.past):
                continue
            ahead = pair.there if pair.lost is None else _found(pair.there, entry, pair.lost)
            # What is carried on into these rows is put right with them.
            carried = ahead._replace(
                written=tuple(
                    cell + out if out and isinstance(cell, (int, Fraction)) else cell
                    for cell, out in zip(ahead.written, belief.off, strict=True)
                )
            )
            edits = (*edits_to(self.sheet, here, entry), *edits_to(self.sheet, there, carried))
            slip = self.rows.of_row + log(weights().row[pair.kind] * pair.share)
            weight = belief.weight + slip + self._usual(entry, here, at)
            unit = Unit(pair.kind, edits, at, entry.points)
            after = self._on(belief, entry, weight, (*belief.units, unit), slip)
            yield after._replace(ahead={there.row: ahead})

    def _believed(self, belief: _Belief, at: int) -> tuple[Entry, tuple[Unit, ...]]:
        """An entry as it reads under a belief, and the units with what they change in it."""
        said, units = self.entries[at], belief.units
        entry = belief.ahead.get(said.row, said)
        before = belief.past[-1].totals if belief.past else self.none
        if entry is said and not any(belief.off) and _starts_from(entry, before):
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
        ahead: Mapping[int, Entry] = {} if entry.row in belief.ahead else belief.ahead
        return belief._replace(weight=weight, slips=slips, past=past, units=units, ahead=ahead)

    def _part(self, first: int, last: int, beliefs: Sequence[_Belief]) -> Part:
        ways: list[Way] = []
        end = self.entries[last].totals
        for belief in beliefs:
            moved = tuple(new - old for new, old in zip(belief.past[-1].totals, end, strict=True))
            ways.append(Way(belief.weight, belief.slips, belief.units, moved if any(moved) else ()))
        return Part(first, last, tuple(merged(ways, _MOST_WAYS)))


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


def _found(entry: Entry, before: Entry, lost: int) -> Entry:
    """A row with the value of one player that its sum asks for, where the row before adds up."""
    totals = [
        old if cell is None or isinstance(cell, Unreadable) else cell
        for old, cell in zip(before.totals, entry.written, strict=True)
    ]
    value = totals[lost] - sum(totals) + sum(before.totals)
    return entry._replace(written=(*entry.written[:lost], value, *entry.written[lost + 1 :]))


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

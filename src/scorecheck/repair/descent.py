"""Down running totals: every row builds on the one before, so below a wrong one it shows what was meant.

From the first row that is wrong the rows are followed down with several beliefs of what is right side by
side, until all of them agree with what stands there again.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import TYPE_CHECKING

from scorecheck.model.cells import Unreadable
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.repair.carried import some_carried_on
from scorecheck.repair.gap import beside_a_gap
from scorecheck.repair.slips import weights
from scorecheck.repair.two_rows import MOST_APART, edits_to, two_rows
from scorecheck.repair.unit import MOST_WAYS, Part, Unit, Way, merged, seen_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.search import Search
    from scorecheck.repair.unit import Option

LOOKED_BACK = 2
"""So many rows above the first wrong one may hold the slip that only shows there."""
_MOST_BELIEFS = 48
_TOO_UNLIKELY = 14.0
"""A belief is given up that is a million times less likely than the best."""


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


class Descent:
    """Follows the running totals of one sheet down."""

    def __init__(self, search: Search) -> None:
        """With what the search knows of the sheet."""
        self.search = search

    def follow(self, begin: int, first: int) -> Part:
        """The part that ``first`` is the first wrong row of; the slip may be in a row from ``begin`` on."""
        start = tuple(self.search.entries[max(0, begin - self.search.reach) : begin])
        seats = len(self.search.none)
        beliefs = [_Belief(0.0, 0.0, start, self.search.none, (-1,) * seats, ())]
        for at in range(begin, len(self.search.entries)):
            if not beliefs:
                # Nothing makes sense of it: go on from what stands there.
                return Part(begin, self._until_sound(at), ())
            if at > first and all(self._is_settled(one, at) for one in beliefs):
                return self._part(begin, at - 1, beliefs)
            beliefs = self._best(list(self._steps(beliefs, at, hidden=at < first)))
        return self._part(begin, len(self.search.entries) - 1, beliefs)

    def _until_sound(self, at: int) -> int:
        last = at
        while last + 1 < len(self.search.entries) and self.search.broken[last + 1].rules:
            last += 1
        return last

    def _is_settled(self, belief: _Belief, at: int) -> bool:
        """Whether a belief takes the sheet as it stands again, from this entry on."""
        if any(belief.off) or belief.ahead or self.search.broken[at].rules:
            return False
        before = self.search.entries[max(0, at - self.search.reach) : at]
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
            if self.search.judge.keeps_all(entry, belief.past):
                weight = belief.weight + self.search.usual(entry, entry, at)
                best = max(best, weight)
                after = self._on(belief, entry, weight, units)
                yield after
                if belief is beliefs[0] and (hidden or self._soon_breaks(after, at)):
                    for option in self.search.rows.hidden(entry, seen_in(entry), belief.past, at):
                        yield self._taken(belief, entry, units, option, at)
                    yield from self._two_rows(belief, at)
            else:
                waiting.append((belief, entry, units))
        for belief, entry, units in waiting:
            if belief.weight + self.search.rows.single < best - _TOO_UNLIKELY:
                continue
            for after in self._mended(belief, entry, units, at):
                if after.weight > best:
                    best = after.weight
                yield after
        for belief, entry, units in waiting:
            yield from self._of_two(belief, entry, units, at, best)

    def _of_two(
        self, belief: _Belief, entry: Entry, units: tuple[Unit, ...], at: int, best: float
    ) -> Iterator[_Belief]:
        """Two slips in one row, where nothing else is likelier than they could be."""
        two = self.search.rows.two
        if two is None or not entry.readable or belief.weight + two.most < best:
            return
        broken = self.search.judge.breaches(entry, belief.past)
        if broken.off:
            for option in two.options(entry, seen_in(entry), belief.past, at, broken.off):
                yield self._taken(belief, entry, units, option, at)

    def _soon_breaks(self, belief: _Belief, at: int) -> bool:
        """Whether under a belief one of the next entries breaks rules: the slip may be above it."""
        for below in range(at + 1, min(at + 1 + LOOKED_BACK, len(self.search.entries))):
            if not self.search.broken[below].rules and not any(belief.off):
                belief = self._on(belief, self.search.entries[below], 0.0, belief.units)
                continue
            entry, _ = self._believed(belief, below)
            if not self.search.judge.keeps_all(entry, belief.past):
                return True
            belief = self._on(belief, entry, 0.0, belief.units)
        return False

    def _mended(self, belief: _Belief, entry: Entry, units: tuple[Unit, ...], at: int) -> Iterator[_Belief]:
        broken = self.search.judge.breaches(entry, belief.past)
        if broken.severity < Severity.ERROR:
            weight = belief.weight + self.search.odd_but_right + self.search.prior.of_odd(entry.points, at)
            yield self._on(belief, entry, weight, units, self.search.odd_but_right)
        seen, below = seen_in(entry), self._out_below(belief, at)
        for option in self.search.rows.options(entry, seen, belief.past, at, broken):
            if any(belief.off) and self._stands_there(option, at):
                # A wrong total that is carried on, and then wrong the other way round: it was not carried on.
                continue
            yield self._taken(belief, entry, units, option, at)
            for carried in some_carried_on(self.search.rows, option, entry, seen, below):
                yield self._taken(belief, entry, units, carried, at)
        if broken.off and entry.readable and not entry.opening and self.search.numbered(at, 2) > 0:
            for option in beside_a_gap(self.search.rows, entry, belief.past, at, broken.off, below):
                yield self._taken(belief, entry, units, option, at)
        yield from self._two_rows(belief, at)
        yield from self._twice(belief, at)

    def _stands_there(self, option: Option, at: int) -> bool:
        """Whether an option writes what the sheet says already."""
        said = self.search.entries[at]
        told = {
            (said.row, column): cell
            for column, cell in zip(self.search.sheet.points_columns, said.written, strict=True)
        }
        return any(told.get(edit[:2]) == edit[2] for unit in option.units for edit in unit.edits)

    def _out_below(self, belief: _Belief, at: int) -> Number:
        """By how much the next row is out under a belief."""
        below = self.search.broken[at + 1 : at + 2]
        return (below[0].off or 0) + sum(belief.off) if below else 0

    def _taken(
        self, belief: _Belief, entry: Entry, units: tuple[Unit, ...], option: Option, at: int
    ) -> _Belief:
        """A belief with one of the ways in which the row may have been meant."""
        weight = belief.weight + option.weight
        if option.whole:
            weight += self.search.numbered(at, 2) + self.search.two_games(option.entry, entry)
        else:
            weight += self.search.usual(option.entry, entry, at)
        after = self._on(belief, option.entry, weight, (*units, *option.units), option.weight)
        if option.carried:
            off, carriers = list(after.off), list(after.carriers)
            for position in option.carried:
                off[position] += option.entry.totals[position] - entry.totals[position]
                carriers[position] = len(units) + self._of_column(option.units, position)
            after = after._replace(off=tuple(off), carriers=tuple(carriers))
        return after

    def _of_column(self, units: Sequence[Unit], position: int) -> int:
        """Which of some units is about a player's cell."""
        column = self.search.sheet.points_columns[position]
        return next((at for at, unit in enumerate(units) if any(c == column for _, c, _ in unit.edits)), 0)

    def _twice(self, belief: _Belief, at: int) -> Iterator[_Belief]:
        """The row says just what the one above says: the same game, written down again."""
        if self.search.is_twice(at) and self.search.entries[at].row not in belief.ahead:
            unit = self.search.row_taken(at)
            slip = self.search.rows.of_row + log(weights().row["row-twice"]) + self.search.numbered(at, 0)
            yield belief._replace(
                weight=belief.weight + slip, slips=belief.slips + slip, units=(*belief.units, unit)
            )

    def _two_rows(self, belief: _Belief, at: int) -> Iterator[_Belief]:
        """Slips that have to do with this row and the next one."""
        if belief.ahead:
            return
        for far, there in enumerate(self.search.entries[at + 1 : at + 1 + MOST_APART], start=1):
            yield from self._mixed_up(belief, at, there, far)

    def _mixed_up(self, belief: _Belief, at: int, there: Entry, far: int) -> Iterator[_Belief]:
        here = self.search.entries[at]
        if not (here.readable and there.readable):
            return
        for pair in two_rows(here, there, far):
            entry, _ = self._believed(belief._replace(ahead={here.row: pair.here}), at)
            if not self.search.judge.keeps_all(entry, belief.past):
                continue
            ahead = pair.there if pair.lost is None else _found(pair.there, entry, pair.lost)
            # What is carried on into these rows is put right with them.
            carried = ahead._replace(
                written=tuple(
                    cell + out if out and isinstance(cell, (int, Fraction)) else cell
                    for cell, out in zip(ahead.written, belief.off, strict=True)
                )
            )
            edits = (*edits_to(self.search.sheet, here, entry), *edits_to(self.search.sheet, there, carried))
            slip = self.search.rows.of_row + log(weights().row[pair.kind] * pair.share)
            weight = belief.weight + slip + self.search.usual(entry, entry, at)
            unit = Unit(pair.kind, edits, at, entry.points)
            after = self._on(belief, entry, weight, (*belief.units, unit), slip)
            yield after._replace(ahead={there.row: ahead})

    def _believed(self, belief: _Belief, at: int) -> tuple[Entry, tuple[Unit, ...]]:
        """An entry as it reads under a belief, and the units with what they change in it."""
        said, units = self.search.entries[at], belief.units
        entry = belief.ahead.get(said.row, said)
        before = belief.past[-1].totals if belief.past else self.search.none
        if entry is said and not any(belief.off) and _starts_from(entry, before):
            return entry, units
        # What is written twice is taken away, and not mended.
        twice = self.search.is_twice(at) and self.search.numbered(at, 0) > 0
        totals = list(before)
        written = list(entry.written)
        for position, cell in enumerate(entry.written):
            if cell is None or isinstance(cell, Unreadable):
                continue
            totals[position] = cell + belief.off[position]
            if belief.off[position]:
                written[position] = totals[position]
                if twice:
                    continue
                which = belief.carriers[position]
                edit = (entry.row, self.search.sheet.points_columns[position], totals[position])
                units = (*units[:which], units[which].extended(edit, at), *units[which + 1 :])
        points = tuple(new - old for new, old in zip(totals, before, strict=True))
        return entry._replace(points=points, totals=tuple(totals), written=tuple(written)), units

    def _on(
        self, belief: _Belief, entry: Entry, weight: float, units: tuple[Unit, ...], slip: float = 0.0
    ) -> _Belief:
        past = (*belief.past, entry)[-self.search.reach :]
        slips = belief.slips + slip
        ahead: Mapping[int, Entry] = {} if entry.row in belief.ahead else belief.ahead
        return belief._replace(weight=weight, slips=slips, past=past, units=units, ahead=ahead)

    def _part(self, first: int, last: int, beliefs: Sequence[_Belief]) -> Part:
        ways: list[Way] = []
        end = self.search.entries[last].totals
        for belief in beliefs:
            moved = tuple(new - old for new, old in zip(belief.past[-1].totals, end, strict=True))
            ways.append(Way(belief.weight, belief.slips, belief.units, moved if any(moved) else ()))
        return Part(first, last, tuple(merged(ways, MOST_WAYS)))


def _found(entry: Entry, before: Entry, lost: int) -> Entry:
    """A row with the value of one player that its sum asks for, where the row before adds up."""
    totals = [
        old if cell is None or isinstance(cell, Unreadable) else cell
        for old, cell in zip(before.totals, entry.written, strict=True)
    ]
    value = totals[lost] - sum(totals) + sum(before.totals)
    return entry._replace(written=(*entry.written[:lost], value, *entry.written[lost + 1 :]))


def _starts_from(entry: Entry, totals: Sequence[Number]) -> bool:
    return all(
        total - change == before
        for total, change, before in zip(entry.totals, entry.points, totals, strict=True)
    )

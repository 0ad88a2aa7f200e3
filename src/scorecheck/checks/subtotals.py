"""Column sums among the games: after every ten of them, or at the foot of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from scorecheck.checks.check import Hit
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet, Subtotal

_FEWEST = 2
"""The least number of right sums before rows count as sums of a kind."""


class _SubtotalSaid(NamedTuple):
    """One player's cell in a row of subtotals, and what the games give."""

    row: int
    label: str
    position: int
    said: Number
    so_far: Number
    """The sum of all games above it."""
    since: Number
    """The sum of the games since the subtotal before it."""
    since_such: Number
    """The same since the one before it with the same label."""


class Subtotals:
    """Checks sums among the games. All with one label are of one kind, whichever fits more of them: the total
    so far, or the total since the sum before, or since the one before with this label."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._waiting = [one for one in sheet.subtotals if one.row < sheet.stop]
        self._below = [one for one in sheet.subtotals if one.row > sheet.stop]
        self._found: list[_SubtotalSaid] = []
        self._start: Sequence[Number] = sheet.start or (0,) * len(sheet.points_columns)
        self._totals = self._last = self._start
        self._last_such: dict[str, Sequence[Number]] = {}
        self._unreadable: set[int] = set()
        self._first: dict[Number, int] = {}
        """The first row of each sum that a game has."""
        self._times = Counter[Number]()
        """How many games have it."""

    def see(self, entry: Entry) -> Iterator[Hit]:
        """Takes the next entry."""
        while self._waiting and self._waiting[0].row < entry.row:
            self._compare()
        self._totals = entry.totals
        adds_up_to = sum(entry.points)
        self._first.setdefault(adds_up_to, entry.row)
        self._times[adds_up_to] += 1
        if not entry.readable:
            cells = enumerate(entry.written)
            self._unreadable |= {position for position, cell in cells if isinstance(cell, Unreadable)}
        return iter(())

    def finish(self) -> Iterator[Hit]:
        """Reports the wrong sums, without those that only carry on the difference of the next one."""
        while self._waiting:
            self._compare()
        yield from self._among()
        if self._below:
            yield from self._below_penalties(*self._below)

    def _below_penalties(self, *rows: Subtotal) -> Iterator[Hit]:
        """Reports sums below penalties that are not the sums above plus the penalties, written with a minus
        or without. Nothing is reported if that holds for half of the players, or the sums above are wrong."""
        *penalties, (row, cells) = rows
        columns = self._sheet.points_columns
        each = zip(*(numbers for _, numbers in penalties), strict=True)
        taken = [sum(one for one in numbers if isinstance(one, int)) for numbers in each]
        said = {
            at: cell
            for at, cell in enumerate(cells)
            if isinstance(cell, int) and at not in self._unreadable and not self._off_at_foot(at)
        }
        ways = [{at: self._totals[at] + sign * taken[at] for at in said} for sign in (1, -1)]
        due = max(ways, key=lambda way: sum(way[at] == said[at] for at in said))
        wrong = [at for at in said if said[at] != due[at]]
        for at in wrong if 2 * len(wrong) < len(cells) else ():
            params = {"player": self._sheet.table.headings[columns[at]], "heading": self._called(row)}
            yield Hit(columns[at], {**params, "total": said[at], "sum": due[at]}, "subtotal", row=row)

    def _among(self) -> Iterator[Hit]:
        """Reports the wrong sums among the games."""
        alike: dict[str, list[_SubtotalSaid]] = {}
        for one in self._found:
            alike.setdefault(one.label, []).append(one)
        hits = sorted(chain(*map(self._wrong, alike.values())), key=lambda hit: hit.row or 0)
        whose: dict[Number | None, set[int | None]] = {}
        for hit in hits:
            whose.setdefault(hit.off, set()).add(hit.column)
        usual = max(self._times, key=self._times.__getitem__, default=0)
        out = {by - usual: row for by, row in self._first.items() if by != usual}
        for hit in hits:
            # A game above that is out by as much is told of itself, and all that is wrong if no other player
            # has such a sum.
            if len(whose[hit.off]) > 1 or out.get(hit.off or 0, hit.row or 0) >= (hit.row or 0):
                yield hit

    def _wrong(self, found: Sequence[_SubtotalSaid]) -> list[Hit]:
        """The wrong ones of some sums of one kind."""
        each = {
            "subtotal": [one.so_far for one in found],
            "subtotal-since": [one.since for one in found],
            "subtotal-since-such": [one.since_such for one in found],
        }
        fits = {
            kind: sum(one.said == due != 0 for one, due in zip(found, dues, strict=True))
            for kind, dues in each.items()
        }
        kind = "subtotal" if self._sheet.running else max(fits, key=fits.__getitem__)
        if fits[kind] < _FEWEST:
            return []
        running, headings = kind == "subtotal", self._sheet.table.headings
        below: dict[int, Number] = {}
        hits: list[Hit] = []
        for one, due in zip(reversed(found), reversed(each[kind]), strict=True):
            # Of sums so far, one that only carries on the difference of the next one is no fault of its own.
            off = below.get(one.position, self._off_at_foot(one.position))
            if running:
                below[one.position] = one.so_far - one.said
            if one.said == due or due - one.said == off:
                continue
            column = self._sheet.points_columns[one.position]
            params = {
                "player": headings[column],
                "heading": self._called(one.row),
                "total": one.said,
                "sum": due,
            }
            variant = "subtotal" if running else "subtotal-since"
            hits.append(Hit(column, params, variant, off=due - one.said, row=one.row))
        return hits[::-1]

    def _off_at_foot(self, position: int) -> Number:
        """The difference of the total row from the sum; 0 where it has no number."""
        said = self._sheet.foot[position] if self._sheet.foot else None
        return 0 if said is None or isinstance(said, Unreadable) else self._totals[position] - said

    def _compare(self) -> None:
        row, said = self._waiting.pop(0)
        # Evening 1 and Evening 2 are alike.
        label = "".join(filter(str.isalpha, self._called(row))).casefold()
        such = self._last_such.get(label, self._start)
        for position, cell in enumerate(said):
            if cell is not None and not isinstance(cell, Unreadable) and position not in self._unreadable:
                so_far = self._totals[position]
                since, since_such = so_far - self._last[position], so_far - such[position]
                self._found.append(_SubtotalSaid(row, label, position, cell, so_far, since, since_such))
        self._last = self._last_such[label] = self._totals

    def _called(self, row: int) -> str:
        """The label of a row."""
        words = (value for value in self._sheet.table.of_row(row) if isinstance(value, str))
        return next((text for text in map(value_text, words) if any(map(str.isalpha, text))), "")

"""Column sums among the games: after every ten of them, at the foot of a page, or above each evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from scorecheck.checks.check import Hit
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet, Subtotal


class _SumRow(NamedTuple):
    """A row of subtotals."""

    row: int
    label: str
    cells: Mapping[int, Number]
    """Its numbers, by the player's position."""
    totals: Sequence[Number]
    """The sums of all games above it."""


class _Said(NamedTuple):
    """One player's cell in a row of subtotals, and what the games give for each kind of sum."""

    row: int
    label: str
    position: int
    said: Number
    due: Sequence[Number]


_KINDS = ("subtotal", "subtotal-since", "subtotal-since", "subtotal-below")
"""How each kind of sum is told: so far, since the sum before, since that with the same label, to the next."""


class Subtotals:
    """Checks sums among the games. All with one label are of one kind, whichever fits more of them: the total
    so far, or since the sum before, or since the one before with this label, or up to the next sum."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._waiting = [one for one in sheet.subtotals if one.row < sheet.stop]
        self._below = [one for one in sheet.subtotals if one.row > sheet.stop]
        self._sums: list[_SumRow] = []
        self._start: Sequence[Number] = sheet.start or (0,) * len(sheet.points_columns)
        self._totals = self._start
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
            yield from self._below_added(*self._below)

    def _below_added(self, *rows: Subtotal) -> Iterator[Hit]:
        """Reports sums that are not the sums above plus the rows between, penalties with a minus
        or without. Nothing is reported if that holds for half of the players, or the sums above are wrong."""
        *added, (row, cells) = rows
        columns = self._sheet.points_columns
        each = zip(*(numbers for _, numbers in added), strict=True)
        taken = [sum(one for one in numbers if isinstance(one, int)) for numbers in each]
        said = {
            at: cell
            for at, cell in enumerate(cells)
            if isinstance(cell, int) and at not in self._unreadable and not self._off_at_foot(at)
        }
        ways = [{at: self._totals[at] + sign * taken[at] for at in said} for sign in (1, -1)]
        due = max(ways, key=lambda way: sum(way[at] == said[at] for at in said))
        wrong = [at for at in said if said[at] != due[at]]
        # A sum with something added that is right tells as much as one more.
        agree = any(taken[at] and at not in wrong for at in said)
        for at in wrong if 2 * len(wrong) < len(cells) + agree else ():
            params = {"player": self._sheet.table.headings[columns[at]], "heading": self._called(row)}
            yield Hit(columns[at], {**params, "total": said[at], "sum": due[at]}, "subtotal", row=row)

    def _among(self) -> Iterator[Hit]:
        """Reports the wrong sums among the games."""
        alike: dict[str, list[_Said]] = {}
        rows = Counter(one.label for one in self._sums)
        for one in self._said():
            alike.setdefault(one.label if rows[one.label] > 1 else "", []).append(one)
        hits = sorted(chain(*map(self._wrong, alike.values())), key=lambda hit: hit.row or 0)
        whose: dict[Number | None, set[int | None]] = {}
        for hit in hits:
            whose.setdefault(hit.off, set()).add(hit.column)
        usual = max(self._times, key=self._times.__getitem__, default=0)
        out = {by - usual: row for by, row in self._first.items() if by != usual}
        for hit in hits:
            # A game among those added up that is out by as much is told of itself, and all that is wrong if
            # no other player has such a sum.
            first = out.get(hit.off or 0)
            of_game = first is not None and (first < (hit.row or 0)) == (hit.variant != _KINDS[-1])
            if len(whose[hit.off]) > 1 or not of_game:
                yield hit

    def _said(self) -> Iterator[_Said]:
        """All cells of the subtotals."""
        before, such = self._start, dict[str, Sequence[Number]]()
        for at, (row, label, cells, totals) in enumerate(self._sums):
            after = self._sums[at + 1].totals if at + 1 < len(self._sums) else self._totals
            spans = ((before, totals), (such.get(label, self._start), totals), (totals, after))
            for position, cell in cells.items():
                parts = [end[position] - start[position] for start, end in spans]
                yield _Said(row, label, position, cell, (totals[position], *parts))
            before = such[label] = totals

    def _wrong(self, found: Sequence[_Said]) -> list[Hit]:
        """The wrong ones of some sums of one kind."""
        fits = [sum(one.said == one.due[kind] != 0 for one in found) for kind in range(len(_KINDS))]
        kind = 0 if self._sheet.running else max(range(len(_KINDS)), key=fits.__getitem__)
        right = sum(one.said == one.due[kind] for one in found)
        if not fits[kind] or 2 * right < len(found):
            return []
        headings = self._sheet.table.headings
        below: dict[int, Number] = {}
        hits: list[Hit] = []
        for one in reversed(found):
            due = one.due[kind]
            # Of sums so far, one that only carries on the difference of the next one is no fault of its own.
            off = below.get(one.position, self._off_at_foot(one.position))
            if kind == 0:
                below[one.position] = due - one.said
            if one.said == due or due - one.said == off:
                continue
            column = self._sheet.points_columns[one.position]
            params = {
                "player": headings[column],
                "heading": self._called(one.row),
                "total": one.said,
                "sum": due,
            }
            hit = Hit(column, params, _KINDS[kind], off=due - one.said, row=one.row)
            hits.append(of_part(hit, self._sheet) if kind == 0 else hit)
        return hits[::-1]

    def _off_at_foot(self, position: int) -> Number:
        """The difference of the total row from the sum; 0 where it has no number."""
        said = self._sheet.foot[position] if self._sheet.foot else None
        return 0 if said is None or isinstance(said, Unreadable) else self._totals[position] - said

    def _compare(self) -> None:
        row, said = self._waiting.pop(0)
        # Evening 1 and Evening 2 are alike.
        label = "".join(filter(str.isalpha, self._called(row))).casefold()
        cells = {
            position: cell
            for position, cell in enumerate(said)
            if cell is not None and not isinstance(cell, Unreadable) and position not in self._unreadable
        }
        self._sums.append(_SumRow(row, label, cells, self._totals))

    def _called(self, row: int) -> str:
        """The label of a row: its first words, or the date alone."""
        values = map(value_text, self._sheet.table.of_row(row))
        texts = [text for text in values if text]
        return next((text for text in texts if any(map(str.isalpha, text))), texts[0] if texts else "")


def of_part(hit: Hit, sheet: Sheet) -> Hit:
    """A wrong total; where won and lost points have one each, that of the wrong one."""
    row = hit.row or 0
    above = (one for one in sheet.rows_of_games if one < row or row == sheet.total_row)
    games = [one for one in above if one not in {one.row for one in sheet.subtotals}]
    parts = sheet.table.sums_apart(row, hit.column or 0, games)
    wrong = [one for one in parts if one[1] != one[2]]
    if len(wrong) != 1 or len(parts) < len(wrong):
        return hit
    ((column, said, due),) = wrong
    sign = "" if column == hit.column else " (−)"
    params = {**hit.params, "player": f"{hit.params['player']}{sign}", "total": said, "sum": due}
    return hit._replace(column=column, params=params)

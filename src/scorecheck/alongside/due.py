"""What sheets of one table should say where it is known which of them is right, and how sure that is."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from scorecheck.alongside.align import OneSign, both_slipped, price, price_of_row
from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.finding import Edit, Fix
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import heard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.alongside.differences import Beside
    from scorecheck.model.cells import Number
    from scorecheck.model.finding import Param

_SUREST = 0.999
UNDECIDED = frozenset({"", "neither", "several"})
"""Why of a decision with which nothing tells who is right."""

Place = tuple[int, int, int]
"""A cell by its sheet, its row among those side by side, and its player."""


class Difference(NamedTuple):
    """A cell in which sheets differ, and the rows that are judged for it: on running totals those up to the
    one in which they go right again."""

    row: int
    seat: int
    rows: tuple[int, ...]
    off: tuple[Number, ...] = ()
    """On running totals: how much further each sheet's total is from the first one's than it was before."""
    usual: tuple[Number, ...] = ()
    """How far it was before."""
    carried: bool = False
    """Later totals are out by as much."""


class Decision(NamedTuple):
    """What the rules say of a difference."""

    right: tuple[int, ...]
    """The sheets that are right; all that have the cell where nothing tells."""
    why: str
    """``sum``, ``rules``, ``total``, ``majority``; ``neither``, ``several`` or empty where nothing tells."""


Decided = tuple[Difference, Decision]


class Due:
    """What the cells of sheets should say by what was decided of their differences."""

    def __init__(self, found: Beside, decided: Iterable[Decided]) -> None:
        """Of differences of which nothing is known nothing is said."""
        self._found = found
        self._running = any(one.sheet.running for one in found.sheets)
        self._after: dict[Place, str] = {}
        self._out: dict[tuple[int, int], dict[int, Number]] = {}
        self._cells_of: dict[tuple[int, int], int] = {}
        self._begun: set[int] = set()
        """The rows in which a difference begins: there also a blank cell is wrong."""
        known = [(one, decision) for one, decision in decided if decision.why not in UNDECIDED]
        for one, decision in known:
            self._begun.add(one.row)
            for which in self._wrong(one, decision):
                place = which, one.row
                self._cells_of[place] = self._cells_of.get(place, 0) + 1
                if not self._running or not one.off:
                    self._copied(one, which, decision.right[0])
                    continue
                out = self._out.setdefault((which, one.seat), {})
                for row, by in self._by(one, which, decision.right[0]).items():
                    out[row] = out.get(row, 0) + by
        for (which, seat), out in self._out.items():
            self._after |= {(which, row, seat): str(due) for row, due in self._mended(which, seat, out)}

    def edits(self) -> Iterator[tuple[int, Edit]]:
        """All that the sheets should say otherwise."""
        for place in sorted(self._after):
            yield place[0], self._edit(place)

    def fix(self, one: Difference, decision: Decision, which: int) -> Fix | None:
        """What mends a difference on a sheet that is wrong; ``None`` where that is not known."""
        if decision.why in UNDECIDED or which in decision.right:
            return None
        places = [place for place in self._places(one, which, decision.right[0]) if place in self._after]
        entry = self._found.entry(one.row, which)
        if not places or places[0][1] != one.row or entry is None:
            return None
        kept = self._found.sheets[which]
        position = self._found.seats[which][one.seat]
        name = "" if position is None else kept.sheet.players[position]
        params: dict[str, Param] = {
            "who": (name,) * len(places),
            "roles": tuple("first" if row == one.row else "later" for _, row, _ in places),
            "game": entry.label,
            "what": kept.sheet.noun,
        }
        last = self._found.entry(places[-1][1], which)
        if len(places) > 1 and last is not None:
            params["carried"] = last.label
        edits = tuple(map(self._edit, places))
        before, after = self._said(places[0])
        sure = self._sure(places[0], decision.right, before, after)
        return Fix(edits, _kind(before, after), sure, params)

    def _wrong(self, one: Difference, decision: Decision) -> Iterator[int]:
        for which in range(len(self._found.sheets)):
            here = self._found.entry(one.row, which), self._found.seats[which][one.seat]
            if which not in decision.right and None not in here:
                yield which

    def _copied(self, one: Difference, which: int, right: int) -> None:
        """A cell of points, or one that nobody can read, should say what the sheet that is right says."""
        found = self._found
        due = found.cell(one.row, right, one.seat)
        entry, position = found.entry(one.row, right), found.seats[right][one.seat]
        if due is None or isinstance(due, OneSign) or entry is None or position is None:
            return
        if found.sheets[which].sheet.running:
            usual = one.usual[which] - one.usual[right] if one.usual else 0
            self._after[which, one.row, one.seat] = str(entry.totals[position] + usual)
            return
        nothing = entry.written[position] is None and not found.sheets[right].sheet.running
        self._after[which, one.row, one.seat] = "" if nothing else str(due)

    def _by(self, one: Difference, which: int, right: int) -> Mapping[int, Number]:
        """By how much the totals of a sheet are out because of a difference, in which rows."""
        if not one.off:
            return {}
        by = one.off[which] - one.off[right]
        later = range(one.row + 1, len(self._found.rows)) if one.carried else ()
        carrying = [row for row in later if self._found.apart(row, one.seat) != one.usual]
        return dict.fromkeys([one.row, *carrying], by) if by else {}

    def _mended(self, which: int, seat: int, out: Mapping[int, Number]) -> Iterator[tuple[int, Number]]:
        """What the cells of a player should say in the rows in which they should say something else."""
        found, above = self._found, 0
        for row in range(min(out, default=0), len(found.rows)):
            entry, position = found.entry(row, which), found.seats[which][seat]
            if entry is None or position is None:
                continue
            by, written = out.get(row, 0), entry.written[position]
            if found.sheets[which].sheet.running:
                if by and not isinstance(written, Unreadable) and (written is not None or row in self._begun):
                    yield row, entry.totals[position] - by
            elif by != above and not isinstance(written, Unreadable):
                yield row, entry.points[position] - (by - above)
            above = by

    def _places(self, one: Difference, which: int, right: int) -> list[Place]:
        """The cells that a difference makes wrong on a sheet."""
        if not self._running or not one.off:
            return [(which, one.row, one.seat)]
        out = self._by(one, which, right)
        return [(which, row, one.seat) for row, _ in self._mended(which, one.seat, out)] if out else []

    def _edit(self, place: Place) -> Edit:
        which, row, seat = place
        kept, entry = self._found.sheets[which], self._found.entry(row, which)
        position = self._found.seats[which][seat]
        if entry is None or position is None:
            raise LookupError(place)
        column = kept.sheet.points_columns[position]
        before = value_text(kept.sheet.table.value(entry.row, column))
        return Edit(kept.sheet.table.cell(entry.row, column), before, self._after[place])

    def _said(self, place: Place) -> tuple[Number | None, Number | None]:
        """What a cell says and what it should say, where these are numbers."""
        which, row, seat = place
        entry, position = self._found.entry(row, which), self._found.seats[which][seat]
        said = None if entry is None or position is None else entry.written[position]
        before = None if isinstance(said, Unreadable) else said
        after = self._after[place]
        digits = after.removeprefix("-").isdecimal()
        return before, int(after) if digits else None

    def _sure(self, place: Place, right: Sequence[int], before: Number | None, after: Number | None) -> float:
        """How likely the one sheet is right and the other wrong, and not both."""
        which, row, seat = place
        several = self._cells_of[which, row] > 1
        cost = price_of_row(len(self._found.seats[which])) if several else price(after, before)
        rows = len(self._found.rows)
        others = [both_slipped(among=rows if self._is_off(one, seat) else None) for one in right]
        return min(_SUREST, round(1 / (1 + exp(cost - max(others))), 4))

    def _is_off(self, which: int, seat: int) -> bool:
        """Whether a total says that there is a slip somewhere in a column."""
        kept, position = self._found.sheets[which], self._found.seats[which][seat]
        return position is not None and kept.sheet.points_columns[position] in kept.totals


def _kind(before: Number | None, after: Number | None) -> str:
    """The likeliest slip from the one number to the other."""
    if before is None or after is None:
        return "left-out" if before is None else "left-in"
    if not isinstance(before, int) or not isinstance(after, int):
        return "other"
    slips = heard(after)
    return slips[before].kind if before in slips else "other"

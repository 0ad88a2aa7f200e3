"""The input and output of proposers: one row as its writer saw it, and a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import TypeAlias, TypeVar

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.repair.channel import meant
from scorecheck.repair.slips import shares

Cell: TypeAlias = "Number | None"
"""The number in a player's cell; ``None`` for an empty cell or a mark for no change."""
Cells: TypeAlias = tuple[Cell, ...]
_Old = TypeVar("_Old")
Games: TypeAlias = Mapping[tuple[int, tuple[Number, ...]], Mapping[Number, float]]
Revalued: TypeAlias = "Callable[[Sequence[Number]], Iterable[tuple[str, Sequence[Number]]]]"


@record
class Place:
    """One row as read, under a belief about the rows above."""

    at: int
    """The index of its entry, from 0."""
    cells: Cells
    base: tuple[Number, ...]
    """What was above for the writer of the row: totals; zeros on sheets of points."""
    below: Cells | None
    """The next row as read; ``None`` if there is none, or it is unreadable."""
    sums: tuple[Number, ...]
    """The sums of the rows above."""
    running: bool
    rows: int
    """The number of rows on the sheet."""
    spoilt: frozenset[int] = frozenset()
    """The cells with an unreadable value, or without a required number."""
    garbled: frozenset[int] = frozenset()
    """Those of them that are not empty."""
    nothing: bool = False
    """Cells may be empty, or hold a mark."""
    games: Games | None = None
    """Where points do not add up to 0: see ``games_of``."""
    often: Mapping[str, float] = field(default_factory=dict[str, float])
    """See ``Layout``."""
    free: Sequence[Number] | None = None
    """Where nobody's points follow from the others': the points in rows of the sheet."""
    out: Cells = ()
    """There: the total row minus the rows, by column; ``None`` if unknown."""
    off: Number | None = None
    """There: the error of the row, if a rule gives it."""
    wrong_below: Sequence[tuple[int, Cells]] = ()
    """The wrong rows after the next: their distance and values."""
    exchanged: float = 0.0
    """See ``Evidence.of_swap``."""
    revalued: Revalued | None = None
    """See ``Layout``."""
    adds_to: Sequence[Number] = ()
    """See ``Mending.sums``."""

    @property
    def wide(self) -> int:
        """The number of players."""
        return len(self.cells)

    @property
    def places(self) -> int:
        """The number of cells with a number on the sheet: one per row where one plays alone."""
        return self.rows * (1 if self.games else self.wide)

    @property
    def blanks(self) -> bool:
        """Whether who gets no points in this row has an empty cell, and not a 0."""
        return self.nothing and not self.running and 0 not in self.cells

    def oftener(self, kind: str) -> float:
        """The log ratio of the frequency of a kind of slip here to that on other sheets."""
        return log(self.often.get(kind, 1.0))

    def value(self, position: int) -> Number:
        """The number in a cell, with an empty cell as no change."""
        cell = self.cells[position]
        return self.base[position] if cell is None else cell

    def steps(self, cells: Cells | None = None) -> tuple[Number, ...]:
        """The changes of the row as read, or with other cells."""
        return steps_of(self.cells if cells is None else cells, self.base)

    def dues(self) -> Iterable[tuple[int, Number]]:
        """The right value of each cell if all others are right, by position.

        Points add up to 0, or the row is one of the possible games; otherwise the possible meanings.
        """
        if self.free is not None:
            return [(at, due) for at, said in enumerate(self.cells) for due in self._may_say(at, said)]
        steps, single = self.steps(), len(self.spoilt) == 1
        if self.games:
            cells = () if len(self.spoilt) > 1 else self.spoilt if single else range(self.wide)
            return [
                (at, self.base[at] + change)
                for at in cells
                for change in self.games.get((at, others(steps, at)), ())
                if single or change != steps[at]
            ]
        out = sum(steps)
        if len(self.spoilt) > 1 or not (out or single):
            return []
        return [(at, self.value(at) - out) for at in (self.spoilt if single else range(self.wide))]

    def by_sum(self, at: int, steps: tuple[Number, ...]) -> Sequence[Number]:
        """The values of a cell beside such changes of the others by which the row adds up as games do."""
        rest = sum(others(steps, at))
        return [self.base[at] + due - rest for due in self.adds_to]

    def _may_say(self, at: int, said: Cell) -> Iterator[Number]:
        """Possible meanings of a cell that follows from no other.

        Misread numbers, the value for its total, or else points from other rows.
        """
        if said is None and at not in self.spoilt:
            return
        found = [] if said is None else self._misread(at, said)
        out = self.out[at]
        if out or (out is not None and said is None):
            found.append((said or 0) + out)
        else:
            found += [self.base[at] + step for step in self.free or ()]
            below = self.below[at] if self.below is not None and self.running else None
            # Otherwise the row below must be wrong, where the change of this one is unusual.
            found += [] if below is None else [below - step for step in self.free or ()]
        if self.spoilt <= {at}:
            found += self.by_sum(at, self.steps())
        yield from (due for due in dict.fromkeys(found) if due != said)

    def _misread(self, at: int, said: Number) -> list[Number]:
        """The numbers that a slip makes this one of: of the pen, by the error of the row, or by doubling."""
        found: list[Number] = [true for true, _ in meant(said)] if isinstance(said, int) else []
        step = said - self.base[at]
        found += [said - self.off] if self.off else []
        return [*found, said + step, *([] if step % 2 else [said - step // 2])]


def others(steps: tuple[Number, ...], at: int) -> tuple[Number, ...]:
    """The points of all except one."""
    return (*steps[:at], *steps[at + 1 :])


def games_of(chances: Mapping[tuple[Number, ...], float]) -> Games:
    """The possible points of a player given all others, with probabilities.

    By position and the points of the others.
    """
    found: dict[tuple[int, tuple[Number, ...]], dict[Number, float]] = {}
    for step, chance in chances.items():
        for at, change in enumerate(step):
            found.setdefault((at, others(step, at)), {})[change] = chance
    return found


class Guess(NamedTuple):
    """One possible slip in a row."""

    kind: str
    log: float
    """Its log-probability."""
    meant: Cells
    """The meant values of the row's cells."""
    lost: int | None = None
    """The cell whose value is lost, and follows from the sum of the row."""
    below: Cells | None = None
    """The meant values of the next row, if the slip involves it."""
    lost_below: int | None = None
    apart: int = 1
    """The distance of that row, if it is not the next one."""
    carried: tuple[Number, ...] | None = None
    """The error in each column from this row on, because a wrong total was continued."""


def put(cells: Cells, *changes: tuple[int, Cell]) -> Cells:
    """The cells with some of them changed."""
    new = list(cells)
    for at, value in changes:
        new[at] = value
    return tuple(new)


def filled(cells: Cells, base: Sequence[_Old]) -> tuple[Number | _Old, ...]:
    """The totals after a row with these cells, below these totals."""
    return tuple([old if cell is None else cell for cell, old in zip(cells, base, strict=True)])


def steps_of(cells: Cells, base: Sequence[Number]) -> tuple[Number, ...]:
    """The changes of a row with these cells, below these totals."""
    return tuple([0 if cell is None else cell - old for cell, old in zip(cells, base, strict=True)])


def only(position: int, amount: Number, wide: int) -> tuple[Number, ...]:
    """An amount in one column and 0 elsewhere."""
    return tuple([amount if at == position else 0 for at in range(wide)])


def place_with(place: Place, cells: Cells) -> Place:
    """The same place with other cells, all readable."""
    return replace(
        place, cells=cells, below=None, spoilt=frozenset[int](), garbled=frozenset[int](), wrong_below=()
    )


def in_one_cell(place: Place, one: Guess, other: Guess) -> bool:
    """Whether two slips amount to one miswritten number: then it is one slip."""
    carried = one.carried is not None or other.carried is not None
    return not carried and sum(a != b for a, b in zip(place.cells, other.meant, strict=True)) < 2


def with_room(place: Place, guess: Guess) -> Iterator[Guess]:
    """The guess, if a second slip of the row is possible beside it.

    A player whose total is lost has no points, or as many as leave the row out by a usual error of addition.
    """
    lost = guess.lost
    if not place.running:
        # A slip in two rows would tie rows together that have nothing in common.
        if lost is None and guess.below is None:
            yield guess
        return
    if lost is None:
        yield guess
        return
    before = place.base[lost]
    values = filled(guess.meant, place.base)
    out = sum(values) - sum(place.base) - values[lost] + before
    by = filter(str.isdecimal, shares("added-up") if place.free is None else ())
    usual = [way * int(amount) for amount in by for way in (1, -1)]
    for value in dict.fromkeys((before, *(before - out - by for by in usual))):
        if value != place.cells[lost]:
            yield guess._replace(meant=put(guess.meant, (lost, value)), lost=None)

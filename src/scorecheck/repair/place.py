"""What a proposer sees of a sheet, and what it says: one row in the world of its writer, and a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import TypeAlias

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.repair.channel import meant

Cell: TypeAlias = "Number | None"
"""The number in a player's cell; nothing where nothing is written, or a mark that says: as before."""
Cells: TypeAlias = tuple[Cell, ...]
Games: TypeAlias = Mapping[tuple[int, tuple[Number, ...]], Mapping[Number, float]]
Revalued: TypeAlias = "Callable[[Sequence[Number]], Iterable[tuple[str, Sequence[Number]]]]"


@record
class Place:
    """One row as it is read, under what is believed of the rows above."""

    at: int
    """How-manieth entry it is, counted from 0."""
    cells: Cells
    base: tuple[Number, ...]
    """What stood above for whoever wrote the row: totals; on sheets of points zeros."""
    below: Cells | None
    """The next row as it is read; ``None`` where there is none, or its cells cannot be read."""
    sums: tuple[Number, ...]
    """What the rows above give each player."""
    running: bool
    rows: int
    """How many rows the sheet has."""
    spoilt: frozenset[int] = frozenset()
    """The cells in which something stands that is no number, or nothing where a number belongs."""
    garbled: frozenset[int] = frozenset()
    """Those of them that are not empty."""
    nothing: bool = False
    """Cells may be empty, or hold a mark."""
    games: Games | None = None
    """Where points do not add up to zero: see ``games_of``."""
    often: Mapping[str, float] = field(default_factory=dict[str, float])
    """See ``Layout``."""
    free: Sequence[Number] | None = None
    """Where nobody's points follow from the others': what somebody got in rows of the sheet."""
    out: Cells = ()
    """There: how much more the total row says than the rows, by column; ``None`` where it says nothing."""
    off: Number | None = None
    """There: by how much the row is out, where a rule says so."""
    wrong_below: Sequence[tuple[int, Cells]] = ()
    """The rows further down than the next that are wrong: how many rows away, and what is read there."""
    revalued: Revalued | None = None
    """See ``Layout``."""

    @property
    def wide(self) -> int:
        """How many players there are."""
        return len(self.cells)

    @property
    def places(self) -> int:
        """How many cells of the sheet hold a number: where one plays alone, one a row."""
        return self.rows * (1 if self.games else self.wide)

    def oftener(self, kind: str) -> float:
        """The log ratio of how often a kind of slip happens here to how often on other sheets."""
        return log(self.often.get(kind, 1.0))

    def value(self, position: int) -> Number:
        """What a cell says: where nothing is written, that nothing changed."""
        cell = self.cells[position]
        return self.base[position] if cell is None else cell

    def steps(self) -> tuple[Number, ...]:
        """What the row changes as it is read."""
        return tuple([self.value(at) - before for at, before in enumerate(self.base)])

    def dues(self) -> Iterable[tuple[int, Number]]:
        """What each cell would have to say if all others are right, by position: points add up to zero, or
        the row is one of the games that there are. Where neither is so, what it may have been meant to say.
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

    def _may_say(self, at: int, said: Cell) -> Iterator[Number]:
        """What a cell may have been meant to say that follows from no other: what is read as what stands
        there, what its total asks for, or else what somebody got in other rows."""
        if said is None and at not in self.spoilt:
            return
        found: list[Number] = [true for true, _ in meant(said)] if isinstance(said, int) else []
        if said is not None and self.off:
            found.append(said - self.off)
        out = self.out[at]
        if out or (out is not None and said is None):
            found.append((said or 0) + out)
        else:
            found += [self.base[at] + step for step in self.free or ()]
            below = self.below[at] if self.below is not None and self.running else None
            # Else the row below would have to be wrong, where what this one adds is not usual.
            found += [] if below is None else [below - step for step in self.free or ()]
        yield from (due for due in dict.fromkeys(found) if due != said)


def others(steps: tuple[Number, ...], at: int) -> tuple[Number, ...]:
    """What all but one get."""
    return (*steps[:at], *steps[at + 1 :])


def games_of(chances: Mapping[tuple[Number, ...], float]) -> Games:
    """What a player can get beside what all others do, and how likely that is: by position and what the
    others get."""
    found: dict[tuple[int, tuple[Number, ...]], dict[Number, float]] = {}
    for step, chance in chances.items():
        for at, change in enumerate(step):
            found.setdefault((at, others(step, at)), {})[change] = chance
    return found


class Guess(NamedTuple):
    """One thing that may have happened in a row."""

    kind: str
    log: float
    """Its log-probability."""
    meant: Cells
    """What was meant in the row's cells."""
    lost: int | None = None
    """The cell whose value is lost: the sum of the row tells it."""
    below: Cells | None = None
    """What was meant in the next row, where the slip has to do with it."""
    lost_below: int | None = None
    apart: int = 1
    """So many rows further down it stands, if it is not the next one."""
    carried: tuple[Number, ...] | None = None
    """What is missing in each column from this row on, because a wrong total was built upon."""


def put(cells: Cells, *changes: tuple[int, Cell]) -> Cells:
    """The cells with some of them changed."""
    new = list(cells)
    for at, value in changes:
        new[at] = value
    return tuple(new)


def only(position: int, amount: Number, wide: int) -> tuple[Number, ...]:
    """An amount in one column."""
    return tuple([amount if at == position else 0 for at in range(wide)])

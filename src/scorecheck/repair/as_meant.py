"""One row with a possible meaning: its entry, its change and the edits that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import inf

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry
from scorecheck.repair.belief import NO_SUMS, Sums
from scorecheck.repair.channel import meant
from scorecheck.repair.contents import edits_to
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import CellEdit, Correction, added, written_once
from scorecheck.repair.place import Cells, Guess, Place, filled, steps_of


class Here(NamedTuple):
    """The row to read, and the belief."""

    place: Place
    base: tuple[Number, ...]
    off: tuple[Number, ...]
    past: tuple[Entry, ...]
    as_seen: bool
    """Whether the belief takes all above as written."""
    of_pair: bool = False
    """A slip in a row above goes on in this one."""
    sums: Sums = NO_SUMS
    least: float = -inf
    """Readings with a lower log-probability are not sought."""


class AsMeant:
    """The rows of one sheet under guesses."""

    def __init__(self, evidence: Evidence) -> None:
        """With the evidence of the sheet."""
        self.evidence = evidence
        self.sheet, self.running = evidence.sheet, evidence.sheet.running
        self.standing = cache(self._standing)

    def _standing(self, at: int) -> frozenset[CellEdit]:
        """The edits of an entry that write what stands there."""
        row, cells = self.evidence.entries[at].row, self.evidence.cells[at]
        return frozenset((row, *both) for both in zip(self.sheet.points_columns, cells, strict=True))

    def corrections(
        self, here: Here, guess: Guess, entry: Entry, said: Entry | None, first: Guess | None
    ) -> tuple[Correction, ...]:
        """The corrections for the slips of a row."""
        evidence, at, points = self.evidence, here.place.at, entry.points
        columns = self.sheet.points_columns

        def edits(old: Cells, new: Cells, more: Sequence[Number]) -> tuple[CellEdit, ...]:
            return tuple(
                (entry.row, columns[p], None if after is None else after + here.off[p] + more[p])
                for p, (before, after) in enumerate(zip(old, new, strict=True))
                if before != after or more[p]
            )

        seen = evidence.cells[at]
        mine = edits(seen if first is None else first.meant, guess.meant, guess.carried or evidence.none)
        if said is not None:
            beside = {column.at for column in self.sheet.columns} - set(columns)
            mine += tuple(e for e in edits_to(self.sheet, evidence.entries[at], said) if e[1] in beside)
        last = Correction(guess.kind, mine, at, points)
        if first is None:
            return (last,)
        return written_once(
            (Correction(first.kind, edits(seen, first.meant, evidence.none), at, points),), (last,)
        )

    def base(self, here: Here, meant: Cells) -> tuple[Number, ...]:
        """The state after the row if this was its meaning."""
        return filled(meant, here.base) if self.running else here.base

    def usual(self, here: Here, guess: Guess) -> float:
        """The log-probability of the row's change if a guess is right."""
        at = here.place.at
        self.evidence.judge.weighed()
        return self.evidence.usual(self.step(here, guess), at, opening=self.evidence.entries[at].opening)

    def step(self, here: Here, guess: Guess) -> tuple[Number, ...]:
        """The row's change if a guess is right."""
        return added(steps_of(guess.meant, here.base), guess.carried or ())

    def entry(self, here: Here, guess: Guess, said: Entry | None = None) -> Entry:
        """The row as the checks see it if a guess is right."""
        seen = self.evidence.entries[here.place.at] if said is None else said
        points = self.step(here, guess)
        if self.running:
            more = added(here.off, guess.carried or ())
            totals = added(filled(guess.meant, here.base), more)
            written = tuple(
                [None if cell is None else cell + out for cell, out in zip(guess.meant, more, strict=True)]
            )
        else:
            moved = zip(seen.totals, points, self.evidence.entries[here.place.at].points, strict=True)
            totals = tuple([total + new - old for total, new, old in moved])
            written = guess.meant
        return seen._replace(points=points, totals=totals, written=written, readable=True)

    def games_near(self, points: Sequence[Number]) -> Iterable[tuple[Number, ...]]:
        """The games with the amounts of a row, or with one of them as it may have been meant.

        Where only one side is written, no sum shows what a wrong number should be.
        """
        games = self.evidence.mending.meant
        if games is None:
            return ()
        rows = [
            (*points[:at], true, *points[at + 1 :])
            for at, said in enumerate(points)
            if isinstance(said, int) and said
            for true, _ in meant(said)
        ]
        return dict.fromkeys(game for row in (points, *rows) for game in games(row))

"""Runs: consecutive rows of a long sheet that equal earlier rows without findings, and are skipped together.

Long sheets repeat their rows. A row without findings is remembered; equal rows are skipped while their game
numbers rise by one. The findings are the same, as ``tests/property/test_runs.py`` ensures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from scorecheck.model.cells import Number, Value, has_truth_value
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

Tail = tuple[Value, ...]

SHORTEST = 500
"""Shorter sheets gain nothing."""
_MOST_REMEMBERED = 50_000
_FIRST_BLOCK, _LARGEST_BLOCK = 16, 4096
_MOST_DIGITS = 15


class Run(NamedTuple):
    """Consecutive rows without findings, which are skipped."""

    row: int
    """The first one, in ``table.rows``."""
    length: int
    points: tuple[Number, ...]
    """The sum of their points, per column."""

    def without_last(self, points: Sequence[Number]) -> Run:
        """The run without its last row, which changes ``points``."""
        left = tuple(all_of_it - last for all_of_it, last in zip(self.points, points, strict=True))
        return Run(self.row, self.length - 1, left)


class KnownRows:
    """The rows without findings, apart from their game numbers.

    Runs are given only while ``open`` is set: while no watcher would learn anything from such rows.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.open = False
        self._rows = sheet.table.rows
        self._stop = sheet.stop
        self._numbered = sheet.column("number") is not None
        self._known: dict[Tail, tuple[Number, ...]] = {}
        self._all_text = True

    def learn(self, entry: Entry) -> None:
        """Remembers a row without findings."""
        if len(self._known) < _MOST_REMEMBERED and any(cell is not None for cell in entry.written):
            tail = self._tail(self._rows[entry.row])
            self._known[tail] = entry.points
            self._all_text = self._all_text and all(value.__class__ is str for value in tail)

    def points(self, row: int) -> tuple[Number, ...]:
        """The points of a known row."""
        return self._known[self._tail(self._rows[row])]

    def _tail(self, values: Sequence[Value]) -> Tail:
        return tuple(values[1:] if self._numbered else values)

    def run(self, row: int, label: str) -> Run | None:
        """The known rows from ``row`` on, after an entry with this game number; ``None``: there are none."""
        if not self.open or self._tail(self._rows[row]) not in self._known:
            return None
        if self._numbered and not can_be_followed(label):
            return None
        seen: Counter[Tail] = Counter()
        at, size = row, _FIRST_BLOCK
        while at < self._stop:
            block = self._rows[at : min(at + size, self._stop)]
            alike = self._alike(block, int(label) + 1 + at - row if self._numbered else 0)
            seen.update(alike)
            at += len(alike)
            if len(alike) < len(block):
                break
            size = min(2 * size, _LARGEST_BLOCK)
        if at == row:
            return None
        amounts = [(self._known[tail], count) for tail, count in seen.items()]
        sums = zip(*([number * count for number in points] for points, count in amounts), strict=True)
        return Run(row, at - row, tuple(map(sum, sums)))

    def _alike(self, block: Sequence[Sequence[Value]], number: int) -> list[Tail]:
        """The known rows at the beginning of a block whose numbers continue from ``number``."""
        known = self._known
        tails: list[Tail]
        if not self._numbered:
            tails = list(map(tuple, block))
        else:
            tails = [tuple(values[1:]) for values in block]
            heads = [values[0] if values else "" for values in block]
            due = numbers_from(number, heads)
            if heads != due:
                fitting = next(
                    at for at, (head, one) in enumerate(zip(heads, due, strict=True)) if head != one
                )
                del tails[fitting:]
        strange = next((at for at, tail in enumerate(tails) if tail not in known), len(tails))
        del tails[strange:]
        if not self._all_text and has_truth_value(chain.from_iterable(tails)):
            strange = next(at for at, tail in enumerate(tails) if has_truth_value(tail))
            del tails[strange:]
        return tails


def numbers_from(number: int, heads: Sequence[Value]) -> list[Value]:
    """This many game numbers from one on: numbers, or text where the first one is text."""
    numbers = range(number, number + len(heads))
    return list(map(str, numbers)) if heads[0].__class__ is str else list(numbers)


def can_be_followed(label: str) -> bool:
    """Whether game numbers can continue from one; 0 may be no game, and 1 equals a truth value."""
    return len(label) <= _MOST_DIGITS and label.isascii() and label.isdecimal() and int(label) > 0

"""The column of the cube beside the points: where most entries keep to it, each is held to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from scorecheck.checks.check import Hit, Rule, column_check
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.finding import Severity
from scorecheck.model.sheet import Entry, Sheet

CUBE_MISMATCH = Rule("chouette/cube-mismatch", Severity.WARNING, has_repairs=False)
cube_headings = partial(vocabulary, "games", "chouette", "columns.toml", section="cube")
"""What a heading, in its plain form, is over a column of cubes."""
_PAYS = (1, 2, 3)
"""A cube pays once, for a gammon twice, for a backgammon three times."""
_FEWEST, _TO_ONE = 3, 5
"""So many entries with a turned cube must keep to it, and so many for each that does not."""


@dataclass(slots=True)
class _Watcher:
    """Holds what everybody won and lost in each entry against the cube."""

    column: int
    sheet: Sheet
    keeps: list[int] = field(default_factory=list[int])
    off: list[Hit] = field(default_factory=list[Hit])

    def see(self, entry: Entry) -> Iterator[Hit]:
        cube = self.sheet.table.value(entry.row, self.column)
        number = int(cube) if isinstance(cube, int | float | str) and _is_cube(cube) else None
        moved = [abs(points) for points in entry.points if points]
        # What does not add up is told by itself; the first totals may come from an earlier evening.
        if number is None or not moved or not entry.readable or entry.opening or sum(entry.points):
            return iter(())
        pays = tuple(times * number for times in _PAYS)
        # Beside the one whom they pay, or who pays them, those who pass pay half of what the cube says then.
        others = sorted(moved)[:-1]
        if any(one in pays for one in others) and all(
            not one % number or 2 * one == number for one in others
        ):
            self.keeps.append(number)
        else:
            params = {"cube": number, "pays": tuple(map(str, pays)), "game": entry.label}
            self.off.append(Hit(self.column, params, related=self.sheet.points_columns, row=entry.row))
        return iter(())

    def finish(self) -> Iterator[Hit]:
        turned = [number for number in self.keeps if number > 1]
        shows = len(turned) >= _FEWEST and len(set(turned)) > 1 and len(self.keeps) >= _TO_ONE * len(self.off)
        return iter(self.off if shows else ())


def _is_cube(value: float | str) -> bool:
    """Whether a cell says a power of two."""
    text = str(value).strip().removesuffix(".0")
    return text.isascii() and text.isdigit() and len(text) < 5 and int(text).bit_count() == 1


def _watch(sheet: Sheet) -> _Watcher | None:
    column = next((one.at for one in sheet.columns if plain(one.heading) in cube_headings()), None)
    return None if column is None else _Watcher(column, sheet)


cube_mismatch = column_check(CUBE_MISMATCH, _watch, layouts=("totals", "points"))

"""The second slip model, from other premises: it knows no ways of slipping, only that something is wrong.

Any number may be any other: one that stands somewhere else on the sheet, or one of about the
same size. Cells change places, rows are missing, doubled, swapped. Nothing in it is shared with
the first model but the shape of a slip. It is for calibration: a confidence must hold for slips too
that nobody thought of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips.settings import Shares, settings
from benchmarks.slips.sheets import number
from benchmarks.slips.slips import Change, Slip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from benchmarks.slips.sheets import Place, Sheet

_OF = settings("second_model")
_KINDS = Shares[str](_OF["kinds"])


def draw(sheet: Sheet, rng: Random) -> Slip:
    """One slip on a sheet."""
    while True:
        kind = _KINDS.draw(rng)
        change = _MAKERS[kind](sheet, rng)
        if change is not None and (not change.cells or _differs(sheet, change)):
            return Slip(kind, change)


def _differs(sheet: Sheet, change: Change) -> bool:
    return any(sheet.rows[row][column] != text for (row, column), text in change.cells)


def _places(sheet: Sheet, *, entries: bool) -> list[Place]:
    """The players' cells that hold numbers: in entries, or in rows of sums."""
    return [
        (row, column)
        for row, kind in enumerate(sheet.kinds)
        if (kind == "entry") == entries
        for column in sheet.shape.players
        if number(sheet.rows[row][column]) is not None
    ]


def _wrong_number(sheet: Sheet, rng: Random) -> Change:
    places = _places(sheet, entries=True)
    place = rng.choice(places)
    if rng.random() < _OF["from_sheet"]:
        row, column = rng.choice(places)
        return Change(((place, sheet.rows[row][column]),))
    return Change(((place, _about(sheet.rows[place[0]][place[1]], rng)),))


def _about(text: str, rng: Random) -> str:
    """Any number of about the same size, with either sign if it has one of its own."""
    size = max(_OF["smallest"], 2 * abs(number(text) or 0))
    return str(rng.randint(-size, size))


def _wrong_sum(sheet: Sheet, rng: Random) -> Change | None:
    control = sheet.shape.control
    pairs = [row for row, line in enumerate(sheet.rows) if control is not None and len(line[control]) > 1]
    if control is not None and pairs:
        row = rng.choice(pairs)
        sides = sheet.rows[row][control].split("/")
        side = rng.randrange(2)
        sides[side] = _about(sides[side], rng).lstrip("-")
        return Change((((row, control), "/".join(sides)),))
    places = _places(sheet, entries=False)
    if not places:
        return None
    row, column = rng.choice(places)
    return Change((((row, column), _about(sheet.rows[row][column], rng)),))


def _left_out(sheet: Sheet, rng: Random) -> Change | None:
    row, printed = rng.randrange(sheet.entries), rng.random() < _OF["printed"]
    return None if sheet.shape.card else Change(left_out=row, printed=printed)


def _twice(sheet: Sheet, rng: Random) -> Change | None:
    row, printed = rng.randrange(sheet.entries), rng.random() < _OF["printed"]
    return None if sheet.shape.card else Change(twice=row, printed=printed)


def _swapped(sheet: Sheet, rng: Random) -> Change:
    """Two rows, however far apart, up to a few."""
    entries = [row for row, kind in enumerate(sheet.kinds) if kind == "entry"]
    one = rng.choice(entries)
    other = rng.choice([row for row in entries if 0 < abs(row - one) <= _OF["reach"]])
    fixed = 0 if sheet.shape.card else sheet.shape.number
    columns = [column for column in range(len(sheet.headings)) if column != fixed]
    return Change(
        (
            *(((one, column), sheet.rows[other][column]) for column in columns),
            *(((other, column), sheet.rows[one][column]) for column in columns),
        )
    )


def _other_row(sheet: Sheet, rng: Random) -> Change | None:
    """A player's value in a row near by, the one from there in its place."""
    row, column = rng.choice(_places(sheet, entries=True))
    near = [
        other
        for other, kind in enumerate(sheet.kinds)
        if kind == "entry" and 0 < abs(other - row) <= _OF["reach"]
    ]
    other = rng.choice(near)
    return Change((((row, column), sheet.rows[other][column]), ((other, column), sheet.rows[row][column])))


def _other_column(sheet: Sheet, rng: Random) -> Change | None:
    """Two players' values in a row exchanged."""
    row, column = rng.choice(_places(sheet, entries=True))
    other = rng.choice([at for at in sheet.shape.players if at != column])
    return Change((((row, column), sheet.rows[row][other]), ((row, other), sheet.rows[row][column])))


_MAKERS: Mapping[str, Callable[[Sheet, Random], Change | None]] = {
    "any-number": _wrong_number,
    "any-sum": _wrong_sum,
    "missing-row": _left_out,
    "doubled-row": _twice,
    "swapped-rows": _swapped,
    "other-row": _other_row,
    "other-column": _other_column,
}

"""The columns beside the points of a game with sides: its value, and what was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from scorecheck.checks.check import Hit
from scorecheck.checks.money import amount
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.rows import Paid, paid
from scorecheck.checks.own_game.times import times_of
from scorecheck.checks.words import plain
from scorecheck.model.cells import Number, Value, value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

GameLook: TypeAlias = "Callable[[Described, Entry, Sheet], Iterator[Hit]]"
ROLES = frozenset({"value", "kind", "dealer", "maker", "partner", "won"})
_LOOKED_AT = 40
_PARTS = (1, 100, Fraction(1, 100))
"""Factors between the units of values and points: values may be in cents beside points in euros, or vice
versa."""


def value_beside(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """The value beside a game is what it pays."""
    row = None if entry.opening else paid(entry.points, game, sheet.notation)
    if row is None or not row.sides:
        return
    stands = amount(entry.fields.get("value", ""))
    parts = _parts(sheet, game) if stands else 0
    times = times_of(entry, game.multiplier) or 1
    if stands and parts and abs(stands * parts) not in _may_stand(row, entry.points, game, times):
        params: dict[str, Param] = {"value": row.value, "said": stands}
        yield Hit(sheet.column("value"), params, row.sides, sheet.points_columns)


def kind_played(game: Described, entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """What was played pays as the file says."""
    row = None if entry.opening else paid(entry.points, game, sheet.notation)
    due = sides_of_kind(entry.fields.get("kind", ""), game)
    if row is not None and row.sides and due not in {None, row.sides}:
        params: dict[str, Param] = {"said": value_text(entry.fields["kind"])}
        yield Hit(sheet.column("kind"), params, due or "", sheet.points_columns)


def _may_stand(row: Paid, points: Sequence[Number], game: Described, times: int = 1) -> frozenset[Number]:
    """The values that may stand beside a row: the value of each of the two winners or of each of the rest, or
    the points of the player alone; each with or without the multiplier of the row."""
    rest = (game.playing or len(points)) - 1
    shares = (1, rest) if row.sides == "one-rest" else (1,)
    return frozenset(Fraction(row.value * share, each) for share in shares for each in (1, times))


def _parts(sheet: Sheet, game: Described) -> Number:
    """The factor from the values of the column to the unit of the points.

    0: fewer than two thirds of the first values are what the game pays, so the column is something else.
    """
    column = sheet.column("value")
    rows = [] if column is None else list(_first_rows(sheet, column))
    for parts in _PARTS if game.hundredths else _PARTS[:1]:
        fits = 0
        for stands, points in rows:
            row = paid(points, game, sheet.notation)
            fits += row is not None and abs(stands * parts) in _may_stand(row, points, game)
        if fits > 1 and 3 * fits >= 2 * len(rows):
            return parts
    return 0


def _first_rows(sheet: Sheet, column: int) -> Iterator[tuple[Number, Sequence[Number]]]:
    """The values of a column in the first rows, each with the points beside it."""
    before: list[Number] = [0] * len(sheet.points_columns)
    for at in range(min(_LOOKED_AT, sheet.stop)):
        stands = amount(sheet.table.value(at, column))
        above = before if sheet.running else [0] * len(before)
        said = [amount(sheet.table.value(at, one)) for one in sheet.points_columns]
        now = [was if one is None else one for was, one in zip(above, said, strict=True)]
        if stands:
            yield stands, [one - was for one, was in zip(now, above, strict=True)]
        before = now


def sides_of_kind(value: Value, game: Described) -> str | None:
    """How a game pays, by the word for what was played; ``None`` where the file does not say."""
    words = value_text(value).replace("-", " ").split()
    found = {sides for word in (" ".join(words), *words) if (sides := game.kinds.get(plain(word)))}
    return next(iter(found)) if len(found) == 1 else None


def values_due(entry: Entry, sheet: Sheet, game: Described) -> Iterator[tuple[str, str]]:
    """The values that may stand beside a row if its points are right, in the unit of the column."""
    row = paid(entry.points, game, sheet.notation)
    stands = amount(entry.fields.get("value", ""))
    parts = _parts(sheet, game) if stands and not entry.opening else 0
    if not parts or row is None or not row.sides:
        return
    times = times_of(entry, game.multiplier) or 1
    for due in sorted(_may_stand(row, entry.points, game, times)):
        number = Fraction(due) / parts
        if number.denominator == 1:
            yield "value", str(-number if stands and stands < 0 else number)

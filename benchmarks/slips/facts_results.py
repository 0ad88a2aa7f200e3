"""Results of acey-deucey: winner, loser, points, and where the loser's checkers were; and slips in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips.facts_made import (
    Slipped,
    chance_of_digit,
    chance_of_swap,
    digit_wrong,
    digits_swapped,
    with_row,
)
from benchmarks.slips.settings import Shares, settings
from benchmarks.slips.sheets import Row, Shape, Sheet, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

_CHECKERS = 15
_WINNER, _LOSER, _POINTS = 1, 2, 3
_BAR = Shares[int]({0: 60, 1: 30, 2: 8, 3: 2})
_WAITING = Shares[int]({0: 70, 1: 14, 2: 8, 3: 5, 4: 3})
_COLUMNS = {
    "all": ("On board", "On bar", "To enter", "Borne off"),
    "off": ("Borne off",),
    "in play": ("On board", "On bar", "To enter"),
}
_SHAPES = Shares[str]({"all": 60, "off": 20, "in play": 20})
_SLIPS = Shares[str](
    {"digit": 34, "one more or less": 28, "swapped digits": 8, "cells swapped": 12, "winner": 9, "loser": 9}
)


class Results:
    """A match of two, or an evening of three or four in pairs."""

    preset = None
    name = "results"
    shape = Shape("acey-deucey", "games", ())

    def generate(self, rng: Random) -> Sheet:
        """As in ``Kind``."""
        names = rng.sample(settings("generators")["names"], rng.choice((2, 2, 3, 4)))
        columns = _COLUMNS[_SHAPES.draw(rng)]
        rows: list[Row] = []
        for game in range(1, rng.randint(8, 24) + 1):
            winner, loser = rng.sample(names, 2)
            points = rng.randint(1, _CHECKERS)
            bar = min(points, _BAR.draw(rng))
            waiting = min(points - bar, _WAITING.draw(rng))
            left = {
                "On board": points - bar - waiting,
                "On bar": bar,
                "To enter": waiting,
                "Borne off": _CHECKERS - points,
            }
            rows.append((str(game), winner, loser, str(points), *(str(left[column]) for column in columns)))
        headings = ("Game", "Winner", "Loser", "Points", *columns)
        return Sheet(self.shape, headings, tuple(rows), ("entry",) * len(rows))

    def meaning(self, row: Row) -> Row:
        """As in ``Kind``."""
        return row

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """As in ``Kind``."""
        kind, at = _SLIPS.draw(rng), rng.randrange(len(sheet.rows))
        row = list(sheet.rows[at])
        if kind in ("winner", "loser"):
            column = _WINNER if kind == "winner" else _LOSER
            row[column] = rng.choice([name for name in _names(sheet) if name != row[column]])
        elif kind == "cells swapped":
            one = rng.randrange(_POINTS, len(row) - 1)
            row[one], row[one + 1] = row[one + 1], row[one]
        else:
            column = rng.randrange(_POINTS, len(row))
            said = row[column]
            made = {"digit": digit_wrong, "swapped digits": digits_swapped}.get(kind)
            row[column] = made(said, rng) if made else str(max(0, int(said) + rng.choice((1, -1))))
        if tuple(row) == sheet.rows[at]:
            return None
        return Slipped(with_row(sheet, at, tuple(row)), kind)

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]]:
        """As in ``Kind``. Only a wrong row can hold the slip."""
        names = _names(sheet)
        for at, row in enumerate(sheet.rows):
            if _chance(row, sheet.headings):
                continue
            for meant, slip in _meant(row, names):
                chance = _chance(meant, sheet.headings)
                if chance:
                    yield (
                        with_row(sheet, at, meant),
                        slip * chance,
                    )


def _names(sheet: Sheet) -> list[str]:
    return sorted({name for row in sheet.rows for name in row[_WINNER : _LOSER + 1]})


def _chance(row: Row, headings: Sequence[str]) -> float:
    """The chance of a row, up to a factor; nothing where it is none."""
    said = dict(zip(headings, row, strict=True))
    points, off = number(said["Points"]), number(said.get("Borne off", ""))
    if said["Winner"] == said["Loser"] or points is None or not 1 <= points <= _CHECKERS:
        return 0.0
    if "Borne off" in said and off != _CHECKERS - points:
        return 0.0
    if "On board" not in said:
        return 1.0
    board, bar, waiting = (int(said[column]) for column in _COLUMNS["in play"])
    if board + bar + waiting != points or min(board, bar, waiting) < 0:
        return 0.0
    return _at_most(_BAR, bar, points) * _at_most(_WAITING, waiting, points - bar)


def _at_most(shares: Shares[int], count: int, most: int) -> float:
    """The chance of a count that is cut off at the most there can be."""
    return sum(chance for drawn, chance in shares.chance.items() if min(drawn, most) == count)


def _meant(row: Row, names: Sequence[str]) -> Iterator[tuple[Row, float]]:
    """Everything that a row may have been meant to say, with the chance of the slip."""
    of = _SLIPS.chance
    for column, kind in ((_WINNER, "winner"), (_LOSER, "loser")):
        for name in names:
            if name != row[column]:
                yield (*row[:column], name, *row[column + 1 :]), of[kind] / (len(names) - 1)
    columns = range(_POINTS, len(row))
    for one in columns[:-1]:
        yield (*row[:one], row[one + 1], row[one], *row[one + 2 :]), of["cells swapped"] / (len(columns) - 1)
    for column in columns:
        said = row[column]
        for count in range(_CHECKERS + 1):
            meant = str(count)
            if meant == said:
                continue
            ones = [str(max(0, count + by)) for by in (1, -1)]
            slip = (
                of["digit"] * chance_of_digit(meant, said)
                + of["swapped digits"] * chance_of_swap(meant, said)
                + of["one more or less"] * ones.count(said) / 2
            ) / len(columns)
            if slip:
                yield (*row[:column], meant, *row[column + 1 :]), slip


LAYOUT = Results()

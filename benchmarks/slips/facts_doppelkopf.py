"""Detail sheets of Doppelkopf on which a fact is another; the points of the game are right, or are the slip.

Half of the sheets do not have Kontra's card points, which would give Re's away.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from benchmarks.slips.detail import LAYOUTS, chance_of_facts, points_of
from benchmarks.slips.facts_made import (
    Slipped,
    chance_of_digit,
    chance_of_swap,
    digit_wrong,
    digits_swapped,
    with_row,
)
from benchmarks.slips.settings import Shares

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from benchmarks.slips.sheets import Row, Sheet

_RE, _POINTS, _KONTRA_POINTS, _CALLS, _SPECIALS = 2, 3, 4, (5, 6), (7, 8)
_LEVELS = ("", "", "k9", "k6", "k3", "schwarz")
"""Nothing, the party's own word, and the levels above."""
_OWN = ("Re", "Kontra")
_LETTERS = "DFK"
_SHOWN_SPECIALS = tuple(
    " ".join(parts)
    for size in (1, 2, 3)
    for parts in combinations(("D", "2D", "F", "2F", "H", "K"), size)
    if len({part[-1] for part in parts}) == size
)
"""What may have stood where nothing stands."""
_ALL = 240
_FIRST = 9
_SLIPS = Shares[str](
    {
        "card points": 22,
        "call": 14,
        "special point": 12,
        "special points on the wrong side": 6,
        "one special point of several": 6,
        "card points, and the others from them": 6,
        "who was Re": 12,
        "points of one": 20,
        "points of all": 14,
        "points of two swapped": 6,
    }
)


class DetailFacts:
    """Sheets of four players."""

    preset = None
    name = "doppelkopf"
    shape = LAYOUTS[0].shape

    def generate(self, rng: Random) -> Sheet:
        """As in ``Kind``."""
        sheet = LAYOUTS[0].generate(rng)
        if rng.random() < 1 / 2:
            rows = tuple((*row[:_KONTRA_POINTS], "", *row[_KONTRA_POINTS + 1 :]) for row in sheet.rows)
            sheet = sheet.with_rows(rows, sheet.kinds)
        return sheet

    def meaning(self, row: Row) -> Row:
        """As in ``Kind``: in what order partners and special points stand says nothing."""
        return (
            *row[:_RE],
            " + ".join(sorted(row[_RE].split(" + "))),
            *row[_POINTS : _SPECIALS[0]],
            *(" ".join(sorted(row[at].split())) for at in _SPECIALS),
            *row[_FIRST:],
        )

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """As in ``Kind``."""
        kind, at = _SLIPS.draw(rng), rng.randrange(len(sheet.rows))
        row = list(sheet.rows[at])
        if kind == "card points":
            column = rng.choice([column for column in (_POINTS, _KONTRA_POINTS) if row[column]])
            row[column] = rng.choice((digit_wrong, digits_swapped))(row[column], rng)
        elif kind == "call":
            side = rng.randrange(2)
            levels = [*_LEVELS]
            levels[1] = _OWN[side]
            level = levels.index(row[_CALLS[side]])
            near = [near for near in (level - 1, level + 1) if 0 <= near < len(levels)]
            row[_CALLS[side]] = levels[rng.choice(near)]
        elif kind == "special points on the wrong side":
            row[_SPECIALS[0]], row[_SPECIALS[1]] = row[_SPECIALS[1]], row[_SPECIALS[0]]
        elif kind == "special point":
            column = rng.choice(_SPECIALS)
            row[column] = rng.choice(_LETTERS) if not row[column] else ""
        elif kind == "one special point of several":
            column = rng.choice(_SPECIALS)
            near = _with_one_other(row[column])
            row[column] = rng.choice(near) if near else row[column]
        elif kind == "card points, and the others from them":
            if row[_KONTRA_POINTS]:
                read = rng.choice((digit_wrong, digits_swapped))(row[_POINTS], rng)
                row[_POINTS], row[_KONTRA_POINTS] = read, str(_ALL - int(read))
        elif kind == "who was Re":
            names = list(sheet.headings[_FIRST:])
            said = row[_RE].split(" + ")
            said[rng.randrange(len(said))] = rng.choice([name for name in names if name not in said])
            row[_RE] = " + ".join(sorted(said, key=names.index))
        elif kind == "points of one":
            column = rng.randrange(_FIRST, len(row))
            said = int(row[column])
            other = digit_wrong(str(abs(said)), rng)
            row[column] = rng.choice((str(-said), str(said + 1), str(said - 1), other))
        elif kind == "points of two swapped":
            one, other = rng.sample(range(_FIRST, len(row)), 2)
            row[one], row[other] = row[other], row[one]
        else:
            times = rng.choice((2.0, 0.5))
            row[_FIRST:] = [str(int(int(said) * times)) for said in row[_FIRST:]]
        if tuple(row) == sheet.rows[at]:
            return None
        return Slipped(with_row(sheet, at, tuple(row)), kind)

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]]:
        """As in ``Kind``. Only a wrong row can hold the slip."""
        names = sheet.headings[_FIRST:]
        for at, row in enumerate(sheet.rows):
            if _chance(row, names):
                continue
            for meant, slip in _meant(row, names):
                chance = _chance(meant, names)
                if chance:
                    yield with_row(sheet, at, meant), slip * chance


def _chance(row: Row, names: Row) -> float:
    """The chance of a row; nothing where its facts do not give its points."""
    facts = row[1:_FIRST]
    try:
        chance = chance_of_facts(facts)
        whole = (*facts[:3], facts[3] or str(_ALL - int(facts[2])), *facts[4:])
        return chance if chance and points_of(whole, names) == row[_FIRST:] else 0.0
    except (ValueError, KeyError, StopIteration):
        # A call or a special point that nobody can read.
        return 0.0


def _meant(row: Row, names: Row) -> Iterator[tuple[Row, float]]:
    """Everything that a row may have been meant to say, with the chance of the slip."""
    yield from _facts_meant(row, names)
    of = _SLIPS.chance
    for column in range(_FIRST, len(row)):
        said, around = row[column], int(row[column])
        for value in {-around, around + 1, around - 1, *_all_with_digit(abs(around))}:
            ways = (str(-value), str(value + 1), str(value - 1))
            slip = ways.count(said) / 4 + chance_of_digit(str(abs(value)), said) / 4
            if slip and str(value) != said:
                yield _with(row, {column: str(value)}), of["points of one"] / 4 * slip
    for one, other in combinations(range(_FIRST, len(row)), 2):
        if row[one] != row[other]:
            yield _with(row, {one: row[other], other: row[one]}), of["points of two swapped"] / 6
    points = [int(said) for said in row[_FIRST:]]
    for meant in (
        [2 * value for value in points],
        [2 * value + (1 if value > 0 else -1) for value in points],
        [value // 2 for value in points],
    ):
        for times in (2.0, 0.5):
            if [int(value * times) for value in meant] == points and meant != points:
                changed = {_FIRST + at: str(value) for at, value in enumerate(meant)}
                yield _with(row, changed), of["points of all"] / 2


def _facts_meant(row: Row, names: Row) -> Iterator[tuple[Row, float]]:
    of = _SLIPS.chance
    columns = [column for column in (_POINTS, _KONTRA_POINTS) if row[column]]
    for column in columns:
        said = row[column]
        for value in range(_ALL + 1):
            slip = chance_of_digit(str(value), said) / 2 + chance_of_swap(str(value), said) / 2
            if slip and str(value) != said:
                yield _with(row, {column: str(value)}), of["card points"] / len(columns) * slip
    if row[_KONTRA_POINTS] and int(row[_POINTS]) + int(row[_KONTRA_POINTS]) == _ALL:
        said = row[_POINTS]
        for value in range(_ALL + 1):
            slip = chance_of_digit(str(value), said) / 2 + chance_of_swap(str(value), said) / 2
            if slip and str(value) != said:
                changed = {_POINTS: str(value), _KONTRA_POINTS: str(_ALL - value)}
                yield _with(row, changed), of["card points, and the others from them"] * slip
    for side, column in enumerate(_CALLS):
        levels = [*_LEVELS]
        levels[1] = _OWN[side]
        if row[column] in levels:
            level = levels.index(row[column])
            for near in (level - 1, level + 1):
                if 0 <= near < len(levels):
                    ways = 1 if near in (0, len(levels) - 1) else 2
                    yield _with(row, {column: levels[near]}), of["call"] / 2 / ways
    one, other = (row[at] for at in _SPECIALS)
    if one != other:
        yield _with(row, {_SPECIALS[0]: other, _SPECIALS[1]: one}), of["special points on the wrong side"]
    for column in _SPECIALS:
        if row[column] in _LETTERS and row[column]:
            yield _with(row, {column: ""}), of["special point"] / 2 / len(_LETTERS)
        if not row[column]:
            for lost in _SHOWN_SPECIALS:
                yield _with(row, {column: lost}), of["special point"] / 2
        for meant in _with_one_other(row[column]):
            ways = _with_one_other(meant)
            if row[column] in ways:
                yield _with(row, {column: meant}), of["one special point of several"] / 2 / len(ways)
    said = row[_RE].split(" + ")
    for which in range(len(said)):
        for name in names:
            if name not in said:
                meant = sorted([*said[:which], name, *said[which + 1 :]], key=names.index)
                slip = of["who was Re"] / len(said) / (len(names) - len(said))
                yield _with(row, {_RE: " + ".join(meant)}), slip


def _with_one_other(text: str) -> list[str]:
    """The special points of a cell with one more, one fewer or another one; there are some in any case."""
    letters = "DFHK"
    counted = {part[-1]: int(part[:-1] or 1) for part in text.split()}
    counts = [counted.get(letter, 0) for letter in letters]
    found: list[str] = []
    for lost, more in permutations(range(-1, len(letters)), 2):
        new = [count - (at == lost) + (at == more) for at, count in enumerate(counts)]
        if any(counts) and any(new) and min(new) >= 0:
            both = zip(new, letters, strict=True)
            found.append(" ".join(f"{n if n > 1 else ''}{letter}" for n, letter in both if n))
    return found


def _with(row: Row, changed: dict[int, str]) -> Row:
    return tuple(changed.get(at, said) for at, said in enumerate(row))


def _all_with_digit(said: int) -> set[int]:
    """The numbers that a wrong digit can make this one of, with either sign."""
    found = {value for value in range(100) if chance_of_digit(str(value), str(said))}
    return found | {-value for value in found}


LAYOUT = DetailFacts()

"""Dice logs of Yatzy: turns with what was thrown and what was written down, and slips in them.

What dice are worth is worked out here once more, from the rules alone.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
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
    from collections.abc import Iterator
    from random import Random

_UPPER = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
_LOWER = (
    "Pair",
    "Two pairs",
    "Three of a kind",
    "Four of a kind",
    "Small straight",
    "Large straight",
    "Full house",
    "Chance",
    "Yatzy",
)
_CATEGORIES = (*_UPPER, *_LOWER)
_THROWS = 4
"""What is written down is the best of so many throws."""
_WHO, _DICE, _CATEGORY, _SCORE = 1, 2, 3, 4
_SLIPS = Shares[str](
    {
        "die": 36,
        "score digit": 14,
        "score swapped": 6,
        "miscounted": 14,
        "score by one": 6,
        "category": 18,
        "player": 6,
    }
)
_SORTED = 0.3
_Dice = tuple[int, ...]


@cache
def worths(category: str, dice: _Dice) -> frozenset[int]:
    """All that five dice can be counted for."""
    alike = Counter(dice)
    if category in _UPPER:
        face = _UPPER.index(category) + 1
        return frozenset({face * alike[face]})
    pairs = [face for face in alike if alike[face] > 1]
    if category == "Pair":
        return frozenset(2 * face for face in pairs) or frozenset({0})
    if category == "Two pairs":
        twice = next((4 * face for face in alike if alike[face] > 3), 0)
        return frozenset({2 * sum(pairs) if len(pairs) == 2 else twice} | ({twice} if twice else set()))
    if category in ("Three of a kind", "Four of a kind"):
        many = 3 if category.startswith("Three") else 4
        return frozenset({sum(many * face for face in alike if alike[face] >= many)})
    if category == "Small straight":
        return frozenset({15 if set(dice) == {1, 2, 3, 4, 5} else 0})
    if category == "Large straight":
        return frozenset({20 if set(dice) == {2, 3, 4, 5, 6} else 0})
    if category == "Full house":
        return frozenset({sum(dice) if sorted(alike.values()) in ([2, 3], [5]) else 0})
    if category == "Chance":
        return frozenset({sum(dice)})
    return frozenset({50 if len(alike) == 1 else 0})


@cache
def _thrown() -> dict[_Dice, int]:
    """Every throw with how many ways there are to it."""
    return {
        dice: factorial(5) // prod(map(factorial, Counter(dice).values()))
        for dice in combinations_with_replacement(range(1, 7), 5)
    }


@cache
def _shares(category: str) -> dict[_Dice, float]:
    """How often each throw is the best of several for a category."""
    by_worth = Counter[int]()
    for dice, ways in _thrown().items():
        by_worth[max(worths(category, dice))] += ways
    below, shares, whole = 0, dict[int, float](), sum(by_worth.values())
    for worth in sorted(by_worth):
        upto = below + by_worth[worth]
        shares[worth] = ((upto / whole) ** _THROWS - (below / whole) ** _THROWS) / by_worth[worth]
        below = upto
    return {dice: ways * shares[max(worths(category, dice))] for dice, ways in _thrown().items()}


@cache
def _drawn(category: str) -> Shares[_Dice]:
    return Shares(_shares(category))


class Dice:
    """Logs of two to four players who fill their cards turn by turn."""

    preset = None
    name = "dice"
    shape = Shape("yatzy", "dice", ())

    def generate(self, rng: Random) -> Sheet:
        """As in ``Kind``."""
        names = rng.sample(settings("generators")["names"], rng.randint(2, 4))
        orders = {name: rng.sample(_CATEGORIES, len(_CATEGORIES)) for name in names}
        in_order = rng.random() < _SORTED
        rows: list[Row] = []
        for turn in range(len(_CATEGORIES)):
            for name in names:
                category = orders[name][turn]
                dice = list(_drawn(category).draw(rng))
                if not in_order:
                    rng.shuffle(dice)
                score = max(worths(category, tuple(sorted(dice))))
                rows.append((str(len(rows) + 1), name, " ".join(map(str, dice)), category, str(score)))
        return Sheet(
            self.shape, ("Turn", "Player", "Dice", "Category", "Score"), tuple(rows), ("entry",) * len(rows)
        )

    def meaning(self, row: Row) -> Row:
        """As in ``Kind``: in what order dice lie says nothing."""
        return (*row[:_DICE], " ".join(sorted(row[_DICE].split())), *row[_CATEGORY:])

    def slip(self, sheet: Sheet, rng: Random) -> Slipped | None:
        """As in ``Kind``."""
        kind, at = _SLIPS.draw(rng), rng.randrange(len(sheet.rows))
        row = list(sheet.rows[at])
        score = row[_SCORE]
        if kind == "die":
            dice = row[_DICE].split()
            which = rng.randrange(len(dice))
            dice[which] = rng.choice([face for face in "123456" if face != dice[which]])
            row[_DICE] = " ".join(dice)
        elif kind == "category":
            row[_CATEGORY] = rng.choice([name for name in _CATEGORIES if name != row[_CATEGORY]])
        elif kind == "player":
            row[_WHO] = rng.choice([name for name in {row[_WHO]: 0, **_names(sheet)} if name != row[_WHO]])
        elif kind == "score digit":
            row[_SCORE] = digit_wrong(score, rng)
        elif kind == "score swapped":
            row[_SCORE] = digits_swapped(score, rng)
        elif kind == "miscounted":
            face = int(rng.choice(row[_DICE].split()))
            row[_SCORE] = str(max(0, int(score) + rng.choice((face, -face))))
        else:
            row[_SCORE] = str(max(0, int(score) + rng.choice((1, -1))))
        if tuple(row) == sheet.rows[at]:
            return None
        return Slipped(with_row(sheet, at, tuple(row)), kind)

    def originals(self, sheet: Sheet) -> Iterator[tuple[Sheet, float]]:
        """As in ``Kind``. Only rows that are wrong, or fill a box once more, can hold the slip."""
        filled = Counter((row[_WHO], row[_CATEGORY]) for row in sheet.rows)
        in_order = 2 * sum(map(_is_in_order, sheet.rows)) > len(sheet.rows)
        wrong = [at for at, row in enumerate(sheet.rows) if not _is_right(row)]
        suspects = wrong or [at for at, row in enumerate(sheet.rows) if filled[row[_WHO], row[_CATEGORY]] > 1]
        for at in suspects:
            row = sheet.rows[at]
            for meant, slip in _meant(row, list(_names(sheet))):
                if not _is_right(meant) or (in_order and not _is_in_order(meant)):
                    continue
                rows = (*sheet.rows[:at], meant, *sheet.rows[at + 1 :])
                boxes = Counter((one[_WHO], one[_CATEGORY]) for one in rows)
                if max(boxes.values()) == 1:
                    dice = tuple(sorted(map(int, meant[_DICE].split())))
                    chance = _shares(meant[_CATEGORY])[dice] / (1 if in_order else _thrown()[dice])
                    yield (
                        sheet.with_rows(rows, sheet.kinds),
                        slip * (chance if in_order else chance / _thrown()[dice]),
                    )


def _names(sheet: Sheet) -> dict[str, int]:
    return Counter(row[_WHO] for row in sheet.rows)


def _is_in_order(row: Row) -> bool:
    dice = row[_DICE].split()
    return dice == sorted(dice)


def _is_right(row: Row) -> bool:
    dice = tuple(sorted(map(int, row[_DICE].split())))
    return number(row[_SCORE]) == max(worths(row[_CATEGORY], dice))


def _meant(row: Row, names: list[str]) -> Iterator[tuple[Row, float]]:
    """Everything that a row may have been meant to say, with the chance of the slip."""
    dice = row[_DICE].split()
    for at, said in enumerate(dice):
        for face in "123456":
            if face != said:
                meant = " ".join((*dice[:at], face, *dice[at + 1 :]))
                yield (*row[:_DICE], meant, *row[_CATEGORY:]), _SLIPS.chance["die"] / 25
    for category in _CATEGORIES:
        if category != row[_CATEGORY]:
            yield (
                (*row[:_CATEGORY], category, row[_SCORE]),
                _SLIPS.chance["category"] / (len(_CATEGORIES) - 1),
            )
    for name in names:
        if name != row[_WHO]:
            yield (row[0], name, *row[_DICE:]), _SLIPS.chance["player"] / (len(names) - 1)
    for score in worths(row[_CATEGORY], tuple(sorted(map(int, dice)))):
        meant, said = str(score), row[_SCORE]
        if meant != said:
            shifts = [str(max(0, score + sign * int(face))) for face in dice for sign in (1, -1)]
            ones = [str(max(0, score + by)) for by in (1, -1)]
            chance = (
                _SLIPS.chance["score digit"] * chance_of_digit(meant, said)
                + _SLIPS.chance["score swapped"] * chance_of_swap(meant, said)
                + _SLIPS.chance["miscounted"] * shifts.count(said) / len(shifts)
                + _SLIPS.chance["score by one"] * ones.count(said) / len(ones)
            )
            if chance:
                yield (*row[:_SCORE], meant), chance


LAYOUT = Dice()

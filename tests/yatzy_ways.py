"""The other ways to score Yatzy, as tables: strict, international, with the dice, and Maxi Yatzy.

Like ``yatzy_tables`` they are written from the rules alone. A throw has a pattern, how often its faces stand
there, most frequent first and of equally many the highest first; a table says how many dice of its first,
second … face may count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from yatzy_tables import LOWER, UPPER, worths

Table = Mapping[tuple[int, ...], list[tuple[int, ...]]]

STRICT: dict[str, Table] = {
    # Four alike are no two pairs, five alike no full house.
    "Two pairs": {(2, 2, 1): [(2, 2)], (3, 2): [(2, 2)]},
    "Full house": {(3, 2): [(3, 2)]},
}
MAXI: dict[str, Table] = {
    "Pair": {
        (6,): [(2,)],
        (5, 1): [(2,)],
        (4, 2): [(2,), (0, 2)],
        (4, 1, 1): [(2,)],
        (3, 3): [(2,), (0, 2)],
        (3, 2, 1): [(2,), (0, 2)],
        (3, 1, 1, 1): [(2,)],
        (2, 2, 2): [(2,), (0, 2), (0, 0, 2)],
        (2, 2, 1, 1): [(2,), (0, 2)],
        (2, 1, 1, 1, 1): [(2,)],
    },
    "Two pairs": {
        (4, 2): [(2, 2)],
        (3, 3): [(2, 2)],
        (3, 2, 1): [(2, 2)],
        (2, 2, 2): [(2, 2), (2, 0, 2), (0, 2, 2)],
        (2, 2, 1, 1): [(2, 2)],
    },
    "Three pairs": {(2, 2, 2): [(2, 2, 2)]},
    "Three of a kind": {
        (6,): [(3,)],
        (5, 1): [(3,)],
        (4, 2): [(3,)],
        (4, 1, 1): [(3,)],
        (3, 3): [(3,), (0, 3)],
        (3, 2, 1): [(3,)],
        (3, 1, 1, 1): [(3,)],
    },
    "Four of a kind": {(6,): [(4,)], (5, 1): [(4,)], (4, 2): [(4,)], (4, 1, 1): [(4,)]},
    "Five of a kind": {(6,): [(5,)], (5, 1): [(5,)]},
    "Full house": {(4, 2): [(3, 2)], (3, 3): [(3, 2), (2, 3)], (3, 2, 1): [(3, 2)]},
    "Castle": {(3, 3): [(3, 3)]},
    "Tower": {(4, 2): [(4, 2)]},
}
MAXI_RUNS = {"Small straight": (1, 5, 15), "Large straight": (2, 6, 20), "Full straight": (1, 6, 21)}
"""The first and the last face, and what the run is worth."""
MAXI_LOWER = (
    "Pair",
    "Two pairs",
    "Three pairs",
    "Three of a kind",
    "Four of a kind",
    "Five of a kind",
    "Small straight",
    "Large straight",
    "Full straight",
    "Full house",
    "Castle",
    "Tower",
    "Chance",
    "Yatzy",
)
RUNS = {4: ("1234", "2345", "3456"), 5: ("12345", "23456")}


def by_table(table: Table, dice: tuple[int, ...]) -> set[int]:
    """What a table lets count of a throw; 0 if nothing."""
    faces = sorted(set(dice), key=lambda face: (-dice.count(face), -face))
    ways = table.get(tuple(dice.count(face) for face in faces), [()])
    return {sum(face * count for face, count in zip(faces, way, strict=False)) for way in ways}


def strict(category: str, dice: tuple[int, ...]) -> set[int]:
    return by_table(STRICT[category], dice) if category in STRICT else worths(category, dice)


def international(category: str, dice: tuple[int, ...]) -> set[int]:
    most = max(map(dice.count, dice))
    text = "".join(map(str, sorted(set(dice))))
    match category:
        case "Three of a kind":
            return {sum(dice) if most >= 3 else 0}
        case "Four of a kind":
            return {sum(dice) if most >= 4 else 0}
        case "Small straight":
            return {30 if any(run in text for run in RUNS[4]) else 0}
        case "Large straight":
            return {40 if any(run in text for run in RUNS[5]) else 0}
        case "Full house":
            return {25 if sorted(map(dice.count, set(dice))) in ([2, 3], [5]) else 0}
        case _:
            return worths(category, dice)


def with_dice(category: str, dice: tuple[int, ...]) -> set[int]:
    alike = len(set(dice)) == 1
    return {50 + sum(dice)} if category == "Yatzy" and alike else worths(category, dice)


def maxi(category: str, dice: tuple[int, ...]) -> set[int]:
    if category in UPPER:
        face = UPPER.index(category) + 1
        return {face * dice.count(face)}
    if category in MAXI_RUNS:
        first, last, value = MAXI_RUNS[category]
        return {value if set(range(first, last + 1)) <= set(dice) else 0}
    if category == "Chance":
        return {sum(dice)}
    if category == "Yatzy":
        return {100 if len(set(dice)) == 1 else 0}
    return by_table(MAXI[category], dice)


WITHOUT_PAIRS = tuple(name for name in LOWER if "air" not in name)


class Scoring(NamedTuple):
    """A way to score: what a throw may be written for, and how a card is added up."""

    preset: str
    options: Mapping[str, bool]
    dice: int
    lower: tuple[str, ...]
    bonus_from: int
    bonus: int

    def worths(self, category: str, dice: tuple[int, ...]) -> set[int]:
        """All that a throw can be written for."""
        if self.preset == "maxi-yatzy":
            return maxi(category, dice)
        if self.preset in {"kniffel", "yahtzee"}:
            return self._of_an_international_card(category, dice)
        ways = {"strict_scandinavian": strict, "international": international, "yatzy_with_dice": with_dice}
        return ways[next(iter(self.options))](category, dice)

    def _of_an_international_card(self, category: str, dice: tuple[int, ...]) -> set[int]:
        jokers = {"Small straight": 30, "Large straight": 40}
        if self.preset == "yahtzee" and len(set(dice)) == 1 and category in jokers:
            return {jokers[category]}
        return international(category, dice)

    def sums(self, values: Mapping[str, int]) -> tuple[int, int, int]:
        """Sum of the upper half, bonus, total of a card."""
        upper = sum(values[name] for name in UPPER)
        bonus = self.bonus if upper >= self.bonus_from else 0
        return upper, bonus, upper + bonus + sum(values[name] for name in self.lower)


WAYS = {
    "strict": Scoring("yatzy", {"strict_scandinavian": True}, 5, LOWER, 63, 50),
    "international": Scoring("yatzy", {"international": True}, 5, LOWER, 63, 35),
    "with dice": Scoring("yatzy", {"yatzy_with_dice": True}, 5, LOWER, 63, 50),
    "maxi": Scoring("maxi-yatzy", {}, 6, MAXI_LOWER, 84, 100),
    "kniffel": Scoring("kniffel", {}, 5, WITHOUT_PAIRS, 63, 35),
    "yahtzee": Scoring("yahtzee", {}, 5, WITHOUT_PAIRS, 63, 35),
}

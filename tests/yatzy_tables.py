"""A second Yatzy scorer, a table written from the rules' text alone: what five dice are worth in each box.

A throw is looked up by its pattern, how often its faces stand there, most frequent first; nothing of
``games/yatzy`` is used.
"""

from __future__ import annotations

from itertools import combinations

PATTERNS: dict[str, dict[tuple[int, ...], tuple[int, ...]]] = {
    # Pattern: how many dice of its first, second … face count. What is not here gives nothing.
    "Two pairs": {(2, 2, 1): (2, 2), (3, 2): (2, 2), (4, 1): (4,), (5,): (4,)},
    "Three of a kind": {(3, 1, 1): (3,), (3, 2): (3,), (4, 1): (3,), (5,): (3,)},
    "Four of a kind": {(4, 1): (4,), (5,): (4,)},
    "Full house": {(3, 2): (3, 2), (5,): (5,)},
}
FIXED: dict[str, dict[tuple[int, ...], int]] = {
    "Small straight": {(1, 2, 3, 4, 5): 15},
    "Large straight": {(2, 3, 4, 5, 6): 20},
    "Yatzy": {(face,) * 5: 50 for face in range(1, 7)},
}
UPPER = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
LOWER = (
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


def worth(category: str, dice: tuple[int, ...]) -> int:
    """What five dice give at most in a category; the pair is the higher one."""
    if category in UPPER:
        face = UPPER.index(category) + 1
        return face * dice.count(face)
    if category in FIXED:
        return FIXED[category].get(tuple(sorted(dice)), 0)
    if category == "Chance":
        return sum(dice)
    if category == "Extra":
        return -sum(dice)
    if category == "Pair":
        return max([2 * face for face in dice if dice.count(face) > 1], default=0)
    faces = sorted(set(dice), key=lambda face: (-dice.count(face), -face))
    counted = PATTERNS[category].get(tuple(dice.count(face) for face in faces), ())
    return sum(face * count for face, count in zip(faces, counted, strict=False))


def worths(category: str, dice: tuple[int, ...]) -> set[int]:
    """All that dice can be written for: five of them are counted, of two pairs either may be taken."""
    found: set[int] = set()
    for five in combinations(dice, 5):
        found.add(worth(category, five))
        if category == "Pair":
            found |= {2 * face for face in five if five.count(face) > 1}
    return found


def sums(values: dict[str, int]) -> tuple[int, int, int]:
    """Sum of the upper half, bonus, total of a card."""
    upper = sum(values[name] for name in UPPER)
    bonus = 50 if upper >= 63 else 0
    return upper, bonus, upper + bonus + sum(n for name, n in values.items() if name not in UPPER)

"""Makes ``games/yatzy/usual.toml``: how often each value stands in a box of a card.

Counted on games that are played by an even-tempered player: three throws a turn, after each those dice
are kept that promise most beyond what a category usually brings (``_PAR``, disturbed a little from game to
game, since people differ). Run it from the root of the repository; it needs numpy, which pandas brings.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial
from pathlib import Path

import numpy as np

from scorecheck.games.yatzy.scoring import FACES, UPPER, ScoringWay, choices

FILE = Path(__file__).parents[2] / "src" / "scorecheck" / "games" / "yatzy" / "usual.toml"
_GAMES = 3_000
_DISTURBED = 0.15
_WAYS = {
    "five": ScoringWay("yatzy"),
    "international": ScoringWay("yatzy", international=True),
    "six": ScoringWay("maxi-yatzy", strict=True),
}
_PAR = {
    "pair": 9,
    "two-pairs": 13,
    "three-pairs": 11,
    "three-of-a-kind": 12,
    "four-of-a-kind": 8,
    "five-of-a-kind": 5,
    "small-straight": 6,
    "large-straight": 8,
    "full-straight": 8,
    "full-house": 13,
    "castle": 9,
    "tower": 8,
    "chance": 21,
    "yatzy": 12,
}
_PAR_INTERNATIONAL = {
    "three-of-a-kind": 20,
    "four-of-a-kind": 11,
    "small-straight": 20,
    "large-straight": 16,
    "full-house": 14,
}
_TO_THE_BONUS = 1.2
"""What a point above the par of the upper half is worth more for the bonus that it brings nearer."""


class Dice:
    """All throws of so many dice, and what may be kept of each."""

    def __init__(self, count: int) -> None:
        self.throws = [*combinations_with_replacement(FACES, count)]
        self.keeps = [
            kept for size in range(count + 1) for kept in combinations_with_replacement(FACES, size)
        ]
        at = {throw: index for index, throw in enumerate(self.throws)}
        self.chances = np.zeros((len(self.keeps), len(self.throws)))
        self.may_keep = np.zeros((len(self.throws), len(self.keeps)), dtype=bool)
        for k, kept in enumerate(self.keeps):
            left = count - len(kept)
            for more in combinations_with_replacement(FACES, left):
                orders = factorial(left)
                for times in Counter(more).values():
                    orders //= factorial(times)
                t = at[tuple(sorted(kept + more))]
                self.chances[k, t] += orders / 6**left
                self.may_keep[t, k] = True


def played(way: ScoringWay, rng: np.random.Generator) -> dict[str, Counter[int]]:
    """The values of all games, by category."""
    dice = Dice(way.thrown)
    worth = {
        category: np.array(
            [max((one.value for one in choices(category, throw, way)), default=0) for throw in dice.throws]
        )
        for category in way.categories
    }
    counted: dict[str, Counter[int]] = {category: Counter() for category in way.categories}
    alike = 3 if way.thrown == 5 else 4
    for _ in range(_GAMES):
        gains: list[np.ndarray[tuple[int], np.dtype[np.float64]]] = []
        for category in way.categories:
            of_upper = category in UPPER
            par = alike * (UPPER.index(category) + 1) if of_upper else _par(category, way)
            gain = (worth[category] - par) * (_TO_THE_BONUS if of_upper else 1.0)
            gains.append(gain + rng.normal(0, _DISTURBED) * max(par, 4))
        gain = np.array(gains)
        left = list(range(len(way.categories)))
        while left:
            best = gain[left].max(axis=0)
            after_two = dice.chances @ best
            second = np.where(dice.may_keep, after_two, -1e9).max(axis=1)
            after_one = dice.chances @ second
            throw = rng.choice(len(dice.throws), p=dice.chances[0])
            for promise in (after_one, after_two):
                kept = int(np.where(dice.may_keep[throw], promise, -1e9).argmax())
                throw = rng.choice(len(dice.throws), p=dice.chances[kept])
            taken = left[int(gain[left, throw].argmax())]
            counted[way.categories[taken]][int(worth[way.categories[taken]][throw])] += 1
            left.remove(taken)
    return counted


def _par(category: str, way: ScoringWay) -> float:
    if way.international:
        return _PAR_INTERNATIONAL.get(category, _PAR[category])
    return _PAR[category] * way.counted / 5


def main() -> None:
    lines = [
        "# How often each value stands in a box of a Yatzy card, of a thousand: counted on games that were",
        "# played out, by tests/tools/make_yatzy_values.py. Values that hardly occur are left out.",
    ]
    for name, way in _WAYS.items():
        lines += ["", f"[{name}]"]
        for category, counts in played(way, np.random.default_rng(1)).items():
            shares = {value: round(1000 * count / _GAMES) for value, count in sorted(counts.items())}
            values = ", ".join(f"{value} = {share}" for value, share in shares.items() if share)
            lines.append(f"{category} = {{ {values} }}")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""3,000 random cards and throws against a second scorer: no right value is flagged, no planted one passes."""

from __future__ import annotations

import random

import pytest

from support import checked
from yatzy_tables import LOWER, UPPER, sums, worth, worths

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

SHEETS, CARDS = 300, 10
TURNS = 60
WRONG = 0.04
"""The share of cards with a planted error."""
NAMES = ("Anna", "Bo", "Cem", "Dora", "Emil", "Finn", "Gabi", "Hans", "Ida", "Jan")
SETS = {"yatzy": 5, "doppel-yatzy": 6}


def thrown(chance: random.Random, category: str, count: int) -> tuple[int, ...]:
    """Dice that often fit the category."""
    if category in UPPER and chance.random() < 0.6:
        face = UPPER.index(category) + 1
        return tuple(face if chance.random() < 0.6 else chance.randint(1, 6) for _ in range(count))
    faces = chance.choices(range(1, 7), k=chance.choice([1, 2, 2, 3, 6]))
    if "straight" in category and chance.random() < 0.5:
        return tuple(chance.sample([*range(1, 6), 6][:count] if count == 6 else [*range(1, 6)], count))
    return tuple(chance.choice(faces) for _ in range(count))


def best(category: str, dice: tuple[int, ...]) -> int:
    """The best that a throw gives; Extra counts minus, so its highest die is left out."""
    return max(worths(category, dice))


def categories(preset: str) -> tuple[str, ...]:
    return (*UPPER, *LOWER, *(("Extra",) if preset == "doppel-yatzy" else ()))


def a_card(chance: random.Random, preset: str) -> dict[str, int]:
    values: dict[str, int] = {}
    for category in categories(preset):
        struck = category != "Extra" and chance.random() < 0.1
        dice = thrown(chance, category, SETS[preset])
        values[category] = 0 if struck else best(category, dice)
    return values


@pytest.mark.parametrize("preset", SETS)
def test_cards(preset: str) -> None:
    chance = random.Random(22)
    for _ in range(SHEETS // 2):
        columns: list[dict[str, int]] = []
        wrong: dict[int, str] = {}
        for at in range(CARDS):
            values = a_card(chance, preset)
            upper, bonus, total = sums(values)
            column = {**values, "Sum": upper, "Bonus": bonus, "Total": total}
            if chance.random() < WRONG:
                row = wrong[at] = chance.choice(list(column))
                column[row] += chance.choice([-7, -2, -1, 1, 2, 7])
            columns.append(column)
        rows = (*UPPER, "Sum", "Bonus", *categories(preset)[6:], "Total")
        text = "\n".join(
            [
                ",".join(["", *NAMES]),
                *(",".join([row, *(str(column[row]) for column in columns)]) for row in rows),
            ]
        )
        file = checked(text, preset=preset, game="yatzy")
        told = {
            c.column - 2
            for f in file.findings
            for c in (f.cell, *f.related)
            if c is not None and f.rule != "yatzy/extra-variant"
        }
        assert told == set(wrong), (wrong, file.findings)


def test_throws_of_yatzy() -> None:
    chance = random.Random(23)
    for _ in range(SHEETS // 6):
        lines, wrong = ["Turn,Player,Dice,Category,Score"], set[int]()
        for turn in range(1, TURNS + 1):
            category = chance.choice((*UPPER, *LOWER))
            dice = thrown(chance, category, 5)
            score = worth(category, dice)
            if chance.random() < 0.3:
                score = max(0, score + chance.choice([-6, -3, -1, 1, 3, 6]))
                if score not in {0, *worths(category, dice)}:
                    wrong.add(turn + 1)
            lines.append(f"{turn},P{turn},{' '.join(map(str, dice))},{category},{score}")
        file = checked("\n".join(lines), preset="yatzy", game="yatzy")
        told = {f.cell.row for f in file.findings if f.cell and f.rule == "yatzy/dice-score"}
        assert told == wrong


def test_throws_of_doppel_yatzy() -> None:
    chance = random.Random(24)
    names = [name for name in categories("doppel-yatzy") if name != "Extra"]
    heading = "Turn,Player,Dice,Outer category,Outer score,Inner category,Inner score"
    for _ in range(SHEETS // 6):
        lines, wrong = [heading], set[tuple[int, int]]()
        for turn in range(1, TURNS + 1):
            cells: list[str] = []
            throws: list[tuple[int, ...]] = []
            for side, category in enumerate(chance.sample(names, 2)):
                dice = thrown(chance, category, 6)
                score = best(category, dice)
                if chance.random() < 0.2:
                    score = max(0, score + chance.choice([-5, -1, 1, 5]))
                    if score not in {0, *worths(category, dice)}:
                        wrong.add((turn + 1, 5 + 2 * side))
                throws.append(dice)
                cells += [category, str(score)]
            pairs = " ".join(f"{outer}-{inner}" for outer, inner in zip(*throws, strict=True))
            lines.append(",".join([str(turn), f"P{turn}", pairs, *cells]))
        file = checked("\n".join(lines), preset="doppel-yatzy", game="yatzy")
        told = {(f.cell.row, f.cell.column) for f in file.findings if f.cell and f.rule == "yatzy/dice-score"}
        assert told == wrong

"""Random cards and throws of each other way to score Yatzy, against tables written from the rules."""

from __future__ import annotations

import random

import pytest

from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import only
from yatzy_tables import UPPER
from yatzy_ways import WAYS, Scoring

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

CARDS, ON_A_SHEET = 3000, 10
THROWS, ON_A_LOG = 3000, 60
WRONG = 0.03
"""The share of cards with a planted error."""
NAMES = ("Anna", "Bo", "Cem", "Dora", "Emil", "Finn", "Gabi", "Hans", "Ida", "Jan")


def checked(text: str, way: Scoring) -> CheckedFile:
    wanted = Wanted(game="yatzy", preset=way.preset)
    return only(check_bytes(text.encode(), "a.csv", "a.csv", Settings(wanted, dict(way.options))))


def thrown(chance: random.Random, category: str, count: int) -> tuple[int, ...]:
    """Dice that often fit the category."""
    if category in UPPER and chance.random() < 0.7:
        face = UPPER.index(category) + 1
        return tuple(face if chance.random() < 0.6 else chance.randint(1, 6) for _ in range(count))
    if "straight" in category and chance.random() < 0.5:
        first = chance.randint(1, 2)
        run = [*range(first, first + 5), chance.randint(1, 6)]
        return tuple(chance.sample(run[:count], count))
    faces = chance.sample(range(1, 7), chance.choice([1, 2, 2, 3, 6]))
    return tuple(chance.choice(faces) for _ in range(count))


def a_card(chance: random.Random, way: Scoring) -> dict[str, int]:
    values: dict[str, int] = {}
    for category in (*UPPER, *way.lower):
        struck = chance.random() < 0.1
        values[category] = 0 if struck else max(way.worths(category, thrown(chance, category, way.dice)))
    return values


@pytest.mark.parametrize("name", WAYS)
def test_cards(name: str) -> None:
    way, chance = WAYS[name], random.Random(25)
    for _ in range(CARDS // ON_A_SHEET):
        columns: list[dict[str, int]] = []
        wrong: set[int] = set()
        for at in range(ON_A_SHEET):
            values = a_card(chance, way)
            upper, bonus, total = way.sums(values)
            column = {**values, "Sum": upper, "Bonus": bonus, "Total": total}
            if chance.random() < WRONG:
                column[chance.choice(list(column))] += chance.choice([-7, -2, -1, 1, 2, 7])
                wrong.add(at)
            columns.append(column)
        rows = (*UPPER, "Sum", "Bonus", *way.lower, "Total")
        lines = [",".join([row, *(str(column[row]) for column in columns)]) for row in rows]
        file = checked("\n".join([",".join(["", *NAMES]), *lines]), way)
        told = {c.column - 2 for f in file.findings for c in (f.cell, *f.related) if c is not None}
        assert told == wrong, (lines, file.findings)


@pytest.mark.parametrize("name", WAYS)
def test_throws(name: str) -> None:
    way, chance = WAYS[name], random.Random(26)
    planted = 0
    for _ in range(THROWS // ON_A_LOG):
        lines, wrong = ["Turn,Player,Dice,Category,Score"], set[int]()
        for turn in range(1, ON_A_LOG + 1):
            category = chance.choice((*UPPER, *way.lower))
            dice = thrown(chance, category, way.dice)
            allowed = {0, *way.worths(category, dice)}
            score = chance.choice(sorted(allowed))
            if chance.random() < 0.2:
                score = max(0, score + chance.choice([-6, -3, -1, 1, 3, 6]))
            if score not in allowed:
                wrong.add(turn + 1)
            lines.append(f"{turn},P{turn},{' '.join(map(str, dice))},{category},{score}")
        file = checked("\n".join(lines), way)
        told = {f.cell.row for f in file.findings if f.cell and f.rule == "yatzy/dice-score"}
        assert told == wrong, (lines, file.findings)
        planted += len(wrong)
    assert planted > THROWS // 20


@pytest.mark.parametrize("name", ["kniffel", "yahtzee"])
def test_blocks_of_six_games(name: str) -> None:
    """3,000 games on blocks of six, two players each, with what all games come to behind them."""
    way, chance = WAYS[name], random.Random(27)
    rows = (*UPPER, "Sum", "Bonus", *way.lower, "Total")
    heads = [*(f"Game {number}" for number in range(1, 7)), "Total"]
    for _ in range(CARDS // 12):
        cells: list[dict[str, int]] = []
        wrong: set[int] = set()
        for _ in ("Anna", "Bo"):
            games: list[dict[str, int]] = []
            for _ in range(6):
                values = a_card(chance, way)
                upper, bonus, total = way.sums(values)
                games.append({**values, "Sum": upper, "Bonus": bonus, "Total": total})
            cells += [*games, {row: sum(game[row] for game in games) for row in rows}]
        if chance.random() < 0.2:
            at = chance.randrange(14)
            cells[at][chance.choice(rows)] += chance.choice([-7, -2, -1, 1, 2, 7])
            wrong.add(at)
        lines = [["", "Anna", *[""] * 6, "Bo", *[""] * 6], ["", *heads, *heads]]
        lines += [[row, *(str(one[row]) for one in cells)] for row in rows]
        file = checked("\n".join(map(",".join, lines)), way)
        told = {c.column - 2 for f in file.findings for c in (f.cell, *f.related) if c is not None}
        assert told == wrong, (lines, file.findings)

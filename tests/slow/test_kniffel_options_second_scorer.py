"""3,000 random games of Kniffel, played turn by turn under options drawn at random and scored a second time:
cards and dice logs of them are clean, and a wrong number is found where it stands."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import only
from yatzy_tables import UPPER

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

GAMES, AT_A_TABLE = 3000, 4
NAMES = ("Anna", "Bo", "Cem", "Dora")
LOWER = (
    "Three of a kind",
    "Four of a kind",
    "Full house",
    "Small straight",
    "Large straight",
    "Chance",
    "Kniffel",
)
STRAIGHTS = {"Small straight": (30, ("1234", "2345", "3456")), "Large straight": (40, ("12345", "23456"))}


class House(NamedTuple):
    """What an event chooses."""

    further: int
    joker: str
    """Empty: a further Kniffel is no straight."""
    bonus: int

    def options(self) -> dict[str, str | int | bool]:
        return {"further_yatzys": self.further, "joker": self.joker or False, "bonus": self.bonus}


class Turn(NamedTuple):
    dice: tuple[int, ...]
    box: str
    score: int
    is_joker: bool
    """A straight may be written for five alike."""


def scored(box: str, dice: tuple[int, ...], *, joker: bool) -> int:
    """What the dice give in a box, by the rules' text."""
    if box in UPPER:
        face = UPPER.index(box) + 1
        return sum(one for one in dice if one == face)
    often = sorted(map(dice.count, set(dice)), reverse=True)
    if box in STRAIGHTS:
        value, runs = STRAIGHTS[box]
        faces = "".join(str(face) for face in range(1, 7) if face in dice)
        return value if any(run in faces for run in runs) or (joker and often == [5]) else 0
    fits = {
        "Three of a kind": often[0] >= 3,
        "Four of a kind": often[0] >= 4,
        "Full house": often in ([3, 2], [5]),
        "Chance": True,
        "Kniffel": often == [5],
    }
    return {"Full house": 25, "Kniffel": 50}.get(box, sum(dice)) if fits[box] else 0


def played(chance: random.Random, house: House) -> tuple[list[Turn], int]:
    """The turns of a game, and what its further Kniffels give."""
    turns: list[Turn] = []
    boxes, more, has_fifty = [*UPPER, *LOWER], 0, False
    while boxes:
        face, alike = chance.randint(1, 6), chance.choice((1, 2, 3, 5, 5))
        dice = tuple([face] * alike + [chance.randint(1, 6) for _ in range(5 - alike)])
        may_be = [*boxes]
        five = len(set(dice)) == 1
        own = UPPER[dice[0] - 1]
        is_further = five and "Kniffel" not in boxes
        if is_further and has_fifty:
            more += house.further
        if is_further and house.joker == "forced":
            may_be = [own] if own in boxes else [box for box in boxes if box not in UPPER] or may_be
        is_joker = bool(house.joker) and is_further and own not in boxes
        box = chance.choice(may_be)
        turns.append(Turn(dice, box, scored(box, dice, joker=is_joker), is_joker))
        boxes.remove(box)
        has_fifty = has_fifty or (box == "Kniffel" and five)
    return turns, more


def drawn(chance: random.Random) -> House:
    return House(chance.choice((0, 50, 100)), chance.choice(("", "forced", "free")), chance.choice((35, 50)))


def checked(lines: list[str], house: House) -> CheckedFile:
    settings = Settings(Wanted(game="yatzy", preset="kniffel"), house.options())
    return only(check_bytes("\n".join(lines).encode(), "a.csv", "a.csv", settings))


def test_cards() -> None:
    chance = random.Random(31)
    for _ in range(GAMES // AT_A_TABLE):
        house, cards, wrong = drawn(chance), list[dict[str, int]](), set[int]()
        for at in range(AT_A_TABLE):
            turns, more = played(chance, house)
            boxes = {turn.box: turn.score for turn in turns}
            upper = sum(boxes[box] for box in UPPER)
            bonus = house.bonus if upper >= 63 else 0
            card = {box: boxes[box] for box in UPPER} | {"Sum": upper, "Bonus": bonus}
            card |= {box: boxes[box] for box in LOWER} | ({"Further Kniffel": more} if house.further else {})
            card["Total"] = upper + bonus + sum(boxes[box] for box in LOWER) + more
            if chance.random() < 0.1:
                card[chance.choice([*card])] += chance.choice((-7, -2, -1, 1, 2, 7))
                wrong.add(at)
            cards.append(card)
        rows = [",".join([row, *(str(card[row]) for card in cards)]) for row in cards[0]]
        file = checked([",".join(("", *NAMES)), *rows], house)
        told = {c.column - 2 for f in file.findings for c in (f.cell, *f.related) if c is not None}
        assert told == wrong, (house, rows, file.findings)


def test_logs() -> None:
    """Of a third of the games: each has 13 rows."""
    chance = random.Random(32)
    rules = {"yatzy/dice-score", "yatzy/joker"}
    jokers = 0
    for _ in range(GAMES // 3 // AT_A_TABLE):
        house = drawn(chance)
        games = [played(chance, house)[0] for _ in NAMES]
        lines, wrong = ["Turn,Player,Dice,Category,Score"], set[int]()
        for number, turns in enumerate(zip(*games, strict=True), 1):
            for name, turn in zip(NAMES, turns, strict=True):
                score, slip = turn.score, chance.random()
                if score and slip < 0.02:
                    score += 1
                elif turn.box in STRAIGHTS and not score and len(set(turn.dice)) == 1 and slip < 0.5:
                    # Five alike count as a straight before they may.
                    score = STRAIGHTS[turn.box][0]
                if score != turn.score:
                    wrong.add(len(lines) + 1)
                jokers += turn.is_joker and turn.box in STRAIGHTS
                lines.append(f"{number},{name},{' '.join(map(str, turn.dice))},{turn.box},{score}")
        file = checked(lines, house)
        told = {f.cell.row for f in file.findings if f.cell and f.rule in rules}
        assert told == wrong, (house, lines, file.findings)
    assert jokers > GAMES // 60

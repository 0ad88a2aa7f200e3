"""Games of Doppelkopf dealt card by card: whatever stands in one of these has really happened.

Written from the rules alone. Who holds which card is chosen trick by trick; nobody asks whether suits were
followed.
"""

from __future__ import annotations

import random
from typing import NamedTuple

Card = tuple[str, str]
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
TRUMPS: list[Card] = [
    ("H", "10"),
    *((suit, rank) for rank in "QJ" for suit in "CSHD"),
    *(("D", rank) for rank in ("A", "10", "K", "9")),
]
"""From the highest down."""
FOX, KARL = ("D", "A"), ("C", "J")
# By Doppelköpfe: no fox, one, two; then the same with Karl. A pure hearts trick adds 30.
LEAST = {
    "tcg": (
        (0, 17, 26, 8, 17, 26),
        (40, 41, 42, 48, 49, 50),
        (80, 81, 82, 88, 89, 90),
        (124, 124, 124, 132, 132, 132),
        (168, 168, 168, 176, 176, 176),
    ),
    "ddv": (
        (0, 13, 24, 2, 13, 24),
        (40, 41, 42, 42, 43, 44),
        (80, 81, 82, 82, 83, 84),
        (124, 124, 124, 126, 126, 126),
        (168, 168, 168, 170, 170, 170),
    ),
}


class Made(NamedTuple):
    """The special points of a party."""

    doppelkopf: int = 0
    fox: int = 0
    hearts: int = 0
    karl: int = 0

    def __str__(self) -> str:
        """As a scorer writes them: ``2D F``."""
        return " ".join(f"{n if n > 1 else ''}{letter}" for n, letter in zip(self, "DFHK", strict=True) if n)


class Deal(NamedTuple):
    """What a game that was played came to."""

    re: int
    """Card points of Re; Kontra has the others of 240."""
    tricks_of_re: int
    made: tuple[Made, Made]
    first: int
    """Card points of the first trick."""
    first_winner: int
    party: tuple[int, ...]
    """The seats of Re."""


def least(made: Made, preset: str) -> int:
    """The card points that a party has at least with these special points, if the other one has none."""
    return LEAST[preset][made.doppelkopf][made.fox + 3 * made.karl] + 30 * made.hearts


def deal(chance: random.Random, preset: str, re: int) -> Deal:
    """A game with so many Re players. Full tricks, and few card points beside special points, come often."""
    pack = [(suit, rank) for suit in "CSHD" for rank in POINTS if rank != "9" or preset == "ddv"] * 2
    chance.shuffle(pack)
    tricks = [*_gathered(chance, pack)]
    tricks += [pack[at : at + 4] for at in range(0, len(pack), 4)]
    chance.shuffle(tricks)
    if chance.random() < 0.3:
        # The jack of clubs comes last.
        tricks.sort(key=lambda trick: KARL in trick)
    party = tuple(chance.sample(range(4), re))
    favoured, lean = chance.choice([True, False]), chance.random() < 0.5
    points = [0, 0]
    count = [0, 0]
    found: list[list[int]] = [[0] * 4, [0] * 4]
    first, first_winner = 0, 0
    for number, trick in enumerate(tricks):
        chance.shuffle(trick)
        is_special = sum(POINTS[rank] for _, rank in trick) >= 40 or FOX in trick or KARL in trick
        to_re = is_special == favoured if lean else chance.choice([True, False])
        winner = _winner(trick)
        seats = _seats(chance, winner, party, to_re=to_re)
        side = 0 if seats[winner] in party else 1
        worth = sum(POINTS[rank] for _, rank in trick)
        points[side] += worth
        count[side] += 1
        found[side][0] += worth >= 40
        caught = (card == FOX and (seats[at] in party) != (side == 0) for at, card in enumerate(trick))
        found[side][1] += sum(caught)
        pure = all(card[0] == "H" and card not in TRUMPS for card in trick)
        found[side][2] += pure and preset == "tcg"
        found[side][3] += number == len(tricks) - 1 and trick[winner] == KARL
        if number == 0:
            first, first_winner = worth, seats[winner]
    made = Made(*map(int, found[0])), Made(*map(int, found[1]))
    return Deal(points[0], count[0], made, first, first_winner, party)


def _gathered(chance: random.Random, pack: list[Card]) -> list[list[Card]]:
    """Some tricks taken out of the pack: of aces and tens, of hearts, of a fox or Karl with low cards."""
    tricks: list[list[Card]] = []
    kinds = [
        *(["AT"] * chance.choice([0, 0, 1, 1, 2, 3, 4])),
        *(["H"] * (chance.random() < 0.2)),
        *(["F"] * chance.choice([0, 0, 1, 2])),
        *(["K"] * (chance.random() < 0.4)),
    ]
    chance.shuffle(kinds)
    for kind in kinds:
        if kind == "AT":
            wanted = [card for card in pack if card[1] in ("A", "10")]
        elif kind == "H":
            wanted = [card for card in pack if card[0] == "H" and card not in TRUMPS]
        else:
            head = FOX if kind == "F" else KARL
            low = sorted((card for card in pack if card not in (FOX, KARL)), key=lambda card: POINTS[card[1]])
            wanted = [head, *low[:3]] if head in pack else []
        trick = wanted[:4]
        if len(trick) == 4:
            for card in trick:
                pack.remove(card)
            tricks.append(trick)
    return tricks


def _winner(trick: list[Card]) -> int:
    """Which card of a trick takes it, in the order in which they were played; of two equal ones the first."""
    trumps = [at for at, card in enumerate(trick) if card in TRUMPS]
    if trumps:
        return min(trumps, key=lambda at: (TRUMPS.index(trick[at]), at))
    order = list(POINTS)
    led = [at for at, card in enumerate(trick) if card[0] == trick[0][0]]
    return min(led, key=lambda at: (order.index(trick[at][1]), at))


def _seats(chance: random.Random, winner: int, party: tuple[int, ...], *, to_re: bool) -> list[int]:
    """Who played each card of a trick, so that a party takes it."""
    seats = [0, 1, 2, 3]
    while True:
        chance.shuffle(seats)
        if (seats[winner] in party) == to_re:
            return seats

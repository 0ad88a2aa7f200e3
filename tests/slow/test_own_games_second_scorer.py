"""3,000 random games of each sample of a club's own game, scored a second time from what was held, thrown or
bid: right sheets are clean, and a number that no game gives is found in its row."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import scorecheck
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = ("Anna", "Bernd", "Chris", "Doris", "Emil", "Frieda")
GAMES, ON_A_SHEET = 3000, 25
Row = list[int]


def of_hands(values: list[int], most: int) -> Callable[[random.Random, int], Row]:
    """Who goes out has nothing left; each other counts the cards that are left, drawn from the pack."""

    def drawn(chance: random.Random, seats: int) -> Row:
        pack = chance.sample(values, len(values))
        hands = [[pack.pop() for _ in range(chance.randint(1, most))] for _ in range(seats)]
        hands[chance.randrange(seats)] = []
        return [sum(hand) for hand in hands]

    return drawn


def wizard(chance: random.Random, seats: int) -> Row:
    """Cards are dealt, each trick goes to somebody, and who took as many as bid gets 20 and 10 each."""
    cards = chance.randint(1, 60 // seats)
    took = [0] * seats
    for _ in range(cards):
        took[chance.randrange(seats)] += 1
    bids = [tricks if chance.random() < 0.5 else chance.randint(0, cards) for tricks in took]
    points: Row = []
    for bid, tricks in zip(bids, took, strict=True):
        if bid == tricks:
            points.append(20 + sum(10 for _ in range(tricks)))
        else:
            points.append(-sum(10 for _ in range(abs(bid - tricks))))
    return points


def schwimmen(chance: random.Random, seats: int) -> Row:
    """Three cards each: the best suit counts, three of a rank 30½ (61 halves). The lowest lose a life."""
    ranks = {"7": 7, "8": 8, "9": 9, "10": 10, "B": 10, "D": 10, "K": 10, "A": 11}
    pack = [(suit, rank) for suit in "♣♠♥♦" for rank in ranks]
    chance.shuffle(pack)
    worth: list[int] = []
    for seat in range(seats):
        hand = pack[3 * seat : 3 * seat + 3]
        of_suits = [sum(ranks[rank] for suit, rank in hand if suit == one) for one in "♣♠♥♦"]
        alike = len({rank for _, rank in hand}) == 1
        worth.append(61 if alike else 2 * max(of_suits))
    return [int(one == min(worth)) for one in worth]


def darts_match(chance: random.Random, seats: int) -> Row:
    """Five legs, each won by one of the two."""
    legs = [chance.randrange(seats) for _ in range(5)]
    return [legs.count(seat) for seat in range(seats)]


def visit(chance: random.Random, seats: int) -> Row:
    """What three darts of each player score."""
    beds = [0, 25, 50, *range(1, 21), *range(2, 41, 2), *range(3, 61, 3)]
    return [sum(chance.choice(beds) for _ in range(3)) for _ in range(seats)]


# From how many points of difference on there are 1, 2, … IMPs.
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000)
IMPS_OF_SLAMS = (2250, 2500, 3000, 3500, 4000)


def butler(chance: random.Random, _seats: int) -> Row:
    """The difference to the datum, by the table of IMPs; north plays with south."""
    by = round(chance.gauss(0, 400), -1)
    imps = sum(1 for least in IMPS + IMPS_OF_SLAMS if abs(by) >= least) * (1 if by > 0 else -1)
    return [imps, -imps, imps, -imps]


def canasta(chance: random.Random, seats: int) -> Row:
    """Cards melded, canastas of either kind and red threes, less what is left in hand."""

    def of_team() -> int:
        melded = [chance.choice((5, 10, 20, 50)) for _ in range(chance.randint(3, 30))]
        canastas = [chance.choice((300, 500)) for _ in range(chance.randint(0, 4))]
        held = [chance.choice((5, 10, 20, 50)) for _ in range(chance.randint(0, 11))]
        return sum(melded) + sum(canastas) + 100 * chance.randint(0, 3) - sum(held)

    return [of_team() for _ in range(seats)]


def skyjo(chance: random.Random, seats: int) -> Row:
    """Twelve cards each; who closed and is not the lowest counts double."""
    hands = [sum(chance.randint(-2, 12) for _ in range(12)) for _ in range(seats)]
    closed = chance.randrange(seats)
    return [2 * one if seat == closed and one > min(hands) > 0 else one for seat, one in enumerate(hands)]


def farkle(chance: random.Random, seats: int) -> Row:
    """Ones and fives count 100 and 50, three of a kind 100 times the number, ones 1000."""

    def of_throw() -> int:
        dice = [chance.randint(1, 6) for _ in range(6)]
        points = 0
        for eye in range(1, 7):
            count = dice.count(eye)
            if count >= 3:
                points += 1000 if eye == 1 else 100 * eye
                count -= 3
            points += count * {1: 100, 5: 50}.get(eye, 0)
        return points

    return [of_throw() for _ in range(seats)]


def boccia(chance: random.Random, _seats: int) -> Row:
    """How many balls of one side lie nearer to the jack than the best of the other."""
    balls = sorted((chance.random(), side) for side in (0, 1) for _ in range(4))
    nearest = balls[0][1]
    count = next((at for at, (_, side) in enumerate(balls) if side != nearest), 4)
    return [count if side == nearest else 0 for side in (0, 1)]


class Sample(NamedTuple):
    """A sample: how its games are scored again, and what none of them gives."""

    game: str
    seats: tuple[int, ...]
    scored: Callable[[random.Random, int], Row]
    never: tuple[int, ...]
    """Numbers that nobody can get in a game."""
    rule: str = "points"
    layouts: tuple[str, ...] = ("points", "totals")


RUMMY = [*(min(rank, 10) for rank in range(2, 14)), 11] * 8 + [20] * 6
MAU_MAU = [7, 8, 9, 10, 2, 3, 4, 11] * 4
PHASES = [5] * 72 + [10] * 24 + [15] * 4 + [25] * 8
# What three darts cannot score, of the numbers from 0 to 180.
NO_DARTS = (163, 166, 169, 172, 173, 175, 176, 178, 179)
SAMPLES = (
    Sample("romme", (2, 3, 5), of_hands(RUMMY, 13), (-5, 301)),
    Sample("mau-mau", (3, 4), of_hands(MAU_MAU, 6), (-5, 201)),
    Sample("phase-10", (3, 5), of_hands(PHASES, 10), (7, 251), layouts=("totals",)),
    Sample("wizard", (3, 4, 6), wizard, (0, 10, 25, -5)),
    Sample("schwimmen", (2, 4, 6), schwimmen, (2, -1)),
    Sample("darts", (2,), darts_match, (6, -1), layouts=("points",)),
    Sample("darts-501", (2, 3), visit, NO_DARTS),
    Sample("butler", (4,), butler, (25, 30), "value"),
    Sample("canasta", (2,), canasta, (7, 502)),
    Sample("skyjo", (2, 4), skyjo, (-25, 289)),
    Sample("farkle", (2, 4), farkle, (75, 1020)),
    Sample("boccia", (2,), boccia, (5, -1)),
)


def text(rows: list[Row], names: tuple[str, ...], *, running: bool) -> str:
    so_far = [0] * len(names)
    lines = [",".join(("Spiel", *names))]
    for number, row in enumerate(rows, 1):
        so_far = [old + new for old, new in zip(so_far, row, strict=True)]
        lines.append(",".join(map(str, (number, *(so_far if running else row)))))
    return "\n".join(lines) + "\n"


def spoilt(sample: Sample, row: Row, chance: random.Random) -> Row:
    """The row with a number that no game gives; where two win what two lose, in all four."""
    never = chance.choice(sample.never)
    if sample.rule == "value":
        return [never if one > 0 else -never for one in (row if any(row) else (1, -1, 1, -1))]
    filled = [seat for seat, one in enumerate(row) if one] or list(range(len(row)))
    at = chance.choice(filled)
    return [never if seat == at else one for seat, one in enumerate(row)]


@pytest.mark.parametrize(
    ("sample", "layout"),
    [(sample, layout) for sample in SAMPLES for layout in sample.layouts],
    ids=lambda one: one if isinstance(one, str) else one.game,
)
def test_a_second_scorer_comes_to_the_same(tmp_path: Path, sample: Sample, layout: str) -> None:
    chance = random.Random(f"{sample.game} {layout}")
    path = tmp_path / "evening.csv"
    game = str(ROOT / "samples/own-games" / sample.game / f"{sample.game}.toml")

    def found(rows: list[Row], names: tuple[str, ...]) -> list[tuple[str, int]]:
        path.write_text(text(rows, names, running=layout == "totals"), encoding="utf-8")
        report = scorecheck.validate(path, settings=None, game=game, layout=layout)
        return [(one.rule, one.cell.row) for one in report.findings if one.cell is not None]

    for _ in range(GAMES // ON_A_SHEET):
        names = NAMES[: chance.choice(sample.seats)]
        rows = [sample.scored(chance, len(names)) for _ in range(ON_A_SHEET)]
        assert found(rows, names) == []
        at = chance.randrange(ON_A_SHEET)
        rows[at] = spoilt(sample, rows[at], chance)
        wrong = found(rows, names)
        assert (f"{sample.game}/{sample.rule}", at + 2) in wrong or (f"{sample.game}/sum", at + 2) in wrong
        assert {row for _, row in wrong} == {at + 2}


BOXES = ("Unos", "Doses", "Treses", "Cuatros", "Cincos", "Seises", "Escalera", "Full", "Póker")
OF_KINDS = {"Escalera": 20, "Full": 30, "Póker": 40, "Generala": 50, "Doble Generala": 100}


def boxes_of(chance: random.Random) -> dict[str, int]:
    """A card of Generala: each box with what its five dice give, 5 more where they were thrown at once."""
    card: dict[str, int] = {}
    for eye, box in enumerate(BOXES[:6], 1):
        dice = [eye if chance.random() < 0.5 else chance.randint(1, 6) for _ in range(5)]
        card[box] = sum(one for one in dice if one == eye)
    for box, worth in OF_KINDS.items():
        eyes = chance.sample(range(1, 7), 2)
        dice = {
            "Escalera": chance.choice(([1, 2, 3, 4, 5], [2, 3, 4, 5, 6])),
            "Full": [eyes[0]] * 3 + [eyes[1]] * 2,
            "Póker": [eyes[0]] * 4 + [eyes[1]],
        }.get(box, [eyes[0]] * 5)
        if chance.random() < 0.3:
            dice = [chance.randint(1, 6) for _ in range(5)]
        counts = sorted(map(dice.count, set(dice)))
        is_it = {
            "Escalera": sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]),
            "Full": counts == [2, 3],
            "Póker": counts == [1, 4],
        }.get(box, counts == [5])
        at_once = 5 if box in BOXES and chance.random() < 0.2 else 0
        card[box] = worth + at_once if is_it else 0
    return card


def test_a_second_scorer_comes_to_the_same_on_cards(tmp_path: Path) -> None:
    chance = random.Random("generala")
    path = tmp_path / "table.csv"
    game = str(ROOT / "samples/own-games/generala/generala.toml")

    def found(cards: list[dict[str, int]]) -> list[tuple[str, int, int]]:
        lines = [",".join(("Juego", *NAMES[:4]))]
        lines += [",".join((box, *(str(card[box]) for card in cards))) for box in cards[0]]
        lines.append(",".join(("Total", *(str(sum(card.values())) for card in cards))))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        report = scorecheck.validate(path, settings=None, game=game)
        return [(one.rule, one.cell.row, one.cell.column) for one in report.findings if one.cell is not None]

    for _ in range(GAMES // 40):
        cards = [boxes_of(chance) for _ in range(4)]
        assert found(cards) == []
        at, box = chance.randrange(4), chance.choice(list(cards[0]))
        cards[at] = {**cards[at], box: chance.choice((7, 31, 46, 101)) if box != "Unos" else 7}
        assert found(cards) == [("generala/value", list(cards[0]).index(box) + 2, at + 2)]


# Two against two or one against three, with the tricks of the losers (Schwarz) and rounds that count double.
RAISED = """\
[game]
name = "hinterhof"
players = 4
sides = ["two-two", "one-rest"]
tariff = {call = 10, solo = 20, black = 5}
multiplier = {headings = ["Bock"], words = {B = 2, BB = 4}}
values = [
    {sides = "two-two", base = "call", plus = [[0, "black"]]},
    {sides = "one-rest", base = "solo", plus = [[0, "black"]]},
]
facts = [{words = ["Schwarz"], amount = "black"}]
"""
MARKS = {1: "", 2: "B", 4: "BB"}


def of_tricks(chance: random.Random) -> tuple[Row, bool, int]:
    """A round: the points of all, whether the losers had no trick, and how often it counts."""
    first = set(chance.sample(range(4), chance.choice((1, 2, 2))))
    strong = chance.randrange(4)
    took = [strong if chance.random() < 0.8 else chance.randrange(4) for _ in range(8)]
    tricks = sum(1 for seat in took if seat in first)
    black, times = tricks in (0, 8), chance.choice((1, 1, 1, 2, 4))
    pays = sum((20 if len(first) == 1 else 10) + (5 if black else 0) for _ in range(times))
    won = first if tricks >= 5 else set(range(4)) - first
    # Each pays or gets as much; one against three pays or gets three times as much.
    points = [pays if seat in won else -pays for seat in range(4)]
    if len(first) == 1:
        points[min(first)] *= 3
    return points, black, times


def test_a_second_scorer_comes_to_the_same_on_rounds_that_count_double(tmp_path: Path) -> None:
    chance = random.Random("hinterhof")
    path, game = tmp_path / "evening.csv", tmp_path / "hinterhof.toml"
    game.write_text(RAISED, encoding="utf-8")

    def found(rounds: list[tuple[Row, str, str]]) -> set[tuple[str, int]]:
        lines = [",".join(("Runde", *NAMES[:4], "Schwarz", "Bock"))]
        lines += [
            ",".join(map(str, (at, *row, black, mark))) for at, (row, black, mark) in enumerate(rounds, 1)
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        report = scorecheck.validate(path, settings=None, game=str(game), layout="points")
        return {(one.rule, one.cell.row) for one in report.findings if one.cell is not None}

    for _ in range(GAMES // ON_A_SHEET):
        scored = [of_tricks(chance) for _ in range(ON_A_SHEET)]
        rounds = [(row, "x" if black else "", MARKS[times]) for row, black, times in scored]
        assert found(rounds) == set()
        at = chance.randrange(ON_A_SHEET)
        row, black, mark = rounds[at]
        slip = chance.choice(("fact", "mark", "value"))
        if slip == "fact":
            rounds[at] = (row, "" if black else "x", mark)
        elif slip == "mark":
            rounds[at] = (row, black, "B" if mark != "B" else "")
        else:
            # No round is worth 70, once, twice or four times.
            rounds[at] = ([one // min(map(abs, row)) * 70 for one in row], black, mark)
        assert {row for _, row in found(rounds)} == {at + 2}

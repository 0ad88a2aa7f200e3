"""Many cards on one sheet: none is left out, and cards that look alike are no copies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from support import checked, run

LOWER = ("3 of a kind", "4 of a kind", "Full house", "Small straight", "Large straight", "Yahtzee", "Chance")
UPPER = ("Aces", "Twos", "Threes", "Fours", "Fives", "Sixes")
NAMES = (*UPPER, "Upper sum", "Bonus", *LOWER, "Grand total")


def boxes(rng: Random) -> list[int]:
    """What one player has in a game of Yahtzee, in the order of the card."""
    upper = [eyes * rng.randint(1, 4) for eyes in range(1, 7)]
    two = rng.randint(1, 5)
    lower = [rng.choice((0, 3 * two + 7)), rng.choice((0, 4 * two + 1))]
    lower += [rng.choice((0, worth)) for worth in (25, 30, 40, 50)]
    lower.append(rng.randint(10, 28))
    bonus = 35 if sum(upper) >= 63 else 0
    return [*upper, sum(upper), bonus, *lower, sum(upper) + bonus + sum(lower)]


def below(cards: Sequence[Sequence[int]]) -> str:
    """Cards of Anna one below the other, a title above each."""
    return "".join(
        f"Game {at},\nCategory,Anna\n"
        + "".join(f"{name},{box}\n" for name, box in zip(NAMES, card, strict=True))
        + ",\n"
        for at, card in enumerate(cards, 1)
    )


def test_cards_below_the_first_200_rows_are_read() -> None:
    rng = Random(5)
    cards = [boxes(rng) for _ in range(20)]
    cards[-1][0] = 9
    file = checked(below(cards))
    assert len(file.sheets) == len(cards)
    assert {one.cell.row for one in file.findings if one.cell} == {19 * 19 + 3}


@pytest.mark.slow
def test_cards_right_of_the_first_200_columns_are_read() -> None:
    rng = Random(6)
    cards = [boxes(rng) for _ in range(80)]
    lines = [["Category,Anna,,"] * len(cards)]
    lines += [[f"{name},{card[at]},," for card in cards] for at, name in enumerate(NAMES)]
    file = checked("\n".join(map("".join, lines)))
    assert len(file.sheets) == len(cards)
    assert not file.findings


@pytest.mark.slow
def test_a_card_a_row_is_read_to_the_end() -> None:
    rng = Random(7)
    cards = [boxes(rng) for _ in range(300)]
    cards[-1][0] = 9
    rows = [("Player", *NAMES), *(("Anna" if at % 2 else "Bernd", *card) for at, card in enumerate(cards))]
    file = checked("\n".join(",".join(map(str, row)) for row in rows))
    assert {one.cell.a1 for one in file.findings if one.cell} == {"B301"}


def test_a_card_a_row_of_one_player_bears_the_name_of_the_file() -> None:
    rng = Random(8)
    rows = [("Date", *NAMES), *((f"2024-05-{day:02}", *boxes(rng)) for day in range(1, 9))]
    file = checked("\n".join(",".join(map(str, row)) for row in rows), "Anna.csv")
    (sheet,) = file.sheets
    assert set(sheet.sheet.players) == {"Anna"}
    assert not file.findings


def told(cards: Sequence[Sequence[int]], folder: Path) -> tuple[set[str], str]:
    """The rules of what is found on a file with these cards, held against each other; and what is noted."""
    (folder / "cards.csv").write_text(below(cards), encoding="utf-8")
    done = run("validate", "cards.csv", cwd=folder)
    return set(re.findall(r"\[([a-z]+/[a-z-]+)\]", done.stdout)), done.stderr


def test_cards_of_one_player_are_no_copies_of_each_other(tmp_path: Path) -> None:
    rng = Random(9)
    assert told([boxes(rng) for _ in range(60)], tmp_path) == (set(), "")


def test_a_card_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    rng = Random(9)
    cards = [boxes(rng) for _ in range(12)]
    rules, noted = told([*cards, cards[3]], tmp_path)
    assert rules == set()
    assert "(Game 4) and cards.csv (Game 13) are sheets of one table" in noted

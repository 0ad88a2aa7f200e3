"""Ways to score that whole cards show by themselves; the cards are worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings

pytestmark = pytest.mark.usefixtures("no_repairs")

UPPER = (3, 6, 9, 12, 15, 18)
"""Three of each: 63, which earns the bonus."""
_PAIRS = "Ones Twos Threes Fours Fives Sixes Sum Bonus Pair Two_pairs Three_of_a_kind Four_of_a_kind "
PAIRS = (_PAIRS + "Small_straight Large_straight Full_house Chance Yatzy Total").split()
NONE = [row for row in PAIRS if row not in {"Pair", "Two_pairs"}]


def shown(
    rows: Sequence[str], *cards: tuple[int, ...], preset: str | None = None
) -> tuple[dict[str, object], list[str]]:
    """What some cards show, each with all its boxes from the bonus on, and the cells that are wrong.

    The total of each is what stands on it.
    """
    columns = [(*UPPER, 63, *card, 63 + sum(card)) for card in cards]
    names = ["Ada", "Bo"][: len(cards)]
    lines = [",".join(["Yatzy", *names])]
    for row, *said in zip(rows, *columns, strict=True):
        lines.append(",".join([row.replace("_", " "), *map(str, said)]))
    data = "\n".join(lines).encode()
    game = None if preset is None else "yatzy"
    checked = check_bytes(data, "a.csv", "a.csv", Settings(Wanted(game=game, preset=preset)), Keep())
    assert not checked.crashes
    (sheet,) = checked.files[0].sheets
    cells = [finding.cell.a1 for finding in sheet.findings if finding.cell is not None]
    return {option: what.value for option, what in sheet.sheet.shown.items()}, cells


# Pair, two pairs, three and four alike, straights, full house, chance, yatzy.
FULL = (12, 22, 18, 16, 15, 20, 28, 24, 50)
FIXED = (23, 17, 30, 40, 25, 24, 50)
"""In the international way, without pairs."""


@pytest.mark.parametrize(
    ("rows", "cards", "preset", "said"),
    [
        (PAIRS, [(50, *FULL)], None, {}),
        (PAIRS, [(35, *FULL)], None, {"bonus": 35}),
        (PAIRS, [(50, *FULL[:-1], 80)], None, {"yatzy_with_dice": True}),
        (PAIRS, [(35, *FULL[:-1], 75)], None, {"yatzy_with_dice": True, "bonus": 35}),
        (NONE, [(35, *FIXED)], None, {"international": True}),
        (NONE, [(50, *FIXED)], None, {"international": True, "bonus": 50}),
        (NONE, [(35, 23, 17, 15, 20, 25, 24, 50)], None, {"international": True, "nordic_straights": True}),
        (NONE, [(35, 23, 17, 15, 20, 25, 24, 50)], "kniffel", {"nordic_straights": True}),
        (NONE, [(50, *FIXED)], "kniffel", {"bonus": 50}),
    ],
)
def test_cards_right_in_every_box_show_their_way(
    rows: Sequence[str], cards: list[tuple[int, ...]], preset: str | None, said: dict[str, object]
) -> None:
    assert shown(rows, *cards, preset=preset) == (said, [])


def test_a_slip_beside_a_way_that_two_cards_show_is_the_only_fault() -> None:
    # No three dice make 17.
    slip = (35, 12, 22, 17, *FULL[3:])
    assert shown(PAIRS, slip, (35, *FULL)) == ({"bonus": 35}, ["B12"])


@pytest.mark.parametrize(
    ("card", "wrong"),
    [
        # Twice the small straight; 17 for three alike; both.
        ((50, 12, 22, 18, 16, 30, 20, 28, 24, 50), ["B14"]),
        ((50, 12, 22, 17, 16, 15, 20, 28, 24, 50), ["B12"]),
        ((50, 12, 22, 17, 16, 30, 20, 28, 24, 50), ["B12", "B14"]),
        # A bonus that nobody plays for.
        ((40, *FULL), ["B9"]),
    ],
)
def test_slips_show_no_way(card: tuple[int, ...], wrong: list[str]) -> None:
    assert shown(PAIRS, card) == ({}, wrong)


def test_two_cards_that_differ_show_nothing() -> None:
    assert shown(PAIRS, (35, *FULL), (50, *FULL[:-2], 23, 50)) == ({}, ["B9"])

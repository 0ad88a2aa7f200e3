"""What dice are worth, against the values that the rules name and against a second way to count them."""

from __future__ import annotations

from itertools import product

import pytest

from scorecheck.checks.cards.judge import next_to as nearest
from scorecheck.checks.cards.way import bonus_for
from scorecheck.games.yatzy.scoring import PRESETS, ScoringWay, choices, possible, way_of

YATZY = ScoringWay()
STRICT = ScoringWay(strict=True)
INTERNATIONAL = ScoringWay(international=True)
WITH_DICE = ScoringWay(with_dice=True)
DOPPEL = ScoringWay("doppel-yatzy")
MAXI = ScoringWay("maxi-yatzy", strict=True)

EVEN_TO_TWELVE = {0, 2, 4, 6, 8, 10, 12}


def values(category: str, dice: str, way: ScoringWay = YATZY) -> list[int]:
    return [choice.value for choice in choices(category, tuple(map(int, dice)), way)]


@pytest.mark.parametrize(
    ("category", "dice", "worth"),
    [
        # The examples of the source.
        ("threes", "33366", [9]),
        ("sixes", "33366", [12]),
        ("pair", "55124", [10]),
        ("pair", "33124", [6]),
        ("two-pairs", "55661", [22]),
        ("three-of-a-kind", "22215", [6]),
        ("four-of-a-kind", "44441", [16]),
        ("small-straight", "51423", [15]),
        ("large-straight", "62345", [20]),
        ("full-house", "33344", [17]),
        ("chance", "15433", [16]),
        ("yatzy", "33333", [50]),
        # Four alike are two pairs, five alike a full house.
        ("two-pairs", "44441", [16]),
        ("full-house", "44444", [20]),
        # Which of two pairs counts is up to the player.
        ("pair", "66551", [12, 10]),
        ("ones", "66551", [1]),
        ("twos", "66551", [0]),
        ("large-straight", "12345", []),
        ("yatzy", "33334", []),
        ("full-house", "33345", []),
    ],
)
def test_worked_values_of_yatzy(category: str, dice: str, worth: list[int]) -> None:
    assert values(category, dice) == worth


def test_the_other_ways_to_score() -> None:
    assert values("yatzy", "33333", WITH_DICE) == [65]
    assert values("two-pairs", "44441", STRICT) == []
    assert values("full-house", "44444", STRICT) == []
    assert values("two-pairs", "44331", STRICT) == [14]
    assert values("three-of-a-kind", "22216", INTERNATIONAL) == [13]
    assert values("four-of-a-kind", "22226", INTERNATIONAL) == [14]
    assert values("small-straight", "34561", INTERNATIONAL) == [30]
    assert values("small-straight", "23456", INTERNATIONAL) == [30]
    assert values("large-straight", "12345", INTERNATIONAL) == [40]
    assert values("large-straight", "13456", INTERNATIONAL) == []
    assert values("full-house", "22266", INTERNATIONAL) == [25]


def test_the_example_of_doppel_yatzy() -> None:
    (house,) = choices("full-house", (6, 6, 4, 3, 3, 3), DOPPEL)
    assert (house.value, house.left_out) == (21, 4)
    assert [(term.value, term.params) for term in house.worked.terms] == [
        (9, {"count": 3, "face": 3}),
        (12, {"count": 2, "face": 6}),
    ]
    (straight,) = choices("small-straight", (5, 4, 3, 2, 2, 1), DOPPEL)
    assert (straight.value, straight.left_out) == (15, 2)


def test_one_of_six_double_dice_is_left_out() -> None:
    assert values("chance", "654321", DOPPEL) == [20, 19, 18, 17, 16, 15]
    assert values("sixes", "666666", DOPPEL) == [30]
    assert values("sixes", "666543", DOPPEL) == [18, 12]
    assert values("ones", "111116", DOPPEL) == [5, 4]
    assert values("extra", "654321", ScoringWay("doppel-yatzy", extra="minus")) == [
        -15,
        -16,
        -17,
        -18,
        -19,
        -20,
    ]
    assert values("extra", "654321", ScoringWay("doppel-yatzy", extra="strike")) == [0]


def test_maxi_yatzy() -> None:
    assert values("three-pairs", "114466", MAXI) == [22]
    assert values("three-pairs", "114444", MAXI) == []
    assert values("five-of-a-kind", "333332", MAXI) == [15]
    assert values("full-straight", "123456", MAXI) == [21]
    assert values("small-straight", "123453", MAXI) == [15]
    assert values("large-straight", "234566", MAXI) == [20]
    assert values("full-house", "344666", MAXI) == [26]
    assert values("castle", "222555", MAXI) == [21]
    assert values("tower", "336666", MAXI) == [30]
    assert values("yatzy", "222222", MAXI) == [100]
    assert (MAXI.bonus, MAXI.bonus_from, len(MAXI.categories)) == (100, 84, 20)


def test_the_bonus() -> None:
    assert [bonus_for(sum_, YATZY) for sum_ in (62, 63, 105)] == [0, 50, 50]
    assert bonus_for(63, INTERNATIONAL) == 35
    assert [bonus_for(sum_, MAXI) for sum_ in (83, 84)] == [0, 100]


PAIRS = {2 * (a + b) for a in range(1, 7) for b in range(1, 7)}
HOUSES = {3 * a + 2 * b for a in range(1, 7) for b in range(1, 7)}


@pytest.mark.parametrize(
    ("category", "way", "known"),
    [
        ("ones", YATZY, set(range(6))),
        ("sixes", YATZY, set(range(0, 31, 6))),
        ("pair", YATZY, EVEN_TO_TWELVE),
        ("two-pairs", YATZY, {0} | PAIRS),
        ("three-of-a-kind", YATZY, set(range(0, 19, 3))),
        ("four-of-a-kind", YATZY, set(range(0, 25, 4))),
        ("small-straight", YATZY, {0, 15}),
        ("large-straight", YATZY, {0, 20}),
        ("full-house", YATZY, {0} | HOUSES),
        ("chance", YATZY, {0, *range(5, 31)}),
        ("yatzy", YATZY, {0, 50}),
        ("yatzy", WITH_DICE, {0, 55, 60, 65, 70, 75, 80}),
        ("two-pairs", STRICT, {0, *range(6, 23, 2)}),
        ("full-house", STRICT, {0} | HOUSES - {5, 10, 25, 30}),
        ("three-of-a-kind", INTERNATIONAL, {0, *range(5, 31)}),
        ("four-of-a-kind", INTERNATIONAL, {0, *range(5, 31)}),
        ("small-straight", INTERNATIONAL, {0, 30}),
        ("large-straight", INTERNATIONAL, {0, 40}),
        ("full-house", INTERNATIONAL, {0, 25}),
        ("extra", ScoringWay("doppel-yatzy", extra="minus"), set(range(-30, -4))),
        ("extra", ScoringWay("doppel-yatzy", extra="chance"), {0, *range(5, 31)}),
        ("extra", ScoringWay("doppel-yatzy", extra="strike"), {0}),
        ("full-straight", MAXI, {0, 21}),
        ("chance", MAXI, {0, *range(6, 37)}),
        ("yatzy", MAXI, {0, 100}),
        ("sixes", MAXI, set(range(0, 37, 6))),
    ],
)
def test_the_possible_values_are_those_of_the_rules(category: str, way: ScoringWay, known: set[int]) -> None:
    assert possible(category, way) == known


def brute(category: str, dice: tuple[int, ...], way: ScoringWay) -> set[int]:
    """The values of exactly these dice, written down anew: by looking for each value's own dice."""
    n = [dice.count(face) for face in range(7)]
    total = sum(dice)
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    if category in upper:
        face = upper.index(category) + 1
        return {n[face] * face}
    intl = way.international
    two = [a for a in range(1, 7) if n[a] >= 2]
    three = [a for a in range(1, 7) if n[a] >= 3]
    four = [a for a in range(1, 7) if n[a] >= 4]
    loose = not way.strict
    found: set[int] = set()
    match category:
        case "pair":
            found = {2 * a for a in two}
        case "two-pairs":
            found = {2 * a + 2 * b for a in two for b in two if a != b}
            found |= {4 * a for a in four if loose}
        case "three-of-a-kind":
            found = ({total} if three else set()) if intl else {3 * a for a in three}
        case "four-of-a-kind":
            found = ({total} if four else set()) if intl else {4 * a for a in four}
        case "small-straight" if intl:
            has = set(dice)
            found = {30} if any({a, a + 1, a + 2, a + 3} <= has for a in (1, 2, 3)) else set()
        case "large-straight" if intl:
            has = set(dice)
            found = {40} if has >= {2, 3, 4, 5} and (1 in has or 6 in has) else set()
        case "small-straight":
            found = {15} if sorted(set(dice))[:5] == [1, 2, 3, 4, 5] else set()
        case "large-straight":
            found = {20} if sorted(set(dice))[-5:] == [2, 3, 4, 5, 6] else set()
        case "full-house":
            found = {3 * a + 2 * b for a in three for b in two if a != b}
            found |= {5 * a for a in range(1, 7) if n[a] >= 5 and loose}
            found = ({25} if found else set()) if intl else found
        case "chance":
            found = {total}
        case "yatzy":
            found = {50 + total * way.with_dice} if max(n) == len(dice) else set()
    return found


WAYS = [YATZY, STRICT, INTERNATIONAL, WITH_DICE]


@pytest.mark.parametrize("way", WAYS, ids=["source", "strict", "international", "with-dice"])
def test_every_throw_of_yatzy_against_a_second_count(way: ScoringWay) -> None:
    """7,776 throws; those that differ only in their order are the same dice, so each is counted once."""
    throws = {tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5)}
    assert len(throws) == 252
    reached: dict[str, set[int]] = {category: {0} for category in way.categories}
    for dice in throws:
        for category in way.categories:
            expected = brute(category, dice, way)
            assert {c.value for c in choices(category, dice, way)} == expected, (category, dice)
            reached[category] |= expected
    assert {category: possible(category, way) for category in way.categories} == reached


@pytest.mark.slow
def test_five_of_six_of_doppel_yatzy_against_a_second_count() -> None:
    for dice in {tuple(sorted(dice)) for dice in product(range(1, 7), repeat=6)}:
        for category in PRESETS["yatzy"]:
            fives = (dice[:at] + dice[at + 1 :] for at in range(6))
            expected = set().union(*(brute(category, five, YATZY) for five in fives))
            assert {c.value for c in choices(category, dice, DOPPEL)} == expected, (category, dice)


def test_a_die_that_is_left_out_gives_the_value() -> None:
    for dice in {tuple(sorted(dice)) for dice in product((1, 2, 4, 6), repeat=6)}:
        for category in ("full-house", "chance", "pair", "small-straight"):
            for choice in choices(category, dice, DOPPEL):
                assert choice.left_out is not None
                rest = list(dice)
                rest.remove(choice.left_out)
                assert choice.value in brute(category, tuple(rest), YATZY)


@pytest.mark.parametrize("dice", [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 7)])
def test_what_is_no_throw_is_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="5 dice"):
        choices("chance", dice, YATZY)


def test_nearest_values() -> None:
    fours = possible("four-of-a-kind", YATZY)
    assert nearest(fours, 14) == (12, 16)
    assert nearest(fours, 30) == (24,)
    assert nearest(fours, -4) == (0,)


def test_options_make_the_way() -> None:
    way = way_of("doppel-yatzy", {"strict_scandinavian": True, "yatzy_with_dice": True, "extra": "minus"})
    assert way == ScoringWay("doppel-yatzy", strict=True, with_dice=True, extra="minus")
    assert way_of("maxi-yatzy", {"international": True}) == ScoringWay("maxi-yatzy")
    assert way_of(None, {}) == YATZY

"""Cards whose words nobody told us: what their rows are shows by order, values and sums."""

from __future__ import annotations

from random import Random

import pytest

from scorecheck.checks.words import plain
from scorecheck.games.yatzy.card import kind_of
from scorecheck.games.yatzy.scoring import PRESETS, UPPER, ScoringWay, possible
from scorecheck.games.yatzy.shape import named
from scorecheck.model.cells import Unreadable

pytestmark = pytest.mark.usefixtures("no_repairs")

ORDER = PRESETS["yatzy"][len(UPPER) :]
KEYS = (*UPPER, "sum", "bonus", *ORDER, "total")
WORDS = dict(zip(KEYS, (f"w{chr(97 + at)}" for at in range(len(KEYS))), strict=True))


def card(rng: Random, keys: tuple[str, ...] = KEYS, way: ScoringWay | None = None) -> list[int | None]:
    """A card on which each box is worth any of its values above 0."""
    way = way or ScoringWay()
    boxes = {kind: rng.choice(sorted(possible(kind, way) - {0})) for kind in (*UPPER, *ORDER) if kind in keys}
    upper = sum(boxes[kind] for kind in UPPER)
    bonus = way.bonus if upper >= 63 else 0
    sums = {"sum": upper, "bonus": bonus, "total": bonus + sum(boxes.values())}
    return [{**boxes, **sums}[key] for key in keys]


def right(keys: tuple[str, ...] = KEYS) -> dict[str, str]:
    return {plain(WORDS[key]): key for key in keys}


@pytest.mark.parametrize("players", [1, 2, 5])
def test_each_row_is_known_whatever_its_word(players: int) -> None:
    rng = Random(players)
    found = named(list(WORDS.values()), [card(rng) for _ in range(players)], {})
    assert found is not None
    assert found.words == right()
    assert found.unsure == ()


def test_the_values_tell_an_order_of_its_own() -> None:
    """Chance first and the straights last: nobody plays so, but 15 and 20 are straights all the same."""
    keys = (*KEYS[:8], "chance", "pair", "two-pairs", "three-of-a-kind", "four-of-a-kind")
    keys = (*keys, "full-house", "yatzy", "small-straight", "large-straight", "total")
    found = named([WORDS[key] for key in keys], [card(Random(seed), keys) for seed in range(3)], {})
    assert found is not None
    kinds = found.words
    assert [kinds[plain(WORDS[key])] for key in ("small-straight", "large-straight", "yatzy")] == [
        "small-straight",
        "large-straight",
        "yatzy",
    ]


def test_international_cards_have_other_values() -> None:
    keys = (*KEYS[:8], "three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight")
    keys = (*keys, "yatzy", "chance", "total")
    way = ScoringWay("kniffel", international=True)
    found = named([WORDS[key] for key in keys], [card(Random(seed), keys, way) for seed in range(2)], {})
    assert found is not None
    assert found.words == right(keys)


def test_what_somebody_said_of_a_word_holds() -> None:
    words = list(WORDS.values())
    told = {plain(WORDS["full-house"]): "chance", plain(WORDS["chance"]): "full-house"}
    found = named(words, [card(Random(3))], told)
    assert found is not None
    assert {word: found.words[word] for word in told} == told


def test_where_something_is_wrong_and_two_rows_may_be_one_it_is_asked() -> None:
    """A struck full house beside a struck large straight, and a pair of 11: what is wrong hangs on it."""
    values = dict(zip(KEYS, card(Random(1)), strict=True))
    values |= {"full-house": 0, "large-straight": 0, "pair": 11}
    found = named(list(WORDS.values()), [list(values.values())], {})
    assert found is not None
    assert {word for word, _ in found.unsure} >= {WORDS["full-house"], WORDS["large-straight"]}


@pytest.mark.parametrize("seed", range(5))
def test_numbers_that_mean_nothing_are_no_card(seed: int) -> None:
    rng = Random(seed)
    columns: list[list[int | None]] = [[rng.randint(0, 30) for _ in KEYS] for _ in range(2)]
    assert named(list(WORDS.values()), columns, {}) is None


def test_a_multiplication_table_is_no_card() -> None:
    columns: list[list[int | None]] = [[at * by for at in range(1, 19)] for by in (1, 2, 3)]
    assert named([f"times {at}" for at in range(1, 19)], columns, {}) is None


def test_boxes_hold_no_parts_of_points() -> None:
    """Chances in a cup, 1, 2, 3 … among them: a column of these is no player's."""
    part = Unreadable("0.9604", "fraction")
    whole, parts = card(Random(1)), [part] * len(KEYS)
    mixed = [cell if at % 3 == 0 else part for at, cell in enumerate(whole)]
    assert named(list(WORDS.values()), [whole], {}) is not None
    assert named(list(WORDS.values()), [mixed, parts], {}) is None


def test_a_word_without_letters_is_known_by_what_it_is() -> None:
    """65+ and 18 - 24 are compared as they stand, else a row that is named so is never found again."""
    labels = [*(f"w{chr(97 + at)}" for at in range(len(KEYS) - 1)), "18 - 24"]
    found = named(labels, [card(Random(seed)) for seed in range(3)], {})
    assert found is not None
    assert found.words["18 - 24"] == "total"
    assert kind_of("18 - 24", found.words) == "total"

"""What a game of Doppelkopf is worth: the worked values of both rules, and a second way to them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from doppelkopf_tables import Game, ddv, tcg
from scorecheck.games.doppelkopf.reachable import is_reachable
from scorecheck.games.doppelkopf.specials import pack_of, too_many
from scorecheck.games.doppelkopf.valuation import (
    ACE_SOLO,
    CALLED,
    LITERAL,
    LONE_WEDDING,
    NO_30,
    NO_60,
    NO_90,
    NONE,
    NORMAL,
    NOTHING,
    POVERTY,
    QUEEN_SOLO,
    SCHWARZ,
    SILENT_WEDDING,
    TRUMP_SOLO,
    GameFacts,
    Party,
    Side,
    Specials,
    value_of,
    values_so_far,
)

pytestmark = pytest.mark.usefixtures("no_repairs")


def reachable(kind: str, preset: str, options: Mapping[str, str | int | bool] = LITERAL) -> frozenset[int]:
    """All values of a kind of game that the program takes for possible, without sign."""
    return frozenset(value for value in range(200) if is_reachable(value, kind, preset, options))


def game(
    re: int,
    calls_re: int = NOTHING,
    calls_kontra: int = NOTHING,
    *,
    kind: str = NORMAL,
    specials_re: Specials = NONE,
    specials_kontra: Specials = NONE,
    trickless: tuple[bool, bool] | None = None,
) -> GameFacts:
    kontra = 240 - re
    no_re, no_kontra = trickless or (re == 0, kontra == 0)
    return GameFacts(
        kind,
        Side(re, calls_re, specials_re, no_re),
        Side(kontra, calls_kontra, specials_kontra, no_kontra),
    )


def keys(facts: GameFacts, preset: str = "tcg") -> list[str]:
    return [term.key for term in value_of(facts, preset).worked.terms]


# What each player of Re gets; in a solo what the soloist gets from each opponent.
@pytest.mark.parametrize(
    ("facts", "re_gets"),
    [
        (game(121), 1),
        (game(151), 2),
        (game(120), -1),
        (game(119), -2),
        (game(240, SCHWARZ, CALLED), 36),
        (game(121, specials_kontra=Specials(fox=2)), 0),
        (game(130, CALLED, kind=TRUMP_SOLO), 4),
        (game(110, CALLED, kind=TRUMP_SOLO), -2),
        # Re called no 60, Kontra got 60: no 60 + called + no 90 + called + no 120 = 5, times 2.
        (game(180, NO_60), -10),
        # Re called no 90 and has 120: no 120, no 90, called, against the old = 4, times 2.
        (game(120, NO_90), -8),
        # Kontra called no 90 and Re has 100: no 120 + no 90 + called, times 2, though Kontra has 140.
        (game(100, NOTHING, NO_90), 6),
        # Both failed.
        (game(120, NO_90, NO_90), 0),
        # Both called no 90, Re did it: no 120, no 90, called, called by them, times 4.
        (game(151, NO_90, NO_90), 16),
        # The soloist's own point, even lost; a queen solo has no other.
        (game(121, kind=QUEEN_SOLO, specials_re=Specials(fox=2)), 2),
        (game(0, kind=QUEEN_SOLO), -5),
        (game(121, kind=SILENT_WEDDING, specials_re=Specials(karl=1)), 3),
        (game(121, kind=LONE_WEDDING), 2),
        (game(121, kind=POVERTY), 1),
        # No trick without nines is worth 0: no card points are no trick.
        (game(0), -6),
    ],
)
def test_worked_values_of_the_tournament(facts: GameFacts, re_gets: int) -> None:
    assert value_of(facts, "tcg").re_value == re_gets


def test_the_sources_example_term_by_term() -> None:
    worked = value_of(game(180, NO_60), "tcg").worked
    assert [(term.key, term.value) for term in worked.terms] == [
        ("no-120-given", 1),
        ("no-90-given", 1),
        ("no-90-called-by-them", 1),
        ("no-60-given", 1),
        ("no-60-called-by-them", 1),
        ("re-doubles", 2),
    ]
    assert worked.value == 10
    assert worked.shares == (("re", -10), ("kontra", 10))


def test_a_solo_is_paid_three_times() -> None:
    assert value_of(game(130, CALLED, kind=TRUMP_SOLO), "tcg").worked.shares == (
        ("soloist", 12),
        ("opponents", -4),
    )
    assert value_of(game(110, CALLED, kind=TRUMP_SOLO), "tcg").worked.shares == (
        ("soloist", -6),
        ("opponents", 2),
    )


def test_nothing_goes_below_zero_and_nothing_is_doubled_then() -> None:
    value = value_of(game(121, CALLED, specials_kontra=Specials(fox=2)), "tcg")
    assert keys(game(121, CALLED, specials_kontra=Specials(fox=2))) == [
        "no-120",
        "fox-of-them",
        "not-below-zero",
    ]
    assert (value.worked.value, value.unbounded, value.winner) == (0, -2, "re")


@pytest.mark.parametrize(
    ("facts", "choice", "literal", "otherwise"),
    [
        (game(110, CALLED, kind=TRUMP_SOLO), {"solo_point": "winner"}, -2, -6),
        (game(110, kind=QUEEN_SOLO), {"against_the_old_in_solo": False}, -1, 0),
        (game(120, NO_90), {"against_the_old_if_call_failed_below_121": False}, -8, -6),
        # Decided by the cards: Kontra has 120, against the old ones alone, times 2 and 2.
        (game(120, NO_90, NO_90), {"both_failed": "cards"}, 0, -4),
    ],
)
def test_what_the_source_leaves_open(
    facts: GameFacts, choice: dict[str, str | bool], literal: int, otherwise: int
) -> None:
    assert value_of(facts, "tcg").re_value == literal
    assert value_of(facts, "tcg", choice).re_value == otherwise


@pytest.mark.parametrize(
    ("facts", "re_gets"),
    [
        (game(121), 1),
        # Only Kontra was called: Re wins with 120. Won 1, Kontra called 2.
        (game(120, NOTHING, CALLED), 3),
        # Kontra has 120 and nobody called: won 1, against the queens 1.
        (game(120), -2),
        (game(120, CALLED, CALLED), -6),
        # Won 1, no 90, Re called 2, no 90 called 1.
        (game(151, NO_90), 5),
        # Kontra called no 90 and Re has 120: won 1, Kontra called 2, no 90 called 1, 120 against no 90: 1.
        (game(120, NOTHING, NO_90), 5),
        (game(100, NOTHING, NO_90), 4),
        # Re called schwarz, Kontra no 60, Re has 190: Re 2 + 2, Kontra 1.
        (game(190, SCHWARZ, NO_60), 3),
        # The winner pays where the special points of the others are more.
        (game(121, specials_kontra=Specials(fox=2)), -1),
        # A solo: no special points, no point of its own.
        (game(121, kind=ACE_SOLO, specials_kontra=Specials(fox=2)), 1),
        (game(240, SCHWARZ, SCHWARZ, kind=QUEEN_SOLO, trickless=(False, True)), 21),
        # A trick may be worth nothing: 240 card points alone are not schwarz.
        (game(240, trickless=(False, False)), 4),
        (game(240, trickless=(False, True)), 5),
        # Won 1, Re called 2, four levels called 4, against the queens 1.
        (game(240, SCHWARZ, trickless=(False, False)), -8),
    ],
)
def test_worked_values_of_the_federation(facts: GameFacts, re_gets: int) -> None:
    assert value_of(facts, "ddv").re_value == re_gets


@pytest.mark.parametrize("kind", [NORMAL, TRUMP_SOLO, SILENT_WEDDING])
def test_what_a_game_can_be_worth_in_the_tournament(kind: str) -> None:
    fours = {4 * n for n in range(22)}
    assert reachable(kind, "tcg") == set(range(14)) | {2 * n for n in range(18)} | fours


def test_what_a_queen_solo_can_be_worth() -> None:
    values = reachable(QUEEN_SOLO, "tcg")
    assert max(values) == 56
    # Without calls 1 to 6 of them, with one up to (5 + 4 + 1) · 2, with both up to (5 + 4 + 4 + 1) · 4.
    assert {value for value in values if value % 2} == {1, 3, 5}


def test_what_a_game_can_be_worth_by_the_federation() -> None:
    assert reachable(NORMAL, "ddv") == set(range(30))
    assert reachable(ACE_SOLO, "ddv") == set(range(22))


def test_what_the_choices_of_an_event_make_possible() -> None:
    # Won 1, against the queens 1, less the soloist's own point: with that for the winner it is 3. And without
    # a trick for the soloist 5 + 1 + 1; called four levels by one side (5 + 4 + 1 + 1) · 2, by both 15 · 4.
    by_winner = {**LITERAL, "solo_point": "winner"}
    assert is_reachable(1, QUEEN_SOLO, "tcg", LITERAL)
    assert not is_reachable(1, QUEEN_SOLO, "tcg", by_winner)
    assert reachable(QUEEN_SOLO, "tcg", by_winner) - reachable(QUEEN_SOLO, "tcg") == {7, 22, 60}
    # In a game of two against two nobody has that point; and 21 times 4 is with the one against the queens.
    assert reachable(NORMAL, "tcg", by_winner) == reachable(NORMAL, "tcg")
    without = {**LITERAL, "against_the_old_if_call_failed_below_121": False}
    assert is_reachable(84, NORMAL, "tcg", LITERAL)
    assert not is_reachable(84, NORMAL, "tcg", without)


def test_a_solo_of_120_against_120_that_nobody_called() -> None:
    # Nobody is below 120, and both have a trick. The soloist has lost: against the queens 1, less the
    # soloist's own point. Without the first, and with that point for the winner, it is 1.
    cards = {**LITERAL, "both_failed": "cards"}
    assert is_reachable(0, QUEEN_SOLO, "tcg", cards)
    without = {**LITERAL, "solo_point": "winner", "against_the_old_in_solo": False}
    assert is_reachable(1, QUEEN_SOLO, "tcg", without)


def test_a_value_is_looked_for_no_further_than_it_must() -> None:
    assert is_reachable(-13, NORMAL, "tcg", LITERAL)
    assert is_reachable(36, NORMAL, "tcg", LITERAL)
    assert not is_reachable(15, NORMAL, "tcg", LITERAL)
    assert not is_reachable(88, NORMAL, "tcg", LITERAL)


POINTS = (0, 1, 8, 29, 30, 59, 60, 89, 90, 119, 120, 121, 150, 151, 180, 181, 210, 211, 232, 239, 240)
"""Both sides of every level."""


def kinds(preset: str) -> tuple[tuple[str, str], ...]:
    return (
        (("pair", NORMAL), ("solo", TRUMP_SOLO), ("bare", QUEEN_SOLO))
        if preset == "tcg"
        else (("pair", NORMAL), ("solo", TRUMP_SOLO))
    )


@pytest.mark.parametrize("preset", ["tcg", "ddv"])
def test_a_second_way_gives_the_same_values(preset: str) -> None:
    specials = [(0, 0), (3, 0), (0, 7)]
    for (short, kind), re, calls_re, calls_kontra in product(kinds(preset), POINTS, range(6), range(6)):
        for mine, theirs in specials:
            facts = game(
                re,
                calls_re,
                calls_kontra,
                kind=kind,
                specials_re=Specials(other=mine),
                specials_kontra=Specials(other=theirs),
            )
            looked_up = Game(short, re, calls_re, calls_kontra, mine, theirs, re == 0, re == 240)
            expected = tcg(looked_up) if preset == "tcg" else ddv(looked_up)
            assert value_of(facts, preset).re_value == expected, looked_up


@pytest.mark.parametrize(
    ("re", "kontra", "preset", "why"),
    [
        (Side(200, specials=Specials(doppelkopf=4, fox=2, karl=1)), Side(40), "tcg", None),
        (
            Side(160, specials=Specials(doppelkopf=3)),
            Side(80, specials=Specials(doppelkopf=2)),
            "tcg",
            "doppelkopf",
        ),
        (Side(160), Side(80, specials=Specials(fox=3)), "tcg", "fox"),
        (Side(120, specials=Specials(karl=1)), Side(120, specials=Specials(karl=1)), "tcg", "karl"),
        (Side(120, specials=Specials(hearts=2)), Side(120), "tcg", "hearts"),
        (Side(121, specials=Specials(hearts=1)), Side(119), "ddv", "hearts"),
        (
            Side(200, specials=Specials(doppelkopf=4)),
            Side(40, specials=Specials(hearts=1)),
            "tcg",
            "full-tricks",
        ),
        (Side(240), Side(0, specials=Specials(fox=1), trickless=True), "tcg", "kontra-trickless"),
        (Side(79, specials=Specials(doppelkopf=2)), Side(161), "tcg", "re-points"),
        (Side(69, specials=Specials(doppelkopf=1, hearts=1)), Side(171), "tcg", "re-points"),
        # Examples of the tournament's rules: a fox takes 17, three Doppelköpfe 124, one with Karl 48.
        (Side(232), Side(8, specials=Specials(fox=1)), "tcg", "kontra-points"),
        (Side(223), Side(17, specials=Specials(fox=1)), "tcg", None),
        (Side(121, specials=Specials(doppelkopf=3)), Side(119), "tcg", "re-points"),
        (Side(124, specials=Specials(doppelkopf=3)), Side(116), "tcg", None),
        (Side(200), Side(40, specials=Specials(doppelkopf=1, karl=1)), "tcg", "kontra-points"),
        (Side(192), Side(48, specials=Specials(doppelkopf=1, karl=1)), "tcg", None),
        (Side(198), Side(42, specials=Specials(doppelkopf=1, karl=1)), "ddv", None),
        (Side(170, specials=Specials(doppelkopf=4)), Side(70, specials=Specials(fox=1)), "tcg", "pack"),
        (Side(214), Side(26, specials=Specials(other=3)), "tcg", None),
        (Side(215), Side(25, specials=Specials(other=3)), "tcg", "together"),
        (Side(70, specials=Specials(doppelkopf=1, hearts=1)), Side(170), "tcg", None),
        # Seven at most, whatever they are; and without 30 card points two foxes and a Karl.
        (Side(200, specials=Specials(other=7)), Side(40), "tcg", None),
        (Side(200, specials=Specials(other=7)), Side(40, specials=Specials(fox=1)), "tcg", "together"),
        (Side(211), Side(29, specials=Specials(other=3)), "tcg", None),
        (Side(211), Side(29, specials=Specials(other=4)), "tcg", "together"),
    ],
)
def test_special_points_that_cannot_be(re: Side, kontra: Side, preset: str, why: str | None) -> None:
    assert too_many(re, kontra, pack_of(NORMAL, preset, LITERAL)) == why


def so_far(re: int, kontra: int, calls_re: int, by: Party | None, **options: str) -> list[int]:
    facts = GameFacts(NORMAL, Side(re, calls_re), Side(kontra))
    return [value.re_value for value in values_so_far(facts, by, options)]


def test_a_game_that_a_revoke_ended() -> None:
    # Re has its 121: no 120, no 90, no 60. Kontra has its 120: no 120, no 90, against the old ones.
    assert so_far(125, 40, NOTHING, None) == [3]
    assert so_far(80, 120, NOTHING, None) == [-3]
    # Before that it may be either, or nobody.
    assert so_far(80, 40, CALLED, "re") == [6, -6, 0]
    # Where whoever revoked loses, nothing else matters.
    assert so_far(80, 40, CALLED, "kontra", revoke="loses") == [6]
    assert so_far(125, 40, CALLED, "re", revoke="loses") == [-2]
    assert so_far(80, 40, CALLED, None, revoke="loses") == [6, -6]


def test_calls_are_levels_in_order() -> None:
    assert list(range(6)) == [NOTHING, CALLED, NO_90, NO_60, NO_30, SCHWARZ]

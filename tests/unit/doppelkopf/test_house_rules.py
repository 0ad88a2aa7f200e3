"""House rules of clubs: what is asked where an option says so, and what a sheet shows by itself."""

from __future__ import annotations

import pytest

from scorecheck.games.doppelkopf.bock import BockGame, BockRule, due
from scorecheck.games.doppelkopf.ruleset import RULESET
from scorecheck.games.doppelkopf.valuation import CALLED, NORMAL, GameFacts, Side, Specials, value_of
from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import MESSAGES, found, only

pytestmark = pytest.mark.usefixtures("no_repairs")

GAMES = "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,-9,3,3,3\n3,1,-1,-1,1\n4,6,-2,-2,-2\n5,-4,4,-4,4\n"


def checked(text: str, preset: str | None = None, **options: str | int | bool) -> CheckedFile:
    settings = Settings(Wanted(game="doppelkopf", preset=preset), options)
    return only(check_bytes(text.encode(), "a.csv", "a.csv", settings))


def told(file: CheckedFile) -> list[str]:
    return [MESSAGES["en"].text(finding) for finding in file.findings]


def zero_game(*events: str, bock: bool = False) -> BockGame:
    return BockGame(0, "", bock, frozenset(events))


@pytest.mark.parametrize(
    ("again", "expected"),
    [
        ("added", [None, 0, 0, 2, 2, None]),
        ("anew", [None, 0, 0, 2, 2, None]),
        ("none", [None, 0, 0, None, None, None]),
    ],
)
def test_what_starts_a_bock_round_within_one(again: str, expected: list[int | None]) -> None:
    """Two games each: the first one starts a round, and its second game would start another."""
    games = [zero_game("z"), zero_game(), zero_game("z"), zero_game(), zero_game(), zero_game()]
    assert list(due(games, BockRule(frozenset("z"), 2, again))) == expected


def test_games_are_added_or_counted_anew() -> None:
    games = [zero_game("z"), zero_game("z"), *[zero_game()] * 5]
    assert list(due(games, BockRule(frozenset("z"), 3, "added"))) == [None, 0, 0, 0, 1, 1, 1]
    assert list(due(games, BockRule(frozenset("z"), 3, "anew"))) == [None, 0, 1, 1, 1, None, None]


def test_compulsory_solos_of_a_sheet() -> None:
    """Anna lost one and won one; the others played none."""
    assert found(checked(GAMES)) == []
    assert told(checked(GAMES, compulsory_solos=2)) == [
        f"{name} has played 0 solos on this sheet, but everybody has to play 2."
        for name in ("Bernd", "Chris", "Dora")
    ]
    assert [rule for rule, *_ in found(checked(GAMES, compulsory_solos=1))] == [
        "doppelkopf/compulsory-solo"
    ] * 3


def test_a_lost_solo_of_which_only_the_plus_points_are_written() -> None:
    """Nothing stands with Dora, and the three others have 2 each: she lost it."""
    rows = "".join(f"{n},2,2,2,\n{n + 1},1,1,,\n" for n in range(1, 9, 2))
    file = checked(f"Spiel,Anna,Bernd,Chris,Dora\n{rows}", compulsory_solos=1)
    (sheet,) = file.sheets
    assert sheet.sheet.notation == "plus-only"
    of_solos = [one for one in told(file) if "solos" in one]
    assert [one.split()[0] for one in of_solos] == ["Anna", "Bernd", "Chris"]


def test_the_federation_asks_for_one_solo_and_a_club_for_none() -> None:
    rows = "".join(f"{n},{n % 3 + 1},-{n % 3 + 1},{n % 3 + 1},-{n % 3 + 1}\n" for n in range(1, 25))
    text = f"Spiel,Anna,Bernd,Chris,Dora\n{rows}"
    assert len(found(checked(text, "ddv"))) == 4
    assert found(checked(text, "ddv", compulsory_solos=0)) == []
    assert told(checked(text, "ddv", compulsory_solos=2))[0] == (
        "Anna has played 0 solos in a whole round, but it should be 2."
    )


SIX = "Spiel,Geber,Anna,Bernd,Chris,Dora,Emil,Frieda\n"
NAMES = ("Anna", "Bernd", "Chris", "Dora", "Emil", "Frieda")


def six(*others: int) -> str:
    """Games at a table of six, the deal going round; with whom else sits out, in seats from the dealer on."""
    lines: list[str] = []
    for at, after in enumerate(others):
        out = {at % 6, (at + after) % 6}
        amounts = iter((1, 1, -1, -1))
        cells = ["" if seat in out else str((at % 4 + 1) * next(amounts)) for seat in range(6)]
        lines.append(",".join([str(at + 1), NAMES[at % 6], *cells]))
    return SIX + "\n".join(lines) + "\n"


def test_who_sits_out_beside_the_dealer_at_six() -> None:
    """Opposite the dealer in ten games, beside the dealer in one: there two have changed places."""
    (sheet,) = checked(six(*[3] * 8)).sheets
    assert sheet.sheet.options["second_sitter"] == 3
    assert found(checked(six(*[3] * 8))) == []
    file = checked(six(3, 3, 3, 3, 1, 3, 3, 3, 3, 3))
    assert told(file) == [
        "Game 5: Emil dealt, so Bernd sits out as well, but Bernd has points and Frieda has none."
    ]
    # So few games show nothing, and what is said counts all the same.
    assert found(checked(six(3, 3, 1, 3))) == []
    assert len(found(checked(six(3, 3, 1, 3), second_sitter=3))) == 1
    assert found(checked(six(*[3] * 8), second_sitter=0)) == []


def test_what_re_and_kontra_count() -> None:
    """Re 151 against 89, both called: no 120 and no 90 make 2; doubled twice 8, with 2 for each call 6.

    By the federation's rules won, no 90 and 2 for each call make 6; doubled twice it is 2 · 4 = 8.
    """
    game = GameFacts(NORMAL, Side(151, CALLED), Side(89, CALLED))
    assert value_of(game, "tcg", {"calls_count": "preset"}).re_value == 8
    assert value_of(game, "tcg", {"calls_count": "two"}).re_value == 6
    assert value_of(game, "ddv", {"calls_count": "preset"}).re_value == 6
    assert value_of(game, "ddv", {"calls_count": "double"}).re_value == 8
    # Two foxes of the losers: 2 + 2 − 2 = 2, and nothing is doubled.
    fox = GameFacts(NORMAL, Side(151, CALLED), Side(89, specials=Specials(fox=2)))
    assert value_of(fox, "tcg", {"calls_count": "two"}).re_value == 2


DETAIL = "Spiel,Art,Re,Augen Re,Augen Kontra,Ansagen Re,Ansagen Kontra,Anna,Bernd,Chris,Dora\n"
TWO = (
    "1,normal,Anna + Bernd,151,89,re,kontra,6,6,-6,-6\n"
    "2,normal,Anna + Chris,130,110,re,,3,-3,3,-3\n"
    "3,normal,Bernd + Dora,100,140,re,,4,-4,4,-4\n"
    "4,normal,Chris + Dora,121,119,,kontra,-3,-3,3,3\n"
)


def test_calls_that_count_two_are_seen() -> None:
    """2 + 4 = 6, 1 + 2 = 3, against Re 2 + 2 = 4, 1 + 2 = 3. Doubled: 8, 2, 4, 2; three differ."""
    file = checked(DETAIL + TWO)
    (sheet,) = file.sheets
    assert sheet.sheet.options["calls_count"] == "two"
    assert [one for one in found(file) if one[2] == "error"] == []
    lines = TWO.splitlines(keepends=True)
    assert found(checked(DETAIL + "".join(lines[:2]))) == []
    # One such game may be a slip.
    assert [rule for rule, *_ in found(checked(DETAIL + lines[1]))] == ["doppelkopf/value-rule"]
    wrong = checked(DETAIL + TWO, calls_count="double")
    assert len([one for one in found(wrong) if one[0] == "doppelkopf/points"]) == 3


BOCK = "Spiel,Anna,Bernd,Chris,Dora,Bock\n"


def test_bock_rounds_that_an_option_asks_for() -> None:
    """A lost solo starts one of two games: game 2 is marked and game 3 is not, and game 5 should not be."""
    text = BOCK + "1,-9,3,3,3,\n2,2,2,-2,-2,x\n3,2,2,-2,-2,\n4,1,-1,1,-1,\n5,2,-2,2,-2,x\n"
    assert found(checked(text)) == []
    assert told(checked(text, bock_after_lost_solo=True, bock_games=2)) == [
        "Game 3 is not marked as Bock, but game 1 starts a Bock round (a lost solo).",
        "Game 5 is marked as Bock, but no game before starts a Bock round for it.",
    ]
    # That a hearts trick was taken does not show here: nothing is superfluous.
    both = checked(text, bock_after_lost_solo=True, bock_after_hearts=True, bock_games=2)
    assert [one.startswith("Game 3 is not") for one in told(both)] == [True]


def test_games_that_follow_each_other_are_told_once() -> None:
    text = BOCK + "1,0,0,0,0,\n2,2,2,-2,-2,\n3,2,2,-2,-2,\n4,1,-1,1,-1,\n5,2,-2,2,-2,x\n6,2,-2,2,-2,x\n"
    assert told(checked(text, bock_after_zero=True, bock_games=3)) == [
        "From game 2 on 3 Bock games are not marked: game 1 starts a Bock round (nobody got points).",
        "From game 5 on 2 games are marked as Bock, but no game before starts a Bock round for them.",
    ]


def test_money_that_stands_for_what_somebody_is_behind() -> None:
    """Anna is best with 9: Bernd is 12 behind, Chris 4, Dora 20. At 5 cents 1.00 is right for 20."""
    games = "1,2,2,-2,-2\n2,-1,-1,1,1\n3,3,-3,3,-3\n4,6,-2,-2,-2\n5,1,-1,-1,1\n6,-4,4,4,-4\n7,2,-2,2,-2\n"
    text = f"Spiel,Anna,Bernd,Chris,Dora\n{games}Summe,9,-3,5,-11\nEuro,0,0.60,0.20,1.10\n"
    wrong = ["Dora: the amount is 1.10, but 1 is right for 20 points behind the best. 1 point is worth 0.05."]
    assert told(checked(text)) == wrong
    assert told(checked(text, money="behind", cents_a_point=5)) == wrong


def test_money_below_zero() -> None:
    """Bernd ends at −3 and Dora at −11: 0.30 and 1.10 at 10 cents."""
    games = "1,2,2,-2,-2\n2,-1,-1,1,1\n3,3,-3,3,-3\n4,6,-2,-2,-2\n5,1,-1,-1,1\n6,-4,4,4,-4\n7,2,-2,2,-2\n"
    text = f"Spiel,Anna,Bernd,Chris,Dora\n{games}Summe,9,-3,5,-11\nKasse,0,0.30,0,1.00\n"
    (one,) = told(checked(text, money="lost", cents_a_point=10))
    assert one == "Dora: the amount is 1, but 1.10 is right for 11 points below 0. 1 point is worth 0.10."


def test_every_house_rule_is_an_option() -> None:
    assert {"bock_games", "compulsory_solos", "second_sitter", "calls_count", "money"} <= set(RULESET.options)


PAIRS = ((1, 1, -1, -1), (1, -1, 1, -1), (1, -1, -1, 1), (-1, 1, 1, -1))
DOUBLE = (1, 0, 4, 2, 6, 2, 1, 0, 2, 4, 4, 2, 3, 0, 6, 2, 4, 2, 1, 3)
"""After each of three games without points four even ones; of the five others none is even."""


def evening(values: tuple[int, ...]) -> str:
    rows = (
        ",".join([str(at), *(str(value * sign) for sign in PAIRS[at % len(PAIRS)])])
        for at, value in enumerate(values, 1)
    )
    return "\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows]) + "\n"


def test_what_is_answered_is_not_asked_again() -> None:
    assert [rule for rule, _, _ in found(checked(evening(DOUBLE)))] == ["doppelkopf/bock-rule"]
    assert told(checked(evening(DOUBLE), bock_after_zero=True)) == []


def test_an_odd_value_in_a_bock_round_without_marks_is_found_once_the_rule_is_said() -> None:
    """Game 10 is worth 3 in the round that game 8 started; unanswered, it is no longer beyond chance."""
    text = evening((*DOUBLE[:9], 3, *DOUBLE[10:]))
    assert found(checked(text)) == []
    assert told(checked(text, bock_after_zero=True)) == [
        "Game 10 is worth 3, but it counts double: game 8 starts a Bock round (nobody got points), "
        "and the other games of such rounds are even."
    ]


def test_marks_of_one_round_are_asked_about_and_checked_when_that_is_answered() -> None:
    text = (
        BOCK
        + "1,1,1,-1,-1,\n2,0,0,0,0,\n3,4,-4,4,-4,x\n4,2,2,-2,-2,x\n"
        + "5,2,-2,2,-2,x\n6,6,-6,6,-6,x\n7,1,1,-1,-1,\n"
    )
    assert [rule for rule, _, _ in found(checked(text))] == ["doppelkopf/bock-rule"]
    assert told(checked(text, bock_after_zero=True)) == []
    one_less = text.replace("6,6,-6,6,-6,x", "6,6,-6,6,-6,")
    assert [
        one.startswith("Game 6 is not marked") for one in told(checked(one_less, bock_after_zero=True))
    ] == [True]


def test_whether_the_value_beside_a_bock_game_is_doubled_already() -> None:
    """Game 2 is Bock, has the value 2 and pays 2: right if the value is doubled, else 4 is due."""
    head = "Spiel,Wert,Bock,Anna,Bernd,Chris,Dora\n"
    text = head + "1,1,,1,1,-1,-1\n2,2,x,2,-2,2,-2\n3,3,,3,-3,-3,3\n4,1,,-1,1,-1,1\n5,2,,2,2,-2,-2\n"
    (asked,) = told(checked(text))
    assert 'then write options.value_in_bock = "doubled" at the top of scorecheck.toml' in asked
    assert told(checked(text, value_in_bock="doubled")) == []
    single = ["Game 2 is a Bock game with the value 2, so 4 is to be paid, not 2."]
    assert told(checked(text, value_in_bock="single")) == single


def test_whether_games_that_pay_twice_their_value_are_bock() -> None:
    """Games 2 and 3 pay 4 and 6 beside 2 and 3."""
    head = "Spiel,Wert,Anna,Bernd,Chris,Dora\n"
    text = head + "1,1,1,1,-1,-1\n2,2,4,-4,4,-4\n3,3,6,-6,-6,6\n4,1,-1,1,-1,1\n5,2,2,2,-2,-2\n6,1,1,-1,1,-1\n"
    assert told(checked(text, bock_by_value="paid")) == []
    assert told(checked(text, bock_by_value="none")) == [
        "Game 2: the value column says 2, but each player won or lost 4.",
        "Game 3: the value column says 3, but each player won or lost 6.",
    ]


@pytest.mark.parametrize(
    ("option", "first", "why"),
    [
        ("bock_after_even", "1,normal,Anna + Bernd,120,120,,,,-1,-1,1,1\n", "120 to 120"),
        (
            "bock_after_lost_call",
            "1,normal,Anna + Bernd,110,130,re,,,-4,-4,4,4\n",
            "Re or Kontra called and lost",
        ),
    ],
)
def test_bock_rounds_that_only_facts_start(option: str, first: str, why: str) -> None:
    """Two games each: game 2 is marked, and game 3 is not. Without the option it is asked for."""
    head = DETAIL.replace("Anna,", "Bock,Anna,", 1)
    text = (
        head
        + first
        + "2,normal,Anna + Chris,130,110,,,x,2,-2,2,-2\n3,normal,Bernd + Dora,140,100,,,,-1,1,-1,1\n"
    )
    (asked,) = told(checked(text))
    assert f"{option} = true" in asked
    assert told(checked(text, **{option: True, "bock_games": 2})) == [
        f"Game 3 is not marked as Bock, but game 1 starts a Bock round ({why})."
    ]

"""Kniffel and Yahtzee: what boxes can hold, what a card shows by itself, and the names of the presets."""

from __future__ import annotations

import pytest

from scorecheck.games.yatzy.ruleset import RULESET
from scorecheck.games.yatzy.scoring import ScoringWay, choices, possible, way_of
from scorecheck.many_files.user_settings import UnknownName, settings_for
from scorecheck.model.sheet import Sheet
from scorecheck.model.wanted import Wanted
from support import checked

BODY = """\
Ones,3,2
Twos,6,6
Threes,9,9
Fours,12,8
Fives,15,15
Sixes,18,18
Sum,63,58
Bonus,35,0
Three of a kind,20,19
Four of a kind,18,0
Full house,25,25
Small straight,30,30
Large straight,40,0
{name},50,50
Chance,22,16
"""


def way(preset: str, **chosen: int) -> ScoringWay:
    return way_of(preset, RULESET.settled_options(preset, chosen))


@pytest.mark.parametrize("preset", ["kniffel", "yahtzee"])
def test_what_a_box_can_hold(preset: str) -> None:
    way_ = way(preset)
    assert possible("full-house", way_) == {0, 25}
    assert possible("small-straight", way_) == {0, 30}
    assert possible("large-straight", way_) == {0, 40}
    assert possible("yatzy", way_) == {0, 50}
    assert possible("three-of-a-kind", way_) == {0, *range(5, 31)}
    assert possible("four-of-a-kind", way_) == {0, *range(5, 31)}
    assert possible("chance", way_) == {0, *range(5, 31)}
    assert possible("fives", way_) == {0, 5, 10, 15, 20, 25}
    assert (way_.bonus, way_.bonus_from) == (35, 63)


def test_further_ones() -> None:
    assert possible("further", way("kniffel")) == {0}
    assert possible("further", way("kniffel", further_yatzys=50)) == set(range(0, 601, 50))
    assert possible("further", way("yahtzee")) == set(range(0, 1201, 100))


@pytest.mark.parametrize(("preset", "worths"), [("kniffel", []), ("yahtzee", [30])])
def test_a_joker_is_a_straight_in_yahtzee_only(preset: str, worths: list[int]) -> None:
    assert [one.value for one in choices("small-straight", (4, 4, 4, 4, 4), way(preset))] == worths


def sheet_of(text: str, **options: str) -> Sheet:
    (one,) = checked(text, **options).sheets
    return one.sheet


@pytest.mark.parametrize(
    ("name", "preset"), [("Kniffel", "kniffel"), ("Yahtzee", "yahtzee"), ("Yatzy", "yatzy")]
)
def test_a_card_without_pairs_shows_its_preset_by_its_name(name: str, preset: str) -> None:
    sheet = sheet_of(f",Anna,Bernd\n{BODY.format(name=name)}Total,303,198\n")
    assert (sheet.game, sheet.layout, sheet.preset) == ("yatzy", "card", preset)


@pytest.mark.parametrize("heading", ["Kniffel,Anna,Bernd", "Kniffel,1,2", "Kniffel,1. Spiel,2. Spiel"])
def test_the_name_of_the_game_over_the_rows_is_no_row(heading: str) -> None:
    file = checked(f"{heading}\n{BODY.format(name='Kniffel')}Gesamt,303,198\n")
    (one,) = file.sheets
    assert (one.sheet.preset, len(one.sheet.players)) == ("kniffel", 2)
    assert [finding for finding in file.findings if finding.severity] == []


@pytest.mark.parametrize(("row", "worth"), [("100,200", 100), ("50,100", 50)])
def test_a_card_shows_what_further_ones_are_worth(row: str, worth: int) -> None:
    first, second = map(int, row.split(","))
    text = f",Anna,Bernd\n{BODY.format(name='Kniffel')}Weitere Kniffel,{row}\n"
    file = checked(f"{text}Gesamt,{303 + first},{198 + second}\n")
    assert file.sheets[0].sheet.shown["further_yatzys"].value == worth
    assert [finding for finding in file.findings if finding.severity] == []


@pytest.mark.parametrize("name", ["kniffel", "yahtzee", "doppel-yatzy"])
def test_the_name_of_a_preset_names_its_game(name: str) -> None:
    wanted = settings_for(Wanted(game=name)).wanted
    assert (wanted.game, wanted.preset) == ("yatzy", name)


def test_no_preset_and_no_game() -> None:
    with pytest.raises(UnknownName, match="no game 'knifel'"):
        settings_for(Wanted(game="knifel"))

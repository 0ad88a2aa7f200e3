"""What one game is worth, as the page asks it; the values are worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from workspace_page import Page

NOTHING = {
    "preset": "tcg",
    "kind": "normal",
    "points_re": "",
    "points_kontra": "",
    "calls_re": "",
    "calls_kontra": "",
    "specials_re": "",
    "specials_kontra": "",
    "bock": False,
}
CHOUETTE = {"preset": "mcc", "winner": "box", "result": "gammon"}


def stake(player: str, cube: str, ending: str = "played", *, extra: bool = False) -> dict[str, Any]:
    return {"player": player, "cube": cube, "ending": ending, "extra": extra}


@pytest.mark.parametrize("lang", ["en", "de", "nb"])
def test_each_game_has_its_fields(page: Page, lang: str) -> None:
    games = page.ask("forms", lang=lang)["games"]
    assert [one["name"] for one in games] == ["doppelkopf", "chouette", "yatzy", "acey-deucey", "skat"]
    (doppelkopf, *_) = games
    assert [one["name"] for one in doppelkopf["fields"]] == list(NOTHING)
    (kinds,) = (one["choices"] for one in doppelkopf["fields"] if one["name"] == "kind")
    assert len({one["label"] for one in kinds}) == len(kinds) == 12


def test_a_game_of_doppelkopf(page: Page) -> None:
    """A trump solo lost with 110, Re called: no 120, against the old, less the solo's point, doubled."""
    said = {**NOTHING, "kind": "trump solo", "points_re": "110", "calls_re": "re"}
    (value,) = page.ask("value", game="doppelkopf", said=said)["values"]
    assert value["value"] == ["value", "2"]
    assert value["shares"] == [["the soloist", "−6"], ["each opponent", "+2"]]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "Say how many card points one of the parties has."),
        ({"points_re": "241"}, "241 card points: there are 0 to 240."),
        ({"points_re": "180", "kind": "ace solo"}, "These rules do not have this solo."),
    ],
)
def test_what_cannot_be_is_said(page: Page, said: dict[str, str], why: str) -> None:
    assert page.ask("value", game="doppelkopf", said=NOTHING | said) == {"refused": why}


def test_a_game_of_chouette(page: Page) -> None:
    """The example of the MCC rule: the box wins a gammon on 4 against Hansi, who took two extras."""
    stakes = [
        stake("Hansi", "4"),
        stake("Peter", "2", "passed", extra=True),
        stake("Maria", "2", "passed", extra=True),
        stake(" ", "1"),
    ]
    (value,) = page.ask("value", game="chouette", said=CHOUETTE | {"stakes": stakes})["values"]
    assert value["shares"] == [["The box", "+12"], ["Hansi", "−20"], ["Peter", "+4"], ["Maria", "+4"]]
    assert page.ask("value", game="chouette", said=CHOUETTE | {"preset": "couette", "stakes": stakes}) == {
        "refused": "There are no extras under couette rules."
    }
    assert page.ask("value", game="chouette", said=CHOUETTE | {"stakes": stakes[-1:]}) == {
        "refused": "Name at least one player of the team."
    }


def test_an_untouched_cube_pays_single_under_jacoby(page: Page) -> None:
    said = CHOUETTE | {"preset": "couette", "stakes": [stake("Anna", "1", "untouched"), stake("Bo", "2")]}
    (value,) = page.ask("value", game="chouette", said=said)["values"]
    assert value["shares"] == [["The box", "+5"], ["Anna", "−1"], ["Bo", "−4"]]


def test_a_throw_of_yatzy(page: Page) -> None:
    (value,) = page.ask("value", game="yatzy", said={"dice": "3 3 3 6 6", "card": ""})["values"]
    worth = dict(value["terms"])
    assert [name for name, _ in value["terms"][:2]] == ["Full house", "Chance"]
    assert [worth[name] for name in ("Full house", "Two pairs", "Pair", "Threes")] == ["21", "18", "12", "9"]
    outer, inner = page.ask("value", game="yatzy", said={"dice": "6-5 6-4 3-3 3-2 4-1 3-2", "card": ""})[
        "values"
    ]
    assert (outer["title"], inner["title"]) == ("outer dice", "inner dice")
    refused = page.ask("value", game="yatzy", said={"dice": "7 1", "card": ""})["refused"]
    assert refused.startswith("“7 1” is no throw of this game.")


def test_a_game_of_acey_deucey(page: Page) -> None:
    said = {"board": "9", "bar": "1", "waiting": "2", "off": "3"}
    (value,) = page.ask("value", game="acey-deucey", said=said)["values"]
    assert value["shares"] == [["the winner", "+12"], ["the loser", "−12"]]
    assert page.ask("value", game="acey-deucey", said=said | {"off": "4"}) == {
        "refused": "The loser's checkers, with those borne off, have to be 15 together."
    }
    assert page.ask("value", game="acey-deucey", said=said | {"bar": "one"}) == {
        "refused": "“one” is no whole number from 0 on."
    }


SKAT = {
    "kind": "hearts",
    "matadors": "-2",
    "announced": "",
    **dict.fromkeys(("hand", "schneider", "schwarz", "open", "lost"), False),
    "points": "",
    "bid": "",
}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        # Without 2, the game: 3 × 10.
        ({}, "30"),
        # With hand and Schneider 5 × 10, lost: twice that.
        ({"hand": True, "points": "30"}, "−100"),
        # Overbid: 30 do not reach 33, 40 do.
        ({"bid": "33"}, "−80"),
        # A null game has no matadors, whatever the field says.
        ({"kind": "null", "open": True}, "46"),
    ],
)
def test_a_game_of_skat(page: Page, said: dict[str, Any], value: str) -> None:
    (shown,) = page.ask("value", game="skat", said=SKAT | said)["values"]
    assert shown["value"] == ["value", value]


def test_what_cannot_be_in_skat_is_said(page: Page) -> None:
    assert page.ask("value", game="skat", said=SKAT | {"bid": "19"}) == {
        "refused": "Nobody can bid 19: no game has this value."
    }

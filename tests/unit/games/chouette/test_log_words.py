"""Logs that say ``box`` and ``captain`` instead of names, and where each fault is looked for. By hand."""

from __future__ import annotations

import pytest

from scorecheck.reports.messages import Messages
from support import checked, found
from unit.games.chouette.test_log_rules import log, played

pytestmark = pytest.mark.usefixtures("no_repairs")

SAID = {
    # B doubles C to 2; the team wins: 2 to C, 1 to D.
    "box double captain\ncaptain take box\nteam win single": {"B": -3, "C": 2, "D": 1},
    # The captain passes at 1, then D plays on for C: doubled to 2 and lost.
    "box double captain\ncaptain drop box\nbox roll\nbox double captain\ncaptain take box\nbox win single": {
        "B": 3,
        "C": -1,
        "D": -2,
    },
    # Whoever stands alone against the box needs no name.
    "B double C\nC drop\nB roll\nB double\nD take\nbox win single": {"B": 3, "C": -1, "D": -2},
    # The box answers all offers at once: C takes back at 2, D as well.
    "C double\nD double\nB take\nteam win single": {"B": -4, "C": 2, "D": 2},
}


@pytest.mark.parametrize("text", SAID)
def test_parts_instead_of_names(text: str) -> None:
    assert played(f"order B, C, D\n{text}") == ([], SAID[text])


PLACES = {
    # The box cannot double itself, nor somebody twice, nor a cube that is not in the middle or on its side.
    "B double B": ("D3", "target"),
    "B double C, C, X": ("D3", "not-seated"),
    "B double C\nB double D, C": ("D4", "twice"),
    "B double C\nC take B\nB roll\nB double C": ("D6", ""),
    "C double B\nB take C\nC roll\nC double B": ("C6", ""),
    "C double B\nC double B": ("C4", "twice"),
    "B double C\nC drop D": ("D4", "target"),
    "B take C": ("C3", "no-offer"),
    "B take": ("C3", "no-offer"),
    "C take B": ("C3", "no-offer"),
    "X take B": ("B3", "not-seated"),
    "B take X": ("D3", "not-seated"),
    "B take B": ("D3", "target"),
    "X raccoon B": ("B3", "not-seated"),
    "B raccoon": ("C3", "no-beaver"),
    "X double B": ("B3", "not-seated"),
    "X roll": ("B3", "not-seated"),
    "B double C\nC drop B\nC roll": ("B5", "out"),
    "B double C\nC drop B\nB double C, D": ("D5", "out"),
    "open 3-3\nC skip": ("B4", "not-the-box"),
    "box win single\nC leave": ("B4", "not-the-box"),
}


@pytest.mark.parametrize("text", PLACES)
def test_where_a_fault_is_looked_for(text: str) -> None:
    cell, variant = PLACES[text]
    file = checked(log(f"order B, C, D\n{text}"), "log.csv", game="chouette", preset="couette", layout="log")
    first = next(finding for finding in file.findings if finding.rule == "chouette/log-illegal")
    assert (first.cell.a1 if first.cell else None, first.variant) == (cell, variant)


def test_what_the_sentences_name() -> None:
    file = checked(
        log("order B, C, D\nB double C\nC take B\nB roll\nB double C"),
        "log.csv",
        game="chouette",
        preset="couette",
        layout="log",
    )
    assert found(file) == [("chouette/log-illegal", "D6", "error")]
    assert Messages("en").text(file.findings[0]) == (
        "Game 1: B cannot double C, for that cube is on C's side."
    )


def test_no_fault_follows_from_another() -> None:
    # X is nobody here, so all are in doubt: nothing more is told of them, and nothing of what it pays.
    assert played("order B, C, D\nB double X\nD take B\nC take B\nteam win single")[0] == [
        ("log-illegal", 3, "not-seated")
    ]
    # Who doubled twice is in doubt, the other one is not: D's cube is on D's side.
    twice = "order B, C, D\nC double B\nC double B\nB take C\nB roll\n"
    assert played(twice + "B double D\nD take B\nB roll\nB double D")[0] == [
        ("log-illegal", 4, "twice"),
        ("log-illegal", 10, ""),
    ]
    # That a double was never made concerns everybody, and one of them is in doubt.
    assert played(twice + "D take B")[0] == [("log-illegal", 4, "twice")]


def test_an_extra_where_none_are_played_leaves_it_clear_what_the_game_pays() -> None:
    # B doubles all, C passes at 1, D beavers to 4 and wins with the team; the extra is told and costs 2.
    text = "order B, C, D\nB double C, D\nC drop B\nD beaver B\nC extra D\nD accept\nteam win single"
    found, pays = played(text)
    assert found == [("log-illegal", 6, "off-extras")]
    assert sum(pays.values()) == 0
    assert pays == {"B": -3, "C": -7, "D": 10}


@pytest.mark.parametrize(
    ("option", "text", "row", "pays"),
    [
        # A beaver makes it 4, a raccoon 8; D's cube is at 1.
        ("beavers", "B double C\nC beaver B\nteam win single", 4, {"B": -5, "C": 4, "D": 1}),
        ("raccoons", "B double C\nC beaver B\nB raccoon C\nteam win single", 5, {"B": -9, "C": 8, "D": 1}),
    ],
)
def test_what_is_switched_off_leaves_it_clear_who_sits_where(
    option: str, text: str, row: int, pays: dict[str, int]
) -> None:
    # The box has lost, so C is the box, D the captain, B at the bottom: the wrong seats are told as well.
    found, paid = played(f"order B, C, D\n{text}\n\norder B, D, C", **{option: False})
    assert found == [("log-illegal", row, f"off-{option}"), ("log-order", row + 2, "lost")]
    assert paid == pays


def test_a_take_that_is_taken_back_leaves_the_line_as_it_was() -> None:
    # H, the captain, and P pass, so M would be captain. M takes the take back: all have passed for 1, and
    # only H goes to the bottom.
    text = "order G, H, P, M\nG double H, P, M\nH drop G\nP drop G\nM take G\nH extra M\nM refuse\n\n"
    assert played(text + "order G, P, M, H", "mcc") == ([], {"G": 3, "H": -1, "P": -1, "M": -1})


def test_who_cannot_give_an_extra_leaves_nobody_else_in_doubt() -> None:
    passed = "order G, H, P, M\nG double H, P, M\nP drop G\nM drop G\nH take G\n"
    assert played(passed + "H extra H\nP extra M\nH extra H", "mcc")[0] == [
        ("log-illegal", 7, "extra-passer"),
        ("log-illegal", 8, "extra-taker"),
    ]


def test_an_answer_too_many_lets_the_others_offer() -> None:
    # The box has taken C's cube, so D has to wait for a roll; of E that is not told again.
    text = "C double B\nB take C\nD double B\nE double B\nB take D, E\nteam win single"
    found, pays = played(f"order B, C, D, E\n{text}")
    assert found == [("log-illegal", 5, "closed")]
    assert pays == {"B": -6, "C": 2, "D": 2, "E": 2}


def test_a_game_may_be_numbered_with_a_point() -> None:
    text = 'Game,Player,Action,To\n1.,,order,"B, C, D"\n1,B,double,C\n1:,C,take,B\n1),team,win,single\n'
    assert found(checked(text, "log.csv", game="chouette", preset="couette", layout="log")) == []


def test_without_numbers_a_game_that_has_no_end_is_looked_for_at_the_action() -> None:
    assert values(START + "B,double,C,\nC,take,B,\n" + START + "team,win,single,\n") == [("B5", "unfinished")]


def values(text: str) -> list[tuple[str, str]]:
    """Where a log of the couette with a column of cubes is wrong, and how."""
    file = checked(
        "Player,Action,To,Value\n" + text, "log.csv", game="chouette", preset="couette", layout="log"
    )
    return [(f.cell.a1 if f.cell else "", f.variant) for f in file.findings]


START = ',order,"B, C, D",\n'


def test_what_a_cube_shows_after_each_action() -> None:
    # Offered at 1, so 2 if taken; beavered 4; raccooned 8.
    rows = "B,double,C,{}\nC,beaver,B,{}\nB,raccoon,C,{}\nbox,win,single,\n"
    assert values(START + rows.format(2, 4, 8)) == []
    assert values(START + rows.format("", "", "")) == []
    assert values(START + rows.format(2, 4, 16)) == [("D5", "value")]
    assert values(START + rows.format(2, 2, 8)) == [("D4", "value")]
    assert values(START + rows.format(8, 4, 8)) == [("D3", "value")]


def test_without_numbers_a_throw_after_the_end_begins_the_next_game() -> None:
    # C is the box of the second game, D the captain, B at the bottom; the log need not say so.
    again = START + "team,win,single,\n,open,5-2,\nD,double,C,2\nC,take,D,\nteam,win,single,\n"
    assert values(again) == []
    # A box doubles nobody whose name is its own; what follows from that is not told.
    assert values(again.replace("D,double,C", "C,double,C")) == [("C5", "target")]


def test_a_raccoon_without_a_beaver_leaves_only_its_member_in_doubt() -> None:
    # That D is offered doubles twice shows all the same.
    found, _ = played("order B, C, D\nB raccoon C\nB double D\nB double D")
    assert found == [("log-illegal", 3, "no-beaver"), ("log-illegal", 5, "twice")]

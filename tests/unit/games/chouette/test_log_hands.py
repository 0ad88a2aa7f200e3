"""Columns of a log that say who is on roll and who made the moves: each way that they can be wrong."""

from __future__ import annotations

import pytest

from support import checked

pytestmark = pytest.mark.usefixtures("no_repairs")

HEADING = "Game,Player,Action,To,On roll,Moved by"
START = '1,,order,"Bea, Carl, Dora, Emil",,'
END = "1,box,win,single,,"

RIGHT: list[tuple[str, ...]] = [
    # The box has the higher die, so it moves first; then Carl, the captain.
    ("1,,open,5-2,Bea,Bea", "1,Carl,roll,,Carl,Carl", "1,Bea,roll,,box,box"),
    ("1,,open,2-5,team,captain", "1,Bea,roll,,,Bea"),
    # Equal dice give nobody the first move.
    ("1,,open,3-3,,", "1,,open,2-5,Carl,Carl"),
    # Anybody of the team doubles when the team is on roll; the box answers, and is not on roll.
    ("1,,open,5-2,Bea,Bea", "1,Dora,double,Bea,Carl,", "1,Bea,take,Dora,Carl,", "1,Carl,roll,,Carl,Carl"),
    # Carl drops, so Dora plays for the team.
    ("1,Bea,double,Carl,Bea,", "1,Carl,drop,Bea,Bea,", "1,Bea,roll,,Bea,Bea", "1,Dora,roll,,Dora,Dora"),
    # Who throws for the team is not held to be the captain.
    ("1,Dora,roll,,Dora,Carl",),
]


def faults(rows: tuple[str, ...], **options: str) -> list[tuple[str, str]]:
    """Where each fault is, and which."""
    text = "\n".join([HEADING, START, *rows, END])
    file = checked(text, "log.csv", game="chouette", layout="log", **{"preset": "couette", **options})
    return [(finding.cell.a1 if finding.cell else "", finding.variant) for finding in file.findings]


@pytest.mark.parametrize("rows", RIGHT)
def test_what_may_stand_there(rows: tuple[str, ...]) -> None:
    assert faults(rows) == []


WRONG: dict[tuple[str, ...], tuple[str, str]] = {
    ("1,,open,5-2,Carl,",): ("E3", "turn-open"),
    ("1,,open,2-5,Bea,",): ("E3", "turn-open"),
    ("1,Carl,double,Bea,Bea,", "1,Bea,take,Carl,,"): ("E3", "turn-double"),
    ("1,Bea,double,Carl,Bea,", "1,Carl,take,Bea,Carl,"): ("E4", "turn-answer"),
    ("1,Bea,roll,,Carl,",): ("E3", "turn-roll"),
    ("1,Bea,roll,,Fritz,",): ("E3", "not-seated"),
    ("1,Bea,roll,,,Fritz",): ("F3", "not-seated"),
    ("1,Carl,roll,,Carl,Dora",): ("F3", "mover"),
    ("1,Carl,roll,,Carl,Bea",): ("F3", "mover-turn"),
    ("1,Carl,roll,,,Bea",): ("F3", "mover-turn"),
    ("1,,open,5-2,,Carl",): ("F3", "mover-turn"),
    # Carl is out, and Dora plays for the team.
    ("1,Bea,double,Carl,Bea,", "1,Carl,drop,Bea,Bea,", "1,Dora,roll,,Dora,Carl"): ("F5", "mover"),
}


@pytest.mark.parametrize("rows", WRONG)
def test_what_cannot_stand_there(rows: tuple[str, ...]) -> None:
    assert faults(rows) == [WRONG[rows]]


def test_who_moves_for_the_team_is_an_option() -> None:
    rows = ("1,Carl,roll,,Carl,Dora",)
    assert faults(rows, preset="mcc") == []

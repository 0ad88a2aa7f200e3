"""A totals sheet beside its log, worked out by hand.

Bea and Carl pass Anna's double for 1 each: 2, -1, -1. Then Carl, who is captain now, and Bea win for 1 each:
0, 0, 0. In a third game Carl is the box and loses 2 to Bea, whose cube was turned, and 1 to Anna: 1, 2, -3.
"""

from __future__ import annotations

import pytest

from support import checked

LOG = """
Game,Player,Action,To
1,,order,"Anna, Bea, Carl"
1,Anna,double,all
1,Bea,drop,Anna
1,Carl,drop,Anna
2,,order,"Anna, Carl, Bea"
2,team,win,single
3,,order,"Carl, Bea, Anna"
3,Carl,double,Bea
3,Bea,take,Carl
3,team,win,single
"""


@pytest.mark.parametrize(
    ("rows", "findings"),
    [
        (("2,-1,-1", "0,0,0", "1,2,-3"), []),
        # Totals that were carried in stand above them.
        (("0,0,0", "2,-1,-1", "0,0,0", "1,2,-3"), []),
        (("5,-2,-3", "7,-3,-4", "5,-2,-3", "6,0,-6"), []),
        # Clubs merge entries: each row is a later state of the log, and the last row its last one.
        (("0,0,0", "2,-1,-1", "1,2,-3"), []),
        (("0,0,0", "0,0,0", "1,2,-3"), []),
        (("5,-2,-3", "6,0,-6"), []),
        # The sheet ends before the log, or goes on after it.
        (("0,0,0", "2,-1,-1", "0,0,0"), [("A4", "end", "3")]),
        (("0,0,0", "2,-1,-1"), [("A3", "end", "2")]),
        (("0,0,0", "2,-1,-1", "0,0,0", "1,2,-3", "2,1,-3"), [("A6", "beyond", "3")]),
        # A payment that the log does not know: several cells differ. What is carried on is told once.
        (("0,0,0", "3,-2,-1", "0,0,0", "1,2,-3"), [("A3", "row", "1")]),
        (("0,0,0", "2,-1,-1", "0,0,0", "1,3,-4"), [("B5", "row", "3")]),
        (("0,0,0", "2,-1,-1", "0,0,0", "2,2,-4"), [("A5", "row", "3")]),
        (("0,0,0", "3,-2,-1", "1,-1,0", "2,1,-3"), [("A3", "row", "1")]),
    ],
)
def test_sheets_and_their_log(rows: tuple[str, ...], findings: list[tuple[str, str, str]]) -> None:
    lines = [f"{row},{sum(int(n) for n in row.split(',') if int(n) > 0)}" for row in rows]
    text = "Anna,Bea,Carl,Control\n" + "".join(
        f"{line.rpartition(',')[0]},{line.rpartition(',')[2]}/{line.rpartition(',')[2]}\n" for line in lines
    )
    file = checked(text + LOG, preset="mcc")
    assert [
        (f.cell.a1 if f.cell else "", f.variant, str(f.params["number"]))
        for f in file.findings
        if f.rule == "chouette/log-mismatch"
    ] == findings


def test_a_sheet_with_a_payment_beside_a_log_without_one() -> None:
    log = 'Game,Player,Action,To\n7,,order,"Anna, Bea, Carl"\n7,Anna,double,Bea\n7,Bea,take,Anna\n'
    file = checked(f"Anna,Bea,Carl,Control\n0,0,0,0/0\n2,-1,-1,2/2\n\n{log}", preset="mcc")
    told = [f for f in file.findings if f.rule == "chouette/log-mismatch"]
    assert [(f.cell.a1 if f.cell else "", f.variant, f.params["number"]) for f in told] == [
        ("A3", "beyond", "7")
    ]


def test_a_player_of_the_log_who_has_no_column() -> None:
    file = checked("Anna,Bea,Dora,Control\n0,0,0,0/0\n2,-1,-1,2/2\n0,0,0,0/0\n" + LOG, preset="mcc")
    found = [f for f in file.findings if f.rule == "chouette/log-mismatch"]
    assert [(f.variant, f.params["player"]) for f in found] == [("absent", "Carl")]

"""Numbers of games that are given twice or left out, by hand; and controls of rows."""

from __future__ import annotations

import pytest

from support import checked

POINTS = ("1,1,-1,-1", "-2,2,2,-2")


def told(*numbers: int) -> list[tuple[str, str]]:
    lines = [f"{number},{POINTS[at % 2]}" for at, number in enumerate(numbers)]
    file = checked("Spiel,Anna,Bernd,Chris,Dora\n" + "\n".join(lines) + "\n", preset="tcg")
    return [(f.rule.partition("/")[2], f.cell.a1 if f.cell else "") for f in file.findings]


@pytest.mark.parametrize(
    ("numbers", "findings"),
    [
        ((1, 2, 3, 4, 5, 6), []),
        ((5, 6, 7, 8, 9, 10), []),
        ((1, 2, 4, 5, 6, 7), [("missing-game", "A4")]),
        ((1, 2, 10, 11, 12, 13), [("missing-game", "A4")]),
        ((1, 2, 2000, 2001, 2002, 2003), [("missing-game", "A4")]),
        ((1, 3, 4, 6, 7, 8), [("missing-game", "A3"), ("missing-game", "A5")]),
        # Two that changed places leave none out, wherever they stand; nor does what comes before the first.
        ((1, 3, 2, 4, 5, 6), []),
        ((1, 2, 4, 3, 5, 6), []),
        ((5, 4, 6, 7, 8, 9), []),
        ((1, 2, 2, 3, 4, 5), [("duplicate-game", "A4")]),
        ((1, 2, 3, 4, 5, 5), [("duplicate-game", "A7")]),
        ((1, 1, 2, 3, 4, 5), [("duplicate-game", "A3")]),
        # A number given twice explains the one that is left out after it.
        ((1, 2, 2, 4, 5, 6), [("duplicate-game", "A4")]),
        ((1, 2, 2, 5, 6, 7), [("duplicate-game", "A4"), ("missing-game", "A5")]),
        # Most of them repeat: they say which round it is, or begin anew in each.
        ((1, 1, 1, 2, 2, 2), []),
        ((1, 1, 2, 2, 3, 3), []),
        ((1, 2, 1, 2, 1, 2, 1, 2), []),
        # Of several in a row, each one higher, the first is told.
        ((1, 2, 3, 1, 2, 3), [("duplicate-game", "A5")]),
        ((1, 2, 3, 3, 2, 1), [("duplicate-game", "A5"), ("duplicate-game", "A6"), ("duplicate-game", "A7")]),
        ((1, 2, 3, 2, 4, 3), [("duplicate-game", "A5"), ("duplicate-game", "A7")]),
        # One number twice explains one that is left out, and no second one further on.
        ((1, 2, 2, 4, 5, 7), [("duplicate-game", "A4"), ("missing-game", "A7")]),
        (
            (1, 2, 2, 3, 3, 4, 6, 7, 9, 11),
            [("duplicate-game", "A4"), ("duplicate-game", "A6"), ("missing-game", "A11")],
        ),
    ],
)
def test_numbers_of_games(numbers: tuple[int, ...], findings: list[tuple[str, str]]) -> None:
    assert told(*numbers) == findings


@pytest.mark.parametrize(
    ("rows", "findings"),
    [
        # On a sheet of points the control is what the row adds up to.
        (("2,2,-2,-2,0", "1,-1,1,-1,0", "3,-1,-1,-1,0", "1,1,-1,-1,0"), []),
        (("2,2,-2,-2,0", "1,-1,1,-1,2", "3,-1,-1,-1,0", "1,1,-1,-1,0"), [("F3", "row")]),
        (("2,2,-2,-2,0", "1,-1,1,-1,0", "3,-1,-1,-1,0", "1,1,-1,-1,-1"), [("F5", "row")]),
    ],
)  # fmt: skip
def test_controls_of_rows(rows: tuple[str, ...], findings: list[tuple[str, str]]) -> None:
    lines = [f"{number},{row}" for number, row in enumerate(rows, 1)]
    file = checked("Spiel,Anna,Bernd,Chris,Dora,Summe\n" + "\n".join(lines) + "\n", preset="tcg")
    assert {f.rule for f in file.findings} <= {"sheet/total-mismatch"}
    assert [(f.cell.a1 if f.cell else "", f.variant) for f in file.findings] == findings
    if findings:
        assert {str(key): str(value) for key, value in file.findings[0].params.items()}["sum"] == "0"

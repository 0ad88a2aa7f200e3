"""Laws that hold for any sheet, whatever stands on it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import openpyxl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from laws import examples
from support import checked, found

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
Rows = list[list[int]]


@st.composite
def game(draw: st.DrawFn) -> list[int]:
    """The points of one game of four."""
    value = draw(st.integers(0, 12))
    if draw(st.booleans()):
        points = [value, value, -value, -value]
    else:
        points = draw(st.sampled_from([[3 * value, *[-value] * 3], [-3 * value, *[value] * 3]]))
    return draw(st.permutations(points))


LEVEL = [[2, 2, -2, -2], [-2, 2, -2, 2], [-2, -2, 2, 2], [2, -2, 2, -2], [0, 0, 0, 0]]
"""Five games after which everybody stands where they began."""
games = st.lists(game(), min_size=7, max_size=20)


def csv_of(names: Sequence[str], rows: Rows) -> str:
    lines = [["Spiel", *names], *([number, *row] for number, row in enumerate(rows, 1))]
    return "\n".join(",".join(map(str, line)) for line in lines) + "\n"


def totals_of(rows: Rows) -> Rows:
    totals: Rows = []
    for row in rows:
        last = totals[-1] if totals else [0] * len(row)
        totals.append([a + b for a, b in zip(last, row, strict=True)])
    return totals


@given(games)
@examples(60)
def test_valid_sheets_are_clean_in_both_layouts(rows: Rows) -> None:
    assert found(checked(csv_of(NAMES[:4], rows), layout="points", game="doppelkopf")) == []
    assert found(checked(csv_of(NAMES[:4], totals_of(rows)), layout="totals", game="doppelkopf")) == []


@given(games, st.data())
@examples(100)
def test_any_changed_number_is_one_fault_in_its_row(rows: Rows, data: st.DataObject) -> None:
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
    change = data.draw(st.integers(-40, 40).filter(bool))
    for layout, sheet in (("points", rows), ("totals", totals_of(rows))):
        wrong = [list(line) for line in sheet]
        wrong[row][column] += change
        told = found(checked(csv_of(NAMES[:4], wrong), layout=layout, game="doppelkopf"))
        assert [(rule, cell and cell[1:], severity) for rule, cell, severity in told] == [
            ("doppelkopf/zero-sum", str(row + 2), "error")
        ]


@given(games, st.permutations(range(4)), st.data())
@examples(60)
def test_permuting_players_permutes_findings(rows: Rows, order: list[int], data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, 3))):
        row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
        rows[row][column] += data.draw(st.integers(-5, 5))
    rows.append([sum(column) for column in zip(*rows, strict=True)])
    if data.draw(st.booleans()):
        rows[-1][data.draw(st.integers(0, 3))] += 1
    first = _as_players(NAMES[:4], rows)
    second = _as_players([NAMES[p] for p in order], [[row[p] for p in order] for row in rows])
    assert first == second


def _as_players(names: list[str], rows: Rows) -> set[tuple[str, int, str]]:
    """The findings with the names over their cells; a row as a whole is pinned to its first cell."""
    text = csv_of(names, rows[:-1]) + ",".join(map(str, ["Summe", *rows[-1]])) + "\n"
    told: set[tuple[str, int, str]] = set()
    for finding in checked(text, layout="points", game="doppelkopf").findings:
        if finding.rule == "sheet/foreign":
            # A table that is none of ours is so whoever comes first.
            told.add((finding.rule, 0, ""))
            continue
        assert finding.cell is not None
        # A row as a whole is pinned to its first cell, whoever sits there.
        whole_row = finding.rule.startswith("doppelkopf/") and finding.variant != "crossed"
        name = "" if whole_row else names[finding.cell.column - 2]
        told.add((finding.rule, finding.cell.row, name))
    return told


@given(games, st.integers(0, 6), st.integers(0, 3), st.integers(-9, 9))
@examples(25)
def test_a_workbook_gives_the_findings_of_its_csv(rows: Rows, row: int, column: int, change: int) -> None:
    rows[row][column] += change
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Spiel", *NAMES[:4]])
    for number, line in enumerate(rows, 1):
        sheet.append([number, *line])
    data = io.BytesIO()
    book.save(data)
    assert found(checked(data.getvalue(), "sheet.xlsx")) == found(checked(csv_of(NAMES[:4], rows)))


@given(st.binary(max_size=300))
@examples(150)
def test_any_bytes_give_a_report(data: bytes) -> None:
    file = checked(data)
    assert file.status in {"ok", "warnings", "errors", "unreadable"}


@given(st.lists(st.lists(st.text(max_size=6), max_size=7), max_size=12))
@examples(150)
def test_any_cells_give_a_report(cells: list[list[str]]) -> None:
    head = "Spiel,Anna,Bernd,Chris,Dora,Kontrolle\n1,2,2,-2,-2,4/4\n"
    assume(all("\x00" not in cell for row in cells for cell in row))
    checked(head + "\n".join(",".join(row) for row in cells))


@pytest.mark.parametrize(
    ("rows", "order"),
    [
        # Two games that do not add up, and a total; the likeliest repair changes two other totals.
        ([[0, 0, 2, 0], [1, 0, 0, 0], *LEVEL, [1, 1, 2, 0]], [0, 3, 2, 1]),
        # Row and column cross at one cell; the likeliest repair changes another one as well.
        ([[-12, 31, -10, -10], [11, 11, -11, -11], *[[0, 0, 0, 0]] * 5, [0, 42, -21, -21]], [1, 0, 2, 3]),
    ],
)
def test_whoever_comes_first_the_same_of_several_wrong_cells_is_shown(rows: Rows, order: list[int]) -> None:
    first = _as_players(NAMES[:4], rows)
    assert first == _as_players([NAMES[p] for p in order], [[row[p] for p in order] for row in rows])

"""Grids of evenings: who was there, in which words and formats, and what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from recorded import checked_by_path
from support import checked, found
from unit.readers.builders import ods_table, xlsx_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("no_repairs")

Rows = list[list[str | int]]
EVENINGS: Rows = [
    [5, 2, -7, "", ""],
    [-4, "", 4, "", ""],
    [6, -1, "", "", -5],
    [3, -4, "", 1, ""],
    [-2, "", 8, -6, ""],
    ["", -2, "", "", 2],
]
TOTALS = [8, -5, 5, -5, -3]


def csv_of(table: Rows) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in table).encode()


@pytest.mark.parametrize(
    ("name", "made", "title", "heading", "total"),
    [
        # The words are read apart from the format and the title: not each is tried with each.
        pytest.param(*form, title, *words, marks=() if (of + under + at) % 3 == 0 else pytest.mark.slow)
        for of, form in enumerate((("g.csv", csv_of), ("g.xlsx", xlsx_table), ("g.ods", ods_table)))
        for under, title in enumerate(([], [["Club 2026"] + [""] * 5]))
        for at, words in enumerate((("Evening", "Total"), ("Abend", "Summe"), ("Kveld", "Totalt")))
    ],
)
def test_a_grid_is_read_and_only_who_was_there_counts(
    tmp_path: Path, name: str, made: Callable[[Rows], bytes], title: Rows, heading: str, total: str
) -> None:
    table: Rows = [*title, [heading, "Anna", "Bernd", "Chris", "Dora", "Emil"]]
    table += [[f"{at + 1}. Mai", *row] for at, row in enumerate(EVENINGS)]
    (tmp_path / name).write_bytes(made([*table, [total, *TOTALS]]))
    file = checked_by_path(tmp_path / name, name)
    (sheet,) = file.sheets
    assert file.status == "ok"
    assert sheet.sheet.layout == "evenings"
    assert sheet.result is not None
    # Anna 5 - 4 + 6 + 3 - 2, Bernd 2 - 1 - 4 - 2, Chris -7 + 4 + 8, Dora 1 - 6, Emil -5 + 2.
    assert [tuple(one[:3]) for one in sheet.result.players] == [
        ("Anna", 8, 5),
        ("Bernd", -5, 4),
        ("Chris", 5, 3),
        ("Dora", -5, 2),
        ("Emil", -3, 2),
    ]


@pytest.mark.parametrize(("members", "evenings"), [pytest.param(6, 4, marks=pytest.mark.slow), (20, 30)])
def test_small_and_large_grids(members: int, evenings: int) -> None:
    rows: Rows = [["Datum", *(f"M{chr(65 + at)}" for at in range(members))]]
    for at in range(evenings):
        row: list[str | int] = [f"{at + 1}.5.", *[""] * members]
        for seat, points in enumerate((17 + at, -11, 3 * at - 2, -4 - 4 * at)):
            row[1 + (3 * at + seat) % members] = points
        rows.append(row)
    file = checked(csv_of(rows).decode())
    assert file.status == "ok"
    assert file.sheets[0].sheet.layout == "evenings"
    rows[2][4] = 19
    ((rule, cell, severity),) = found(checked(csv_of(rows).decode()))
    assert (rule, str(cell)[-1:], severity) == ("tournament/group-sum", "3", "error")


def test_beers_and_a_check_beside_the_members_are_none() -> None:
    table: Rows = [["Abend", "Anna", "Bernd", "Chris", "Dora", "Emil", "Kontrolle", "Bier"]]
    table += [[at + 1, *row, 0, at % 3 + 4] for at, row in enumerate(EVENINGS)]
    (sheet,) = checked(csv_of(table).decode()).sheets
    assert sheet.sheet.players == ("Anna", "Bernd", "Chris", "Dora", "Emil")
    assert [(column.heading, column.role) for column in sheet.sheet.columns][-2:] == [
        ("Kontrolle", "control"),
        ("Bier", "aside"),
    ]


@pytest.mark.parametrize(
    "evenings",
    [
        [[5 * cell if isinstance(cell, int) else cell for cell in row] for row in EVENINGS],
        [[cell or 0 for cell in row] for row in EVENINGS],
        [[cell or "" for cell in map(abs, map(int, [c or 0 for c in row]))] for row in EVENINGS],
    ],
    ids=["money", "all there", "positive"],
)
def test_what_may_as_well_be_something_else_is_left_alone(evenings: Rows) -> None:
    table: Rows = [["Nr", "Anna", "Bernd", "Chris", "Dora", "Emil"]]
    table += [[at + 1, *row] for at, row in enumerate(evenings)]
    assert not checked(csv_of(table).decode()).sheets


@pytest.mark.parametrize(("members", "status"), [(70, "ok"), (130, "errors")])
def test_days_above_the_columns_are_no_players(members: int, status: str) -> None:
    days = [f"2024-01-{day:02}" for day in range(1, 7)]
    rows = [[(7 * member + 3 * day) % 11 for day in range(6)] for member in range(members)]
    lines = [f"{name_of(at)},{sum(row)},{','.join(map(str, row))}" for at, row in enumerate(rows)]
    file = checked("\n".join([f"name,sum,{','.join(days)}", *lines]), layout="evenings")
    assert file.status == status
    assert [len(sheet.sheet.players) for sheet in file.sheets] == [members] * (status == "ok")


def name_of(member: int) -> str:
    """A name without a number, which could be a game's."""
    return "".join("bdfglmnrst"[int(digit)] + "a" for digit in f"{member:03}").title()

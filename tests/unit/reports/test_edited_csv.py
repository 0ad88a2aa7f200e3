"""Repairs of text whose columns blanks set apart: all columns stay in line."""

from __future__ import annotations

import pytest

from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit
from scorecheck.readers.csv_reader import dialect
from scorecheck.reports.edited_files import TextFile, edited_csv

SHEET = """\
Evening of 3 March

Game   Anna  Bernd  Clara  Dieter
1        12      4     -8      -8
2        -3      3     -3       3
"""


@pytest.mark.parametrize(
    ("cell", "before", "after", "line"),
    [
        (CellRef(4, 2), "12", "2", "1         2      4     -8      -8"),
        (CellRef(4, 5), "-8", "-16", "1        12      4     -8     -16"),
        (CellRef(5, 3), "3", "-3", "2        -3     -3     -3       3"),
        (CellRef(5, 1), "2", "10", "10       -3      3     -3       3"),
    ],
    ids=["shorter", "longer", "sign", "first-in-line"],
)
def test_a_repair_ends_where_the_value_ended(cell: CellRef, before: str, after: str, line: str) -> None:
    data = SHEET.encode()
    mended = edited_csv(TextFile(data, *dialect(data)), [Edit(cell, before, after)]).decode()
    expected: list[str] = [*SHEET.splitlines(keepends=True)]
    expected[cell.row - 1] = line + "\n"
    assert mended == "".join(expected)

"""The same table through every format gives the same values at the same cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from unit.readers.builders import TABLES, cells, csv_table, read

SCORES = [
    ["", "", "", ""],
    ["", "Spiel", "Jörg & Co", "Bernd <3"],
    [],
    ["", 1, 5, -5],
    ["", 2, 2.5, -2.5],
    ["", "3", "+1", ""],
    ["", "", True, False],
    ["", "  zwei  ", "−4", "12:30"],
    ["", 2**31, -(2**31) + 0.5, 0],
]


def placed(table: list[list[object]]) -> dict[tuple[int, int], object]:
    return {
        (row, column): value
        for row, values in enumerate(table, start=1)
        for column, value in enumerate(values, start=1)
        if value != ""
    }


def typed(found: dict[tuple[int, int], object]) -> dict[tuple[int, int], tuple[type, object]]:
    return {place: (type(value), value) for place, value in found.items()}


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_of_everything(kind: str) -> None:
    table = [list(row) for row in SCORES]
    if kind == "xlsb":
        table[-1][1] = 2**28
    workbook = read(TABLES[kind](table))
    assert workbook.format == kind
    assert [grid.name for grid in workbook.grids] == ["S1"]
    assert typed(cells(workbook)) == typed(placed(table))


def test_csv_has_the_same_texts_at_the_same_cells() -> None:
    found = cells(read(csv_table(SCORES)))
    assert found == {place: str(value) for place, value in placed([list(r) for r in SCORES]).items()}


CELL = st.one_of(
    st.just(""),
    st.integers(-(2**28), 2**28),
    st.floats(-1e6, 1e6).filter(lambda value: not value.is_integer()),
    st.booleans(),
    st.text(
        st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), exclude_characters="\xa0"),
        min_size=1,
        max_size=8,
    ).filter(lambda text: text.strip() == text),
)


@examples(40)
@given(st.lists(st.lists(CELL, max_size=6), max_size=8))
def test_any_table(table: list[list[object]]) -> None:
    expected = typed(placed(table))
    for kind, build in TABLES.items():
        assert typed(cells(read(build(table)))) == expected, kind


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("place", [(1, 1), (1, 4), (5, 1), (7, 9)])
def test_a_single_cell_stays_where_it_is(kind: str, place: tuple[int, int]) -> None:
    row, column = place
    table: list[list[object]] = [[] for _ in range(row - 1)] + [[""] * (column - 1) + ["X"]]
    assert cells(read(TABLES[kind](table))) == {place: "X"}


@pytest.mark.parametrize("kind", TABLES)
def test_an_empty_sheet(kind: str) -> None:
    (grid,) = read(TABLES[kind]([])).grids
    assert (grid.name, list(grid.rows)) == ("S1", [])

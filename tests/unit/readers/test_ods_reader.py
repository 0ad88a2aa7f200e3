"""ods: values, repeats, what is hidden, errors and formulas."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from unit.readers.builders import cells, ods, ods_cell, read

NOON = datetime.fromisoformat("2014-03-07T12:30:00")


def table(rows: str, name: str = "S1", columns: str = "", style: str = "") -> str:
    return f'<table:table table:name="{name}" table:style-name="{style}">{columns}{rows}</table:table>'


def row(*cells_: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells_)}</table:table-row>"


def refused(data: bytes) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(CannotRead) as caught:
        read(data)
    return caught.value.reason, caught.value.params


@pytest.mark.parametrize(
    ("attributes", "inside", "value", "kind"),
    [
        ('office:value-type="float" office:value="5"', "<text:p>5,0</text:p>", 5, int),
        ('office:value-type="percentage" office:value="0.5"', "<text:p>50%</text:p>", 0.5, float),
        ('office:value-type="currency" office:value="2.50"', "<text:p>2,50 €</text:p>", 2.5, float),
        ('office:value-type="float" office:value="inf"', "<text:p>x</text:p>", "#NUM!", CellError),
        ('office:value-type="float" office:value="x"', "<text:p>y</text:p>", "y", str),
        ('office:value-type="boolean" office:boolean-value="true"', "<text:p>WAHR</text:p>", True, bool),
        ('office:value-type="string"', "<text:p>a</text:p><text:p>b</text:p>", "a\nb", str),
        ('office:value-type="string" office:string-value="full"', "<text:p>f</text:p>", "full", str),
        ("", "<text:p>a<text:s text:c='2'/><text:span>b</text:span><text:tab/>c</text:p>", "a  b\tc", str),
        ("", "<office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p>", "a", str),
        ("", "<draw:frame><text:p>shape</text:p></draw:frame>", "", str),
        ('office:value-type="date" office:date-value="2014-03-07"', "", date(2014, 3, 7), date),
        (
            'office:value-type="date" office:date-value="2014-03-07T12:30:00"',
            "",
            NOON,
            datetime,
        ),
        ('office:value-type="date" office:date-value="0000-99-99"', "<text:p>z</text:p>", "z", str),
        ('office:value-type="time" office:time-value="PT12H30M00S"', "", time(12, 30), time),
        (
            'office:value-type="time" office:time-value="PT37H37M00S"',
            "",
            timedelta(hours=37, minutes=37),
            timedelta,
        ),
        ('office:value-type="time" office:time-value="-PT1H0M0S"', "", timedelta(hours=-1), timedelta),
        (
            'table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"',
            "<text:p>#DIV/0!</text:p>",
            "#DIV/0!",
            CellError,
        ),
        ('table:formula="of:=SUM([.A1:.A3];[$S2.B1])"', "", "=SUM(A1:A3;$S2.B1)", Uncalculated),
        ('table:formula="of:=1" office:value-type="float" office:value="1"', "", 1, int),
    ],
)
def test_a_cell(attributes: str, inside: str, value: object, kind: type) -> None:
    data = ods(table(row(f"<table:table-cell {attributes}>{inside}</table:table-cell>")))
    found = cells(read(data)).get((1, 1), "")
    assert (found, type(found)) == (value, kind)


def test_repeats_are_unfolded() -> None:
    data = ods(
        table(
            row("<table:table-cell/>", attributes='table:number-rows-repeated="2"')
            + row(
                '<table:table-cell table:number-columns-repeated="2"/>',
                '<table:table-cell table:number-columns-repeated="3" '
                'office:value-type="float" office:value="7"/>',
                '<table:table-cell table:number-columns-repeated="16379"/>',
                attributes='table:number-rows-repeated="2"',
            )
            + row(
                '<table:table-cell table:number-columns-repeated="16384"/>',
                attributes='table:number-rows-repeated="1048572"',
            )
        )
    )
    (grid,) = read(data).grids
    assert list(grid.rows) == [(), (), ("", "", 7, 7, 7), ("", "", 7, 7, 7)]


def test_line_breaks_between_cells_are_nothing() -> None:
    data = ods(table("\n  " + row("\n  ", ods_cell("a"), "\n") + "\n"))
    assert cells(read(data)) == {(1, 1): "a"}


def test_what_is_hidden_and_merged() -> None:
    styles = (
        '<style:style style:name="off" style:family="table">'
        '<style:table-properties table:display="false"/></style:style>'
        '<style:style style:name="on" style:family="table">'
        '<style:table-properties table:display="true"/></style:style>'
    )
    columns = (
        "<table:table-column/>"
        '<table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
        '<table:table-column table:visibility="collapse" table:number-columns-repeated="16381"/>'
    )
    merged = '<table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="3"/>'
    rows = (
        row(ods_cell(1), ods_cell(2), ods_cell(3), merged, "<table:covered-table-cell/>")
        + "<table:table-row-group>"
        + row(ods_cell(1), attributes='table:visibility="filter" table:number-rows-repeated="2"')
        + "</table:table-row-group>"
        + row(ods_cell(1))
        + row(
            "<table:table-cell/>", attributes='table:visibility="collapse" table:number-rows-repeated="9000"'
        )
    )
    shown, hidden = read(
        ods(table(rows, "S1", columns, "on") + table(row(), "S2", "", "off"), styles=styles)
    ).grids
    assert (shown.name, shown.hidden, hidden.name, hidden.hidden) == ("S1", False, "S2", True)
    assert (shown.hidden_rows, shown.hidden_columns) == ({2, 3}, {2, 3})
    assert shown.merged == ((1, 4, 3, 5),)


def test_formats_of_dates_here_and_in_the_other_part() -> None:
    own = (
        '<number:date-style style:name="N1"><number:day/><number:text>/</number:text><number:month/>'
        "</number:date-style>"
        '<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>'
        '<style:style style:name="ce2" style:family="table-cell" style:data-style-name="N2"/>'
    )
    outer = (
        '<number:date-style style:name="N2"><number:day number:style="long"/><number:text>.</number:text>'
        '<number:month number:textual="true"/><number:text>.</number:text><number:year number:style="long"/>'
        "</number:date-style>"
    )
    day = 'office:value-type="date" office:date-value="2014-03-07"'
    columns = '<table:table-column/><table:table-column table:default-cell-style-name="ce2"/>'
    rows = row(f'<table:table-cell table:style-name="ce1" {day}/>', f"<table:table-cell {day}/>")
    (grid,) = read(ods(table(rows, columns=columns), styles=own, outer=outer)).grids
    assert grid.formats == {CellRef(1, 1): "d/m", CellRef(1, 2): "dd.mmm.yyyy"}


def test_tables_inside_other_things_are_no_sheets() -> None:
    inner = f"<table:dde-links>{table(row(ods_cell('x')), 'no')}</table:dde-links>"
    cell = f"<table:table-cell><text:p>a</text:p>{table(row(ods_cell('y')), 'no')}</table:table-cell>"
    shapes = f"<table:shapes>{table(row(ods_cell('z')), 'no')}</table:shapes>"
    workbook = read(ods(inner + table(shapes + row(cell))))
    assert [grid.name for grid in workbook.grids] == ["S1"]
    assert cells(workbook) == {(1, 1): "a"}


def test_a_password() -> None:
    assert refused(ods("", manifest="<manifest:encryption-data/>")) == ("encrypted", {})


def test_repeats_of_content_are_counted_before_they_are_unfolded() -> None:
    full = (
        '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
    )
    data = ods(table(row(full, attributes='table:number-rows-repeated="1048576"')))
    assert refused(data) == ("too-many-cells", {"cells": 2**34, "limit": limits.CELLS})
    far = row(
        '<table:table-cell table:number-columns-repeated="16383"/>',
        ods_cell(1),
        attributes='table:number-rows-repeated="9999"',
    )
    assert refused(ods(table(far))) == ("too-many-cells", {"cells": 16384 * 9999, "limit": limits.AREA})
    low = row("<table:table-cell/>", attributes='table:number-rows-repeated="1048576"') + row(ods_cell(1))
    assert refused(ods(table(low))) == ("too-many-rows", {"rows": 1048577, "limit": 1048576})
    right = row('<table:table-cell table:number-columns-repeated="16384"/>', ods_cell(1))
    assert refused(ods(table(right))) == ("too-many-columns", {"columns": 16385, "limit": 16384})


def test_long_texts() -> None:
    assert refused(ods(table(row(ods_cell("x" * 150_000)))))[0] == "text-too-long"
    spaces = '<text:s text:c="99999"/>' * 2
    cell = f"<table:table-cell><text:p>{spaces}</text:p></table:table-cell>"
    assert refused(ods(table(row(cell))))[0] == "text-too-long"


@pytest.mark.parametrize("cut", ["</table:table>", "</office:spreadsheet>"])
def test_a_content_that_breaks_off(cut: str) -> None:
    data = ods(table(row(ods_cell(1))).replace(cut, "") if "table" in cut else f"{cut}")
    assert refused(data) == ("damaged", {})


def test_document_types_are_refused() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aa">]><x>&a;</x>'
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(ods(""))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    from unit.readers.builders import zipped

    assert refused(zipped({**parts, "content.xml": bomb})) == ("damaged", {})


def test_what_is_crossed_out() -> None:
    styles = "".join(
        f'<style:style style:name="{name}" style:family="table-cell">'
        f'<style:text-properties style:text-line-through-style="{line}"/></style:style>'
        for name, line in (("ce1", "solid"), ("ce2", "none"))
    )
    number = 'office:value-type="float" office:value="3"'
    cells_ = "".join(
        f"<table:table-cell {said}/>"
        for said in (
            f'table:style-name="ce1" table:number-columns-repeated="2" {number}',
            f'table:style-name="ce2" {number}',
            'table:style-name="ce1"',
            number,
        )
    )
    (grid,) = read(ods(table(row(cells_)), styles=styles)).grids
    assert grid.struck == {CellRef(1, 1), CellRef(1, 2)}

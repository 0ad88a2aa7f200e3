"""xlsx: what the engine does not tell, and what the guard refuses."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from unit.readers.builders import cells, letters, read, sheet_data, xlsx, zipped

NOON = datetime.fromisoformat("2014-03-07T12:30:00")


def saved(book: openpyxl.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def refused(data: bytes) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(CannotRead) as caught:
        read(data)
    return caught.value.reason, caught.value.params


def test_what_openpyxl_writes() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Tisch 1 & 2"
    sheet["B3"] = "Anna"
    sheet["C4"] = 5
    sheet["D4"] = '=SUM(C4:C5)&"<"'
    sheet["E5"] = "#REF!"
    sheet["E6"] = date(2014, 3, 7)
    sheet["E6"].number_format = "d/m"
    sheet["F6"] = NOON
    sheet["G6"] = time(12, 30)
    sheet["H6"] = timedelta(hours=37, minutes=37)
    sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["C"].hidden = True
    sheet.merge_cells("A1:C2")
    book.create_sheet("fort").sheet_state = "veryHidden"
    book.create_sheet("weg").sheet_state = "hidden"
    book.create_chartsheet("Bild")
    workbook = read(saved(book))
    assert workbook.format == "xlsx"
    assert [(g.name, g.hidden) for g in workbook.grids] == [
        ("Tisch 1 & 2", False),
        ("fort", True),
        ("weg", True),
    ]
    found = cells(workbook)
    assert found == {
        (3, 2): "Anna",
        (4, 3): 5,
        (4, 4): '=SUM(C4:C5)&"<"',
        (5, 5): "#REF!",
        (6, 5): date(2014, 3, 7),
        (6, 6): NOON,
        (6, 7): time(12, 30),
        (6, 8): timedelta(days=1, hours=13, minutes=37),
    }
    assert type(found[4, 4]) is Uncalculated
    assert type(found[5, 5]) is CellError
    grid = workbook.grids[0]
    assert grid.hidden_rows == {4}
    assert grid.hidden_columns == {3}
    assert grid.merged == ((1, 1, 2, 3),)
    assert grid.formats == {
        CellRef(6, 5): "d/m",
        CellRef(6, 6): "yyyy-mm-dd h:mm:ss",
        CellRef(6, 7): "h:mm:ss",
        CellRef(6, 8): "[hh]:mm:ss",
    }


def test_dates_from_1904() -> None:
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active["A1"] = date(2014, 3, 7)
    assert cells(read(saved(book))) == {(1, 1): date(2014, 3, 7)}


@pytest.mark.parametrize(
    ("body", "value", "kind"),
    [
        (' t="e"><v>#REF!</v>', "#REF!", CellError),
        (" t='e'><f>A9</f><v>#DIV/0!</v>", "#DIV/0!", CellError),
        (' t="e"><v>#SPILL!</v>', "#SPILL!", CellError),
        (' t="e"><v></v>', "#VALUE!", CellError),
        ("><f>SUM(A1:A3)</f>", "=SUM(A1:A3)", Uncalculated),
        ("><f>SUM(A1:A3)</f><v/>", "=SUM(A1:A3)", Uncalculated),
        ("><f>A1&lt;&amp;A3</f><v></v>", "=A1<&A3", Uncalculated),
        ('><f t="shared" si="0"/>', "=…", Uncalculated),
        ("><f>A1</f><v>7</v>", 7, int),
        (' t="str"><f>A1</f><v></v>', "", str),
        ("><v>1e999</v>", "#NUM!", CellError),
        ("><v>NaN</v>", "#NUM!", CellError),
        ("><v>5.0</v>", 5, int),
        ("><v>1E+20</v>", 1e20, float),
        ("><v>-0</v>", 0, int),
        (' t="b"><v>1</v>', True, bool),
        (' t="n"><v>1</v>', 1, int),
        (' t="inlineStr"><is><r><t>Mü</t></r><r><t>ller</t></r></is>', "Müller", str),
    ],
)
def test_a_cell(body: str, value: object, kind: type) -> None:
    for place in ("A1", "C7"):
        # Row 1 holds the equal number: a truth value must not be taken for it.
        data = xlsx(sheet_data({"B1": "><v>1</v>", place: body}))
        row, column = (1, 1) if place == "A1" else (7, 3)
        found = cells(read(data)).get((row, column), "")
        assert (found, type(found)) == (value, kind)


@pytest.mark.parametrize("state", ["1", "true"])
def test_hidden_rows_and_columns_inside_the_table(state: str) -> None:
    body = (
        f'<cols><col min="2" max="16384" hidden="{state}"/><col hidden="0" min="1" max="1"/></cols>'
        "<sheetData>"
        f'<row r="2" hidden="{state}"><c r="A2"><v>1</v></c><c r="C2"><v>2</v></c></row>'
        f'<row hidden="{state}"/><row r="5"><c r="A5"><v>1</v></c></row>'
        f'<row r="900000" hidden="{state}"/></sheetData>'
    )
    (grid,) = read(xlsx(body)).grids
    assert (grid.hidden_rows, grid.hidden_columns) == ({2, 3}, {2, 3})


def test_cells_without_places_are_counted() -> None:
    body = (
        '<sheetData><row><c><v>1</v></c><c t="e"><v>#N/A</v></c></row><row/>'
        '<row r="5"><c/><c><v>2</v></c></row></sheetData>'
    )
    assert cells(read(xlsx(body))) == {(1, 1): 1, (1, 2): "#N/A", (5, 2): 2}


def test_names_with_prefixes_and_odd_attributes() -> None:
    body = (
        "<x:sheetData><x:row r='2'><x:c t = 's' r='B2' ><x:v>1</x:v></x:c>"
        '<x:c s="0" r="C2" t="e"><x:v>#NUM!</x:v></x:c><x:c r="D2"><x:f>A1</x:f></x:c></x:row></x:sheetData>'
    )
    strings = '<x:sst xmlns:x="m"><x:si><x:t>a</x:t></x:si><x:si><x:t>b</x:t></x:si></x:sst>'
    assert cells(read(xlsx(body, prefix="x:", strings=strings))) == {
        (2, 2): "b",
        (2, 3): "#NUM!",
        (2, 4): "=A1",
    }


@pytest.mark.parametrize(
    "target", ["/xl/worksheets/sheet1.xml", "../xl/worksheets/sheet1.xml", "worksheets\\sheet1.xml"]
)
def test_links_of_every_kind(target: str) -> None:
    data = xlsx(sheet_data({"A1": "><v>1</v>"}), targets=[target])
    assert cells(read(data)) == {(1, 1): 1}


def test_sheets_of_the_same_name_and_in_another_order() -> None:
    first, second = sheet_data({"A1": "><v>1</v>"}), sheet_data({"A1": "><v>2</v>"})
    data = xlsx(first, second, targets=["worksheets/sheet2.xml", "worksheets/sheet1.xml"])
    assert [cells(read(data), n) for n in (0, 1)] == [{(1, 1): 2}, {(1, 1): 1}]


def test_names_in_the_zip_with_other_slashes_and_capitals() -> None:
    data = xlsx(sheet_data({"A1": "><v>1</v>"}))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name.replace("xl/w", "XL\\W"): archive.read(name) for name in archive.namelist()}
    assert cells(read(zipped(parts))) == {(1, 1): 1}


def test_parts_of_other_names_are_found_by_their_links() -> None:
    data = xlsx(
        sheet_data({"A1": ' t="s"><v>0</v>', "B1": ' s="1"><v>41705</v>'}),
        strings="<sst><si><t>a</t></si></sst>",
        styles='<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs></styleSheet>',
    )
    names = {"workbook.xml": "workbook2.xml", "styles.xml": "styles9.xml", "sharedStrings.xml": "texts.xml"}
    parts: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            part, path = archive.read(name), name.replace("xl/", "")
            for old, new in names.items():
                part, path = part.replace(old.encode(), new.encode()), path.replace(old, new)
            parts[path] = part.replace(b"xl/", b"")
    (grid,) = read(zipped(parts)).grids
    assert list(grid.rows) == [("a", date(2014, 3, 7))]
    assert grid.formats == {CellRef(1, 2): "d-mmm"}


def test_a_long_row_of_empty_cells() -> None:
    empty = "".join(f'<c r="{letters(column)}1" s="12345"/>' for column in range(2, 9000))
    data = xlsx(f'<sheetData><row r="1"><c r="A1"><v>1</v></c>{empty}</row></sheetData>')
    assert cells(read(data)) == {(1, 1): 1}


def test_a_large_declared_size_is_harmless() -> None:
    cells_ = sheet_data({"A1": "><v>1</v>", "B2": "><v>2</v>", "C3": ' t="n"><v>3</v>'})
    data = xlsx(f'<dimension ref="A1:XFD1048576"/>{cells_}')
    assert cells(read(data)) == {(1, 1): 1, (2, 2): 2, (3, 3): 3}


def test_far_cells_without_content_are_harmless() -> None:
    data = xlsx(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1"/></row>'
        '<row r="1048576"><c r="XFD1048576" s="1"/><c r="XFC1048576" s="1"></c></row></sheetData>'
    )
    assert cells(read(data)) == {(1, 1): 1}


def far(place: str, first: str = "A1") -> bytes:
    row = place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return xlsx(
        f'<sheetData><row r="1"><c r="{first}"><v>1</v></c></row>'
        f'<row r="{row}"><c r="{place}"><v>1</v></c></row></sheetData>'
    )


def test_cells_too_far_apart() -> None:
    assert refused(far("XFD1048576")) == ("too-many-cells", {"cells": 2**34, "limit": limits.AREA})
    assert refused(far("A1048577")) == ("too-many-rows", {"rows": 1048577, "limit": 1048576})
    assert refused(far("XFE1")) == ("too-many-columns", {"columns": 16385, "limit": 16384})
    assert refused(far("AAAA1")) == ("damaged", {})


def test_rows_of_numbers_too_far_apart() -> None:
    """Where they are taken out they count as before."""
    rows = [(1, "A"), (2, "C"), (3, "A"), (limits.ROWS, "C")]
    body = "".join(f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>' for row, column in rows)
    assert refused(xlsx(f"<sheetData>{body}</sheetData>")) == (
        "too-many-cells",
        {"cells": 3 * limits.ROWS, "limit": limits.AREA},
    )
    body = body.replace(str(limits.ROWS), str(limits.ROWS + 1))
    assert refused(xlsx(f"<sheetData>{body}</sheetData>"))[0] == "too-many-rows"


def test_rows_of_numbers_within_something_else() -> None:
    row = '<row r="1"><c r="A1"><v>1</v></c></row>'
    for text in (f"<!--{row}-->", f"<x y='{row}'/>", f"<?x {row}?>"):
        data = xlsx(f"<sheetData>{row}{text}</sheetData>")
        try:
            assert cells(read(data)) == {(1, 1): 1}
        except CannotRead as error:
            assert error.reason == "damaged"
    long = f"<is><t><![CDATA[{row * 4000}]]></t></is>"
    data = xlsx(f'<sheetData>{row}<row r="2"><c r="A2" t="inlineStr">{long}</c></row></sheetData>')
    assert refused(data) == ("damaged", {})


def test_much_that_every_piece_would_need() -> None:
    """Then the sheet is read whole."""
    body = "".join(f'<row r="{r}"><c r="A{r}"><v>{r}</v></c></row>' for r in range(1, 20))
    texts = (
        f"<sst><si><t>{'a' * 30_000}</t></si><si><t>{'b' * 30_000}</t></si><si><t>{'c' * 9000}</t></si></sst>"
    )
    body = f'{body}<row r="20"><c r="A20" t="s"><v>2</v></c></row>'
    found = cells(read(xlsx(f"<sheetData>{body}</sheetData>", strings=texts)))
    assert found == {**{(r, 1): r for r in range(1, 20)}, (20, 1): "c" * 9000}


@pytest.mark.parametrize(
    "tag",
    [
        '<c r="A1" r="XFD1048576">',
        '<c x=">" r="XFD1048576">',
        '<c r="A1" x="<">',
        "<c r=A1>",
        '<q:w:c r="XFD1048576">',
        '<c r="A0">',
        '<c r="1">',
        '<c r="&#65;1">',
        '<c r="A1"x="1">',
    ],
)
def test_tags_that_two_readers_might_take_differently(tag: str) -> None:
    data = xlsx(f'<sheetData><row r="1"><c r="B1"><v>1</v></c>{tag}<v>1</v></c></row></sheetData>')
    try:
        assert set(cells(read(data))) <= {(1, 1), (1, 2), (1, 3)}
    except CannotRead as error:
        assert error.reason in ("damaged", "too-many-cells")


def test_a_sheet_is_listed_once() -> None:
    """Else a small file would be as much work as it likes: one sheet of 430 rows, listed 300 times."""
    book = openpyxl.Workbook()
    book.create_sheet("Two")
    parts = zipfile.ZipFile(io.BytesIO(saved(book)))
    listed = parts.read("xl/workbook.xml").decode()
    first = listed[listed.index("<sheet ") : listed.index("/>", listed.index("<sheet ")) + 2]
    with io.BytesIO() as out:
        with zipfile.ZipFile(out, "w") as archive:
            for name in parts.namelist():
                twice = listed.replace(first, first + first)
                archive.writestr(name, twice if name == "xl/workbook.xml" else parts.read(name))
        assert refused(out.getvalue()) == ("damaged", {})


def test_document_types_and_entities() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
    for part in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"):
        data = xlsx(sheet_data({"A1": "><v>1</v>"}), extra={part: f"{bomb}<sst>&a;</sst>"})
        assert refused(data) == ("damaged", {})


def test_false_counts_of_shared_texts() -> None:
    strings = '<sst uniqueCount="99999999999999"><si><t>a</t></si></sst>'
    assert refused(xlsx(sheet_data({"A1": ' t="s"><v>0</v>'}), strings=strings)) == ("damaged", {})
    strings = '<sst uniqueCount="12"><si><t>a</t></si></sst>'
    assert cells(read(xlsx(sheet_data({"A1": ' t="s"><v>0</v>'}), strings=strings))) == {(1, 1): "a"}
    assert refused(xlsx(sheet_data({"A1": ' t="s"><v>5</v>'}), strings=strings)) == ("damaged", {})


def test_a_shared_text_shown_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TEXT_CHARACTERS", 4000)
    strings = f"<sst><si><t>a</t></si><si><t>{'x' * 900}</t></si></sst>"
    shown = {f"A{row}": ' t="s"><v>1</v>' for row in range(1, 4)}
    few = {f"B{row}": ' t="s"><v>0</v>' for row in range(1, 60)}
    assert len(cells(read(xlsx(sheet_data({**shown, **few}), strings=strings)))) == 62
    shown = {f"A{row}": ' t="s"><f>1</f><v>1</v>' for row in range(1, 9)}
    assert refused(xlsx(sheet_data(shown), strings=strings))[0] == "too-much-text"


@pytest.mark.parametrize("long", [150_000, 300_000])
def test_long_texts(long: int) -> None:
    text = "x" * long
    inline = xlsx(sheet_data({"A1": f' t="inlineStr"><is><t>{text}</t></is>'}))
    shared = xlsx(sheet_data({"A1": ' t="s"><v>0</v>'}), strings=f"<sst><si><t>{text}</t></si></sst>")
    for data in (inline, shared):
        assert refused(data) == ("text-too-long", {"limit": limits.CELL_CHARACTERS})


def test_a_text_as_long_as_excel_allows() -> None:
    text = "x" * 32_767
    assert cells(read(xlsx(sheet_data({"A1": f' t="inlineStr"><is><t>{text}</t></is>'})))) == {(1, 1): text}


def test_too_many_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MARKED_CELLS", 10)
    data = xlsx(sheet_data({f"A{row}": ' t="e"><v>#N/A</v>' for row in range(1, 13)}))
    assert refused(data) == ("too-many-marked", {"limit": 10})


def test_limits_count_all_sheets_together(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = sheet_data({f"A{row}": "><v>1</v>" for row in range(1, 9)})
    monkeypatch.setattr(limits, "CELLS", 20)
    assert len(read(xlsx(sheet, sheet)).grids) == 2
    assert refused(xlsx(sheet, sheet, sheet)) == ("too-many-cells", {"cells": 24, "limit": 20})
    wide = sheet_data({"A1": "><v>1</v>", "J9": "><v>1</v>"})
    monkeypatch.setattr(limits, "AREA", 200)
    assert refused(xlsx(wide, wide, wide)) == ("too-many-cells", {"cells": 270, "limit": 200})


def test_zips_that_are_not_what_they_seem() -> None:
    good = xlsx(sheet_data({"A1": "><v>1</v>"}))
    assert refused(good[:-30])[0] == "damaged"
    assert refused(good[: len(good) // 2])[0] == "damaged"
    double = io.BytesIO(good)
    with zipfile.ZipFile(double, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("xl/worksheets/sheet1.xml", "<worksheet/>")
    assert refused(double.getvalue()) == ("damaged", {})
    # The bit that says that a file is encrypted, in the directory.
    at = good.rindex(b"PK\1\2")
    while at >= 0:
        good = good[: at + 8] + b"\1" + good[at + 9 :]
        at = good.rfind(b"PK\1\2", 0, at)
    assert refused(good) == ("encrypted", {})


def test_unpacking_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PART_BYTES", 2 * limits.MIB)
    data = xlsx("<sheetData>" + "<row/>" * 500_000 + "</sheetData>")
    assert len(data) < 20_000
    assert refused(data) == ("unpacks-too-large", {"limit": 2})


def test_a_checksum_that_is_wrong() -> None:
    data = xlsx(sheet_data({"A1": "><v>1</v>"}))
    at = data.find(b"PK\1\2")
    while at >= 0:
        data = data[: at + 16] + b"\0\0\0\0" + data[at + 20 :]
        at = data.find(b"PK\1\2", at + 4)
    assert refused(data) == ("damaged", {})


def test_what_is_crossed_out() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Anna", 3, -3])
    for cell, font in (("B1", Font(strike=True)), ("C1", Font(strike=False, bold=True))):
        sheet[cell].font = font
    # A conditional format that strikes has no cell of its own.
    rule = CellIsRule(operator="lessThan", formula=["0"], font=Font(strike=True))
    sheet.conditional_formatting.add("A1:C1", rule)
    (grid,) = read(saved(book)).grids
    assert grid.struck == {CellRef(1, 2)}

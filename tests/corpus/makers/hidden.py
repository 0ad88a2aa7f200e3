"""What is hidden."""

from __future__ import annotations

from makers.tables import ANNA, EIGHT, EIGHT_WRONG, EMIL, SIX_WRONG, Row, table, turned
from makers.writers import hide, with_bytes, with_libreoffice, with_openpyxl, with_xlwt

WRONG = table(EIGHT_WRONG, ANNA)


def make() -> None:
    """Makes the files."""
    made = with_openpyxl("hidden/rows.xlsx", {"Tisch 1": WRONG}, lambda sheet: hide(sheet, 4, 5))
    with_libreoffice("hidden/rows.ods", made)
    with_libreoffice("hidden/rows.xls", made)
    with_bytes("hidden/rows.xlsb", binary())
    made = with_openpyxl("hidden/columns.xlsx", {"Tisch 1": WRONG}, hide_column)
    with_libreoffice("hidden/columns.ods", made)
    with_libreoffice("hidden/columns.xls", made)
    two = {"Tisch 1": table(EIGHT, ANNA), "Tisch 2": table(SIX_WRONG, EMIL)}
    for state, name in (("hidden", "sheet"), ("veryHidden", "very-hidden")):
        made = with_openpyxl(f"hidden/{name}.xlsx", two, lambda _, sheet, state=state: put_away(sheet, state))
        if state == "hidden":
            with_libreoffice("hidden/sheet.xls", made)
            with_libreoffice("hidden/sheet.ods", made)
    with_xlwt("hidden/very-hidden.xls", two, lambda _, sheet: setattr(sheet, "visibility", 2))
    made = with_openpyxl("hidden/filtered.xlsx", {"Tisch 1": WRONG}, put_filter)
    with_libreoffice("hidden/filtered.ods", made)
    with_openpyxl("hidden/grouped.xlsx", {"Tisch 1": WRONG}, fold)
    with_openpyxl("hidden/players-in-rows.xlsx", {"Tisch 1": turned(WRONG)}, hide_column)
    total: Row = ["Summe", *(f"=SUBTOTAL(109,{c}2:{c}9)" for c in "BCDE")]
    rows = [*table(EIGHT, ANNA), total]
    made = with_openpyxl("hidden/not-in-total.xlsx", {"Tisch 1": rows}, lambda sheet: hide(sheet, 4))
    with_libreoffice("hidden/not-in-total.xlsx", made)


def hide_column(sheet) -> None:
    sheet.column_dimensions["D"].hidden = True


def put_away(sheet, state: str) -> None:
    sheet.sheet_state = state


def fold(sheet) -> None:
    sheet.row_dimensions.group(4, 5, hidden=True)


def put_filter(sheet) -> None:
    sheet.auto_filter.ref = "A1:E9"
    sheet.auto_filter.add_filter_column(1, ["2", "3", "4", "1", "5"])
    # The games that Anna lost are filtered away.
    hide(sheet, 3, 5, 7)


def binary() -> bytes:
    from struct import pack

    from scorecheck.readers.xlsb_reader import record
    from unit.readers.builders import wide, xlsb, xlsb_cell, xlsb_row

    body = record(0x94, bytes(16)) + record(0x91)
    for at, row in enumerate(WRONG):
        body += xlsb_row(at, hidden=at in (3, 4))
        for column, value in enumerate(row):
            if isinstance(value, str):
                body += xlsb_cell(6, column, wide(value))
            else:
                body += xlsb_cell(2, column, pack("<l", int(str(value)) << 2 | 2))
    return xlsb(body + record(0x92))

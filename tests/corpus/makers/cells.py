"""What a cell says."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from openpyxl.comments import Comment
from openpyxl.styles import Font

from makers.tables import ANNA, CHOUETTE, EIGHT, EIGHT_WRONG, Row, running, table
from makers.writers import csv_text, with_libreoffice, with_odfpy, with_openpyxl, with_text, with_xlsxwriter

WRONG = table(EIGHT_WRONG, ANNA)

MINUS_SIGNS = """\
Spiel,Anna,Bernd,Chris,Dora
1,2,2,−2,–2
2,—1,1,1,-1
3,3,1-,(1),−1
4,-2,–2,2,2
5,4,4-,4,4
6,(6),2,2,2
7,1,−1,—1,1
8,5,5,5-,(5)
"""
PLUS_AND_SPACES = """\
Spiel,Anna,Bernd,Chris,Dora
1,+2, 2 ,-2 , - 2
2,\u00a0-1,1\u00a0,\u202f1\u202f,-1
3,+3,-1,\u2009-1,-1
4,-2,-2,+2,+ 2
5,+4,-4,+4,\u00a04\u00a0
6,-6, +2,2,2
7,1,-1,-1,1
8,5,\u20075,-5,-5
"""
HALVES = """\
Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-1,1,1,-1
3,3,-1,-1,-1
4,-2,-2,2,2
5,2½,-4,4,-4
6,-6,2,2,2
7,½,-½,−½,½
8,5,5,-5,-5
"""
FIVE = """\
Spiel,Geber,Anna,Bernd,Chris,Dora,Emil
1,Anna,/,2,2,-2,-2
2,Bernd,1,-,-1,1,-1
3,Chris,-1,3,x,-1,-1
4,Dora,2,-2,-2,–,2
5,Emil,-4,4,4,-4,X
6,Anna,—,1,1,-1,1
7,Bernd,6,.,-2,-2,-2
8,Chris,3,-3,−,3,-3
"""
PAIRS = """\
Peter,Gabi,Hansi,Maria,Kontrolle
-12,9,-25,28,37:37
-14,13,/,26,39 / 39
-16,/,-21,24,37/37
-8,21,-45,32,53/52
"""
SMALL: list[Row] = [
    ["Peter", "Gabi", "Hansi", "Kontrolle"],
    [2, -1, -1, "2/2"],
    [4, -2, -2, "4/4"],
    [2, 0, -2, "2/2"],
    [6, -2, -4, "6/6"],
    [-2, 2, 0, "2/2"],
    [0, 1, -1, "1/1"],
]
"""A chouette of small numbers: every control of it could be a day of the year."""


def make() -> None:
    """Makes the files."""
    written_numbers()
    dates()
    values()


def written_numbers() -> None:
    with_text("cells/minus-signs.csv", MINUS_SIGNS)
    with_text("cells/plus-and-spaces.csv", PLUS_AND_SPACES)
    comma = [WRONG[0], *([row[0], *(f"{n},0" for n in row[1:])] for row in WRONG[1:])]
    with_text("cells/decimal-comma.csv", csv_text(comma, ";"))
    point = [WRONG[0], *([row[0], *(f"{n}.00" for n in row[1:])] for row in WRONG[1:])]
    with_text("cells/decimal-point.csv", csv_text(point))
    with_text("cells/halves.csv", HALVES)
    wide = str.maketrans("0123456789-", "０１２３４５６７８９－")
    with_text("cells/full-width.csv", csv_text(WRONG).translate(wide))
    with_text("cells/nothing-marks.csv", FIVE)
    unseen = [list(row) for row in WRONG]
    unseen[2][1], unseen[4][3], unseen[7][4] = "\u200e-1", "2\u200b", "\ufeff1"
    with_text("cells/unseen-characters.csv", csv_text(unseen))
    with_text("cells/pairs.csv", PAIRS)

    start = [1234, -1200, 966, -1000]
    stand = running(EIGHT, start)
    stand[4][3] = -stand[4][3]
    rows = [["Spiel", *ANNA], ["Übertrag", *start], *([at, *row] for at, row in enumerate(stand, 1))]
    for name, separator, delimiter in (("german", ".", ";"), ("english", ",", "\t")):
        told = [
            [f"{cell:,}".replace(",", separator) if isinstance(cell, int) else cell for cell in row]
            for row in rows
        ]
        suffix = "tsv" if delimiter == "\t" else "csv"
        with_text(f"cells/thousands-{name}.{suffix}", csv_text(told, delimiter))


def dates() -> None:
    control = [list(row) for row in SMALL]
    control[2][3] = date(2014, 4, 4)
    made = with_openpyxl(
        "cells/control-became-date.xlsx", {"Abend": control}, lambda s: day_and_month(s["D3"])
    )
    with_libreoffice("cells/control-became-date.ods", made)
    told = [[*row[:3], "04. Apr" if at == 2 else row[3]] for at, row in enumerate(SMALL)]
    with_text("cells/control-became-date.csv", csv_text(told))
    late = [list(row) for row in CHOUETTE]
    late[1][4] = timedelta(hours=37, minutes=37)
    with_openpyxl("cells/control-became-time.xlsx", {"Abend": late}, lambda s: hours(s["E2"]))
    points = [list(row) for row in table(EIGHT, ANNA)]
    points[5][2] = date(2014, 7, 3)
    with_openpyxl(
        "cells/points-became-date.xlsx", {"Tisch 1": points}, lambda sheet: day_and_month(sheet["C6"])
    )
    began = datetime(2014, 11, 15, 20, 0)  # noqa: DTZ001 - workbooks know no time zones
    dated = [
        [row[0], "Datum", "Uhrzeit", *row[1:]]
        if at == 0
        else [row[0], date(2014, 11, 15), (began + timedelta(minutes=9 * at)).time(), *row[1:]]
        for at, row in enumerate(WRONG)
    ]
    assert isinstance(dated[1][2], time)
    with_openpyxl("cells/date-column.xlsx", {"Tisch 1": dated})


def day_and_month(cell) -> None:
    cell.number_format = "d-mmm"


def hours(cell) -> None:
    cell.number_format = "[h]:mm:ss"


def values() -> None:
    texts = [[str(v) if v != 2 else " 2 " for v in row] for row in WRONG]
    with_openpyxl("cells/text-numbers.xlsx", {"Tisch 1": texts})

    right = table(EIGHT, ANNA)
    errors = [list(row) for row in right]
    errors[2][2], errors[5][4], errors[7][1] = "=1/0", '=VLOOKUP("Dora",A1:B2,2,FALSE)', "=NOSUCH(1)"
    made = with_openpyxl("cells/errors.xlsx", {"Tisch 1": errors})
    for suffix in ("xls", "ods", "xlsx"):
        with_libreoffice(f"cells/errors.{suffix}", made)
    total: Row = ["Summe", 6, ("=SUM(#REF!)", "#REF!"), 0, -8]
    with_xlsxwriter("cells/error-in-total.xlsx", {"Tisch 1": [*right, total]})

    truth = [list(row) for row in right]
    truth[2][2] = True
    with_libreoffice("cells/boolean.ods", with_openpyxl("cells/boolean.xlsx", {"Tisch 1": truth}))
    with_odfpy("cells/boolean-odfpy.ods", {"Tisch 1": truth})

    formulas = [list(row) for row in right]
    formulas[2][2] = "=2-1"
    with_openpyxl("cells/formula-without-value.xlsx", {"Tisch 1": formulas})
    sums: Row = ["Summe", *(f"=SUM({c}2:{c}9)" for c in "BCDE")]
    with_openpyxl("cells/total-without-value.xlsx", {"Tisch 1": [*right, sums]})
    formulas = [list(row) for row in WRONG]
    formulas[2][2] = "=2-1"
    made = with_openpyxl("cells/formulas-with-values.xlsx", {"Tisch 1": [*formulas, sums]})
    with_libreoffice("cells/formulas-with-values.xlsx", made)

    made = with_openpyxl("cells/comments-and-strike.xlsx", {"Tisch 1": WRONG}, remark)
    with_libreoffice("cells/comments-and-strike.ods", made)
    with_libreoffice("cells/comments-and-strike.xls", made)


def remark(sheet) -> None:
    sheet["C3"].comment = Comment("War das nicht 3?", "Bernd")
    sheet["B1"].comment = Comment("Anna hat 12 bezahlt", "Dora")
    for cell in sheet[4]:
        cell.font = Font(strike=True)

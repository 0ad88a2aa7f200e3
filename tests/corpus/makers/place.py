"""Where the table is."""

from __future__ import annotations

from datetime import date

from makers.tables import (
    ANNA,
    CHOUETTE,
    EIGHT,
    EIGHT_WRONG,
    EMIL,
    SIX,
    SIX_WRONG,
    Row,
    running,
    sums,
    table,
    turned,
)
from makers.writers import (
    csv_text,
    with_libreoffice,
    with_odfpy,
    with_openpyxl,
    with_text,
    with_xlsxwriter,
)

WRONG = table(EIGHT_WRONG, ANNA)
SUMS: Row = ["Summe", *sums(EIGHT)]


def make() -> None:
    """Makes the files."""
    several_tables()
    tables_that_belong_together()
    players_in_rows()
    headings()
    totals()
    rows_that_are_none()
    left_alone()


def several_tables() -> None:
    left, right = table(EIGHT_WRONG, ANNA), table(SIX_WRONG, EMIL)
    wide = [[*row, None, *(right[at] if at < len(right) else [])] for at, row in enumerate(left)]
    with_openpyxl("place/side-by-side.xlsx", {"Abend": [["Tisch 1", *[None] * 5, "Tisch 2"], *wide]})
    close = [[*row, *(right[at] if at < len(right) else [None] * 5)] for at, row in enumerate(left)]
    with_text("place/side-by-side-no-gap.csv", csv_text(close))
    with_openpyxl("place/one-below-another.xlsx", {"Abend": [["Tisch 1"], *left, [], ["Tisch 2"], *right]})
    again = table(SIX_WRONG, ANNA)
    with_text("place/two-rounds.csv", csv_text([["1. Runde"], *left, [], ["2. Runde"], *again]))
    sheets = {"Runde 1": left, "Chouette": CHOUETTE, "Runde 2": table(SIX, EMIL)}
    with_xlsxwriter("place/several-sheets.xlsx", sheets)


def tables_that_belong_together() -> None:
    shared = [[*row, None, *(EMIL if at == 0 else EIGHT[at - 1])] for at, row in enumerate(WRONG)]
    with_openpyxl("place/shared-numbers.xlsx", {"Abend": shared})
    both = [[*row, None, *(ANNA if at == 0 else running(EIGHT)[at - 1])] for at, row in enumerate(WRONG)]
    above: list[Row] = [[None, "Punkte", *[None] * 4, "Stand"]]
    with_xlsxwriter("place/points-and-totals.xlsx", {"Tisch 1": [*above, *both]})
    page: Row = ["Übertrag", *sums(EIGHT[:4])]
    with_text("place/pages.csv", csv_text([*WRONG[:5], page, [], WRONG[0], page, *WRONG[5:], SUMS]))
    with_text("place/headings-again.csv", csv_text([*WRONG[:5], WRONG[0], *WRONG[5:], SUMS]))


def players_in_rows() -> None:
    with_xlsxwriter("place/players-in-rows.xlsx", {"Tisch 1": turned(WRONG)})
    text = csv_text([["Doppelkopf am Freitag"], *turned([*WRONG, SUMS])])
    with_text("place/players-in-rows-total.csv", text)
    _, *names = turned(WRONG)
    with_text("place/players-in-rows-bare.csv", csv_text(names))
    words: Row = ["Spieler", *(f"{at}. Spiel" for at in range(1, 9))]
    with_text("place/players-in-rows-words.csv", csv_text([words, *names]))


def headings() -> None:
    title: list[Row] = [
        ["Doppelkopfclub Herz-Dame e. V."],
        ["Runde", 2, "Tisch", 3],
        ["Datum", date(2014, 11, 15)],
        ["Schreiber: Anna"],
        [],
    ]
    with_xlsxwriter("place/title-lines.xlsx", {"Tisch 3": [*title, *WRONG]})

    both: list[Row] = [
        ["Liste vom 15. November"],
        ["Spiel", *(word for name in ANNA for word in (name, None))],
        [None, *["+/−", "Stand"] * 4],
    ]
    for at, (points, stand) in enumerate(zip(EIGHT_WRONG, running(EIGHT), strict=True), 1):
        both.append([at, *(number for pair in zip(points, stand, strict=True) for number in pair)])
    with_openpyxl("place/merged-headings.xlsx", {"Tisch 1": both}, merge_headings)
    named = [
        [None if at == 0 else cell for at, cell in enumerate(both[1])],
        ["Spiel", *["Punkte", "Stand"] * 4],
    ]
    with_text("place/headings-points-and-stand.csv", csv_text([*named, *both[3:]]))
    counted = [WRONG[0], *([f"Spiel {row[0]}", *row[1:]] for row in WRONG[1:])]
    with_text("place/numbers-in-words.csv", csv_text(counted))

    wide = [[row[0], *(cell for value in row[1:] for cell in (value, None))] for row in WRONG]
    with_openpyxl("place/merged-wide-names.xlsx", {"Tisch 1": wide}, merge_names)

    for sign, name in (("+/-", "csv"), ("+/−", "ods")):
        rows: list[Row] = [[None, *ANNA], ["Spiel", *[sign] * 4], *WRONG[1:]]
        if name == "csv":
            with_text("place/headings-in-two-rows.csv", csv_text(rows))
        else:
            with_odfpy("place/headings-in-two-rows.ods", {"Tisch 1": rows})

    spaced = [[cell for value in row for cell in (value, None)][:-1] for row in WRONG]
    with_openpyxl("place/spacer-columns.xlsx", {"Tisch 1": spaced}, narrow)


def merge_headings(sheet) -> None:
    sheet.merge_cells("A1:I1")
    sheet.merge_cells("A2:A3")
    for area in ("B2:C2", "D2:E2", "F2:G2", "H2:I2"):
        sheet.merge_cells(area)


def merge_names(sheet) -> None:
    for area in ("B1:C1", "D1:E1", "F1:G1", "H1:I1"):
        sheet.merge_cells(area)


def narrow(sheet) -> None:
    for letter in "BDFH":
        sheet.column_dimensions[letter].width = 1.5


def totals() -> None:
    right = table(EIGHT, ANNA)
    wrong_sums: Row = [
        "Summe",
        *((f"=SUM({c}2:{c}9)", value) for c, value in zip("BCDE", [6, 2, 1, -8], strict=True)),
    ]
    with_xlsxwriter("place/total-below.xlsx", {"Tisch 1": [*right, wrong_sums]})
    with_openpyxl("place/total-above.xlsx", {"Tisch 1": [WRONG[0], SUMS, *WRONG[1:]]})
    with_openpyxl("place/total-above-names.xlsx", {"Tisch 1": [["Gesamt", *sums(EIGHT)], *WRONG]})

    rank: Row = ["Platz", 1, 2, 3, 4]
    euros: Row = ["Euro", "0.60", "0.20", 0, "-0.80"]
    with_text("place/sums-rank-and-euros.csv", csv_text([*WRONG, SUMS, rank, euros]))
    with_text("place/rank-below.csv", csv_text([*WRONG, rank]))
    counts: list[Row] = [[], ["Siege", 5, 4, 4, 3], ["Soli", 1, 0, 0, 0]]
    with_text("place/counts-below.csv", csv_text([*WRONG, *counts]))
    middle: Row = ["Zwischensumme", *sums(EIGHT[:4])]
    with_text("place/subtotal.csv", csv_text([*WRONG[:5], middle, *WRONG[5:], SUMS]))

    carried = [10, -7, 5, -8]
    end = ["Summe", *(a + b for a, b in zip(carried, sums(EIGHT), strict=True))]
    with_openpyxl("place/carried-in.xlsx", {"Blatt 2": [WRONG[0], ["Übertrag", *carried], *WRONG[1:], end]})
    page: Row = ["Übertrag", *sums(EIGHT[:4])]
    with_text("place/carried-between.csv", csv_text([*WRONG[:5], page, page, *WRONG[5:], SUMS]))
    stand = running(EIGHT, carried)
    stand[4][3] = -stand[4][3]
    rows = table(stand, ANNA)
    with_text("place/carried-totals.csv", csv_text([rows[0], ["Übertrag", *carried], *rows[1:]]))
    stand = running(EIGHT)
    page = ["Übertrag", *stand[3]]
    stand[4][3] = -stand[4][3]
    rows = table(stand, ANNA)
    with_text("place/carried-between-totals.csv", csv_text([*rows[:5], page, *rows[5:]]))


def rows_that_are_none() -> None:
    notes: list[Row] = [
        *WRONG[:4],
        ["Pause: die Pizza kommt um 20:15 Uhr"],
        *WRONG[4:6],
        [None, "Dora schreibt ab jetzt"],
        *WRONG[6:],
        [],
        ["Getränke", 12.5],
    ]
    with_openpyxl("place/notes-between.xlsx", {"Tisch 1": notes}, lambda sheet: sheet.merge_cells("A5:E5"))

    dealt = [[row[0], "Geber" if at == 0 else ANNA[(at - 1) % 4], *row[1:]] for at, row in enumerate(WRONG)]
    ahead: list[Row] = [[game, ANNA[(game - 1) % 4]] for game in range(9, 13)]
    with_openpyxl("place/half-filled-end.xlsx", {"Tisch 1": [*dealt, *ahead]})
    with_text("place/half-filled-row.csv", csv_text([*table(EIGHT, ANNA), [9, 2, 2, None, None]]))

    games: list[Row] = [*WRONG[1:], *([at] for at in range(9, 31))]
    template = [
        [*WRONG[0], "Kontrolle"],
        *([*row, *[None] * (5 - len(row)), f"=SUM(B{at}:E{at})"] for at, row in enumerate(games, 2)),
        ["Gesamt", *(f"=SUM({c}2:{c}31)" for c in "BCDEF")],
    ]
    made = with_openpyxl("place/template.xlsx", {"Vorlage": template})
    with_libreoffice("place/template.ods", made)
    with_libreoffice("place/template.xlsx", made)


def left_alone() -> None:
    statistics: list[Row] = [
        ["Spieler", "Spiele", "Gewonnen", "Soli", "Punkte", "Schnitt"],
        ["Anna", 8, 5, 1, 6, 0.75],
        ["Bernd", 8, 4, 0, 2, 0.25],
        ["Chris", 8, 4, 0, 0, 0],
        ["Dora", 8, 3, 0, -8, -1],
    ]
    pivot: list[Row] = [
        ["Monat", "(Alle)"],
        [],
        ["Zeilenbeschriftungen", "Summe von Punkte"],
        ["Anna", 6],
        ["Bernd", 2],
        ["Chris", 0],
        ["Dora", -8],
        ["Gesamtergebnis", 0],
    ]
    with_xlsxwriter(
        "place/statistics-and-pivot.xlsx", {"Tisch 1": WRONG, "Statistik": statistics, "Pivot": pivot}
    )
    beside = [
        [*row, None, *(statistics[at][:4] if at < len(statistics) else [])] for at, row in enumerate(WRONG)
    ]
    with_openpyxl("place/statistics-beside.xlsx", {"Tisch 1": beside})
    with_openpyxl("place/statistics-below.xlsx", {"Tisch 1": [*WRONG, [], [], *statistics]})
    with_xlsxwriter("place/chart-sheet.xlsx", {"Tisch 1": WRONG}, with_chart)


def with_chart(book, sheet) -> None:
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "='Tisch 1'!$B$2:$B$9"})
    book.add_chartsheet("Verlauf").set_chart(chart)

"""Three evenings of two tables, made with LibreOffice: titles, merged cells, formulas, rows left over.

What is odd about them is what happens: a guest, a misspelt name, a digit too many, the copy of a sheet in
another evening's folder, and a file that is no sheet. The games are chosen by hand, so that their sums are
known; in which hand people write, the order of columns and the notes hang on a seed.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill

GAMES = (
    (
        *((2, 2, -2, -2), (-1, 1, 1, -1), (3, -1, -1, -1), (1, -1, 1, -1)),
        *((-2, 2, -2, 2), (1, 1, -1, -1), (-1, -1, 3, -1), (2, -2, 2, -2)),
    ),
    (
        *((1, -1, -1, 1), (2, -2, 2, -2), (-1, -1, 1, 1), (-3, 1, 1, 1)),
        *((1, 1, -1, -1), (-2, 2, 2, -2), (1, -1, 1, -1), (2, 2, -2, -2)),
    ),
)
"""What the four seats of the first table of an evening get: 5, 1, 1 and −7; of the second: 1, 1, 3 and −5."""
EVENINGS = {
    "2026-01-15": (("Anke", "Bernd", "Christa", "Dieter"), ("Erika", "Frank", "Gisela", "Holger")),
    # Jens is there for Holger.
    "2026-02-19": (("Erika", "Bernd", "Gisela", "Anke"), ("Christa", "Dieter", "Jens", "Frank")),
    # Christa is misspelt.
    "2026-03-19": (("Gisela", "Holger", "Christta", "Frank"), ("Dieter", "Anke", "Erika", "Bernd")),
}
ORDERS = {
    "2026-01-15": (0, 1, 2, 3, 4, 5, 6, 7),
    "2026-02-19": (7, 6, 5, 4, 3, 2, 1, 0),
    "2026-03-19": (3, 4, 5, 6, 7, 0, 1, 2),
}
"""The games come in another order each evening: the same in the same order would be a copy."""
FAULTY = "2026-02-19/Tisch 1.xlsx"
"""Here game 6 gives Erika 13 instead of 3."""
COPY = "2026-03-19/Kopie von Tisch 1.xlsx"
"""That of the first evening, in the folder of the third."""
SHOPPING = "2026-02-19/Einkaufsliste.csv"
_ROWS = 20
"""The template has room for so many games."""


def make(folder: Path, office: str, seed: int = 24) -> None:
    """Makes the folders of the season, one an evening."""
    chance = random.Random(seed)
    for day, tables in EVENINGS.items():
        for number, (names, games) in enumerate(zip(tables, GAMES, strict=True), 1):
            rows = [list(games[at]) for at in ORDERS[day]]
            if f"{day}/Tisch {number}.xlsx" == FAULTY:
                assert rows[5][0] == 3
                rows[5][0] = 13
            place = folder / day / f"Tisch {number}.xlsx"
            place.parent.mkdir(parents=True, exist_ok=True)
            _book(chance, f"Doppelkopfabend {day}, Tisch {number}", names, rows).save(place)
    _saved_by(office, sorted(folder.rglob("*.xlsx")))
    shutil.copy(folder / "2026-01-15" / "Tisch 1.xlsx", folder / COPY)
    (folder / SHOPPING).write_text("Was;Wieviel;Preis\nBier;20;1,20\nBrezeln;16;0,80\n", encoding="utf-8")


def _book(chance: random.Random, title: str, names: tuple[str, ...], rows: list[list[int]]) -> Workbook:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Abend"
    sheet["A1"] = title
    sheet["A1"].font = Font(bold=True, size=14)
    sheet["A1"].fill = PatternFill("solid", "FF" + chance.choice(("FFEE99", "DDEEFF", "EEFFDD")))
    sheet.merge_cells("A1:F1")
    sheet["A2"] = chance.choice(("Geber zahlt die erste Runde", "Raucherpause um 21 Uhr"))
    sheet.append([])
    sheet.append(["Spiel", *names, "Kontrolle"])
    first = sheet.max_row + 1
    for number in range(1, _ROWS + 1):
        at = sheet.max_row + 1
        played = rows[number - 1] if number <= len(rows) else [None] * len(names)
        sheet.append([number, *played, f"=SUM(B{at}:E{at})" if number <= len(rows) else None])
    last = sheet.max_row
    sheet.append(["Summe", *(f"=SUM({column}{first}:{column}{last})" for column in "BCDE")])
    sheet.append([])
    sheet.append(["Unterschrift"])
    return book


def _saved_by(office: str, books: list[Path]) -> None:
    """Has LibreOffice save workbooks once more, which works the formulas out."""
    for book in books:
        there = book.parent / "saved"
        call = [office, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(there)]
        subprocess.run([*call, str(book)], check=True, capture_output=True, timeout=120)
        (there / book.name).replace(book)
        there.rmdir()

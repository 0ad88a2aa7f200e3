"""Makes the samples anew: ``python tests/tools/make_samples.py``. They are committed as it writes them.

The chouette is the example of the MCC extra rule. The Doppelkopf event has the players of the TCG
tournament of 2014; its games are made up, so that Brigitte gets 8 and −5 points in 20 games each.
"""

from __future__ import annotations

import random
from datetime import datetime
from itertools import count
from pathlib import Path

import event_samples
import yatzy_samples
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
MADE = datetime(2014, 11, 15, 18, 0)  # noqa: DTZ001 - workbooks know no time zones
Row = list[int | str | None]

MCC: list[Row] = [
    ["Peter", "Gabi", "Hansi", "Maria", "Kontrolle"],
    [-12, 9, -25, 28, "37/37"],
    [-14, 13, "/", 26, "/"],
    [-16, "/", -21, 24, "/"],
    [-8, 21, -45, 32, "53/53"],
]
LOG_HEAD: Row = ["Spiel", "Spieler", "Aktion", "An", "Wert"]
MCC_LOG: list[Row] = [
    LOG_HEAD,
    [1, None, "Reihenfolge", "Gabi, Hansi, Peter, Maria", None],
    [1, None, "Eröffnung", "4-2", None],
    [1, "Gabi", "Wurf", None, None],
    [1, "Hansi", "doppelt", "Gabi", 2],
    [1, "Peter", "doppelt", "Gabi", 2],
    [1, "Maria", "doppelt", "Gabi", 2],
    [1, "Gabi", "nimmt", "Hansi, Peter, Maria", 2],
    [1, "Hansi", "Wurf", None, None],
    [1, "Gabi", "doppelt", "Hansi, Peter, Maria", 4],
    [1, "Peter", "passt", "Gabi", None],
    [1, "Maria", "passt", "Gabi", None],
    [1, "Hansi", "nimmt", "Gabi", 4],
    [1, "Peter", "Extra", "Hansi", 4],
    [1, "Maria", "Extra", "Hansi", 4],
    [1, "Hansi", "akzeptiert", None, None],
    [1, "Box", "gewinnt", "Gammon", None],
]
# Dice for the seats, an automatic double, Jacoby on two untouched cubes, a beaver, simultaneous doubles.
COUETTE_LOG: list[Row] = [
    ["Parti", "Spiller", "Handling", "Til", "Verdi"],
    [1, None, "rekkefølge", '"Anna 6-5, Bjørn 6-3, Cato 4, Dina 2"', None],
    [1, None, "åpning", "3-3", 2],
    [1, None, "åpning", "5-2", None],
    [1, "Bjørn", "kast", None, None],
    [1, "Anna", "dobler", "Dina", 4],
    [1, "Dina", "bever", "Anna", 8],
    [1, "laget", "vinner", "gammon", None],
    [2, None, "rekkefølge", '"Bjørn, Cato, Dina, Anna"', None],
    [2, None, "åpning", "6-1", None],
    [2, "Cato", "dobler", "Bjørn", None],
    [2, "Dina", "dobler", "Bjørn", None],
    [2, "Anna", "dobler", "Bjørn", None],
    [2, "Bjørn", "tar", '"Cato, Dina"', 2],
    [2, "Bjørn", "passer", "Anna", None],
    [2, "Cato", "kast", None, None],
    [2, "boks", "vinner", "enkelt", None],
    [3, None, "rekkefølge", '"Bjørn, Dina, Anna, Cato"', None],
]
COUETTE_EVENT = """[event]
name = "Couette i klubben"
game = "chouette"
preset = "couette"
"""
EVENT = """[event]
name = "TCG Doppelkopfturnier"
date = 2014-11-15
game = "doppelkopf"
preset = "tcg"

[ranking]
method = "normalized"   # points / games * scale, added up over the rounds
scale = 100

[[rounds]]
name = "Runde 1"
sheets = ["runde1/*.xlsx"]

[[rounds]]
name = "Runde 2"
sheets = ["runde2/*.xlsx"]

[players]
Brigitte = ["Gitte"]    # another spelling on one of the sheets
"""
TABLES = {
    "runde1/tisch1.xlsx": ["Holger", "Anke", "Brigitte", "Achim"],
    "runde1/tisch2.xlsx": ["Frank", "Dagmar", "Lumpi", "Michelle"],
    "runde2/tisch1.xlsx": ["Holger", "Frank", "Gitte", "Dagmar"],
    "runde2/tisch2.xlsx": ["Lumpi", "Anke", "Michelle", "Achim"],
}
WANTED = {("runde1/tisch1.xlsx", "Brigitte"): 8, ("runde2/tisch1.xlsx", "Gitte"): -5}
VALUES = [1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 8]


def save(path: Path, sheets: dict[str, list[Row]], title: str | None = None) -> None:
    """Writes a workbook as a club would: a title, headings in bold, columns wide enough."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        if title:
            sheet.append([title])
            sheet["A1"].font = Font(bold=True, size=14)
            sheet.append([])
        head = sheet.max_row + 1 if title else 1
        for row in rows:
            sheet.append(row)
        for cell in sheet[head]:
            cell.font = Font(bold=True)
            cell.fill = PatternFill("solid", fgColor="DDE6E0")
            cell.alignment = Alignment(horizontal="center")
        for column in range(1, len(rows[0]) + 1):
            sheet.column_dimensions[get_column_letter(column)].width = 12
        sheet.freeze_panes = sheet.cell(head + 1, 1)
    book.properties.creator = "TCG"
    book.properties.created = book.properties.modified = MADE
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)


def games(players: list[str], number: int, seed: int, *, dealer: bool = False) -> list[Row]:
    """Games of a table: normal ones, some solos; at five the dealer sits out."""
    chance = random.Random(seed)
    rows: list[Row] = []
    for game in range(number):
        sitter = game % len(players) if len(players) > 4 else None
        seats = [seat for seat in range(len(players)) if seat != sitter]
        value = chance.choice(VALUES)
        points: Row = [None] * len(players)
        chance.shuffle(seats)
        if chance.random() < 0.1:
            sign = chance.choice([1, 1, -1])
            for seat in seats[1:]:
                points[seat] = -sign * value
            points[seats[0]] = 3 * sign * value
        else:
            for place, seat in enumerate(seats):
                points[seat] = value if place < 2 else -value
        rows.append([game + 1, *([players[game % len(players)]] if dealer else []), *points])
    return rows


def total(rows: list[Row], first: int, label: str = "Summe") -> Row:
    """The row of the column sums."""
    sums: Row = [sum(int(row[column] or 0) for row in rows) for column in range(first, len(rows[0]))]
    return [label, *([None] * (first - 1)), *sums]


def table(name: str, players: list[str]) -> list[Row]:
    """A table of the event, with the points that are wanted of a player."""
    for seed in count(2014):
        rows = games(players, 20, seed)
        sums = total(rows, 1)
        if all(sums[players.index(p) + 1] == n for (t, p), n in WANTED.items() if t == name):
            return [["Spiel", *players], *rows, sums]
    raise AssertionError


def bock_rounds(*, faulty: bool) -> list[Row]:
    """A club's evening: after a game without points the next four count double, and losers pay 5 cents a
    point into a box. Faulty: a Bock game is not marked, and an amount has two digits swapped."""
    four = ["Anna", "Bernd", "Chris", "Dora"]
    rows: list[Row] = [["Spiel", *four, "Bock"]]
    left = 0
    for row in games(four, 24, 11):
        number, *points = row
        nobody = number in {3, 10, 18}
        mark = "BOCK"[4 - left] if left else None
        doubled = [0 if nobody else int(cell or 0) * (2 if mark else 1) for cell in points]
        rows.append([number, *doubled, None if faulty and number == 12 else mark])
        left = 4 if nobody else max(0, left - 1)
    lost = [sum(max(0, -int(row[at] or 0)) for row in rows[1:]) for at in range(1, 5)]
    paid = [f"{5 * points // 100}.{5 * points % 100:02}" for points in lost]
    if faulty:
        paid[1] = paid[1][:-2] + paid[1][:-3:-1]
    return [*rows, total([row[:5] for row in rows[1:]], 1), ["Kasse €", *paid]]


def write_csv(path: Path, rows: list[Row], delimiter: str = ",") -> None:
    """Writes a CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [delimiter.join("" if value is None else str(value) for value in row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Writes all samples."""
    write_csv(SAMPLES / "chouette" / "mcc-extra.csv", MCC)
    faulty = [list(row) for row in MCC]
    faulty[1][4] = "37/36"
    faulty[3][0] = -17
    save(SAMPLES / "chouette" / "mcc-extra.xlsx", {"Richtig": MCC, "Mit Fehlern": faulty})
    save(SAMPLES / "chouette" / "mcc-log.xlsx", {"Protokoll": MCC_LOG, "Zettel": MCC})
    # Hansi takes without an offer, since the double is not written down; and his last total is off.
    wrong_log = [row for row in MCC_LOG if row[1:3] != ["Gabi", "doppelt"]]
    save(SAMPLES / "chouette" / "log-row-missing.xlsx", {"Protokoll": wrong_log, "Zettel": MCC})
    wrong_totals = [list(row) for row in MCC]
    wrong_totals[4][2:4] = [-46, 33]
    save(SAMPLES / "chouette" / "log-other-total.xlsx", {"Protokoll": MCC_LOG, "Zettel": wrong_totals})
    write_csv(SAMPLES / "chouette" / "couette" / "log.csv", COUETTE_LOG)
    swapped = [list(row) for row in COUETTE_LOG]
    for folder in ("couette", "couette-faulty"):
        event = SAMPLES / "chouette" / folder / "event.toml"
        event.parent.mkdir(parents=True, exist_ok=True)
        event.write_text(COUETTE_EVENT, encoding="utf-8", newline="\n")
    swapped[-1][3] = '"Bjørn, Anna, Dina, Cato"'
    write_csv(SAMPLES / "chouette" / "couette-faulty" / "log.csv", swapped)

    five = ["Anna", "Bernd", "Chris", "Dora", "Emil"]
    rows = games(five, 30, 5, dealer=True)
    head: Row = ["Spiel", "Geber", *five]
    save(
        SAMPLES / "doppelkopf" / "five-players.xlsx",
        {"Tisch 1": [head, *rows, total(rows, 2)]},
        "Doppelkopf im Krug",
    )
    wrong = [list(row) for row in rows]
    paid = next(column for column in range(2, 7) if wrong[6][column])
    wrong[6][paid] = -int(wrong[6][paid] or 0)
    wrong[11][1] = "Anna"
    save(
        SAMPLES / "doppelkopf" / "five-players-faulty.xlsx",
        {"Tisch 1": [head, *wrong, total(rows, 2)]},
        "Doppelkopf im Krug",
    )
    house = SAMPLES / "doppelkopf"
    write_csv(house / "bock-rounds.csv", bock_rounds(faulty=False))
    write_csv(house / "bock-rounds-faulty.csv", bock_rounds(faulty=True))
    for event in ("tcg", "tcg-faulty"):
        folder = SAMPLES / "events" / event
        for name, players in TABLES.items():
            sheet = table(name, players)
            if event == "tcg-faulty" and name == "runde2/tisch2.xlsx":
                sheet[9][2] = -int(sheet[9][2] or 0)
            save(folder / name, {"Tisch " + name[-6]: sheet}, f"TCG 2014, Runde {name[5]}, Tisch {name[-6]}")
        (folder / "event.toml").write_text(EVENT, encoding="utf-8", newline="\n")
    published = [
        ("Holger", 485),
        ("Frank", 175),
        ("Lumpi", 70),
        ("Brigitte", 15),
        ("Anke", -35),
        ("Dagmar", -115),
    ]
    published += [("Achim", -175), ("Michelle", -345)]
    listed: list[Row] = [[rank, *line] for rank, line in enumerate(published, 1)]
    write_csv(SAMPLES / "standings" / "tcg-2014.csv", [["Rang", "Spieler", "Punkte"], *listed])
    yatzy = SAMPLES / "yatzy"
    write_csv(yatzy / "yatzy.csv", yatzy_samples.yatzy())
    write_csv(yatzy / "yatzy-faulty.csv", yatzy_samples.yatzy_faulty())
    write_csv(yatzy / "maxi-yatzy.csv", yatzy_samples.maxi())
    write_csv(yatzy / "kniffel.csv", yatzy_samples.kniffel())
    write_csv(yatzy / "kniffel-faulty.csv", yatzy_samples.kniffel_faulty())
    write_csv(yatzy / "kniffel-block.csv", yatzy_samples.kniffel_block())
    write_csv(yatzy / "kniffel-block-faulty.csv", yatzy_samples.kniffel_block_faulty())
    save(yatzy / "doppel-yatzy.xlsx", yatzy_samples.doppel_yatzy())
    save(yatzy / "doppel-yatzy-faulty.xlsx", yatzy_samples.doppel_yatzy_faulty())
    event_samples.write(SAMPLES / "events", games, write_csv, yatzy_samples.yatzy())


if __name__ == "__main__":
    main()

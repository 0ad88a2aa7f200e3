"""The layouts that clubs keep, with headings in three languages, with a title and without, in three formats:
the right sheet is ok and read as meant, and a slip is found in its cell."""

from __future__ import annotations

import csv
import zipfile
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

import pytest
from openpyxl import Workbook

import scorecheck
from scorecheck.model.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from scorecheck.model.sheet import Sheet

    Value = str | int | float | None
    Heading = str | tuple[str, str, str]

LANGUAGES = ("en", "de", "nb")
TITLES = ("Club evening, table 2", "Spieleabend, Tisch 2", "Klubbkveld, bord 2")
PLAYERS = ("Anna", "Bernd", "Chris", "Dora")
DOKO = (
    (1, -1, -1, 1),
    (-2, 2, 2, -2),
    (3, 3, -3, -3),
    (-1, -1, 3, -1),
    (2, -2, 2, -2),
    (1, 1, -1, -1),
    (-4, 4, -4, 4),
    (5, 5, -5, -5),
    (-2, 2, -2, 2),
)
CHOUETTE = (
    (6, -2, -2, -2),
    (-1, 5, -2, -2),
    (2, -8, 2, 4),
    (-4, -4, 10, -2),
    (1, 2, -7, 4),
    (-2, -2, -4, 8),
    (9, -4, -4, -1),
    (-8, 2, 2, 4),
)
GAME, TOTAL = ("Game", "Spiel", "Spill"), ("Total", "Summe", "Sum")
NAME, POINTS = ("Name", "Name", "Navn"), ("Points", "Punkte", "Poeng")
BOXES = (
    ("Ones", "Einer", "Enere"),
    ("Twos", "Zweier", "Toere"),
    ("Threes", "Dreier", "Treere"),
    ("Fours", "Vierer", "Firere"),
    ("Fives", "Fünfer", "Femmere"),
    ("Sixes", "Sechser", "Seksere"),
    ("Sum", "Summe", "Sum"),
    "Bonus",
    ("One pair", "Ein Paar", "1 par"),
    ("Two pairs", "Zwei Paare", "2 par"),
    ("Three of a kind", "Drilling", "3 like"),
    ("Four of a kind", "Vierling", "4 like"),
    ("Small straight", "Kleine Straße", "Liten straight"),
    ("Large straight", "Große Straße", "Stor straight"),
    ("Full house", "Volles Haus", "Hus"),
    ("Chance", "Chance", "Sjanse"),
    "Yatzy",
    ("Total", "Gesamt", "Totalt"),
)
CARDS = (
    (3, 6, 9, 12, 15, 18, 63, 50, 12, 22, 18, 16, 15, 20, 28, 24, 50, 318),
    (2, 8, 6, 12, 10, 18, 56, 0, 10, 18, 15, 0, 0, 20, 27, 22, 0, 168),
    (1, 4, 9, 8, 20, 12, 54, 0, 8, 14, 12, 8, 15, 0, 13, 19, 50, 193),
    (5, 6, 12, 16, 15, 6, 60, 0, 6, 10, 9, 0, 0, 20, 19, 17, 0, 141),
)
SHORT_BONUS = tuple(
    (*card[:7], 35 if card[7] else 0, *card[8:-1], card[-1] - (15 if card[7] else 0)) for card in CARDS
)


class Layout(NamedTuple):
    """A sheet, or several, and a slip: the place and what stands there then."""

    sheets: dict[str, list[list[Heading | Value]]]
    game: str | None
    layout: str
    slip: tuple[str, int, int, Value]
    """The sheet, the row below the headings from 1 on, the column from 0 on."""
    remarks: bool = False
    """A warning says how it was read."""


def _table(head: Sequence[Heading], *rows: Sequence[Value | Heading]) -> list[list[Heading | Value]]:
    return [list(head), *map(list, rows)]


def _sums(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _running(rows: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    return list(zip(*map(accumulate, zip(*rows, strict=True)), strict=True))


def _numbered(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[number, *row] for number, row in enumerate(rows, 1)]


def _one(
    rows: list[list[Heading | Value]], game: str | None, layout: str, slip: tuple[int, int, Value]
) -> Layout:
    return Layout({"Sheet": rows}, game, layout, ("Sheet", *slip))


def _alone(row: Sequence[int]) -> str:
    return next((PLAYERS[at] for at, points in enumerate(row) if row.count(points) == 1), "-")


TABLES = {
    "R1 T1": DOKO,
    "R1 T2": tuple(tuple(-points for points in row) for row in DOKO[1:]),
    "R2 T1": DOKO[2:],
    "R2 T2": DOKO[:6],
}
OTHERS = ("Emil", "Frieda", "Gerd", "Heike")
SEATS = {"R1 T1": PLAYERS, "R1 T2": OTHERS, "R2 T1": OTHERS, "R2 T2": PLAYERS}


def _ladder() -> list[list[Heading | Value]]:
    scores = dict.fromkeys((*PLAYERS, *OTHERS), 0)
    for name, games in TABLES.items():
        for player, points in zip(SEATS[name], _sums(games), strict=True):
            scores[player] += points
    order = sorted(scores, key=lambda name: -scores[name])
    ranks = {name: 1 + sum(scores[other] > scores[name] for other in scores) for name in scores}
    return _table(
        (("Rank", "Platz", "Plass"), NAME, POINTS), *((ranks[name], name, scores[name]) for name in order)
    )


LAYOUTS = {
    "card-a-row": _one(
        _table(
            (("Player", "Spieler", "Spiller"), *BOXES),
            *((name, *card) for name, card in zip(PLAYERS, CARDS, strict=True)),
        ),
        "yatzy",
        "card",
        (1, 6, 19),
    ),
    "cards": _one(_table(("", *PLAYERS), *zip(BOXES, *CARDS, strict=True)), "yatzy", "card", (5, 2, 11)),
    "long-list": _one(
        _table(
            (("Evening", "Abend", "Kveld"), NAME, POINTS),
            *((at, *pair) for at, row in enumerate(DOKO, 1) for pair in zip(PLAYERS, row, strict=True)),
        ),
        None,
        "list",
        (5, 2, -3),
    ),
    "grid": _one(
        _table(
            (("Date", "Datum", "Dato"), *PLAYERS, "Emil"),
            ("2025-01-12", 24, -8, None, -26, 10),
            ("2025-02-09", -7, None, 18, -11, 0),
            ("2025-03-16", 22, 5, -33, None, 6),
            ("2025-04-13", None, -19, 4, 27, -12),
            ("2025-05-11", 17, 13, -24, -6, None),
            (TOTAL, 56, -9, -35, -16, 4),
        ),
        None,
        "evenings",
        (3, 1, 28),
    ),
    "beers": _one(
        _table(
            (("Round", "Runde", "Runde"), *PLAYERS, ("Beers", "Bier", "Øl")),
            *((number, *row, number % 3 or None) for number, *row in _numbered(DOKO)),
            (TOTAL, *_sums(DOKO), None),
        ),
        "doppelkopf",
        "points",
        (3, 2, 4),
    ),
    "rounds": _one(
        _table(
            (NAME, ("Round 1", "Runde 1", "Runde 1"), ("Round 2", "Runde 2", "Runde 2"), TOTAL),
            ("Chris", 18, 14, 32),
            ("Anna", 11, -4, 7),
            ("Bernd", -9, 7, -2),
            ("Dora", -20, -17, -37),
        ),
        None,
        "evenings",
        (2, 3, 8),
    ),
    "event": Layout(
        {
            name: _table((GAME, *SEATS[name]), *_numbered(games), (TOTAL, *_sums(games)))
            for name, games in TABLES.items()
        }
        | {"Ladder": _ladder()},
        "doppelkopf",
        "points",
        ("Ladder", 2, 2, 99),
    ),
    "minus-only": _one(
        _table(
            (GAME, *PLAYERS, ("Beers", "Bier", "Øl")),
            *(
                (number, *(points if points < 0 else None for points in row), number % 2 + 1)
                for number, *row in _numbered(DOKO)
            ),
            (TOTAL, *(sum(min(points, 0) for points in column) for column in zip(*DOKO, strict=True)), None),
        ),
        "doppelkopf",
        "minus-only",
        (3, 4, -4),
    ),
    "league": _one(
        _table(
            (
                ("Date", "Datum", "Dato"),
                *((f"Player {at}", f"Spieler {at}", f"Spiller {at}") for at in range(1, 5)),
                *((f"Points {at}", f"Punkte {at}", f"Poeng {at}") for at in range(1, 5)),
            ),
            *(
                (f"2025-01-{at:02}", *PLAYERS[at % 4 :], *PLAYERS[: at % 4], *row)
                for at, row in enumerate(DOKO, 1)
            ),
        ),
        "doppelkopf",
        "points",
        (4, 5, 8),
    ),
    "chouette": _one(
        _table((GAME, *PLAYERS), *_numbered(CHOUETTE), (TOTAL, *_sums(CHOUETTE))),
        "chouette",
        "points",
        (2, 2, 6),
    ),
    "money": _one(
        _table(
            (GAME, *PLAYERS),
            *_numbered(DOKO),
            (TOTAL, *_sums(DOKO)),
            (("Pounds", "Euro", "Kroner"), *(points / 20 for points in _sums(DOKO))),
        ),
        "doppelkopf",
        "points",
        (11, 2, 0.7),
    ),
    "carried": Layout(
        {
            "1": _table((GAME, *PLAYERS), *_numbered(_running(DOKO))),
            "2": _table((GAME, *PLAYERS), *_numbered(_running((*DOKO, *DOKO[::-1]))[len(DOKO) :])),
        },
        "doppelkopf",
        "totals",
        ("2", 4, 2, 29),
    ),
    "soloists": _one(
        _table(
            (GAME, *PLAYERS, ("Soloist", "Solist", "Solist")),
            *((number, *row, _alone(row)) for number, *row in _numbered(DOKO)),
        ),
        "doppelkopf",
        "points",
        (4, 3, 2),
    ),
    "winners": _one(
        _table(
            (GAME, ("Winner", "Sieger", "Vinner"), "Anna", "Bernd"),
            *(
                (number, PLAYERS[points < 0], points, -points)
                for number, points in enumerate((4, -6, -8, 13, 7, -2, -5, 9), 1)
            ),
        ),
        "acey-deucey",
        "points",
        (2, 2, 6),
    ),
    "bonus-35": _one(
        _table(("", *PLAYERS), *zip(BOXES, *SHORT_BONUS, strict=True)), "yatzy", "card", (5, 2, 11)
    )._replace(remarks=True),
    "three-games": _one(
        _table((GAME, *PLAYERS), *_numbered(DOKO[:3]), (TOTAL, *_sums(DOKO[:3]))),
        "doppelkopf",
        "points",
        (2, 2, 3),
    ),
}


def _written(layout: Layout, language: int, *, titled: bool, slipped: bool) -> dict[str, list[list[Value]]]:
    """The cells of each sheet, in one language."""
    found: dict[str, list[list[Value]]] = {}
    for name, rows in layout.sheets.items():
        found[name] = [[cell[language] if isinstance(cell, tuple) else cell for cell in row] for row in rows]
        if slipped and name == layout.slip[0]:
            _, row, column, value = layout.slip
            found[name][row][column] = value
        if titled:
            found[name][:0] = [[TITLES[language]], []]
    return found


def _saved(path: Path, sheets: dict[str, list[list[Value]]], kind: str, language: int) -> Path:
    """A file, or a folder of them where a kind of file holds one sheet."""
    target = path / f"book.{kind}"
    if kind == "xlsx":
        book = Workbook()
        book.remove(book.worksheets[0])
        for name, rows in sheets.items():
            page = book.create_sheet(name)
            for row in rows:
                page.append([None if cell == "" else cell for cell in row])
        book.save(target)
        return target
    if kind == "ods":
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("content.xml", "".join(_content(sheets)))
        return target
    for name, rows in sheets.items():
        with (path / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=",;;"[language])
            for row in rows:
                writer.writerow([_text(cell, "." if language == 0 else ",") for cell in row])
    return path if len(sheets) > 1 else path / f"{next(iter(sheets))}.csv"


def _text(cell: Value, point: str) -> str:
    return "" if cell is None else str(cell).replace(".", point) if isinstance(cell, float) else str(cell)


_NAMESPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for short, long in (("office", "office"), ("table", "table"), ("text", "text"))
)


def _content(sheets: dict[str, list[list[Value]]]) -> Iterator[str]:
    yield f'<?xml version="1.0"?><office:document-content {_NAMESPACES}><office:body><office:spreadsheet>'
    for name, rows in sheets.items():
        yield f'<table:table table:name="{escape(name)}">'
        for row in rows:
            yield "<table:table-row>"
            for cell in row or [None]:
                if cell is None or cell == "":
                    yield "<table:table-cell/>"
                    continue
                number = f'float" office:value="{cell}' if isinstance(cell, (int, float)) else "string"
                said = f"<text:p>{escape(str(cell))}</text:p>"
                yield f'<table:table-cell office:value-type="{number}">{said}</table:table-cell>'
            yield "</table:table-row>"
        yield "</table:table>"
    yield "</office:spreadsheet></office:body></office:document-content>"


WALKED = [
    pytest.param(name, language, kind, id=f"{name}-{LANGUAGES[language]}-{kind}")
    for at, name in enumerate(LAYOUTS)
    for language in range(len(LANGUAGES))
    for number, kind in enumerate(("csv", "xlsx", "ods"))
    # Only in CSV does the language make more than the words: commas. Of a workbook one in turn is looked at.
    if kind == "csv" or (at + number) % len(LANGUAGES) == language
]


@pytest.mark.parametrize(("name", "language", "kind"), WALKED)
def test_layout(tmp_path: Path, name: str, language: int, kind: str) -> None:
    layout = LAYOUTS[name]
    for titled in (False, True):
        for slipped in (False, True):
            folder = tmp_path / f"{titled}{slipped}"
            folder.mkdir()
            sheets = _written(layout, language, titled=titled, slipped=slipped)
            report = scorecheck.validate(_saved(folder, sheets, kind, language))
            read = [one for file in report.checked.files for one in file.sheets]
            ours = [
                one
                for one in read
                if one.sheet.name != "Ladder" and not one.sheet.path.endswith("Ladder.csv")
            ]
            assert {(one.sheet.game, _layout(one.sheet)) for one in ours} == {(layout.game, layout.layout)}
            told = [one for one in report.findings if one.severity is not Severity.INFO]
            if slipped:
                _, row, column, _ = layout.slip
                place = f"{chr(ord('A') + column)}{row + 1 + 2 * titled}"
                assert place in [one.cell.a1 for one in told if one.cell], told
            elif layout.remarks:
                assert report.ok
            else:
                assert {file.status for file in report.checked.files} == {"ok"}, report.messages()


def _layout(sheet: Sheet) -> str:
    return sheet.notation if sheet.notation == "minus-only" else sheet.layout

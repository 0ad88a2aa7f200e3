"""Blank scoresheets: what stands on them, and that nobody's name is anything but a name."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import openpyxl
import pytest

from golden.small_event import HOSTILE_NAMES
from scorecheck.games import registry
from scorecheck.reports.blank import MOST_ROWS, NoBlank, blank_of, fitting, layouts_of
from scorecheck.reports.blank_pdf import blank_data, blank_pdf
from scorecheck.reports.blank_xlsx import blank_xlsx
from scorecheck.reports.messages import LANGUAGES, Language, Messages
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.printing import Printing

FOUR = ("Anna", "Bernd", "Chris", "Øystein")
ALL = [(game, layout) for game in registry.GAMES for layout in layouts_of(game)]


def opened(data: bytes) -> Any:
    return openpyxl.load_workbook(BytesIO(data)).worksheets[0]


def test_there_are_sheets_of_these_games() -> None:
    assert {("doppelkopf", "points"), ("doppelkopf", "totals"), ("chouette", "totals")} <= set(ALL)
    for game, layout in ALL:
        assert layout in {one.name for one in registry.load(game).layouts}


def test_points_with_control_sums_and_standing() -> None:
    sheet = opened(blank_xlsx(blank_of("doppelkopf", None, 3), FOUR, Messages("de"), title="Abend"))
    assert [[cell.value for cell in row] for row in sheet.iter_rows(1, 7, 1, 8)] == [
        ["Abend", None, None, None, None, None, None, None],
        [None] * 8,
        ["Spiel", *FOUR, "Kontrolle", "Bemerkung", "Anna Summe"],
        [1, *[None] * 4, '=IF(COUNT(B4:E4)=0,"",SUM(B4:E4))', None, '=IF(COUNT($B4:$E4)=0,"",SUM(B$4:B4))'],
        [2, *[None] * 4, '=IF(COUNT(B5:E5)=0,"",SUM(B5:E5))', None, '=IF(COUNT($B5:$E5)=0,"",SUM(B$4:B5))'],
        [3, *[None] * 4, '=IF(COUNT(B6:E6)=0,"",SUM(B6:E6))', None, '=IF(COUNT($B6:$E6)=0,"",SUM(B$4:B6))'],
        ["Summe", "=SUM(B4:B6)", "=SUM(C4:C6)", "=SUM(D4:D6)", "=SUM(E4:E6)", None, None, None],
    ]
    assert sheet.freeze_panes == "B4"
    assert sheet.print_area == "'Doppelkopf'!$A$1:$K$7"
    (rule,) = sheet.conditional_formatting
    assert rule.sqref == "A4:F6" or str(rule.sqref) == "A4:F6"
    assert rule.rules[0].formula == ["AND(COUNT($B4:$E4)>0,OR(SUM($B4:$E4)<>0,COUNT($B4:$E4)<4))"]
    (check,) = sheet.data_validations.dataValidation
    assert (check.type, str(check.sqref)) == ("whole", "B4:E6")


def test_names_are_never_formulas() -> None:
    for start in range(0, len(HOSTILE_NAMES), 4):
        names = HOSTILE_NAMES[start : start + 4]
        sheet = opened(blank_xlsx(blank_of("doppelkopf", "points"), names, Messages("en"), title=names[0]))
        for cell in (*sheet[3], sheet["A1"]):
            assert cell.data_type != "f"
            assert (cell.value or "").isprintable()
    assert sheet["A1"].value == "{sum:+}"


def test_blank_sheets_do_not_bear_our_mark() -> None:
    """Filled in they are read like any other, so nothing may take them for our own."""
    data = blank_xlsx(blank_of("chouette", None), FOUR, Messages("en"))
    assert not carries_mark(data)
    properties = openpyxl.load_workbook(BytesIO(data)).properties
    assert "scorecheck" not in (properties.creator or "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "layout"), ALL)
def test_every_sheet_in_every_language_on_screen_and_paper(lang: Language, game: str, layout: str) -> None:
    blank = blank_of(game, layout)
    names = [f"Anna {at}" for at in range(blank.most)]
    sheet = opened(blank_xlsx(blank, names, Messages(lang), title="T", table="Tisch [1]/2"))
    assert sheet.title == "Tisch  1  2"
    data = blank_data(blank, names, Messages(lang))
    assert len(data["rows"]) == len(data["strong"])
    assert blank_pdf(data, Printing(archive=True)).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("reason", "players"),
    [
        ("players", FOUR[:3]),
        ("players", ("A", "B", "C", "D", "E", "F", "G", "H")),
        ("twice", ("A", "B", "C", "a")),
    ],
)
def test_players_who_do_not_fit(reason: str, players: tuple[str, ...]) -> None:
    with pytest.raises(NoBlank) as caught:
        fitting(blank_of("doppelkopf", None), players)
    assert caught.value.reason == reason
    for lang in LANGUAGES:
        assert Messages(lang).label(f"cli.new-{reason}", **caught.value.params)


@pytest.mark.parametrize(("layout", "rows"), [("standings", None), ("points", 0), ("points", MOST_ROWS + 1)])
def test_sheets_that_there_are_not(layout: str, rows: int | None) -> None:
    with pytest.raises(NoBlank) as caught:
        blank_of("doppelkopf", layout, rows)
    for lang in LANGUAGES:
        assert Messages(lang).label(f"cli.new-{caught.value.reason}", **caught.value.params)

"""Blank scoresheets: what stands on them, and that nobody's name is anything but a name."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import scorecheck
from golden.small_event import HOSTILE_NAMES
from scorecheck.games import registry
from scorecheck.reports.blank import (
    MOST_ROWS,
    NoBlank,
    blank_data,
    blank_of,
    fitting,
    layouts_of,
    with_values,
)
from scorecheck.reports.blank_xlsx import blank_xlsx
from scorecheck.reports.messages import LANGUAGES, Language, Messages
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.printing import Printing, printed

FOUR = ("Anna", "Bernd", "Chris", "Øystein")
YATZY = registry.load("yatzy")
ALL = [(game, layout) for game in registry.GAMES for layout in layouts_of(game)]


def opened(data: bytes) -> Any:
    return openpyxl.load_workbook(BytesIO(data)).worksheets[0]


def test_there_is_one_for_each_layout_of_each_game() -> None:
    rulesets = [registry.load(game) for game in registry.GAMES]
    assert set(ALL) == {(ruleset.game, layout.name) for ruleset in rulesets for layout in ruleset.layouts}


def test_facts_with_the_points_behind_them() -> None:
    sheet = opened(blank_xlsx(blank_of("doppelkopf", "detail", 2), FOUR, Messages("de")))
    heads = [cell.value for cell in sheet[3]]
    assert heads[:6] == ["Spiel", "Geber", "Art", "Re", "Augen Re", "Augen Kontra"]
    assert heads[10:14] == ["1. Stich", "1. Stich an", "2. Stich", "3. Stich"]
    assert heads[15:] == [*FOUR, "Kontrolle", "Bemerkung"]
    assert sheet["F4"].value == '=IF(ISNUMBER(E4),240-E4,"")'
    assert sheet["S6"].value == "=SUM(S4:S5)"
    lists = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    assert lists["B4:B5"] == "$P$3:$S$3"
    assert lists["C4:C5"].startswith('"normal,Hochzeit,Armut,stille Hochzeit,Damensolo')
    assert "Anna + Øystein" in lists["D4:D5"]


@pytest.mark.usefixtures("no_repairs")
def test_boxes_of_a_card_take_what_dice_can_give() -> None:
    """After the rules of Yatzy; what a club scores the international way is not refused."""
    blank = with_values(blank_of("yatzy", "card"), YATZY)
    sheet = opened(blank_xlsx(blank, ("Anna",), Messages("de")))
    rules = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    assert rules["B6"].endswith('",",0,3,6,9,12,15,x,-,/,"))')
    assert rules["B16"].endswith('",",0,15,30,x,-,/,"))')
    assert sheet["B11"].value == "=IF(B10>=63,50,0)"
    strict = with_values(blank_of("yatzy", "card"), YATZY, {"international": True})
    sheet = opened(blank_xlsx(strict, ("Anna",), Messages("de")))
    assert sheet["B11"].value == "=IF(B10>=63,35,0)"


def test_a_block_of_games() -> None:
    """Six games of each player side by side, and behind them what they come to, row by row."""
    blank = with_values(blank_of("yatzy", "card", preset="kniffel", games=6), YATZY)
    sheet = opened(blank_xlsx(blank, ("Anna", "Bernd"), Messages("de")))
    assert [cell.value for cell in sheet[2] if cell.value] == ["Anna", "Bernd"]
    games = [*(f"Spiel {number}" for number in range(1, 7)), "Summe"]
    assert [cell.value for cell in sheet[3]] == ["Kategorie", *games, *games]
    labels = {sheet.cell(row, 1).value: row for row in range(4, 22)}
    assert (labels["Bonus"], labels["Summe mit Bonus"], labels["Summe unten"]) == (11, 12, 20)
    assert sheet["B12"].value == "=B10+B11"
    assert sheet["M20"].value == "=SUM(M13:M19)"
    assert sheet["M21"].value == "=M12+M20"
    assert sheet["O21"].value == '=IF(COUNT(I21:N21)=0,"",SUM(I21:N21))'
    rules = {str(rule.sqref) for rule in sheet.data_validations.dataValidation}
    assert {"B4:G4", "I4:N4"} <= rules


@pytest.mark.parametrize(("layout", "games"), [("card", 0), ("card", 13), ("dice", 6)])
def test_blocks_that_there_are_not(layout: str, games: int) -> None:
    with pytest.raises(NoBlank):
        blank_of("yatzy", layout, games=games)


@pytest.mark.parametrize(("game", "layout"), ALL)
@pytest.mark.slow
def test_rules_of_cells_are_such_as_excel_takes(game: str, layout: str) -> None:
    """At most 255 characters in a rule for a cell, and no list in braces in that for a colour."""
    ruleset = registry.load(game)
    for preset in (None, *ruleset.presets):
        blank = with_values(blank_of(game, layout, preset=preset), ruleset)
        names = [f"{'Anna' * 9} {at}" for at in range(blank.most)]
        sheet = opened(blank_xlsx(blank, names, Messages("de")))
        for rule in sheet.data_validations.dataValidation:
            assert len(rule.formula1) <= 255
            assert len(rule.error or "") <= 255
        for cells in sheet.conditional_formatting:
            for rule in cells.rules:
                assert "{" not in "".join(rule.formula)


@pytest.mark.slow
def test_only_sheets_that_cannot_be_told_apart_say_what_they_are() -> None:
    said = {
        (game, layout, preset): keywords
        for game, layout in ALL
        for preset in (None, *registry.load(game).presets)
        if (
            keywords := openpyxl.load_workbook(
                BytesIO(blank_xlsx(blank_of(game, layout, preset=preset), FOUR[:2], Messages("en")))
            ).properties.keywords
        )
    }
    assert said == {
        ("doppelkopf", "detail", "ddv"): "scoresheet game=doppelkopf layout=detail preset=ddv",
        ("doppelkopf", "rounds", None): "scoresheet game=doppelkopf layout=rounds",
        ("doppelkopf", "rounds", "tcg"): "scoresheet game=doppelkopf layout=rounds preset=tcg",
        ("doppelkopf", "rounds", "ddv"): "scoresheet game=doppelkopf layout=rounds preset=ddv",
        ("acey-deucey", "totals", None): "scoresheet game=acey-deucey layout=totals",
        ("acey-deucey", "totals", "american"): "scoresheet game=acey-deucey layout=totals preset=american",
    }


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


@pytest.mark.parametrize(
    ("keywords", "believed"),
    [
        ("scoresheet game=doppelkopf layout=rounds preset=ddv", True),
        ("scoresheet game=skat layout=rounds", False),
        ("scoresheet", False),
        ("scoresheet game=doppelkopf layout=rounds and more", False),
        ("Urlaub", False),
    ],
)
def test_what_a_workbook_says_of_itself_is_believed_where_it_can_be(
    tmp_path: Path, keywords: str, believed: bool
) -> None:
    """Results of rounds, which nobody takes for that unless it is said."""
    book = openpyxl.Workbook()
    for row in (("Runde", *FOUR), (1, 12, -30, 8, 10), (2, -7, 7, 3, -3), (3, 5, 5, -1, -9)):
        book.worksheets[0].append(row)
    book.properties.keywords = keywords
    book.save(tmp_path / "a.xlsx")
    (file,) = scorecheck.validate(tmp_path / "a.xlsx").checked.files
    assert ([one.sheet.layout for one in file.sheets] == ["rounds"]) is believed


@pytest.mark.parametrize(
    ("game", "layout"),
    [pytest.param(*one, marks=pytest.mark.slow if at % 3 else ()) for at, one in enumerate(ALL)],
)
def test_every_sheet_on_screen_and_paper(game: str, layout: str) -> None:
    """In one of the languages; the slow tests take each."""
    on_screen_and_paper(LANGUAGES[ALL.index((game, layout)) % len(LANGUAGES)], game, layout)


def on_screen_and_paper(lang: Language, game: str, layout: str) -> None:
    blank = blank_of(game, layout)
    names = [f"Anna {at}" for at in range(blank.most)]
    sheet = opened(blank_xlsx(blank, names, Messages(lang), title="T", table="Tisch [1]/2"))
    assert sheet.title == "Tisch  1  2"
    data = blank_data(blank, names, Messages(lang))
    assert len(data["rows"]) == len(data["strong"])
    assert printed("blank", data, Printing(archive=True)).startswith(b"%PDF-")


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


@pytest.mark.parametrize(("players", "games"), [(FOUR[:3], 36), (FOUR, 48)])
def test_a_series_of_skat_is_twelve_rounds_of_dealing(players: tuple[str, ...], games: int) -> None:
    sheet = opened(blank_xlsx(fitting(blank_of("skat", None), players), players, Messages("de")))
    assert sheet.cell(sheet.max_row, 1).value == games
    assert fitting(blank_of("skat", None, 20), players).rows == 20


@pytest.mark.parametrize("layout", ["card", "dice"])
@pytest.mark.parametrize(
    ("preset", "name"), [("kniffel", "Kniffel"), ("yahtzee", "Yahtzee"), (None, "Yatzy")]
)
def test_a_block_is_called_as_its_game(layout: str, preset: str | None, name: str) -> None:
    blank, words = blank_of("yatzy", layout, preset=preset), Messages("de")
    sheet = opened(blank_xlsx(blank, FOUR, words))
    assert (sheet.title, sheet["A1"].value) == (name, name)
    assert blank_data(blank, FOUR, words)["title"] == name

"""A blank sheet of ours is known as blank, whatever game, layout, rules and language it is for."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl
import pytest

from scorecheck.games import registry
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from scorecheck.reports.blank import blank_of, layouts_of, with_values
from scorecheck.reports.blank_xlsx import blank_xlsx
from support import MESSAGES

if TYPE_CHECKING:
    from scorecheck.reports.messages import Language

NAMES = ("Anna", "Bernd", "Chris", "Dora", "Emil", "Frida")
KINDS = [
    (game, layout, preset)
    for game in registry.GAMES
    for layout in layouts_of(game)
    for preset in (None, *registry.load(game).presets)
]


def made(game: str, layout: str, preset: str | None, players: int, language: Language) -> bytes:
    blank = with_values(blank_of(game, layout, None, preset), registry.load(game))
    names = NAMES[: min(max(players, blank.least), blank.most)]
    return blank_xlsx(blank, names, MESSAGES[language])


def found(data: bytes) -> list[tuple[str, str]]:
    (file,) = check_bytes(data, "blank.xlsx", "blank.xlsx", Settings()).files
    return [(finding.rule, finding.variant) for finding in file.findings]


@pytest.mark.parametrize(
    ("game", "layout", "preset"),
    [pytest.param(*one, marks=pytest.mark.slow if one[2] or at % 2 else ()) for at, one in enumerate(KINDS)],
)
def test_blank(game: str, layout: str, preset: str | None) -> None:
    languages: tuple[tuple[int, Language], ...] = ((2, "en"), (4, "de"), (6, "nb"))
    for players, language in languages:
        data = made(game, layout, preset, players, language)
        assert found(data) == [("sheet/nothing-to-check", "blank")]


@pytest.mark.parametrize(
    ("game", "layout", "row"),
    [
        ("doppelkopf", "points", (1, 1, -1, -1)),
        ("acey-deucey", "points", (3, -3)),
        ("chouette", "log", ("Anna", "double", "Bernd")),
        ("yatzy", "card", (3,)),
    ],
)
def test_one_entry_is_enough(game: str, layout: str, row: tuple[int | str, ...]) -> None:
    book = openpyxl.load_workbook(BytesIO(made(game, layout, None, 2, "en")))
    sheet = book.worksheets[0]
    for column, value in enumerate(row, start=2):
        sheet.cell(4, column, value)
    written = BytesIO()
    book.save(written)
    assert ("sheet/nothing-to-check", "blank") not in found(written.getvalue())


def test_zeros_are_entries() -> None:
    rows = "Game,Anna,Bernd,Chris,Dora\n" + "".join(f"{n},0,0,0,0\n" for n in range(1, 6))
    assert ("sheet/nothing-to-check", "blank") not in found(rows.encode())


def test_a_sheet_of_the_clubs_own_with_sums_of_nothing() -> None:
    """What is worked out says 0 in each row, beside four cells in which nobody has written."""
    games = [f"{game},,,,,0" for game in range(1, 13)]
    rows = ["Spiel,Anke,Bernd,Christa,Dieter,Summe", *games, "Gesamt,0,0,0,0,0"]
    assert ("sheet/nothing-to-check", "blank") in found("\n".join(rows).encode())

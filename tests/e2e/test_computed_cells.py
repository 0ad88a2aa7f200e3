"""Cells that formulas give are no evidence of what was written, and have no slips of their own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl

from calculated import with_results
from support import run


def _findings(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]]
    found = json.loads(run("validate", path, "--format", "json", "--lang", "en").stdout)["findings"]
    return [one for one in found if one["severity"] != "info"]


def _edits(fix: dict[str, Any]) -> list[str]:
    return [f"{edit['cell']}: {edit['from']} -> {edit['to']}" for edit in fix["edits"]]


CHECKERS = [(2, 0, 0, 13), (4, 0, 0, 11), (4, 1, 2, 8), (6, 0, 2, 7), (6, 0, 0, 9), (3, 0, 2, 10)]
"""On the board, on the bar, to be entered and borne off: 15 in each game."""


def checkers(path: Path, board: int) -> Path:
    """Six games of acey-deucey whose points, of what is left, are added up by formulas.

    ``board``: the checkers on the board in the last.
    """
    book, results = openpyxl.Workbook(), dict[str, int]()
    sheet = book.worksheets[0]
    sheet.append(["Game", "Winner", "Loser", "Board", "Bar", "To enter", "Borne off", "Points"])
    for row, places in enumerate([*CHECKERS[:-1], (board, *CHECKERS[-1][1:])], 2):
        sheet.append([row - 1, *("Ann", "Bob")[:: 1 if row % 3 else -1], *places, f"=D{row}+E{row}+F{row}"])
        results[f"D{row}+E{row}+F{row}"] = sum(places[:3])
    path.write_bytes(with_results(book, results))
    return path


def test_points_that_were_worked_out_from_a_wrong_number_do_not_bear_it_out(tmp_path: Path) -> None:
    """13 on the board for 3, so that the formula says 15 points; that none was borne off agrees with it, too,
    but that slip is rarer."""
    assert _findings(checkers(tmp_path / "right.xlsx", 3)) == []
    (one,) = _findings(checkers(tmp_path / "wrong.xlsx", 13))
    assert one["rule"] == "acey-deucey/checkers"
    assert [_edits(fix) for fix in one["fixes"]] == [["D7: 13 -> 3"], ["G7: 10 -> 0"]]
    assert one["fixes"][0]["confidence"] < 0.95


GAMES = [
    ("Hearts", 10, 2, "won"),
    ("Clubs", 12, 2, "lost"),
    ("Hearts", 10, 4, "won"),
    ("Grand", 24, 3, "won"),
    ("Hearts", 10, 3, "lost"),
    ("Spades", 11, 4, "won"),
    ("Diamonds", 9, 2, "won"),
    ("Clubs", 12, 2, "won"),
]
"""Kind, base, factor and result; each is without one jack fewer than the factor."""


def skat(path: Path, bases: Sequence[int]) -> Path:
    """A list of Skat whose factor, value and points are formulas."""
    book, results = openpyxl.Workbook(), dict[str, int]()
    sheet = book.worksheets[0]
    sheet.append(["No.", "Player", "Game", "Base", "With/without", "Factor", "Value", "Result", "Points"])
    for row, ((kind, _, factor, result), base) in enumerate(zip(GAMES, bases, strict=True), 2):
        value, player = base * factor, ("Theo", "Rolf", "Sigrid")[row % 3]
        times, product, points = (
            f"VALUE(RIGHT(E{row},1))+1",
            f"D{row}*F{row}",
            f'IF(H{row}="won",G{row},-2*G{row})',
        )
        formulas = (f"={times}", f"={product}", result, f"={points}")
        sheet.append([row - 1, player, kind, base, f"without {factor - 1}", *formulas])
        results |= {times: factor, product: value, points: value if result == "won" else -2 * value}
    path.write_bytes(with_results(book, results))
    return path


def test_a_wrong_base_is_mended_where_value_and_points_follow_from_it(tmp_path: Path) -> None:
    """Hearts count 10: without 2, game 3, ×10, lost −60. With 11 the formulas say 33 and −66, as spades would
    be, of which 11 is right; but then the word is wrong."""
    bases = [base for _, base, _, _ in GAMES]
    assert _findings(skat(tmp_path / "right.xlsx", bases)) == []
    (one,) = _findings(skat(tmp_path / "wrong.xlsx", [*bases[:4], 11, *bases[5:]]))
    assert one["rule"] == "skat/points"
    assert _edits(one["fixes"][0]) == ["D6: 11 -> 10"]
    assert one["fixes"][0]["confidence"] < 0.99


ENTRIES = [(2, 2, 2, -6), (12, -4, -4, -4), (-12, 4, 4, 4), (8, -24, 8, 8), (-1, -1, -1, 3), (8, 8, 8, -24)]
LETTERS = "BCDE"


def printed(path: Path, wrong: int) -> Path:
    """A chouette, and a sheet for print that repeats it by formulas, two rows lower.

    ``wrong``: Cato's points in entry 4.
    """
    book, results = openpyxl.Workbook(), dict[str, int]()
    score = book.worksheets[0]
    score.title = "Score"
    score.append(["Game", "Arvid", "Beate", "Cato", "Dina"])
    page = book.create_sheet("Print")
    page.append(["Club evening"])
    page.append([])
    page.append(["Game", "Arvid", "Beate", "Cato", "Dina"])
    for row, points in enumerate(ENTRIES, 2):
        said = [wrong if (row, at) == (5, 2) else one for at, one in enumerate(points)]
        score.append([row - 1, *said])
        page.append([row - 1, *(f"=Score!{c}{row}" for c in LETTERS)])
        results |= {f"Score!{c}{row}": one for c, one in zip(LETTERS, said, strict=True)}
    path.write_bytes(with_results(book, results))
    return path


def test_a_sheet_for_print_tells_nothing_anew(tmp_path: Path) -> None:
    """8 − 24 + 9 + 8 = 1: one number of entry 4 is wrong, once."""
    assert _findings(printed(tmp_path / "right.xlsx", 8)) == []
    (one,) = _findings(printed(tmp_path / "wrong.xlsx", 9))
    assert (one["sheet"], one["cell"]) == ("Score", "D5")
    assert _edits(one["fixes"][0]) == ["D5: 9 -> 8"]


EVENINGS = {
    "Per Arne": (-11, -2, -15, None, None),
    "Lise": (-16, 11, 5, -9, -2),
    "Geir": (-53, 4, -10, None, -3),
    "Trond": (66, -24, -10, 7, -19),
    "Bente": (20, -4, 30, 11, 24),
    "Siri": (-6, 15, None, -9, None),
}


def grid(path: Path, lise: Sequence[int]) -> Path:
    """A league's grid of evenings, with formulas below that add up each. ``lise``: what Lise has."""
    book, results = openpyxl.Workbook(), dict[str, int]()
    sheet = book.worksheets[0]
    sheet.append(["Navn", *(f"{day}.09.2025" for day in ("04", "11", "18", "25", "30")), "Sum"])
    said = {**EVENINGS, "Lise": tuple(lise)}
    for row, (name, points) in enumerate(said.items(), 2):
        sheet.append([name, *points, f"=SUM(B{row}:F{row})"])
        results[f"SUM(B{row}:F{row})"] = sum(one or 0 for one in points)
    sheet.append(["Kontroll", *(f"=SUM({c}2:{c}7)" for c in "BCDEFG")])
    for c, *points in zip("BCDEF", *said.values(), strict=True):
        results[f"SUM({c}2:{c}7)"] = sum(one or 0 for one in points)
    results["SUM(G2:G7)"] = 0
    path.write_bytes(with_results(book, results))
    return path


def test_what_formulas_below_give_is_no_edit_of_a_repair(tmp_path: Path) -> None:
    """With 11 for 5 and 5 for 11 the evenings add up to 6 and −6, and the formulas say so."""
    assert _findings(grid(tmp_path / "right.xlsx", (-16, 11, 5, -9, -2))) == []
    found = _findings(grid(tmp_path / "wrong.xlsx", (-16, 5, 11, -9, -2)))
    assert [one["cell"] for one in found] == ["C3", "D3"]
    for one in found:
        assert _edits(one["fixes"][0]) == ["C3: 5 -> 11", "D3: 11 -> 5"]


EVENING = [
    *((2, -2, 2, -2), (-1, -1, 1, 1), (4, -4, -4, 4), (-3, -3, 9, -3), (5, 5, -5, -5)),
    *((1, -3, 1, 1), (3, 3, -3, -3), (-1, 1, -1, 1), (2, 2, -2, -2)),
]
"""These add up to 12, −2, −2, −8."""


def _evening(path: Path, games: Sequence[tuple[int, ...]], foot: Sequence[int | None]) -> Path:
    """Games, each with its number above, and a total row with formulas where none is typed."""
    book, results = openpyxl.Workbook(), dict[str, int]()
    sheet = book.worksheets[0]
    sheet.append(["Spiel", "Ida", "Jan", "Kai", "Lea"])
    for game in games:
        sheet.append(game)
    totals = list[int | str]()
    for at, (letter, typed) in enumerate(zip("BCDE", foot, strict=True), 1):
        formula = f"SUM({letter}2:{letter}{len(games) + 1})"
        results[formula] = sum(game[at] for game in games)
        totals.append(f"={formula}" if typed is None else typed)
    sheet.append(["Summe", *totals])
    path.write_bytes(with_results(book, results))
    return path


def test_totals_beside_formulas_tell_of_a_missing_game_what_they_know(tmp_path: Path) -> None:
    """Game 5 was left out. The typed totals hold 5 more than the rows; the formulas follow the rows."""
    left = [(number, *game) for number, game in enumerate(EVENING[:4] + EVENING[5:], 1)]
    (one,) = _findings(_evening(tmp_path / "a.xlsx", left, [12, -2, None, None]))
    assert (one["rule"], [_edits(fix) for fix in one["fixes"][:1]]) == ("sheet/total-mismatch", [[]])
    assert one["fixes"][0]["message"] == "A game is missing: Ida +5 and Jan +5: a row was left out."


def test_a_typed_total_beside_formulas_is_wrong_beside_a_doubled_row(tmp_path: Path) -> None:
    """Game 7 is there twice, and Ida's 12 lost its sign; Kai's −2 is right."""
    games = [(number, *game) for number, game in enumerate(EVENING, 1)]
    twice = [*games[:7], *games[6:]]
    row, total = _findings(_evening(tmp_path / "a.xlsx", twice, [-12, None, -2, None]))
    assert (row["rule"], row["cell"], row["fixes"][0]["kind"]) == ("sheet/duplicate-game", "A9", "row-twice")
    assert _edits(total["fixes"][0]) == ["B12: -12 -> 12"]
    assert min(one["fixes"][0]["confidence"] for one in (row, total)) > 0.95


CARD = {
    "Ones": (1, 3),
    "Twos": (6, 4),
    "Threes": (6, 9),
    "Fours": (16, 12),
    "Fives": (15, 20),
    "Sixes": (18, 18),
    "Sum": (62, 66),
    "Bonus": (0, 50),
    "Pair": (12, 10),
    "Two pairs": (22, 18),
    "Three of a kind": (18, 15),
    "Four of a kind": ("", 16),
    "Small straight": (15, 15),
    "Large straight": (20, 20),
    "Full house": (28, 17),
    "Chance": (24, 16),
    "Yatzy": (50, 50),
}
"""Two cards with an empty box. The lower halves come to 189 and 177."""


def card(path: Path, *, typed: bool) -> Path:
    book, results = openpyxl.Workbook(), dict[str, int]()
    sheet = book.worksheets[0]
    sheet.append(["Category", "Anna", "Bernd"])
    for name, said in CARD.items():
        sheet.append([name, *said])
    results = {"SUM(B8:B18)": 62 + 189, "SUM(C8:C18)": 66 + 50 + 177}
    sheet.append(["Total", *(results.values() if typed else (f"={one}" for one in results))])
    path.write_bytes(with_results(book, {} if typed else results))
    return path


def test_a_total_with_a_formula_does_not_show_that_an_empty_box_was_struck(tmp_path: Path) -> None:
    """Whatever belongs there, the formula adds it up as 0."""
    (typed,) = _findings(card(tmp_path / "typed.xlsx", typed=True))
    assert typed["message"].endswith("so it was probably struck: then write a 0 or a stroke.")
    (worked_out,) = _findings(card(tmp_path / "computed.xlsx", typed=False))
    assert (worked_out["rule"], worked_out["cell"]) == ("yatzy/unfilled", "B13")
    assert worked_out["message"] == "Anna has a total, but 1 box is still empty: Four of a kind."
    assert "fits" not in worked_out["params"]


def test_typed_results_below_totals_with_formulas_tell_which_game_is_wrong(tmp_path: Path) -> None:
    """Chris has 88 for 48, which a game may give, and his total follows. His result is still that of 48:
    199 points, 4 · 50 for games won, 2 · 40 for those that others lost."""
    games = [18, 20, 88, 24, -44, 22, 30, 36, 96, -40, 27, 33]
    book, results = openpyxl.Workbook(), dict[str, int]()
    sheet = book.worksheets[0]
    sheet.append(["Spiel", "Anna", "Bernd", "Chris"])
    for at, points in enumerate(games):
        sheet.append([at + 1, *(points if at % 3 == seat else None for seat in range(3))])
    results = {f"SUM({column}2:{column}13)": sum(games[seat::3]) for seat, column in enumerate("BCD")}
    sheet.append(["Spielpunkte", *(f"={one}" for one in results)])
    sheet.append(["gewonnen", 3, 3, 4])
    sheet.append(["verloren", 1, 1, 0])
    sheet.append(["Ergebnis", 32 + 100 + 40, 39 + 100 + 40, 199 + 200 + 80])
    path = tmp_path / "list.xlsx"
    path.write_bytes(with_results(book, results))
    (one,) = _findings(path)
    assert (one["rule"], one["cell"]) == ("skat/list-end", "D4")
    assert _edits(one["fixes"][0]) == ["D4: 88 -> 48"]
    assert one["fixes"][0]["confidence"] > 0.9

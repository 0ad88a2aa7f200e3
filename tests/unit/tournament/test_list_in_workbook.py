"""A list in a workbook is held against what the other sheets of it give, by ``validate`` as well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest

from support import run

TABLES = {
    "R1 T1": (
        ("Anna", "Bernd", "Clara", "Dieter"),
        ((2, 2, -2, -2), (-1, 1, 1, -1), (9, -3, -3, -3), (1, -1, -1, 1)),
    ),
    "R2 T1": (
        ("Clara", "Anna", "Dieter", "Bernd"),
        ((3, 3, -3, -3), (-2, 2, -2, 2), (1, 1, -1, -1), (4, -4, 4, -4)),
    ),
}
"""Round 1: Anna 11, Bernd -1, Clara -5, Dieter -5; round 2: Clara 6, Anna 2, Dieter -2, Bernd -6."""
ROUNDS = [["Name", "R1", "R2"], ["Anna", 11, 2], ["Clara", -5, 6], ["Bernd", -1, -6], ["Dieter", -5, -2]]
TOTALS = [["Platz", "Name", "Punkte"], [1, "Anna", 13], [2, "Clara", 1], [3, "Bernd", -7], [3, "Dieter", -7]]


def _book(path: Path, rows: Sequence[Sequence[str | int]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, (players, games) in TABLES.items():
        sheet = book.create_sheet(name)
        sheet.append(["Spiel", *players])
        for number, game in enumerate(games, start=1):
            sheet.append([number, *game])
    listed = book.create_sheet("Rangliste")
    for row in rows:
        listed.append(row)
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROUNDS, "C2: error: R2: Anna has 4 here; the sheet gives 2."),
        (TOTALS, "C2: error: Anna has 15 on the list; the sheets give 13."),
    ],
    ids=["rounds", "totals"],
)
def test_a_list_is_held_against_the_sheets_of_its_workbook(
    tmp_path: Path, rows: Sequence[Sequence[str | int]], said: str
) -> None:
    right = run("validate", _book(tmp_path / "right.xlsx", rows))
    assert "Rangliste: ok" in right.stdout
    assert "the sheets give the same" in right.stdout
    wrong = [list(row) for row in rows]
    wrong[1][-1] = int(wrong[1][-1]) + 2
    found = run("validate", _book(tmp_path / "wrong.xlsx", wrong))
    assert f"Rangliste!{said}" in found.stdout


def test_a_list_of_rounds_beside_its_sheets_counts_nothing_again(tmp_path: Path) -> None:
    ranked = run("rank", _book(tmp_path / "right.xlsx", ROUNDS)).stdout
    assert "Anna       13      8" in ranked


def test_a_list_of_rounds_alone_is_ranked(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("\n".join(";".join(map(str, row)) for row in ROUNDS))
    ranked = run("rank", tmp_path / "list.csv").stdout
    assert "Anna       13       2" in ranked


def test_a_tie_that_is_ranked_one_below_the_other_is_told_once(tmp_path: Path) -> None:
    found = run("validate", _book(tmp_path / "list.xlsx", [*TOTALS[:-1], [4, *TOTALS[-1][1:]]])).stdout
    assert "A5: error: Dieter and Bernd both have −7, but different ranks" in found
    assert "1 file checked: 1 error, 0 warnings" in found


SCORES = [
    ["Platz", "Name", "Runde 1", "Runde 2", "Wertung"],
    [1, "Anna", 11, 2, 325],
    [2, "Clara", -5, 6, 25],
    [3, "Bernd", -1, -6, -175],
    [3, "Dieter", -5, -2, -175],
]
"""Points of the rounds, and scores: points a game, times 100: Anna 11 / 4 · 100 + 2 / 4 · 100 = 325."""


def test_points_of_rounds_beside_scores_are_held_to_the_sheets(tmp_path: Path) -> None:
    assert "Rangliste: ok" in run("validate", _book(tmp_path / "right.xlsx", SCORES)).stdout
    wrong = [list(row) for row in SCORES]
    wrong[3][2:4] = -6, -1
    found = run("validate", _book(tmp_path / "wrong.xlsx", wrong)).stdout
    assert "Rangliste!C4: error: Runde 1: Bernd has −6 here; the sheet gives −1." in found
    assert "Rangliste!D4: error: Runde 2: Bernd has −1 here; the sheet gives −6." in found


def test_totals_so_far_are_held_to_the_sheets_evening_by_evening(tmp_path: Path) -> None:
    """After R2: Anna 13, Bernd −7, Clara 1, Dieter −7; the totals after R1 are wrong for two."""
    so_far = [
        ["Abend", "Anna", "Bernd", "Clara", "Dieter"],
        ["R1 T1", 11, -1, -5, -5],
        ["R2 T1", 13, -7, 1, -7],
    ]
    assert "Rangliste: ok" in run("validate", _book(tmp_path / "right.xlsx", so_far)).stdout
    so_far[1] = ["R1 T1", 11, -3, -3, -5]
    found = run("validate", _book(tmp_path / "wrong.xlsx", so_far)).stdout
    assert "Rangliste!C2: error: R1 T1: Bernd has −3 here; the sheet gives −1." in found
    assert "Rangliste!D2: error: R1 T1: Clara has −3 here; the sheet gives −5." in found


LIST = """Date;Round;Name;Points;;Name;Total
06.03.2026;1;Moni;316;;Moni;1074
06.03.2026;1;Norbert;133;;Norbert;744
06.03.2026;1;Olga;173;;Olga;775
06.03.2026;2;Moni;197;;;
06.03.2026;2;Norbert;264;;;
06.03.2026;2;Olga;197;;;
13.03.2026;1;Moni;321;;;
13.03.2026;1;Norbert;176;;;
13.03.2026;1;Olga;245;;;
13.03.2026;2;Norbert;171;;;
13.03.2026;2;Moni;240;;;
13.03.2026;2;Olga;160;;;
"""
"""Each row is a score of a round; beside the list stand everybody's sums."""


def test_sums_beside_a_long_list_are_held_against_it(tmp_path: Path) -> None:
    (tmp_path / "right.csv").write_text(LIST, encoding="utf-8")
    assert "the sheets give the same" in run("validate", tmp_path / "right.csv").stdout
    (tmp_path / "wrong.csv").write_text(LIST.replace("1074", "1047"), encoding="utf-8")
    wrong = run("validate", tmp_path / "wrong.csv").stdout
    assert "G2: error: Moni has 1047 on the list; the sheets give 1074" in wrong
    ranked = run("rank", tmp_path / "wrong.csv").stdout
    assert "1  Moni      1074" in ranked

"""Rows that are no games, and why they were left alone. By hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorded import MESSAGES
from scorecheck.one_file.inspection import inspect_files
from scorecheck.one_file.settings import Settings, Source
from scorecheck.reports.inspect_report import inspect_json
from support import check, only

pytestmark = pytest.mark.usefixtures("no_repairs")

GAMES = "Spiel,Anna,Bernd,Chris,Dora\n1,1,1,-1,-1\n2,-2,2,2,-2\n3,1,1,-1,-1\n4,-2,2,2,-2\n5,3,-1,-1,-1\n"


def test_a_note_between_games_makes_none_of_them_a_note() -> None:
    # Who paid for the drinks, and below it a game of which half was forgotten.
    text = GAMES + "Bier,,12,,\n6,4,4,,\n7,1,1,-1,-1\n"
    file = only(check(text, game="doppelkopf", layout="points"))
    (sheet,) = file.sheets
    assert (sheet.entries, [(one.row, one.why) for one in sheet.sheet.ignored]) == (7, [(5, "note")])
    assert {finding.rule for finding in file.findings} == {"sheet/missing-value"}


@pytest.mark.parametrize(
    ("below", "ignored"),
    [
        ("", []),
        # The names once more at the foot; two of them are enough, one may be anything.
        (",Anna,Bernd,Chris,Dora\n", [(7, "names")]),
        (",Anna,Bernd,,\n", [(7, "names")]),
        (",,Bernd,,\n", [(7, "note")]),
        (",Anna,Bernd,Chris,beer\n", [(7, "note")]),
        ("Bier zahlt Bernd,,,,\n", [(7, "note")]),
        (",,,,\nBier zahlt Bernd,,,,\n", [(8, "note")]),
        ("Bier zahlt Bernd,,,,\n,Anna,Bernd,Chris,Dora\n", [(7, "note"), (8, "names")]),
        ("Summe,1,5,1,-7\nBier zahlt Bernd,,,,\n", [(8, "below-total")]),
        # The rest of a template: numbers of games that were not played.
        ("6,,,,\n7,,,,\n", [(7, "unfilled"), (8, "unfilled")]),
    ],
)
def test_rows_that_are_left_alone(below: str, ignored: list[tuple[int, str]], tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(GAMES + below, encoding="utf-8")
    ((file, _),) = inspect_files([Source(path, "sheet.csv", Settings())])
    ((table,),) = [sheet["tables"] for sheet in inspect_json([file], MESSAGES)["files"][0]["sheets"]]
    assert table["rows"] == 5
    assert [(one["row"], one["why"]) for one in table["ignored"]] == ignored


def test_a_sum_of_nothing_beside_a_number_waits_for_its_game_too(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    rows = [f"{line},{0 if at else 'Summe'}" for at, line in enumerate(GAMES.splitlines())]
    path.write_text("\n".join([*rows, "6,,,,,0", "7,,,,,0"]), encoding="utf-8")
    ((file, _),) = inspect_files([Source(path, "sheet.csv", Settings())])
    ((sheet,),) = (file.sheets,)
    ignored = [one.why for table in sheet.tables for one in table.sheet.ignored]
    assert ignored == ["unfilled", "unfilled"]

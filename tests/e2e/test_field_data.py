"""Real sheets, where they are at hand: ``SCORECHECK_FIELD_DATA`` names their folder."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from support import but_slow, checked, found, only, run

DATA = os.environ.get("SCORECHECK_FIELD_DATA")
FOLDER = Path(DATA or ".") / "doppelkopf-running-totals"
pytestmark = pytest.mark.skipif(
    DATA is None,
    reason="SCORECHECK_FIELD_DATA names no folder of real sheets; own sheets with the same traps run",
)
EVENINGS = sorted(FOLDER.glob("Game*.csv")) if DATA else []


def test_there_are_sixteen() -> None:
    assert len(EVENINGS) == 16


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_is_clean(path: Path) -> None:
    file = only(check_files([Source(path, path.name, Settings())], Keep(results=True)))
    assert found(file) == []
    (sheet,) = file.sheets
    assert (sheet.sheet.game, sheet.sheet.layout) == ("doppelkopf", "totals")
    assert sorted(sheet.sheet.players) == ["A", "D", "M", "P"]


def test_the_workbook_has_the_five_slips_that_its_csv_files_have_not() -> None:
    """It holds the first thirteen evenings, and differs from the CSV files in seven cells: in five a
    total lost its sign or was mistyped, so that its row does not add up. By hand: 2 + 4 − 4 + 2 = 4.
    """
    file = only(check_files([Source(FOLDER / "Games.ods", "Games.ods", Settings())], Keep(results=True)))
    assert [(s.sheet.game, s.sheet.layout, len(s.sheet.players)) for s in file.sheets] == [
        ("doppelkopf", "totals", 4)
    ] * 13
    assert [(f.sheet, f.rule, f.cell.row, f.params["sum"]) for f in file.findings if f.cell] == [
        ("Game1", "doppelkopf/zero-sum", 8, 4),
        ("Game10", "doppelkopf/zero-sum", 9, -2),
        ("Game10", "doppelkopf/zero-sum", 13, 28),
        ("Game6", "doppelkopf/zero-sum", 10, 16),
        ("Game6", "doppelkopf/zero-sum", 12, 68),
    ]
    # The zero game that the workbook leaves blank but for its value is a game all the same.
    games = {s.sheet.name: s.result.games for s in file.sheets if s.result}
    assert (games["Game8"], games["Game10"], games["Game1"]) == (12, 12, 8)


@pytest.mark.slow
@pytest.mark.usefixtures("no_repairs")
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("change", [1, -8, 90])
def test_any_changed_total_is_found_in_its_row(path: Path, change: int) -> None:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    for row in range(1, len(rows)):
        for column in range(4):
            wrong = [list(cells) for cells in rows]
            wrong[row][column] = str(int(wrong[row][column]) + change)
            text = "\n".join(map(",".join, wrong)) + "\n"
            (finding,) = checked(text).findings
            assert finding.rule == "doppelkopf/zero-sum"
            assert finding.cell is not None
            assert finding.cell.row == row + 1


@pytest.mark.parametrize(
    "path",
    but_slow([*EVENINGS, FOLDER / "Games.ods"], EVENINGS[0]) if DATA else [],
    ids=lambda path: path.name,
)
def test_inspect_shows_how_it_was_read(path: Path) -> None:
    done = run("inspect", path, "--lang", "en", "--format", "json")
    assert done.returncode == 0, done.stderr
    (file,) = json.loads(done.stdout)["files"]
    tables = [table for sheet in file["sheets"] for table in sheet["tables"]]
    assert len(tables) == (13 if path.suffix == ".ods" else 1)
    for table in tables:
        assert (table["game"], table["layout"], len(table["players"])) == ("doppelkopf", "totals", 4)
        roles = [column["role"] for column in table["columns"]]
        assert roles[:5] == ["player"] * 4 + ["value"]


def test_the_five_repairs_are_those_that_their_keeper_made() -> None:
    """The CSV files are later than the workbook: in them the five slips are mended, by hand.

    Each first repair, made in the workbook's row, gives just the totals that the CSV file has there.
    """
    file = only(check_files([Source(FOLDER / "Games.ods", "Games.ods", Settings())], Keep(rows=True)))
    sheets = {one.sheet.name: one.sheet for one in file.sheets}
    mended: list[str] = []
    for finding in file.findings:
        (repair,) = finding.fixes[:1]
        sheet = sheets[finding.sheet or ""]
        assert repair.confidence >= 0.95
        with (FOLDER / f"{finding.sheet}.csv").open(newline="", encoding="utf-8") as keepers:
            rows = list(csv.DictReader(keepers))
        for edit in repair.edits:
            player = sheet.table.headings[edit.cell.column - 1]
            assert rows[edit.cell.row - 2][player] == edit.after
            assert edit.before != edit.after
        mended.append(f"{finding.sheet} {' '.join(edit.cell.a1 for edit in repair.edits)}")
    assert len(mended) == 5

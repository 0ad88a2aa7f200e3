"""``scorecheck export``: the games of all sheets, written whole or not at all, as a table."""

from __future__ import annotations

import csv
import io
import shutil
import sys
from pathlib import Path

import openpyxl
import pytest

from scorecheck.model.statistics import PlayerInGame
from scorecheck.reports import games_table
from scorecheck.reports.games_table import TooManyRows, games_csv, games_parquet, games_xlsx, is_our_parquet
from scorecheck.reports.outputs import carries_mark
from support import ROOT, needs, run

TCG = ROOT / "samples" / "events" / "tcg"
HEADER = ["event", "round", "table", "path", "sheet", "kind", "game", "player", "points", "role"]
HEADER += ["evening", "provisional"]
EVIL = """\
Spiel,=1+1,@SUM(A1),Chris,Dora
1,2,2,-2,-2
2,1,1,-1,-1
3,2,-2,2,-2
4,1,-1,1,-1
"""


def test_the_games_as_csv_are_those_of_the_sheets() -> None:
    done = run("export", TCG)
    assert (done.returncode, done.stderr) == (0, "")
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert rows[0] == HEADER
    assert len(rows) == 1 + 2 * 2 * 4 * 20
    # As the sheet has it: game 1 of table 1 gives Holger and Achim 1, Anke and Brigitte -1.
    first = {row[7]: row[8] for row in rows[1:] if row[1:3] == ["Runde 1", "Tisch 1"] and row[6] == "1"}
    assert first == {"Holger": "1", "Anke": "-1", "Brigitte": "-1", "Achim": "1"}


def test_each_row_says_its_evening_and_whether_it_may_change(tmp_path: Path) -> None:
    """Of two evenings without an event file, one with a row that does not add up."""
    games = "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,1,1,-1,-1\n3,2,-2,2,-2\n4,1,-1,1,-1\n5,-1,1,1,-1\n"
    for day, text in (("2026-01-15", games), ("22.1.2026", games.replace("1,2,2,", "1,2,4,"))):
        (tmp_path / day).mkdir()
        (tmp_path / day / "Tisch 1.csv").write_text(text, encoding="utf-8")
    done = run("export", ".", cwd=tmp_path)
    assert done.returncode == 1
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {(row["round"], row["evening"], row["provisional"]) for row in rows} == {
        ("2026-01-15", "2026-01-15", ""),
        ("2026-01-22", "2026-01-22", "yes"),
    }
    (tmp_path / "event.toml").write_text('[event]\nname = "x"\ndate = 2026-02-01\n', encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(run("export", ".", cwd=tmp_path).stdout)))
    assert {row["evening"] for row in rows} == {"2026-02-01"}


@pytest.mark.slow
def test_a_workbook_and_parquet_say_the_same(tmp_path: Path) -> None:
    needs("pyarrow")
    import pyarrow as arrow
    from pyarrow import parquet

    for name in ("games.csv", "games.xlsx", "games.parquet"):
        assert run("export", TCG, "-o", tmp_path / name).returncode == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "games.csv").read_text(encoding="utf-8"))))
    book = openpyxl.load_workbook(tmp_path / "games.xlsx")
    shown = [
        ["" if value is None else str(value) for value in row]
        for row in book.active.iter_rows(values_only=True)
    ]
    assert shown == rows
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.schema.field("points").type == arrow.int64()
    assert arrow.types.is_dictionary(table.schema.field("player").type)
    told = [["" if value is None else str(value) for value in row.values()] for row in table.to_pylist()]
    assert told == rows[1:]


def test_errors_on_the_sheets_are_said_and_what_cannot_be_read_is_empty(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(EVIL.replace("2,1,1,-1,-1", "2,viel,1,-1,-1").replace("=1+1", "Anna"), encoding="utf-8")
    done = run("export", sheet, "-o", tmp_path / "games.csv", "--game", "doppelkopf")
    assert done.returncode == 1
    assert "1 file checked: 1 error" in done.stderr
    assert "sheet.csv:B3: error: " in done.stderr
    rows = csv.DictReader(io.StringIO((tmp_path / "games.csv").read_text(encoding="utf-8")))
    assert [row["points"] for row in rows if row["player"] == "Anna"] == ["2", "", "2", "1"]


def test_no_text_of_a_sheet_is_a_formula(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(EVIL, encoding="utf-8")
    for name in ("games.csv", "games.xlsx"):
        assert run("export", sheet, "--game", "doppelkopf", "-o", tmp_path / name).returncode == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "games.csv").read_text(encoding="utf-8"))))
    assert {row["player"] for row in rows} == {"'=1+1", "'@SUM(A1)", "Chris", "Dora"}
    cells = [
        cell for row in openpyxl.load_workbook(tmp_path / "games.xlsx").active.iter_rows() for cell in row
    ]
    assert "=1+1" in {cell.value for cell in cells}
    assert "f" not in {cell.data_type for cell in cells}


@pytest.mark.parametrize(
    "name", ["games.csv", "games.xlsx", pytest.param("games.parquet", marks=pytest.mark.slow)]
)
def test_a_file_of_somebody_else_is_left_alone_and_one_of_ours_replaced(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        needs("pyarrow")
    path = tmp_path / name
    path.write_bytes(b"PAR1 of somebody else PAR1")
    done = run("export", TCG, "-o", path)
    assert done.returncode == 2
    assert path.read_bytes() == b"PAR1 of somebody else PAR1"
    assert run("export", TCG, "-o", path, "--force").returncode == 0
    assert carries_mark(path.read_bytes())
    assert run("export", TCG, "-o", path).returncode == 0
    assert carries_mark(path.read_bytes())


def test_an_export_among_its_sheets_is_not_counted_again(tmp_path: Path) -> None:
    shutil.copy(TCG / "runde1" / "tisch1.xlsx", tmp_path)
    before = run("rank", ".", "--format", "csv", cwd=tmp_path).stdout
    for name in ("games.csv", "games.xlsx"):
        assert run("export", ".", "-o", name, cwd=tmp_path).returncode == 0
    done = run("rank", ".", "--format", "csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, before)
    assert done.stderr.count("games.csv") == 1


def test_wrong_use_is_said_before_the_run(tmp_path: Path) -> None:
    done = run("export", TCG, "-o", tmp_path / "games.json")
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "csv, parquet and xlsx" in done.stderr
    done = run("export", ROOT / "samples" / "standings", "-o", tmp_path / "games.csv")
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "no games" in done.stderr


def test_without_pyarrow_the_remedy_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(games_table.NoArrow):
        games_parquet(ROWS)
    done = run("export", TCG, "-o", tmp_path / "games.parquet")
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "scorecheck[parquet]" in done.stderr


ROWS = (
    PlayerInGame("Abend", "Runde 1", None, "a.csv", None, "doppelkopf", "1", "Anna", 2, "solo"),
    PlayerInGame("Abend", "Runde 1", None, "a.csv", None, "doppelkopf", None, "Bernd", None, "penalty"),
)


def test_what_is_not_there_is_empty() -> None:
    lines = games_csv(ROWS).decode().splitlines()
    assert lines[1:] == [
        "Abend,Runde 1,,a.csv,,doppelkopf,1,Anna,2,solo,,",
        "Abend,Runde 1,,a.csv,,doppelkopf,,Bernd,,penalty,,",
    ]


def test_what_has_no_room_on_a_worksheet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_table, "MOST_ROWS", 1)
    with pytest.raises(TooManyRows):
        games_xlsx(ROWS)


@pytest.mark.slow
def test_only_parquet_that_bears_our_mark_is_ours() -> None:
    needs("pyarrow")
    ours = games_parquet(ROWS)
    assert is_our_parquet(ours)
    assert not is_our_parquet(ours[:-4])
    assert not is_our_parquet(b"PAR1 scorecheck.games \x04\x00\x00\x00PAR1")

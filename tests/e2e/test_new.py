"""``scorecheck new``: one sheet, or those of an event, and never over one that may be filled in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest

from support import run

EVENT = """\
[event]
name = "Vereinsmeisterschaft"
date = 2026-11-21
game = "doppelkopf"
[[rounds]]
name = "Runde 1"
sheets = ["runde1/*.xlsx"]
[[rounds]]
name = "Runde 2"
sheets = ["runde2/*.xlsx"]
[players]
Anna = []
Bernd = []
Chris = []
Dora = ["Dorle"]
Emil = []
Frieda = []
Gustav = []
Hanna = []
Ingrid = []
"""


def names(path: Path) -> list[str]:
    sheet = openpyxl.load_workbook(path).worksheets[0]
    return [cell.value for cell in sheet[3][1:6] if cell.value not in {"Kontrolle", "Bemerkung"}]


def test_one_sheet(tmp_path: Path) -> None:
    file = tmp_path / "a.xlsx"
    call = ("new", "doppelkopf", "--players", "Anna, Bernd,Chris,=HYPERLINK(1)", "-o", file, "--lang", "de")
    assert run(*call).returncode == 0
    assert names(file) == ["Anna", "Bernd", "Chris", "=HYPERLINK(1)"]
    before = file.read_bytes()
    done = run(*call)
    assert done.returncode == 2
    assert "vielleicht ausgefüllt" in done.stderr
    assert file.read_bytes() == before
    assert run(*call, "--force").returncode == 0


def test_on_paper(tmp_path: Path) -> None:
    assert run("new", "chouette", "--players", "A,B,C", "-o", tmp_path / "a.pdf").returncode == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


def test_all_rounds_and_tables_of_an_event(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    done = run("new", "--event", "event.toml", "-o", ".", "--lang", "de", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.xlsx"))
    assert files == [f"runde{r}/Tisch {t}.xlsx" for r in (1, 2) for t in (1, 2)]
    for one in (1, 2):
        seated = [name for t in (1, 2) for name in names(tmp_path / f"runde{one}" / f"Tisch {t}.xlsx")]
        assert sorted(seated) == [
            "Anna",
            "Bernd",
            "Chris",
            "Dora",
            "Emil",
            "Frieda",
            "Gustav",
            "Hanna",
            "Ingrid",
        ]
    # They stand where the event looks for them, and nobody takes them for output of ours.
    done = run("validate", "event.toml", cwd=tmp_path)
    assert "left out" not in done.stderr
    assert all(file in done.stdout for file in files)
    again = run("new", "--event", "event.toml", "-o", ".", "--lang", "de", cwd=tmp_path)
    assert again.returncode == 2


@pytest.mark.slow
def test_two_sheets_of_each_table_are_held_against_each_other(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    call = ("new", "--event", "event.toml", "-o", ".", "--lang", "de", "--copies", "2")
    assert run(*call, cwd=tmp_path).returncode == 0
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.xlsx"))
    assert files == [f"runde{r}/Tisch {t} {w}.xlsx" for r in (1, 2) for t in (1, 2) for w in "AB"]
    one, other = tmp_path / "runde1/Tisch 2 A.xlsx", tmp_path / "runde1/Tisch 2 B.xlsx"
    assert names(one) == names(other)
    titles = [openpyxl.load_workbook(path).worksheets[0]["A1"].value for path in (one, other)]
    assert titles == [f"Vereinsmeisterschaft · Runde 1 · Tisch 2 {writer}" for writer in "AB"]
    # Blank, they are no copies, and nobody sits twice.
    assert findings(tmp_path) == {"sheet/nothing-to-check"}
    games = [(1, 1, -1, -1), (2, -2, 2, -2), (-1, 1, 1, -1), (3, -1, -1, -1), (-1, -1, 1, 1), (2, 2, -2, -2)]
    filled(one, games)
    filled(other, games)
    assert not findings(tmp_path) & {"tournament/copy", "tournament/player-twice", "tournament/sheets-differ"}
    games[2] = (-1, 1, -1, 1)
    filled(other, games)
    rules = findings(tmp_path)
    assert "tournament/sheets-differ" in rules
    assert not rules & {"tournament/copy", "tournament/player-twice"}


def test_the_second_sheets_are_called_as_the_event_says(tmp_path: Path) -> None:
    rounds = '[[rounds]]\nname = "1"\nsheets = ["r1/*-a.xlsx"]\ncontrol = ["r1/*-b.xlsx"]\n'
    players = "".join(f"{name} = []\n" for name in ("Anna", "Bernd", "Chris", "Dora"))
    text = f'[event]\nname = "E"\ngame = "doppelkopf"\n[players]\n{players}{rounds}'
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    call = ("new", "--event", "event.toml", "-o", ".", "--lang", "de", "--copies", "2")
    assert run(*call, cwd=tmp_path).returncode == 0
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.xlsx"))
    assert files == ["r1/Tisch 1-a.xlsx", "r1/Tisch 1-b.xlsx"]


def filled(path: Path, games: Sequence[Sequence[int]]) -> None:
    """Enters games, the first in row 4."""
    book = openpyxl.load_workbook(path)
    for row, points in enumerate(games, 4):
        for column, value in enumerate(points, 2):
            book.worksheets[0].cell(row, column, value)
    book.save(path)


def findings(folder: Path) -> set[str]:
    """The rules of what is found in the event."""
    done = run("validate", "event.toml", "--format", "json", cwd=folder)
    said = json.loads(done.stdout)
    return {finding["rule"] for finding in said["findings"]}


def test_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "empty.toml").write_text('[event]\nname = "E"\ngame = "chouette"\n', encoding="utf-8")
    (tmp_path / "no-game.toml").write_text('[event]\nname = "E"\n[players]\nAnna = []\n', encoding="utf-8")
    listed = EVENT.replace("runde2/*.xlsx", "runde2/a.xlsx")
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    (tmp_path / "listed.toml").write_text(listed, encoding="utf-8")
    for call in (
        ("new",),
        ("new", "doppelkopf", "-o", "a.xlsx"),
        ("new", "canasta", "--players", "A,B,C", "-o", "a.xlsx"),
        ("new", "doppelkopf", "--players", "A,B", "-o", "a.xlsx"),
        ("new", "doppelkopf", "--players", "A,B,C,D", "-o", "a.ods"),
        ("new", "doppelkopf", "--players", "A,B,C,D", "-o", "a.xlsx", "--layout", "log"),
        ("new", "doppelkopf", "--players", "A,B,C,D", "-o", "none/a.xlsx"),
        ("new", "--event", "empty.toml", "-o", "x"),
        ("new", "--event", "no-game.toml", "-o", "x"),
        ("new", "--event", "none.toml", "-o", "x"),
        ("new", "--event", "event.toml", "-o", "x", "--copies", "4"),
        ("new", "doppelkopf", "--players", "A,B,C,D", "-o", "a.xlsx", "--copies", "2"),
        ("new", "--event", "listed.toml", "-o", "x", "--copies", "2"),
    ):
        done = run(*call, cwd=tmp_path)
        assert done.returncode == 2, call
        assert done.stderr.strip(), call
        assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "empty.toml",
        "event.toml",
        "listed.toml",
        "no-game.toml",
    ]

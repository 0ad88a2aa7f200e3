"""Corrections of an event: written beside it, known to later runs, shown with what they change, undone."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from scorecheck.many_files.corrections import load, text_of
from scorecheck.model.against import CorrectedCell
from scorecheck.model.cells import CellRef
from scorecheck.reports.messages import LANGUAGES
from support import run
from unit.reports.test_report_json import validator

EVENT = '[event]\nname = "Club night"\ngame = "doppelkopf"\n[ranking]\nmethod = "sum"\n'
# In game 7 Anna's 12 was written as 21.
SHEET = (
    "Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,-3,1,1,1\n3,3,-3,-3,3\n4,-2,-2,2,2\n"
    "5,-4,-4,4,4\n6,-2,2,2,-2\n7,21,12,-12,-12\n"
)
RIGHT = {"Bernd": "8", "Anna": "6", "Dora": "-6", "Chris": "-8"}
"""Anna 2−3+3−2−4−2+12, Bernd 2+1−3−2−4+2+12, Chris −2+1−3+2+4+2−12, Dora −2+1+3+2+4−2−12."""


@pytest.fixture
def night(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    folder.mkdir()
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    (folder / "table1.csv").write_text(SHEET, encoding="utf-8")
    return folder


def correct(folder: Path, *more: str) -> Any:
    return run(
        "fix", "night", "--by", "A. Meier", *more, cwd=folder.parent, env={"SOURCE_DATE_EPOCH": "1767225600"}
    )


def test_what_is_read_is_not_said_to_be_left_out(night: Path) -> None:
    correct(night)
    done = run("rank", "night", cwd=night.parent)
    assert "night/corrections.csv: 1 correction is in force" in done.stderr
    assert "left out" not in done.stderr


def test_a_correction_needs_no_name_for_an_only_sheet(night: Path) -> None:
    book = openpyxl.Workbook()
    for line in SHEET.splitlines():
        book.active.append([int(one) if one.lstrip("-").isdecimal() else one for one in line.split(",")])
    book.active["C3"] = "x"
    book.save(night / "table1.xlsx")
    (night / "table1.csv").unlink()
    (night / "corrections.csv").write_text("file,sheet,cell,from,to\ntable1.xlsx,,B8,21,12\n", "utf-8")
    done = run("validate", "night", cwd=night.parent)
    assert "matches-nothing" not in done.stdout
    assert done.stdout.count("error:") == 1
    done = run("fix", "night", "-o", "copy", "--yes", cwd=night.parent)
    copy = openpyxl.load_workbook(night.parent / "copy" / "table1.xlsx").worksheets[0]
    assert (done.returncode, copy["B8"].value, copy["C3"].value) == (0, 12, 1)


def scores(folder: Path, status: int) -> dict[str, str]:
    done = run("rank", "night", "--format", "json", cwd=folder.parent)
    assert done.returncode == status, done.stderr
    told = json.loads(done.stdout)
    validator("standings").validate(told)
    return {line["player"]: line["score"] for line in told["standings"]}


def test_a_correction_is_written_beside_the_event_and_known_later(night: Path) -> None:
    assert scores(night, 1)["Anna"] == "15"
    done = correct(night)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (night / "table1.csv").read_text(encoding="utf-8") == SHEET
    (row,) = csv.DictReader(io.StringIO((night / "corrections.csv").read_text(encoding="utf-8")))
    why = row.pop("why")
    assert "12" in why
    assert row == {
        "file": "table1.csv",
        "sheet": "",
        "cell": "B8",
        "from": "21",
        "to": "12",
        "rule": "doppelkopf/zero-sum",
        "by": "A. Meier",
        "when": "2026-01-01T00:00:00Z",
    }
    assert scores(night, 0) == RIGHT
    assert run("validate", "night", cwd=night.parent).returncode == 0
    again = correct(night)
    assert (again.returncode, "Nothing is wrong" in again.stderr) == (0, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_it_changes_is_shown(night: Path, lang: str) -> None:
    """Anna led with 15 before Bernd's 8; with 12 for 21 she has 6."""
    correct(night)
    done = run("rank", "night", "--lang", lang, cwd=night.parent)
    assert "table1.csv, B8: 21 → 12." in done.stdout
    assert "(A. Meier, 2026-01-01T00:00:00Z)" in done.stdout
    assert "1 → 2" in done.stdout
    assert "15 → 6" in done.stdout
    told = json.loads(run("rank", "night", "--format", "json", cwd=night.parent).stdout)["corrections"]
    assert [(one["player"], one["before"]["rank"], one["now"]["rank"]) for one in told["changed"]] == [
        ("Bernd", 2, 1),
        ("Anna", 1, 2),
    ]
    assert run("process", "night", "-o", "out", "--lang", lang, cwd=night.parent).returncode == 0
    page = (night.parent / "out" / "index.html").read_text(encoding="utf-8")
    assert "table1.csv, B8: 21 → 12." in page
    assert "15 → 6" in page
    kept = json.loads((night.parent / "out" / "standings.json").read_text(encoding="utf-8"))
    assert kept["corrections"] == told


def test_a_correction_is_undone(night: Path) -> None:
    correct(night)
    done = run("fix", "night", "--undo", "1", cwd=night.parent)
    assert done.returncode == 0, done.stderr
    assert scores(night, 1)["Anna"] == "15"
    assert load(night / "corrections.csv") == ()
    correct(night)
    assert run("fix", "night", "--undo", "all", cwd=night.parent).returncode == 0
    assert scores(night, 1)["Anna"] == "15"
    for number in ("1", "0", "x", "-1", "1" * 5000):
        done = run("fix", "night", f"--undo={number}", cwd=night.parent)
        assert (done.returncode, done.stdout) == (2, ""), number


def test_one_that_another_builds_on_is_not_undone_alone(night: Path) -> None:
    lines = "file,sheet,cell,from,to\ntable1.csv,,B8,21,13\ntable1.csv,,B8,13,12\n"
    (night / "corrections.csv").write_text(lines, encoding="utf-8")
    assert scores(night, 0) == RIGHT
    assert run("fix", "night", "--undo", "1", cwd=night.parent).returncode == 2
    assert run("fix", "night", "--undo", "2", "--undo", "1", cwd=night.parent).returncode == 0
    assert scores(night, 1)["Anna"] == "15"


def test_a_cell_that_no_sheet_has_is_told_and_costs_nothing(night: Path) -> None:
    lines = "file,sheet,cell,from,to\ntable1.csv,,A9999999,,1\ntable1.csv,,XFD9,,1\ntable1.csv,Other,B2,2,1\n"
    (night / "corrections.csv").write_text(lines, encoding="utf-8")
    done = run("validate", "night", "--format", "json", cwd=night.parent)
    found = [
        one for one in json.loads(done.stdout)["findings"] if one["rule"] == "tournament/matches-nothing"
    ]
    assert {(one["sheet"], one["cell"]) for one in found} == {
        (None, "A9999999"),
        (None, "XFD9"),
        ("Other", "B2"),
    }
    assert "night/corrections.csv: 3 corrections are in force" in done.stderr


def test_one_that_no_longer_fits_is_told(night: Path) -> None:
    correct(night)
    (night / "table1.csv").write_text(SHEET.replace("21", "12"), encoding="utf-8")
    assert scores(night, 0) == RIGHT
    (night / "table1.csv").write_text(SHEET.replace("21", "22"), encoding="utf-8")
    done = run("validate", "night", "--format", "json", cwd=night.parent)
    assert done.returncode == 1
    found = [
        one for one in json.loads(done.stdout)["findings"] if one["rule"] == "tournament/matches-nothing"
    ]
    assert [(one["path"], one["cell"], one["severity"]) for one in found] == [
        ("night/table1.csv", "B8", "warning")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name,Phone\nAnna,1\n",
        "",
        "file,sheet,cell,from,to\ntable1.csv,,nowhere,1,2\n",
        "file,sheet,cell,from,to\ntable1.csv,,ZZZ1,1,2\n",
        "file,sheet,cell,from,to\n,,A1,1,2\n",
        'file,sheet,cell,from,to\n"' + "x" * 200_000 + '",,A1,1,2\n',
    ],
)
def test_a_list_that_is_none_stops_the_event_and_is_never_replaced(night: Path, text: str) -> None:
    (night / "corrections.csv").write_text(text, encoding="utf-8")
    for done in (
        run("rank", "night", cwd=night.parent),
        correct(night),
        run("fix", "night", "--undo", "all", cwd=night.parent),
    ):
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
    assert (night / "corrections.csv").read_text(encoding="utf-8") == text


def test_a_workbook_keeps_its_bytes_and_its_sheets_are_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    folder.mkdir()
    (folder / "event.toml").write_text(EVENT, encoding="utf-8")
    book = openpyxl.Workbook()
    for name, swapped in (("Table 1", False), ("Table 2", True)):
        sheet = book.create_sheet(name)
        text = SHEET if swapped else SHEET.replace("21", "12")
        for line in csv.reader(io.StringIO(text)):
            names = [f"{word}{name[-1]}" if word.isalpha() and word != "Game" else word for word in line]
            sheet.append([int(word) if word.lstrip("-").isdigit() else word for word in names])
    del book["Sheet"]
    book.save(folder / "night.xlsx")
    before = (folder / "night.xlsx").read_bytes()
    done = correct(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "night.xlsx").read_bytes() == before
    (one,) = load(folder / "corrections.csv")
    assert one[:5] == ("night.xlsx", "Table 2", CellRef(8, 2), "21", "12")
    found = scores(folder, 0)
    assert (found["Anna1"], found["Anna2"]) == ("6", "6")
    # A copy of a corrected sheet has its corrections too.
    lines = f"{text_of([one])}night.xlsx,Table 1,B8,12,21,,,,\n"
    (folder / "corrections.csv").write_text(lines, encoding="utf-8")
    assert run("fix", "night", "-o", "copies", cwd=tmp_path).returncode == 0
    copy = openpyxl.load_workbook(tmp_path / "copies" / "night.xlsx", data_only=True)
    assert (copy["Table 1"]["B8"].value, copy["Table 2"]["B8"].value) == (12, 12)


def test_no_cell_of_the_list_is_a_formula_and_all_come_back(tmp_path: Path) -> None:
    texts = ("=1+1", "-2", "+3", "@x", "'=1", "''", "'", "", "a,b", 'a"b', "−4", "＝x", "x;y")
    ones = [CorrectedCell("a.csv", text, CellRef(1, 1), text, text, "r", text, text, "t") for text in texts]
    said = text_of(ones)
    assert not any(cell[:1] in set("=+-@＝") for row in csv.reader(io.StringIO(said)) for cell in row)
    (tmp_path / "corrections.csv").write_text(said, encoding="utf-8")
    assert list(load(tmp_path / "corrections.csv")) == ones


def test_sheets_of_no_event_have_no_list(night: Path) -> None:
    (night / "event.toml").unlink()
    assert correct(night).returncode == 2
    assert not (night / "corrections.csv").exists()
    assert run("fix", "night", "--undo", "1", cwd=night.parent).returncode == 2


def test_each_evening_of_a_season_has_its_own(night: Path) -> None:
    shutil.copytree(night, night.parent / "night" / "b")
    (night / "b" / "table1.csv").write_text(SHEET.replace("21,12", "12,21"), encoding="utf-8")
    done = correct(night)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [one.cell.a1 for one in load(night / "corrections.csv")] == ["B8"]
    assert [one.cell.a1 for one in load(night / "b" / "corrections.csv")] == ["C8"]


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not on this computer")
def test_the_printed_report_lists_them_by_their_files(night: Path) -> None:
    correct(night)
    assert run("report", "night", "-o", "out", "--print", "report", cwd=night.parent).returncode == 0
    done = subprocess.run(
        ["pdftotext", night.parent / "out" / "report.pdf", "-"], capture_output=True, check=True
    )
    said = " ".join(done.stdout.decode().split())
    assert "1. night/table1.csv, B8: 21 → 12." in said
    assert "15 → 6" in said


def test_a_corrected_file_that_is_not_there_is_named(night: Path) -> None:
    (night / "corrections.csv").write_text("file,sheet,cell,from,to\nround9/x.xlsx,,C1,1,2\n", "utf-8")
    done = run("validate", "night", "--lang", "en", "--strict", cwd=night.parent)
    assert "corrections.csv corrects round9/x.xlsx, but there is no such file" in done.stdout
    assert "in force" not in done.stderr

"""``fix`` and ``annotate`` by the program: a repaired copy, a marked copy, the original untouched."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.styles import Alignment, Font, PatternFill

import scorecheck
from calculated import with_results
from scorecheck.readers.discover import discover
from support import ROOT, run

CLUB = ROOT / "tests" / "corpus" / "notation" / "club-sheet.xlsx"
FORMULAS = ROOT / "tests" / "corpus" / "cells" / "formulas-with-values.xlsx"
GAMES = (
    "Spiel;Anna;Bernd;Chris;Dora\r\n"
    "1;+2;+2;−2;−2\r\n"
    "2;−1;+1;−1;−1\r\n"
    "3;+3;−3;−3;+3\r\n"
    "4;−2;−2;+2;+2\r\n"
    "5;+4;−4;+4;−4\r\n"
    "6;−2;+2;+2;−2\r\n"
    '7;+21;+12;−12;"−12"\r\n'
)


def _without_addresses() -> bytes:
    """The games as a workbook whose cells do not say where they are, as some programs write them."""
    made, changed = io.BytesIO(), io.BytesIO()
    book = openpyxl.Workbook()
    for line in csv.reader(io.StringIO(GAMES.replace("−", "-")), delimiter=";"):
        book.worksheets[0].append([int(value) if value.strip("+-").isdecimal() else value for value in line])
    book.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(changed, "w") as new:
        for info in old.infolist():
            content = old.read(info.filename)
            if info.filename == "xl/worksheets/sheet1.xml":
                content = re.sub(rb'<c r="[A-Z]+[0-9]+"', b"<c", content)
            new.writestr(info, content)
    return changed.getvalue()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "abend.csv"
    path.write_bytes(GAMES.encode("utf-8-sig"))
    return path


class TestFix:
    def test_only_the_sure_cell_changes_byte_for_byte(self, sheet: Path) -> None:
        done = run("fix", sheet, "-o", "neu.csv", cwd=sheet.parent)
        assert done.returncode == 1, done.stderr
        assert sheet.read_bytes() == GAMES.encode("utf-8-sig")
        copy = (sheet.parent / "neu.csv").read_bytes()
        assert copy == GAMES.replace("+21", "+12").encode("utf-8-sig")
        assert "B8: +21 → 12" in done.stdout
        assert "abend.csv: 99 % sure that all changes are right.\n" in done.stderr
        assert "several repairs are equally likely" in done.stderr
        assert "Game 2 adds up to −2" in done.stdout
        assert "B8: +21 → 12" in (sheet.parent / "neu.csv.changes.txt").read_text(encoding="utf-8")

    @pytest.mark.parametrize("name", ["abend.csv", "foreign.csv"])
    def test_a_copy_that_is_refused_leaves_no_list_of_changes(self, sheet: Path, name: str) -> None:
        (sheet.parent / "foreign.csv").write_text("Anna\n", encoding="utf-8")
        before = {path.name: path.read_bytes() for path in sheet.parent.iterdir()}
        assert run("fix", sheet, "-o", name, cwd=sheet.parent).returncode == 2
        assert {path.name: path.read_bytes() for path in sheet.parent.iterdir()} == before

    def test_all_repairs_of_a_sheet_are_so_sure_together(self, tmp_path: Path) -> None:
        text = GAMES.replace("2;−1;+1;−1;−1", "2;−1;+1;+1;−1").replace("5;+4;−4;+4;−4", "5;+4;−4;+4;−40")
        sheet = tmp_path / "abend.csv"
        sheet.write_bytes(text.encode())
        findings = scorecheck.validate(sheet).findings
        one, other = sorted(finding.fixes[0].confidence for finding in findings)
        # Each by itself is surer than that, and both are not.
        least = (one + one * other) / 2
        run("fix", sheet, "-o", "neu.csv", "--min-confidence", str(least), cwd=tmp_path)
        assert (tmp_path / "neu.csv").read_bytes().decode() == text.replace("+21", "+12")
        run("fix", sheet, "-o", "beide.csv", "--min-confidence", str(one * other - 0.001), cwd=tmp_path)
        both = text.replace("+21", "+12").replace("−40", "−4")
        assert (tmp_path / "beide.csv").read_bytes().decode() == both

    def test_a_file_with_several_sheets_is_as_sure_as_all_of_them(self, tmp_path: Path) -> None:
        right = GAMES.replace("−", "-").replace("2;-1;+1;-1;-1", "2;-1;+1;-1;+1").replace("+21", "+12")
        book = openpyxl.Workbook()
        book.remove(book.worksheets[0])
        for name, text in {
            "A": right.replace("+3;-3", "+3;-30"),
            "B": right.replace("+12;+12", "+12;+21"),
        }.items():
            sheet = book.create_sheet(name)
            for line in csv.reader(io.StringIO(text), delimiter=";"):
                sheet.append([int(value) if value.strip("+-").isdecimal() else value for value in line])
        book.save(tmp_path / "abende.xlsx")
        found = scorecheck.validate(tmp_path / "abende.xlsx").findings
        shares = {finding.sheet: finding.fixes[0].confidence for finding in found}
        assert shares.keys() == {"A", "B"}
        sure = shares["A"] * shares["B"]
        # Each by itself is surer than that, and both are not.
        least = (min(shares.values()) + sure) / 2
        done = run("fix", "abende.xlsx", "--diff", "--min-confidence", str(least), cwd=tmp_path)
        assert done.stdout.count("+++") == 1
        assert (
            f"with its repair all changes together would be less than {100 * least:g} % sure" in done.stderr
        )
        done = run("fix", "abende.xlsx", "--diff", "--min-confidence", str(sure - 1e-6), cwd=tmp_path)
        assert done.stdout.count("+++") == 2
        assert f"abende.xlsx: {int(100 * sure)} % sure that all changes are right.\n" in done.stderr

    def test_a_tie_is_not_guessed(self, sheet: Path) -> None:
        run("fix", sheet, "-o", "neu.csv", "--yes", cwd=sheet.parent)
        assert "2;−1;+1;−1;−1" in (sheet.parent / "neu.csv").read_text(encoding="utf-8-sig")

    @pytest.mark.parametrize(
        ("original", "copy", "suffix"),
        [("a.csv", "b.xlsx", ".csv"), ("a.xlsx", "b.ods", ".xlsx"), ("a.xlsm", "b.xlsx", ".xlsm")],
    )
    def test_a_copy_is_called_what_it_is(self, original: str, copy: str, suffix: str, tmp_path: Path) -> None:
        """No program opens a workbook with macros that is called .xlsx, or a text that is called so."""
        (tmp_path / original).write_bytes(GAMES.encode() if suffix == ".csv" else CLUB.read_bytes())
        done = run("fix", original, "-o", copy, "--yes", "--lang", "en", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert (
            done.stderr
            == f"{copy}: the copy is a file like the original. Give it a name that ends in {suffix}.\n"
        )
        assert not (tmp_path / copy).exists()

    def test_encodings_stay(self, tmp_path: Path) -> None:
        text = GAMES.replace("−", "-").replace("Anna", "Änne")
        for encoding in ("cp1252", "utf-16", "utf-8"):
            path = tmp_path / f"{encoding}.csv"
            path.write_bytes(text.encode(encoding))
            run("fix", path, "-o", tmp_path / f"neu-{encoding}.csv", cwd=tmp_path)
            copy = (tmp_path / f"neu-{encoding}.csv").read_bytes()
            assert copy == text.replace("+21", "+12").encode(encoding)

    def test_a_workbook_keeps_all_its_parts(self, tmp_path: Path) -> None:
        done = run("fix", CLUB, "-o", "neu.xlsx", cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        with zipfile.ZipFile(CLUB) as old, zipfile.ZipFile(tmp_path / "neu.xlsx") as new:
            assert set(old.namelist()) < set(new.namelist())
            same = [name for name in old.namelist() if old.read(name) == new.read(name)]
            assert len(same) >= len(old.namelist()) - 4
        values = openpyxl.load_workbook(tmp_path / "neu.xlsx", data_only=True)["Abend 14"]
        formulas = openpyxl.load_workbook(tmp_path / "neu.xlsx")["Abend 14"]
        assert values["I7"].value == -6
        assert values["K7"].value == 0
        assert str(formulas["K7"].value).startswith("=")
        listed = openpyxl.load_workbook(tmp_path / "neu.xlsx")["scorecheck"]
        assert "I7: 6 → -6" in str(listed["A2"].value)
        assert run("validate", "neu.xlsx", cwd=tmp_path).returncode == 0

    def test_a_date_becomes_a_number(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        for row in (
            ("Game", "Anna", "Bernd", "Chris", "Dora"),
            (1, 2, 2, -2, -2),
            (2, datetime.date(2026, 3, 7), 3, -3, 3),
            (3, 1, datetime.time(1, 2), -1, -1),
            (4, 2, -2, 2, -2),
        ):
            book.active.append(row)
        book.active["B3"].font = Font(name="Courier New", bold=True)
        book.active["B3"].fill = PatternFill("solid", fgColor="FFEEDD")
        book.active["B3"].alignment = Alignment(horizontal="center")
        book.save(tmp_path / "a.xlsx")
        done = run("fix", "a.xlsx", "-o", "b.xlsx", "--yes", cwd=tmp_path)
        assert done.returncode == 0, done.stdout
        copy = openpyxl.load_workbook(tmp_path / "b.xlsx").worksheets[0]
        assert [(copy[cell].value, copy[cell].number_format) for cell in ("B3", "C4")] == [
            (-3, "General"),
            (1, "General"),
        ]
        # All else of the cell's look stays.
        look = copy["B3"]
        assert (look.font.name, look.font.b, look.fill.fgColor.rgb) == ("Courier New", True, "00FFEEDD")
        assert look.alignment.horizontal == "center"

    def test_what_is_left_is_what_asks_for_something(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        games = [(2, 2, -2, -2), (-1, -1, 1, 1), (-4, 4, -4, 4), (-3, "x", 3, -3), (1, 2, -1, -1)] * 2
        games[4] = (1, 1, -1, -1)
        rows = [("Game", "Anna", "Bernd", "Chris", "Dora"), *((at, *of) for at, of in enumerate(games, 1))]
        for row in rows:
            book.active.append(row)
        book.save(tmp_path / "a.xlsx")
        done = run("fix", "a.xlsx", "-o", "b.xlsx", cwd=tmp_path)
        assert "b.xlsx: 1 repair made." in done.stderr
        assert re.findall(r"^b.xlsx:(\S+)", done.stdout, re.MULTILINE) == ["Sheet!C5:", "Sheet!C10:"]

    def test_the_copy_of_a_sample_that_comes_with_scorecheck_is_a_file(self, tmp_path: Path) -> None:
        sample = "samples/doppelkopf/five-players-faulty.xlsx"
        assert run("fix", sample, "-o", "mended.xlsx", cwd=tmp_path).returncode == 0
        assert (tmp_path / "mended.xlsx").is_file()

    def test_nothing_to_do_writes_nothing(self, tmp_path: Path) -> None:
        clean = tmp_path / "a.csv"
        clean.write_text(
            GAMES.replace("+21", "+12").replace("2;−1;+1;−1;−1", "2;−1;+1;−1;+1"), encoding="utf-8"
        )
        done = run("fix", clean, "-o", "neu.csv", cwd=tmp_path)
        assert done.returncode == 0
        assert not (tmp_path / "neu.csv").exists()

    def test_the_original_is_never_written_to(self, sheet: Path) -> None:
        done = run("fix", sheet, "-o", sheet, "--force", cwd=sheet.parent)
        assert done.returncode == 2
        assert sheet.read_bytes() == GAMES.encode("utf-8-sig")

    @pytest.mark.parametrize("suffix", [".ods", ".xls"])
    def test_other_workbooks_become_xlsx(self, tmp_path: Path, suffix: str) -> None:
        """Dora's lost minus, and her total below, which no formula follows with in the copy."""
        done = run("fix", CLUB.with_suffix(suffix), "-o", "neu.xlsx", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "does not keep everything of the original: formats and formulas" in done.stderr
        values = openpyxl.load_workbook(tmp_path / "neu.xlsx")["Abend 14"]
        assert (values["I7"].value, values["K7"].value) == (-6, 0)
        assert run("validate", "neu.xlsx", cwd=tmp_path).returncode == 0

    def test_what_becomes_xlsx_is_called_so(self, tmp_path: Path) -> None:
        done = run("fix", CLUB.with_suffix(".ods"), "-o", "neu.ods", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr == "neu.ods: the copy is an Excel workbook. Give it a name that ends in .xlsx.\n"
        (tmp_path / "abend.ods").write_bytes(CLUB.with_suffix(".ods").read_bytes())
        (tmp_path / "abend.xlsx").write_bytes(CLUB.read_bytes())
        run("fix", tmp_path, "-o", "neu", cwd=tmp_path)
        copies = {path.name for path in (tmp_path / "neu").iterdir() if path.suffix == ".xlsx"}
        assert copies == {"abend.xlsx", "abend.ods.xlsx"}

    def test_a_workbook_that_is_too_large_keeps_no_other_from_its_copy(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scorecheck.one_file.mending.CELLS", 10)
        (tmp_path / "abend.ods").write_bytes(CLUB.with_suffix(".ods").read_bytes())
        (tmp_path / "tisch.xlsx").write_bytes(CLUB.read_bytes())
        done = run("fix", tmp_path, "-o", "neu", cwd=tmp_path)
        assert "abend.ods" in done.stderr
        copies = {path.name for path in (tmp_path / "neu").iterdir() if path.suffix == ".xlsx"}
        assert copies == {"tisch.xlsx"}
        assert run("fix", tmp_path / "abend.ods", "-o", "neu.xlsx", cwd=tmp_path).returncode == 1
        assert not (tmp_path / "neu.xlsx").exists()

    def test_a_sheet_as_json_is_not_copied(self, tmp_path: Path) -> None:
        sheet = tmp_path / "a.sheet.json"
        rows = '[{"points": {"Anna": 1, "Bernd": 1, "Clara": -1, "Dora": 1}}]'
        sheet.write_text(f'{{"game": "doppelkopf", "layout": "points", "rows": {rows}}}', encoding="utf-8")
        done = run("fix", sheet, "-o", "neu.json", cwd=tmp_path)
        assert done.returncode == 2
        assert "text files only" in done.stderr


class TestDiff:
    def test_a_text_file_as_patch_knows_it_and_nothing_is_written(self, sheet: Path) -> None:
        done = run("fix", sheet.name, "--diff", cwd=sheet.parent)
        assert done.returncode == 1, done.stderr
        lines = done.stdout.splitlines()
        assert lines[:3] == ["--- abend.csv", "+++ abend.csv", "@@ -5,4 +5,4 @@"]
        assert [line for line in lines[3:] if line[0] in "+-"] == [
            '-7;+21;+12;−12;"−12"',
            '+7;+12;+12;−12;"−12"',
        ]
        assert [path.name for path in sheet.parent.iterdir()] == ["abend.csv"]
        assert "nothing was written" in done.stderr
        # What it leaves it says, too.
        assert "abend.csv:B3" in done.stderr

    def test_a_workbook_by_its_cells(self, tmp_path: Path) -> None:
        (tmp_path / "a.xlsx").write_bytes(CLUB.read_bytes())
        done = run("fix", "a.xlsx", "--diff", cwd=tmp_path)
        assert done.stdout.splitlines() == [
            "--- a.xlsx Abend 14",
            "+++ a.xlsx Abend 14",
            "@@ I7 @@",
            "-6",
            "+-6",
            # The control is a formula, and stays one: it follows.
            "@@ K7 @@",
            "-12",
            "+0",
        ]
        assert [path.name for path in tmp_path.iterdir()] == ["a.xlsx"]

    def test_with_a_copy_it_shows_what_it_writes(self, sheet: Path) -> None:
        done = run("fix", sheet, "--diff", "-o", "neu.csv", cwd=sheet.parent)
        assert '+7;+12;+12;−12;"−12"' in done.stdout
        assert (sheet.parent / "neu.csv").read_bytes() == GAMES.replace("+21", "+12").encode("utf-8-sig")

    def test_neither_a_copy_nor_a_diff_is_wrong_use(self, sheet: Path) -> None:
        done = run("fix", sheet, cwd=sheet.parent)
        assert done.returncode == 2
        assert "--diff" in done.stderr


class TestSeveral:
    @pytest.fixture
    def evening(self, tmp_path: Path) -> Path:
        right = GAMES.replace("+21", "+12").replace("2;−1;+1;−1;−1", "2;−1;+1;−1;+1")
        for name, text in {
            "Runde 1/Tisch 1.csv": GAMES,
            "Runde 1/Tisch 2.csv": right.replace("Anna", "Ute").replace("5;+4", "5;+44"),
            "Runde 2/Tisch 1.csv": right,
        }.items():
            path = tmp_path / "abend" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    def test_a_folder_gives_a_folder_of_the_sheets_that_changed(self, evening: Path) -> None:
        done = run("fix", "abend", "-o", "neu", cwd=evening)
        assert done.returncode == 1, done.stderr
        new = evening / "neu"
        assert sorted(path.relative_to(new).as_posix() for path in new.rglob("*.csv")) == [
            "Runde 1/Tisch 1.csv",
            "Runde 1/Tisch 2.csv",
        ]
        assert "7;+12;+12;" in (new / "Runde 1" / "Tisch 1.csv").read_text(encoding="utf-8")
        assert "5;+4;−4;" in (new / "Runde 1" / "Tisch 2.csv").read_text(encoding="utf-8")
        listed = (new / "scorecheck.changes.txt").read_text(encoding="utf-8")
        assert listed.startswith("Runde 1/Tisch 1.csv: Changed in this copy (scorecheck)\nB8: +21 → 12")
        assert "\nRunde 1/Tisch 2.csv: Changed in this copy (scorecheck)\nB6: +44 → 4" in listed
        assert "abend/Runde 1/Tisch 1.csv: B8: +21 → 12" in done.stdout
        assert "abend/Runde 1/Tisch 1.csv:B3, several repairs are equally likely" in done.stderr
        # A later run takes the copies for no sheets, and may replace them.
        assert run("fix", ".", "-o", "neu", cwd=evening).returncode == 1
        assert not list(new.rglob("neu"))

    def test_the_copies_are_sheets_where_their_folder_is_named(self, evening: Path) -> None:
        assert run("fix", "abend", "-o", "neu", cwd=evening).returncode == 1
        done = run("validate", "neu", "--format", "json", cwd=evening)
        assert [file["path"] for file in json.loads(done.stdout)["files"]] == [
            "neu/Runde 1/Tisch 1.csv",
            "neu/Runde 1/Tisch 2.csv",
        ]
        assert "changes.txt" not in done.stderr
        assert len(json.loads(run("validate", ".", "--format", "json", cwd=evening).stdout)["files"]) == 3

    def test_a_workbook_that_cannot_be_changed_is_named_and_the_others_are_done(self, evening: Path) -> None:
        odd = evening / "abend" / "Runde 1" / "Tisch 3.xlsx"
        odd.write_bytes(_without_addresses())
        done = run("fix", "abend", "-o", "neu", cwd=evening)
        assert done.returncode == 1, done.stderr
        assert "abend/Runde 1/Tisch 3.xlsx: The workbook is built in an unusual way at B8." in done.stderr
        assert "7;+12;+12;" in (evening / "neu" / "Runde 1" / "Tisch 1.csv").read_text(encoding="utf-8")
        assert not list((evening / "neu").rglob("*.xlsx"))
        # What was found in it is still there.
        assert "nothing is wrong" not in done.stderr.lower()

    def test_a_single_workbook_that_cannot_be_changed_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "tisch.xlsx").write_bytes(_without_addresses())
        done = run("fix", "tisch.xlsx", "-o", "neu.xlsx", cwd=tmp_path)
        assert done.returncode == 2
        assert "built in an unusual way at B8" in done.stderr
        assert not (tmp_path / "neu.xlsx").exists()

    def test_a_folder_only_shown(self, evening: Path) -> None:
        done = run("fix", "abend", "--diff", cwd=evening)
        assert done.stdout.count("--- abend/Runde 1/") == 2
        assert [path.name for path in evening.iterdir()] == ["abend"]

    def test_the_sheets_of_an_event(self, evening: Path) -> None:
        (evening / "abend" / "event.toml").write_text(
            '[event]\nname = "Abend"\ngame = "doppelkopf"\n'
            '[[rounds]]\nname = "Runde 1"\nsheets = ["Runde 1/*.csv"]\n',
            encoding="utf-8",
        )
        done = run("fix", "abend/event.toml", "-o", "neu", cwd=evening)
        assert done.returncode == 1, done.stderr
        assert "7;+12;+12;" in (evening / "neu" / "Runde 1" / "Tisch 1.csv").read_text(encoding="utf-8")

    def test_a_list_says_what_the_sheets_give(self, tmp_path: Path) -> None:
        for name, lines in {
            "event.toml": (
                '[event]\nname = "Abend"\npublished = ["liste.csv"]\n[ranking]\nmethod = "sum"',
                '[[rounds]]\nname = "Runde 1"\nsheets = ["r1.csv"]',
                '[[rounds]]\nname = "Runde 2"\nsheets = ["r2.csv"]',
            ),
            "r1.csv": ("Spiel,Anna,Bernd,Chris,Dora", "1,2,2,-2,-2", "2,1,-1,1,-1", "3,-1,-1,1,1"),
            "r2.csv": (
                "Spiel,Anna,Bernd,Chris,Dora",
                "1,2,-2,2,-2",
                "2,1,1,-1,-1",
                "3,3,-1,-1,-1",
                "4,1,-1,1,-1",
            ),
            # Anna's 7 got a sign that it has not on the sheet; what she has in all follows it.
            "liste.csv": (
                "Spieler,Runde 1,Runde 2,Punkte",
                "Anna,2,-7,-5",
                "Bernd,0,-3,-3",
                "Chris,0,1,1",
                "Dora,-2,-5,-7",
            ),
        }.items():
            (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = run("fix", "event.toml", "-o", "neu", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        listed = (tmp_path / "neu" / "liste.csv").read_text(encoding="utf-8")
        assert listed.splitlines()[1:3] == ["Anna,2,7,9", "Bernd,0,-3,-3"]
        assert not (tmp_path / "neu" / "r2.csv").exists()


class TestAnnotate:
    def test_cells_comments_and_the_list(self, tmp_path: Path) -> None:
        done = run("annotate", CLUB, "-o", "neu.xlsx", cwd=tmp_path)
        assert done.returncode == 1, done.stderr
        book = openpyxl.load_workbook(tmp_path / "neu.xlsx")
        cell = book["Abend 14"]["I7"]
        assert cell.value == 6
        assert cell.fill.fgColor.rgb == "FFF4B6B0"
        assert cell.comment is not None
        assert "Dora's 6 should be −6" in cell.comment.text
        assert str(book["Abend 14"]["K7"].value).startswith("=")
        listed = book["What to look at"]
        assert listed["A2"].value == "Abend 14 I7"
        assert listed["A2"].hyperlink.location == "'Abend 14'!I7"

    @pytest.mark.parametrize("suffix", [".ods", ".xls"])
    def test_other_formats_become_xlsx(self, tmp_path: Path, suffix: str) -> None:
        done = run("annotate", CLUB.with_suffix(suffix), "-o", "neu.xlsx", cwd=tmp_path)
        assert done.returncode == 1
        assert "formats and formulas" in done.stderr
        assert openpyxl.load_workbook(tmp_path / "neu.xlsx")["Abend 14"]["I7"].comment is not None

    def test_csv_becomes_xlsx_and_formulas_stay_texts(self, sheet: Path) -> None:
        sheet.write_text(GAMES.replace("Bernd", '"=1+1"'), encoding="utf-8")
        run("annotate", sheet, "-o", "neu.xlsx", cwd=sheet.parent)
        (first, *_) = openpyxl.load_workbook(sheet.parent / "neu.xlsx").worksheets
        assert first["C1"].data_type != "f"
        assert first["B8"].comment is not None

    def test_later_runs_leave_the_copy_out(self, tmp_path: Path) -> None:
        (tmp_path / "tisch.xlsx").write_bytes(CLUB.read_bytes())
        run("annotate", "tisch.xlsx", "-o", "marked.xlsx", cwd=tmp_path)
        found = discover([str(tmp_path)], tmp_path)
        assert [file.shown for file in found.files] == ["tisch.xlsx"]
        # And the next copy may take its place.
        assert run("annotate", "tisch.xlsx", "-o", "marked.xlsx", cwd=tmp_path).returncode == 1

    def test_a_workbook_that_openpyxl_cannot_open_is_copied_as_values(self, tmp_path: Path) -> None:
        broken = io.BytesIO()
        with zipfile.ZipFile(CLUB) as old, zipfile.ZipFile(broken, "w") as new:
            for info in old.infolist():
                content = old.read(info.filename)
                new.writestr(info, b"<cp" if info.filename == "docProps/core.xml" else content)
        (tmp_path / "tisch.xlsx").write_bytes(broken.getvalue())
        done = run("annotate", "tisch.xlsx", "-o", "neu.xlsx", cwd=tmp_path)
        assert done.returncode == 1, done.stderr
        assert "only its values" in done.stderr
        assert openpyxl.load_workbook(tmp_path / "neu.xlsx")["Abend 14"]["I7"].comment is not None


def test_a_total_that_followed_the_slip_follows_its_repair(tmp_path: Path) -> None:
    """Erika's column makes 15 with the 13 and 5 without; her total was worked out from the 13."""
    rows = ["2,-2,2,-2", "-1,-1,3,-1", "1,1,-1,-1", "-2,2,-2,2", "1,-1,1,-1", "13,-1,-1,-1"]
    rows += ["-1,1,1,-1", "2,2,-2,-2"]
    games = [f"{number},{row}" for number, row in enumerate(rows, 1)]
    (tmp_path / "a.csv").write_text(
        "\n".join(["Spiel,Erika,Bernd,Gisela,Anke", *games, "Summe,15,1,1,-7", ""])
    )
    done = run("fix", "a.csv", "-o", "b.csv", "--yes", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "B10: 15 → 5." in done.stdout
    lines = (tmp_path / "b.csv").read_text().splitlines()
    assert (lines[6], lines[9]) == ("6,3,-1,-1,-1", "Summe,5,1,1,-7")
    # One that was worked out from the right number stays.
    (tmp_path / "c.csv").write_text(
        "\n".join(["Spiel,Erika,Bernd,Gisela,Anke", *games, "Summe,5,1,1,-7", ""])
    )
    assert run("fix", "c.csv", "-o", "d.csv", "--yes", cwd=tmp_path).returncode == 0
    assert (tmp_path / "d.csv").read_text() == (tmp_path / "b.csv").read_text()


def test_sums_among_the_games_are_no_games_where_totals_follow(tmp_path: Path) -> None:
    """Dora's 4 should be 2, and her total was worked out from the 2; with the sums among the games counted as
    games it is what her column makes. Her second sum was worked out from the 4, and follows."""
    rows = ["1,2,2,-2,-2", "2,-1,3,-1,-1", "Zwischensumme,1,5,-3,-3"]
    rows += ["3,-2,2,-2,4", "4,-1,-1,1,1", "Zwischensumme,-3,1,-1,5", "Summe,-2,6,-4,0"]
    (tmp_path / "a.csv").write_text("\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows, ""]))
    done = run("fix", "a.csv", "-o", "b.csv", "--yes", "--game", "doppelkopf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = (tmp_path / "b.csv").read_text().splitlines()
    assert [lines[4], lines[6], lines[7]] == ["3,-2,2,-2,2", "Zwischensumme,-3,1,-1,3", "Summe,-2,6,-4,0"]


def test_the_result_below_running_totals_follows(tmp_path: Path) -> None:
    """From game 3 on Chris has ten too many, and the result below repeats his last total."""
    rows = ["1,2,2,-2,-2", "2,1,5,-3,-3", "3,5,1,11,-7", "4,4,2,10,-6", "5,6,0,8,-4", "Summe,6,0,8,-4"]
    (tmp_path / "a.csv").write_text("\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows, ""]))
    done = run("fix", "a.csv", "-o", "b.csv", "--yes", "--game", "doppelkopf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = (tmp_path / "b.csv").read_text().splitlines()
    assert lines[3:] == ["3,5,1,1,-7", "4,4,2,0,-6", "5,6,0,-2,-4", "Summe,6,0,-2,-4"]


def test_a_total_follows_where_points_go_to_another_column(tmp_path: Path) -> None:
    """Uwe deals game 4 and so sits out: the 33 are Karl's, and both totals were worked out as it stands."""
    games = ["1,Uwe,-,24,-,-", "2,Karl,-,-,-,20", "3,Rosi,-,-48,-,-", "4,Uwe,33,-,-,-", "5,Karl,18,-,-,-"]
    games += ["6,Rosi,-,-,22,-", "7,Uwe,-,-,-,30", "8,Karl,-,-,-,27"]
    totals = "Summe,,51,-24,22,77"
    (tmp_path / "a.csv").write_text("\n".join(["Spiel,Geber,Uwe,Heinz,Karl,Rosi", *games, totals, ""]))
    done = run("fix", "a.csv", "-o", "b.csv", "--yes", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "C5: 33 → -." in done.stdout
    assert "C10: 51 → 18." in done.stdout
    lines = (tmp_path / "b.csv").read_text().splitlines()
    (to,) = [at for at, cell in enumerate(lines[4].split(",")) if cell == "33"]
    assert int(lines[9].split(",")[to]) == {3: -24, 4: 22, 5: 77}[to] + 33


def test_of_two_names_beside_each_other_the_wrong_one_is_written(tmp_path: Path) -> None:
    """By the points Anna and Chris won game 7, by the names Anna and Bernd; game 4 lost a sign."""
    rows = ["1,Anna,Bernd,2,2,-2,-2", "2,Chris,Dora,-3,-3,3,3", "3,Anna,Chris,1,-1,1,-1", "4,Dora,,-2,2,-2,6"]
    rows += [
        "5,Bernd,Dora,-1,1,-1,1",
        "6,Anna,Dora,2,-2,-2,2",
        "7,Anna,Bernd,4,-4,4,-4",
        "8,Chris,Dora,-2,-2,2,2",
    ]
    sheet = "\n".join(["Spiel,Re 1,Re 2,Anna,Bernd,Chris,Dora", *rows, "Summe,,,1,-11,3,7", ""])
    (tmp_path / "a.csv").write_text(sheet)
    lines = run("validate", "a.csv", "--lang", "en", cwd=tmp_path).stdout.splitlines()
    assert any(re.fullmatch(r" +> +8 +7 +Anna +\[Bernd\] +4 +-4 +4 +-4", line) for line in lines)
    done = run("fix", "a.csv", "-o", "b.csv", "--yes", "--lang", "en", cwd=tmp_path)
    assert "C8: Bernd → Chris. Re 2 should be Chris instead of Bernd" in done.stdout
    mended = sheet.replace("7,Anna,Bernd", "7,Anna,Chris").replace("4,Dora,,-2,2", "4,Dora,,-2,-2")
    assert (tmp_path / "b.csv").read_text() == mended


def test_formulas_that_hang_on_a_repair_do_not_keep_their_old_results(tmp_path: Path) -> None:
    """Erika's 13 should be 3: her total, the list of the season and the ranks there stand on it."""
    rows = [[2, -2, 2, -2], [-1, -1, 3, -1], [1, 1, -1, -1], [-2, 2, -2, 2], [1, -1, 1, -1], [13, -1, -1, -1]]
    totals, names = dict(zip("BCDE", (14, -2, 2, -4), strict=True)), ("Erika", "Bernd", "Gisela", "Anke")
    book = openpyxl.Workbook()
    results: dict[str, int] = {}
    games = book.worksheets[0]
    games.title = "Abend 1"
    games.append(["Spiel", *names])
    for number, row in enumerate(rows, start=1):
        games.append([number, *row])
    games.append(["Summe", *(f"=SUM({column}2:{column}7)" for column in totals)])
    season = book.create_sheet("Rangliste")
    season.append(["Name", "Punkte", "Platz"])
    for row, (name, column, rank) in enumerate(zip(names, totals, (1, 3, 2, 4), strict=True), start=2):
        season.append([name, f"='Abend 1'!{column}8", f"=RANK(B{row},B$2:B$5)"])
        results |= {f"SUM({column}2:{column}7)": totals[column], f"'Abend 1'!{column}8": totals[column]}
        results[f"RANK(B{row},B$2:B$5)"] = rank
    (tmp_path / "saison.xlsx").write_bytes(with_results(book, results))
    done = run("fix", "saison.xlsx", "-o", "neu.xlsx", "--yes", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = openpyxl.load_workbook(tmp_path / "neu.xlsx", data_only=True)
    assert [cell.value for cell in shown["Abend 1"][8]] == ["Summe", 4, -2, 2, -4]
    assert [[cell.value for cell in row] for row in shown["Rangliste"].iter_rows(min_row=2)] == [
        ["Erika", 4, None],
        ["Bernd", -2, None],
        ["Gisela", 2, None],
        ["Anke", -4, None],
    ]
    kept = openpyxl.load_workbook(tmp_path / "neu.xlsx")
    assert (kept["Abend 1"]["B8"].value, kept["Rangliste"]["B2"].value) == ("=SUM(B2:B7)", "='Abend 1'!B8")


@pytest.mark.parametrize(
    ("text", "said", "status"),
    [
        ("Spiel;Anna;Bernd;Chris;Dora;Bem.\n1;2;2;-2;-2;\n2;-1;1;1;-1;x\n3;3;-1;-1;-1;\n4;1;-1;1;-1;\n"
         "5;2;-2;-2;2;\n6;-1;1;-1;1;y\n", "Nothing is wrong, so there is nothing to repair.", 0),
        ("Ken +3\nLee -2\nMo +4\nNan -3\n", "Nothing was read as a scoresheet", 1),
    ],
    ids=["a remark", "not read"],
)  # fmt: skip
def test_why_nothing_is_repaired(tmp_path: Path, text: str, said: str, status: int) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(text, encoding="utf-8")
    done = run("fix", path, "-o", tmp_path / "neu.csv")
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr
    assert not (tmp_path / "neu.csv").exists()


def test_totals_that_count_a_missing_game_stay(tmp_path: Path) -> None:
    # Game 5 is there twice and game 7 is missing. Ida and Kai got as much in both, so the rows give their
    # totals as they stand; the totals of Jan and Lea show that they were added up from what was played.
    rows = ["1,2,-2,2,-2", "2,-1,-1,1,1", "3,4,-4,-4,4", "4,-3,-3,9,-3", "5,3,-3,-3,3", "5,3,-3,-3,3"]
    rows += ["6,1,-3,1,1", "8,-1,1,-1,1", "9,2,2,-2,-2", "Summe,10,-10,0,0"]
    sheet, copy = tmp_path / "sheet.csv", tmp_path / "copy.csv"
    sheet.write_text("\n".join(["Spiel,Ida,Jan,Kai,Lea", *rows]) + "\n", encoding="utf-8")
    run("fix", str(sheet), "-o", str(copy))
    lines = copy.read_text(encoding="utf-8").splitlines()
    assert lines[6] == ",,,,"
    assert lines[-1] == "Summe,10,-10,0,0"


def test_money_that_was_right_for_a_wrong_total_follows(tmp_path: Path) -> None:
    """Dora's −1 should be −4: her total and the 5 cents a point below it were worked out from the −1."""
    rows = ["1,2,2,-2,-2", "2,4,4,-4,-1", "3,-3,3,-3,3", "4,1,-1,-1,1", "5,2,-2,2,-2", "6,1,1,-1,-1"]
    below = ["Summe,7,7,-9,-2", 'Euro,"0,35","0,35","-0,45","-0,10"']
    (tmp_path / "a.csv").write_text("\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows, *below, ""]))
    done = run("fix", "a.csv", "-o", "b.csv", "--yes", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "E9: -0,10 → -0,25." in done.stdout
    lines = (tmp_path / "b.csv").read_text().splitlines()
    assert lines[7:] == ["Summe,7,7,-9,-5", 'Euro,"0,35","0,35","-0,45","-0,25"']

"""How a file was read, as ``inspect`` tells it; zips; workbooks that are open."""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from support import ROOT, run

POINTS = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-1,1,1,-1
3,3,-1,-1,-1
4,-2,-2,2,2
5,4,-4,4,-4
"""
TWO_WAYS = "Spiel,Anna,Bernd,Chris,Dora\n1,1,1,-1,-1\n2,2,2,-2,-2\n"


def inspect(*args: str | Path, cwd: Path = ROOT, status: int = 0) -> dict[str, Any]:
    done = run("inspect", *args, "--format", "json", cwd=cwd)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def write(folder: Path, text: str, name: str = "sheet.csv") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


class TestText:
    def test_the_first_line_says_what_it_is(self) -> None:
        done = run("inspect", "samples/doppelkopf/five-players.xlsx")
        assert done.returncode == 0
        first = done.stdout.splitlines()[0]
        assert first == (
            "samples/doppelkopf/five-players.xlsx: "
            "read as Doppelkopf, points of each game, 5 players, 30 games."
        )
        for said in (
            "--game doppelkopf --preset tcg --layout points --notation plus-minus",
            "A3:G34",
            "Doppelkopf im Krug",
            "the total row, which only this reading gives",
            "fits 30 of 30 rows",
            "B  Geber  the dealer",
            "row 34: Anna −27",
        ):
            assert said in done.stdout

    def test_a_sheet_read_like_one_with_the_same_headings(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        games = [[1, -1, 1, -1], [5, 5, -5, -5], [5, 5, -5, -5], [2, -2, 2, -2], [9, -3, -3, -3]]
        none = [[-16, -29, -25, -22], [-26, -1, 30, 16], [-5, -3, 4, 17], [-13, 4, -29, 26]]
        for title, rows in (("Abend 1", [*games, *games]), ("Abend 2", [*games[:2], *none, games[3]])):
            sheet = book.create_sheet(title)
            sheet.append(["Spiel", "Geber", "Wert", "Bock", "Ansage", "Sven", "Tora", "Ulf", "Vera"])
            for at, row in enumerate(rows, 1):
                sheet.append([at, "Sven", min(map(abs, row)), None, "Re", *row])
        del book["Sheet"]
        book.save(tmp_path / "a.xlsx")
        sheets = inspect("a.xlsx", cwd=tmp_path)["files"][0]["sheets"]
        assert [sheet["tables"][0]["decided_by"] for sheet in sheets] == ["marks", "beside"]

    @pytest.mark.parametrize(
        ("lang", "said"),
        [("de", "gelesen als"), ("nb", "lest som")],
    )
    def test_languages(self, lang: str, said: str) -> None:
        done = run("inspect", "samples/chouette/mcc-extra.csv", "--lang", lang)
        assert said in done.stdout.splitlines()[0]

    def test_what_could_not_be_decided_is_told_with_what_was_weighed(self, tmp_path: Path) -> None:
        write(tmp_path, TWO_WAYS)
        done = run("inspect", "sheet.csv", cwd=tmp_path)
        assert done.returncode == 1
        assert "nothing was read" in done.stdout.splitlines()[0]
        assert "[sheet/ambiguous-notation]" in done.stdout
        assert "Doppelkopf, points of each game: fits 2 of 2 rows" in done.stdout
        assert "Doppelkopf, running totals: fits 2 of 2 rows" in done.stdout

    def test_findings_are_not_its_business(self, tmp_path: Path) -> None:
        write(tmp_path, POINTS.replace("3,3,-1", "3,2,-1"))
        assert run("inspect", "sheet.csv", cwd=tmp_path).returncode == 0

    def test_several_tables_notes_and_what_is_hidden(self, tmp_path: Path) -> None:
        book = openpyxl.Workbook()
        one = book.worksheets[0]
        one.title = "Tisch 1"
        for line in POINTS.splitlines():
            one.append([int(word) if word.lstrip("-").isdigit() else word for word in line.split(",")])
        one.append(["Bier zahlt Bernd"])
        one.row_dimensions[3].hidden = True
        two = book.copy_worksheet(one)
        two.title = "Tisch 2"
        two.sheet_state = "hidden"
        notes = book.create_sheet("Notizen")
        notes.append(["Nächstes Mal bei Dora"])
        book.create_sheet("Leer")
        book.save(tmp_path / "a.xlsx")
        done = run("inspect", "a.xlsx", cwd=tmp_path)
        assert done.returncode == 0
        assert (
            done.stdout.splitlines()[0] == "a.xlsx: 2 tables were read, as Doppelkopf, points of each game."
        )
        for said in (
            "hidden rows",
            "Tisch 2 (hidden sheet)",
            "row 7: a note",
            "left alone",
            "nothing stands on",
        ):
            assert said in done.stdout
        assert "[sheet/no-table]" in done.stdout
        sheets = inspect("a.xlsx", cwd=tmp_path)["files"][0]["sheets"]
        assert [(sheet["name"], sheet["hidden"], len(sheet["tables"])) for sheet in sheets] == [
            ("Tisch 1", False, 1),
            ("Tisch 2", True, 1),
            ("Notizen", False, 1),
            ("Leer", False, 0),
        ]
        assert sheets[0]["hidden_rows"] == [3]
        assert sheets[2]["tables"][0]["finding"]["severity"] == "info"

    @pytest.mark.parametrize(
        "content", [b"", b"\x89PNG\r\n", b"PK\3\4broken", b"\xff\xfe\x00", b"a,b\n\x00,1\n"]
    )
    def test_bad_input_is_a_sentence(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "a.xlsx").write_bytes(content)
        done = run("inspect", "a.xlsx", cwd=tmp_path)
        assert done.returncode == 1
        assert done.stdout.startswith("a.xlsx: ")
        assert "Traceback" not in done.stderr

    def test_wrong_use(self, tmp_path: Path) -> None:
        assert run("inspect", "gone.csv", cwd=tmp_path).returncode == 2
        write(tmp_path, POINTS)
        assert run("inspect", "sheet.csv", "--game", "chess", cwd=tmp_path).returncode == 2

    def test_control_characters_do_not_reach_the_terminal(self, tmp_path: Path) -> None:
        write(tmp_path, POINTS.replace("Anna", "An\x1b[31mna"))
        assert "\x1b" not in run("inspect", "sheet.csv", cwd=tmp_path).stdout


class TestJson:
    def test_the_range_of_rows_put_together_from_several_lines(self, tmp_path: Path) -> None:
        pairs = ("Anna:+3,Bernd:+3,Chris:-3,Dora:-3", "Anna:-2,Emil:+2,Chris:+2,Dora:-2")
        write(tmp_path, "".join(f"{n},{pairs[n % 2]}\n" for n in range(8)))
        (file,) = inspect("sheet.csv", cwd=tmp_path)["files"]
        assert [table["range"] for table in file["sheets"][0]["tables"]] == ["A1:E8"]

    def test_a_table_in_full(self, tmp_path: Path) -> None:
        write(tmp_path, POINTS.replace("2,-1,1,1", "2,?,1,1") + "Summe,7,-4,3,-6\nDanke,,,,\n")
        (file,) = inspect("sheet.csv", cwd=tmp_path)["files"]
        assert (file["path"], file["format"], file["read"]) == ("sheet.csv", "csv", True)
        (table,) = file["sheets"][0]["tables"]
        assert table["range"] == "A1:E7"
        assert (table["game"], table["layout"], table["notation"]) == ("doppelkopf", "points", "plus-minus")
        assert table["evidence"][0]["fits"] == 4
        assert table["columns"][0] == {
            "at": "A",
            "heading": "Spiel",
            "role": "number",
            "says": "game numbers",
        }
        assert table["total"] == {"row": 7, "written": [7, -4, 3, -6]}
        assert [(one["row"], one["why"]) for one in table["ignored"]] == [(8, "below-total")]
        assert table["rows"] == 5
        assert table["entries"][0] == {
            "row": 2,
            "label": "1",
            "written": [2, 2, -2, -2],
            "points": [2, 2, -2, -2],
            "totals": [2, 2, -2, -2],
            "readable": True,
        }
        assert table["entries"][1]["written"][0] == {"text": "?", "kind": "text"}

    def test_a_published_list(self, tmp_path: Path) -> None:
        write(tmp_path, "Rang,Name,Punkte\n1,Anna,2.5\n2,Bernd,-2.5\n")
        (table,) = inspect("sheet.csv", cwd=tmp_path)["files"][0]["sheets"][0]["tables"]
        assert (table["layout"], table["decided_by"]) == ("standings", "marks")
        assert [entry["points"] for entry in table["entries"]] == [["5/2"], ["-5/2"]]

    def test_turned_and_told(self, tmp_path: Path) -> None:
        columns = zip(*(line.split(",") for line in POINTS.splitlines()), strict=True)
        write(tmp_path, "".join(",".join(row) + "\n" for row in columns))
        (table,) = inspect("sheet.csv", "--layout", "points", cwd=tmp_path)["files"][0]["sheets"][0]["tables"]
        assert (table["turned"], table["decided_by"]) == (True, "told")
        assert [column["at"] for column in table["columns"]] == ["1", "2", "3", "4", "5"]
        assert table["entries"][0]["row"] == "B"

    @pytest.mark.slow
    def test_no_more_entries_than_anybody_reads(self, tmp_path: Path) -> None:
        rows = "".join(f"{n},1,1,-1,-1\n" for n in range(1, 10_102))
        write(tmp_path, "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n" + rows)
        (table,) = inspect("sheet.csv", "--layout", "points", cwd=tmp_path)["files"][0]["sheets"][0]["tables"]
        assert (table["rows"], len(table["entries"])) == (10_102, 10_000)

    def test_standard_input(self, tmp_path: Path) -> None:
        done = run("inspect", "-", "--format", "json", cwd=tmp_path, input=POINTS)
        assert json.loads(done.stdout)["files"][0]["path"] == "stdin"


class TestZip:
    def archive(self, folder: Path) -> Path:
        with zipfile.ZipFile(folder / "abend.zip", "w") as archive:
            archive.writestr("Runde 1/Tisch 1.csv", POINTS)
            archive.writestr("Runde 2/Tisch 1.csv", POINTS.replace("5,4,-4", "5,4,-3"))
            archive.write(ROOT / "samples/doppelkopf/five-players.xlsx", "five.xlsx")
        return folder / "abend.zip"

    @pytest.mark.parametrize("path", ["abend.zip", "."])
    def test_named_or_in_a_folder(self, tmp_path: Path, path: str) -> None:
        self.archive(tmp_path)
        done = run("validate", path, "--format", "json", cwd=tmp_path)
        assert done.returncode == 1
        report = json.loads(done.stdout)
        assert [(file["path"], file["status"]) for file in report["files"]] == [
            ("abend.zip/Runde 1/Tisch 1.csv", "ok"),
            ("abend.zip/Runde 2/Tisch 1.csv", "errors"),
            ("abend.zip/five.xlsx", "ok"),
        ]
        (finding,) = report["findings"]
        assert (finding["path"], finding["row"]) == ("abend.zip/Runde 2/Tisch 1.csv", 6)

    def test_ranked_by_its_folders(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "abend.zip", "w") as archive:
            archive.writestr("Runde 1/Tisch 1.csv", POINTS)
            archive.writestr("Runde 2/Tisch 1.csv", POINTS.replace("Anna,Bernd", "Bernd,Anna"))
        done = run("rank", "abend.zip", "--format", "json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        (first, *_) = json.loads(done.stdout)["standings"]
        assert [one["name"] for one in first["rounds"]] == ["Runde 1", "Runde 2"]

    def test_as_a_sheet_of_a_round(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "abend.zip", "w") as archive:
            archive.writestr("Tisch 1.csv", POINTS)
        (tmp_path / "event.toml").write_text(
            '[event]\nname = "Abend"\n[[rounds]]\nname = "Erste"\nsheets = ["*.zip"]\n', encoding="utf-8"
        )
        done = run("rank", "event.toml", "--format", "json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["standings"][0]["rounds"][0]["name"] == "Erste"

    def test_through_standard_input(self, tmp_path: Path) -> None:
        data = self.archive(tmp_path).read_bytes()
        done = run("validate", "-", cwd=tmp_path, input=data, text=False)
        assert b"stdin/Runde 2/Tisch 1.csv" in done.stdout

    def test_inspected(self, tmp_path: Path) -> None:
        self.archive(tmp_path)
        assert [file["path"] for file in inspect("abend.zip", cwd=tmp_path)["files"]] == [
            "abend.zip/five.xlsx",
            "abend.zip/Runde 1/Tisch 1.csv",
            "abend.zip/Runde 2/Tisch 1.csv",
        ]


class TestOpenWorkbook:
    @pytest.mark.parametrize(
        ("lang", "said"),
        [
            ("en", "sheet.csv is open in Excel"),
            ("de", "sheet.csv ist noch in Excel geöffnet"),
            ("nb", "sheet.csv er åpen i Excel"),
        ],
    )
    def test_it_is_read_as_last_saved(self, tmp_path: Path, lang: str, said: str) -> None:
        write(tmp_path, POINTS)
        write(tmp_path, "x", "~$sheet.csv")
        for command in ("validate", "inspect"):
            done = run(command, "sheet.csv", "--lang", lang, cwd=tmp_path)
            assert done.returncode == 0
            assert said in done.stderr

    def test_in_the_report(self, tmp_path: Path) -> None:
        write(tmp_path, POINTS)
        write(tmp_path, "x", "~$sheet.csv")
        (note,) = json.loads(run("validate", ".", "--format", "json", cwd=tmp_path).stdout)["notes"]
        assert (note["key"], note["params"]["path"]) == ("unsaved-changes", "sheet.csv")


def test_columns_that_are_held_to_the_points_are_not_called_unknown(tmp_path: Path) -> None:
    case = tomllib.loads((ROOT / "tests/cases/doppelkopf/cash-box-column.toml").read_text(encoding="utf-8"))
    (tmp_path / "sheet.csv").write_text(case["sheet"], encoding="utf-8")
    said = run("inspect", tmp_path / "sheet.csv").stdout
    assert re.search("Kasse +money, held to the points", said)

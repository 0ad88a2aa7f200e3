"""Events by the program itself: what is found reaches exit status, JSON and reports."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook

from scorecheck.reports.messages import LANGUAGES
from support import ROOT, but_slow, run
from unit.test_job import AB, MISSING, ONE, TWO, event, put


class TestByTheProgram:
    def test_a_report_in_the_folder_of_the_event(self, tmp_path: Path) -> None:
        shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "ev")
        before = run("rank", "ev", "--format", "json", cwd=tmp_path).stdout
        for _ in range(2):
            done = run("process", "ev", "-o", "ev", cwd=tmp_path)
            assert done.returncode == 0, done.stderr
        for argument in ("ev", "ev/event.toml"):
            done = run("rank", argument, "--format", "json", cwd=tmp_path)
            assert (done.returncode, done.stdout) == (0, before)
        done = run("rank", ".", "--format", "json", cwd=tmp_path / "ev")
        # The statistics name sheets, and paths are told from the working folder on.
        there, here = json.loads(before), json.loads(done.stdout)
        assert (done.returncode, here["standings"], here["audit"]) == (0, there["standings"], there["audit"])
        assert done.stderr.count("\n") == 1

    def test_our_own_list_is_no_sheet_of_an_event(self, tmp_path: Path) -> None:
        put(tmp_path, {"event.toml": event(ONE.replace("r1/*", "*")), "tisch1.csv": AB})
        assert run("rank", ".", "--format", "csv", "-o", "list.csv", cwd=tmp_path).returncode == 0
        done = run("validate", "event.toml", "--format", "json", cwd=tmp_path)
        assert [file["path"] for file in json.loads(done.stdout)["files"]] == ["tisch1.csv"]
        assert "list.csv" in done.stderr

    @pytest.mark.parametrize("lang", but_slow(LANGUAGES, "de"))
    def test_sheets_of_two_games_are_not_ranked_together(self, tmp_path: Path, lang: str) -> None:
        put(tmp_path, {"a.csv": AB})
        shutil.copy(ROOT / "samples" / "chouette" / "mcc-extra.csv", tmp_path / "mcc.csv")
        done = run("rank", ".", "--lang", lang, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Chouette" in done.stderr
        assert "--game" in done.stderr
        done = run("process", ".", "-o", "out", "--lang", lang, cwd=tmp_path)
        assert done.returncode == 2
        assert not (tmp_path / "out" / "standings.json").exists()

    @pytest.mark.parametrize("raw", ["\ufeffx".encode("utf-16"), b"\xff", b"name = [" * 9])
    def test_a_broken_event_file_is_named_as_the_others_are(self, tmp_path: Path, raw: bytes) -> None:
        put(tmp_path, {"ev/tisch1.csv": AB})
        (tmp_path / "ev" / "event.toml").write_bytes(raw)
        done = run("validate", "ev", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith("ev/event.toml")
        assert str(tmp_path) not in done.stderr

    def test_what_is_found_reaches_status_and_json(self, tmp_path: Path) -> None:
        put(tmp_path, {"event.toml": event(TWO), "r1/tisch1.csv": AB})
        done = run("validate", ".", "--format", "json", cwd=tmp_path)
        assert done.returncode == 1
        report = json.loads(done.stdout)
        assert [(f["rule"], f["path"], f["cell"]) for f in report["findings"]] == [
            (MISSING, "event.toml", None)
        ]
        assert run("process", ".", "-o", "out", cwd=tmp_path).returncode == 1
        assert "r2/*.csv" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


BROKEN = {
    "event file": ("abend2/event.toml", "[event]\n", "abend2/event.toml:1", "“event.name” is missing."),
    "sheet": ("abend2/tisch1.csv", "x\n", "abend2/tisch1.csv", "Nothing here looks like a scoresheet"),
    "empty sheet": ("abend2/tisch1.csv", "", "abend2/tisch1.csv", "The file is empty"),
}
POPPLER = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not on this computer")
FORMS = [
    *but_slow(["text", "json", "csv", "md", "html", "xlsx"], "json", "html"),
    pytest.param("pdf", marks=POPPLER),
]


class TestMissingInStandings:
    """Standings without an evening, a sheet or a file say so, in all formats."""

    @pytest.fixture
    def season(self, tmp_path: Path) -> Path:
        shutil.copytree(ROOT / "samples" / "events" / "season", tmp_path / "season")
        return tmp_path

    @pytest.mark.parametrize("named", BROKEN)
    @pytest.mark.parametrize("form", FORMS)
    def test_a_broken_evening_of_a_season(self, season: Path, named: str, form: str) -> None:
        path, content, place, why = BROKEN[named]
        (season / "season" / path).write_text(content)
        done = run("rank", "season", "--format", form, "-o", "out", "--lang", "en", cwd=season)
        assert done.returncode == (2 if path.endswith(".toml") else 1)
        if form == "pdf":
            made = subprocess.run(["pdftotext", "out", "-"], cwd=season, capture_output=True, check=True)
            said = made.stdout.decode().replace("\N{ZERO WIDTH SPACE}", "")
        elif form == "xlsx":
            sheet = load_workbook(io.BytesIO((season / "out").read_bytes())).worksheets[0]
            said = "\n".join(str(cell.value) for row in sheet.rows for cell in row)
        else:
            said = (season / "out").read_text(encoding="utf-8")
        if form == "csv":
            assert ",provisional,missing\n" in said
            assert said.splitlines()[1].rsplit(",yes,")[-1].strip('"').startswith(f"season/{place}: {why}")
            return
        assert '"provisional": true' in said if form == "json" else "Provisional" in said
        # Markdown marks points and slashes, and lines are broken anywhere.
        plain = " ".join(said.replace("\\", "").split())
        assert place in plain
        assert why in plain

    def test_an_evening_with_errors(self, season: Path) -> None:
        path = season / "season" / "abend2" / "tisch1.csv"
        first, second, *rest = path.read_text().splitlines()
        path.write_text("\n".join([first, f"{second}9", *rest]) + "\n")
        told = json.loads(run("rank", "season", "--format", "json", cwd=season).stdout)
        assert told["provisional"] is True
        assert "missing" not in told
        assert "abend2/tisch1.csv" in run("rank", "season", cwd=season).stdout.splitlines()[1]

    def test_an_evening_that_was_not_played_yet_is_not_missing(self, season: Path) -> None:
        (season / "season" / "abend3" / "tisch1.csv").unlink()
        told = json.loads(run("rank", "season", "--format", "json", cwd=season).stdout)
        assert told["provisional"] is False

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        put(tmp_path, {"a.csv": AB})
        done = run("rank", "a.csv", "b.csv", "--format", "json", "--lang", "en", cwd=tmp_path)
        assert done.returncode == 2
        told = json.loads(done.stdout)
        assert told["provisional"] is True
        assert told["missing"] == [{"path": "b.csv", "message": "There is no such file or folder."}]

    def test_one_of_several_events_without_a_season(self, season: Path) -> None:
        (season / "season" / "season.toml").unlink()
        (season / "season" / "abend2" / "event.toml").write_text("[event]\n")
        told = json.loads(run("rank", "season", "--format", "json", "--lang", "en", cwd=season).stdout)
        assert told["provisional"] is True
        assert [one["path"] for one in told["missing"]] == ["season/abend2/event.toml:1"]

    def test_certificates_wait(self, season: Path) -> None:
        (season / "season" / "abend2" / "event.toml").write_text("[event]\n")
        done = run("report", "season", "-o", "out", "--print", "certificates", "--lang", "en", cwd=season)
        assert "provisional because of season/abend2/event.toml:1" in done.stderr

    def test_two_at_one_table_whom_the_season_takes_for_one(self, season: Path) -> None:
        with (season / "season" / "season.toml").open("a") as file:
            file.write('\n[players]\nX = ["Anna", "Bernd"]\n')
        done = run("rank", "season", "--lang", "en", cwd=season)
        assert done.returncode == 1
        assert done.stdout.splitlines()[1].startswith("Provisional. ")
        said = "“Anna” and C1 “Bernd” of this sheet are one and the same person, X"
        assert [line.partition(":")[0] for line in done.stderr.splitlines() if said in line] == [
            "season/abend1/tisch1.csv",
            "season/abend2/tisch1.csv",
        ]


@pytest.mark.parametrize(("option", "noted"), [("international = true", True), ("extra = 50", False)])
def test_a_deprecated_option_is_noted(option: str, noted: bool, tmp_path: Path) -> None:
    event = f'[event]\nname = "Kniffelabend"\ngame = "yatzy"\n[options]\n{option}\n'
    (tmp_path / "event.toml").write_text(event, encoding="utf-8")
    said = run("validate", ".", cwd=tmp_path).stderr
    assert ("the option international is deprecated. Choose kniffel or yahtzee under preset" in said) is noted

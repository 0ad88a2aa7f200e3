"""Events by the program itself: what is found reaches exit status, JSON and reports."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

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

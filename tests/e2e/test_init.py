"""``scorecheck init`` by the program itself."""

from __future__ import annotations

import json
import shutil
import tomllib
from datetime import date
from pathlib import Path

from support import ROOT, run


def test_an_event_file_that_ranks_as_the_names_do(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "ev")
    (tmp_path / "ev" / "event.toml").unlink()
    before = json.loads(run("rank", "ev", "--format", "json", cwd=tmp_path).stdout)
    done = run("init", "ev", cwd=tmp_path)
    assert (done.returncode, "ev/event.toml" in done.stderr) == (0, True)
    after = json.loads(run("rank", "ev", "--format", "json", cwd=tmp_path).stdout)
    assert after["standings"] == before["standings"]


def test_odd_names_of_files_are_their_names(tmp_path: Path) -> None:
    for name in ("Runde 1 [A]*.csv", "Runde 2\x1b[31m.csv", "Runde 3 \u202e\n.csv"):
        (tmp_path / name).write_text(SHEET.format("Anna", "Bernd", "Chris", "Dora"), "utf-8")
    assert run("init", ".", cwd=tmp_path).returncode == 0
    assert 'sheets = ["Runde 2?[31m.csv"]' in (tmp_path / "event.toml").read_text("utf-8")
    ranked = json.loads(run("rank", ".", "--format", "json", cwd=tmp_path).stdout)
    assert [one["games"] for one in ranked["standings"]] == [15, 15, 15, 15]


def test_what_is_there_stays(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "ev")
    before = (tmp_path / "ev" / "event.toml").read_bytes()
    refused = run("init", "ev", cwd=tmp_path)
    # Who wrote it does not stand in it.
    assert (refused.returncode, "event.toml is there already and stays as it is" in refused.stderr) == (
        2,
        True,
    )
    assert (tmp_path / "ev" / "event.toml").read_bytes() == before
    assert run("init", "ev", "--force", cwd=tmp_path).returncode == 0
    assert (tmp_path / "ev" / "event.toml").read_bytes() != before


def test_nothing_to_begin_with(tmp_path: Path) -> None:
    assert run("init", ".", cwd=tmp_path).returncode == 2
    assert run("init", "none", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "event.toml").exists()


SHEET = "Spiel,{0},{1},{2},{3}\n1,1,1,-1,-1\n2,1,-1,1,-1\n3,3,-1,-1,-1\n4,-1,-1,1,1\n5,1,1,-1,-1\n"


def season(folder: Path) -> None:
    for day, last in (("2026-01-15", "Dora"), ("22.01.2026", "Dora"), ("2026-02-05", "Doora")):
        (folder / day / "Runde 1").mkdir(parents=True)
        names = ("Anna", "Bernd", "Chris", last)
        (folder / day / "Runde 1" / "Tisch 1.csv").write_text(SHEET.format(*names), encoding="utf-8")


def test_a_season_of_evenings(tmp_path: Path) -> None:
    season(tmp_path / "Saison 2026")
    done = run("init", "Saison 2026", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Doora is almost Dora" in done.stderr
    written = tomllib.loads((tmp_path / "Saison 2026" / "season.toml").read_text(encoding="utf-8"))
    assert [one["path"] for one in written["events"]] == ["2026-01-15", "22.01.2026", "2026-02-05"]
    last = tomllib.loads((tmp_path / "Saison 2026" / "2026-02-05" / "event.toml").read_text(encoding="utf-8"))
    assert last["event"]["date"] == date(2026, 2, 5)
    # Dora alone is a player: nobody has said whose name Doora is.
    assert sorted(last["players"]) == ["Anna", "Bernd", "Chris", "Dora"]
    told = json.loads(run("rank", "Saison 2026", "--format", "json", cwd=tmp_path).stdout)
    rounds = {line["player"]: [one["name"] for one in line["rounds"]] for line in told["standings"]}
    assert rounds["Anna"] == ["2026-01-15", "2026-01-22", "2026-02-05"]
    # What is there stays, all of it.
    assert run("init", "Saison 2026", cwd=tmp_path).returncode == 2
    # Without the season file the evenings are a season all the same.
    (tmp_path / "Saison 2026" / "season.toml").unlink()
    again = run("rank", "Saison 2026", "--format", "json", cwd=tmp_path)
    scores = {line["player"]: line["exact"] for line in told["standings"]}
    assert {line["player"]: line["exact"] for line in json.loads(again.stdout)["standings"]} == scores
    assert "No season file" in again.stderr


def test_evenings_without_any_file(tmp_path: Path) -> None:
    season(tmp_path / "Saison 2026")
    done = run("rank", "Saison 2026", "--format", "json", cwd=tmp_path)
    rounds = {one["name"] for line in json.loads(done.stdout)["standings"] for one in line["rounds"]}
    assert rounds == {"2026-01-15", "2026-01-22", "2026-02-05"}
    assert "3 evenings by the dates in names" in done.stderr
    assert "player-twice" not in done.stderr


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text("Anna,Bernd,Chris,Dora\n", encoding="utf-8")
    done = run("init", "sheet.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "sheet.csv: there is no such folder.\n")

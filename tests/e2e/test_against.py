"""Standings held against earlier ones: what is other, and which sheet, rule or version made it so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorecheck.reports.messages import LANGUAGES
from support import ROOT, but_slow, run
from unit.reports.test_report_json import validator

EVENT = """
[event]
name = "Club night"
game = "doppelkopf"
[ranking]
method = "sum"
"""
ONE = "Game,Anna,Bernd,Chris,Dora\n1,1,1,-1,-1\n2,2,-2,2,-2\n3,3,-1,-1,-1\n"
TWO = "Game,Emil,Frida,Gerd,Hanna\n1,1,1,-1,-1\n2,-2,2,-2,2\n3,3,-1,-1,-1\n"
# Anna 6, Bernd -2, Chris 0, Dora -4; Emil 2, Frida 2, Gerd -4, Hanna 0.


@pytest.fixture
def night(tmp_path: Path) -> Path:
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    (tmp_path / "table1.csv").write_text(ONE, encoding="utf-8")
    (tmp_path / "table2.csv").write_text(TWO, encoding="utf-8")
    done = run("rank", "event.toml", "--format", "json", "-o", "then.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path


def held(folder: Path, status: int) -> dict[str, Any]:
    done = run("rank", "event.toml", "--against", "then.json", "--format", "json", cwd=folder)
    assert done.returncode == status, done.stderr
    told = json.loads(done.stdout)
    validator("standings").validate(told)
    found: dict[str, Any] = told["against"]
    return found


def test_nothing_is_other(night: Path) -> None:
    found = held(night, 0)
    assert (found["same"], found["changed"], found["causes"]) == (True, [], [])
    done = run("rank", "event.toml", "--against", "then.json", cwd=night)
    assert done.stdout.endswith("No score and no rank has changed since then.json (scorecheck 0.1.0).\n")


def test_a_sheet_that_was_changed(night: Path) -> None:
    """A game more, which Bernd wins alone: Anna 5, Bernd 1, Chris -1, Dora -5."""
    (night / "table1.csv").write_text(ONE + "4,-1,3,-1,-1\n", encoding="utf-8")
    found = held(night, 1)
    assert {one["player"]: (one["before"], one["now"]) for one in found["changed"]}["Bernd"] == (
        {"rank": 6, "score": "-2", "exact": "-2/1"},
        {"rank": 4, "score": "1", "exact": "1/1"},
    )
    # Hanna's points are as they were; she has lost a rank to nobody, and Chris one to her.
    assert [one["player"] for one in found["changed"]] == ["Anna", "Bernd", "Hanna", "Chris", "Dora"]
    (cause,) = found["causes"]
    assert (cause["kind"], cause["params"]) == ("changed", {"sheet": "table1.csv"})
    assert [(one["player"], one["before"], one["now"]) for one in cause["players"]] == [
        ("Anna", 6, 5),
        ("Bernd", -2, 1),
        ("Chris", 0, -1),
        ("Dora", -4, -5),
    ]


def test_a_sheet_is_new_one_is_gone_and_one_has_another_name(night: Path) -> None:
    (night / "table1.csv").rename(night / "table5.csv")
    (night / "table2.csv").unlink()
    (night / "table3.csv").write_text(TWO.replace("Emil", "Ida"), encoding="utf-8")
    causes = held(night, 1)["causes"]
    assert [(one["kind"], one["params"]["sheet"]) for one in causes] == [
        ("new", "table3.csv"),
        ("gone", "table2.csv"),
    ]


def test_a_rule_of_the_ranking(night: Path) -> None:
    (night / "event.toml").write_text(EVENT.replace('"sum"', '"mean"'), encoding="utf-8")
    found = held(night, 1)
    assert found["causes"] == [{"kind": "rule", "params": {"name": "method", "before": "sum", "now": "mean"}}]


def test_two_spellings_became_one_player(night: Path) -> None:
    said = EVENT + '[players]\nBarbara = ["Anna"]\n'
    (night / "event.toml").write_text(said, encoding="utf-8")
    (cause,) = held(night, 1)["causes"]
    assert cause["kind"] == "names"
    assert cause["players"] == [
        {"player": "Barbara", "before": None, "now": 6},
        {"player": "Anna", "before": 6, "now": None},
    ]


def test_another_version_that_counted_otherwise(night: Path) -> None:
    """As a version before might have written it: the same file, and other points of it."""
    then = json.loads((night / "then.json").read_text(encoding="utf-8"))
    then["tool"]["version"] = "0.0.9"
    then["standings"][0].update(score="7", exact="7/1")
    then["sheets"][0]["players"][0]["points"] = 7
    (night / "then.json").write_text(json.dumps(then), encoding="utf-8")
    causes = held(night, 1)["causes"]
    assert [one["kind"] for one in causes] == ["same-file", "version"]
    assert causes[1]["params"] == {"before": "0.0.9", "now": "0.1.0"}
    then["sheets"][0]["options"]["bock_rounds"] = 3
    (night / "then.json").write_text(json.dumps(then), encoding="utf-8")
    (cause,) = held(night, 1)["causes"]
    assert cause["kind"] == "rules"
    assert any(one.startswith("bock_rounds: 3 → ") for one in cause["params"]["rules"])


def test_corrections_since_then(night: Path) -> None:
    (night / "corrections.csv").write_text("file,sheet,cell,from,to\ntable1.csv,,B4,3,4\n", encoding="utf-8")
    (cause,) = held(night, 1)["causes"]
    assert (cause["kind"], cause["params"]) == ("corrections", {"sheet": "table1.csv"})
    now = run("rank", night, "--format", "json", cwd=night).stdout
    (night / "then.json").write_text(now, encoding="utf-8")
    assert held(night, 1)["causes"] == []


def test_standings_that_do_not_list_their_sheets(night: Path) -> None:
    then = json.loads((night / "then.json").read_text(encoding="utf-8"))
    del then["sheets"], then["scale"]
    (night / "then.json").write_text(json.dumps(then), encoding="utf-8")
    assert held(night, 0)["causes"] == []
    (night / "table1.csv").write_text(ONE + "4,-1,3,-1,-1\n", encoding="utf-8")
    assert [one["kind"] for one in held(night, 1)["causes"]] == ["no-sheets"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"version": 1, "tool": {"name": "other", "version": "1"}, "event": "", "standings": []}',
        b'{"version":1,"tool":{"name":"scorecheck","version":"1"},"event":"","method":"sum",'
        b'"provisional":false,"standings":[{"rank":1,"player":"A","score":"1","exact":"1/'
        + b"1" * 9000
        + b'","games":1,"rounds":[]}]}',
    ],
)
def test_what_is_no_standings_of_ours(night: Path, data: bytes) -> None:
    (night / "then.json").write_bytes(data)
    done = run("rank", "event.toml", "--against", "then.json", cwd=night)
    assert (done.returncode, done.stdout) == (2, "")
    assert "then.json holds no standings of scorecheck" in done.stderr
    assert run("rank", "event.toml", "--against", "none.json", cwd=night).returncode == 2


@pytest.mark.parametrize("lang", but_slow(LANGUAGES, "nb"))
def test_it_is_said_in_every_language_and_beside_every_format(night: Path, lang: str) -> None:
    (night / "table1.csv").write_text(ONE + "4,-1,3,-1,-1\n", encoding="utf-8")
    asked = ("rank", "event.toml", "--against", "then.json", "--lang", lang)
    done = run(*asked, cwd=night)
    assert done.returncode == 1
    assert "  Bernd: " in done.stdout
    assert "6 → 4" in done.stdout
    assert "    Bernd: −2 → 1" in done.stdout
    beside = run(*asked, "--format", "md", "-o", "now.md", cwd=night)
    assert beside.returncode == 1
    assert "    Bernd: −2 → 1" in beside.stderr


def test_the_report_keeps_what_the_sheets_gave(tmp_path: Path) -> None:
    folder = ROOT / "samples" / "events" / "tcg"
    assert run("process", str(folder), "-o", str(tmp_path / "out"), cwd=tmp_path).returncode == 0
    done = run("rank", str(folder), "--against", "out/standings.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    kept = json.loads((tmp_path / "out" / "standings.json").read_text(encoding="utf-8"))
    validator("standings").validate(kept)
    assert len(kept["sheets"]) == 4

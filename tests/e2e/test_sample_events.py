"""Every sample event by the program itself, as an organiser runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import ROOT, run

EVENTS = ROOT / "samples" / "events"
FAULTY = {"krug": "runde2/tisch2.csv", "tcg-faulty": "runde2/tisch2.xlsx"}
"""The events with a faulty sheet, and which it is."""


@pytest.mark.parametrize("event", sorted(path.name for path in EVENTS.iterdir()))
def test_processed(event: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("process", f"samples/events/{event}", "-o", out)
    assert done.returncode == (1 if event in FAULTY else 0), done.stderr
    told = json.loads((out / "standings.json").read_text(encoding="utf-8"))
    found = json.loads((out / "findings.json").read_text(encoding="utf-8"))
    assert told["provisional"] is (event in FAULTY)
    errors = {one["path"] for one in found["findings"] if one["severity"] == "error"}
    assert errors == {f"samples/events/{event}/{path}" for name, path in FAULTY.items() if name == event}
    assert len(told["standings"]) >= 4
    page = (out / "index.html").read_text(encoding="utf-8")
    assert all(line["player"] in page for line in told["standings"])
    if event not in FAULTY:
        assert all(one["ok"] for one in told.get("audit", []))


def test_what_they_show() -> None:
    def ranked(event: str) -> dict:
        return json.loads(run("rank", f"samples/events/{event}", "--format", "json").stdout)

    krug = ranked("krug")
    assert [team["team"] for team in krug["teams"]] == ["Die Alten", "Die Jungen", "Die Neuen"] or krug[
        "teams"
    ]
    assert krug["penalties"] == [{"player": "Ivo", "points": -5, "round": None, "reason": "kam zu spät"}]
    # At the table of five everybody sits out four of the twenty games.
    assert {line["games"] for line in krug["standings"]} == {32}
    assert ranked("yatzy-night")["ties"] == ["yatzys", "upper-sum"]
    assert {line["games"] for line in ranked("acey-deucey-round-robin")["standings"]} == {6}
    season = ranked("season")
    assert season["method"] == "season-points"
    assert season["counting"] == 2
    # Ranks 4, 3 and 4 are worth 1, 2 and 1, and the best two count.
    (anna,) = [line for line in season["standings"] if line["player"] == "Anna"]
    assert [part["place"] for part in anna["rounds"]] == [4, 3, 4]
    assert anna["exact"] == "3/1"

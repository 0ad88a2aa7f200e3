"""Every sample event by the program itself, as an organiser runs it."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

from support import ROOT, but_slow, run

EVENTS = ROOT / "samples" / "events"
FAULTY = {"krug": "runde2/tisch2.csv", "tcg-faulty": "runde2/tisch2.xlsx"}
"""The events with a faulty sheet, and which it is."""


@pytest.mark.parametrize("event", but_slow(sorted(path.name for path in EVENTS.iterdir()), *FAULTY, "season"))
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
    assert [team["team"] for team in krug["teams"]] == ["Die Jungen", "Die Neuen", "Die Alten"]
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


def test_whether_it_matters_in_the_pub(tmp_path: Path) -> None:
    """Game 5 of a table is 6 short of adding up to 0: somebody's -3 is 3, which is 37.5 in 16 games.

    Bernd then has 62.5 + 37.5 = 100 as Heike has, with 18 games won against her 20, and is third.
    Chris has -143.75, and Gerd before him -75. Heike has 137.5, and Emil 118.75.
    If Emil won alone he has 9 instead of 3, and is first as he was.
    """
    done = run("process", "samples/events/krug", "-o", tmp_path / "out", "--lang", "en")
    told = (
        "· Bernd's −3 should be 3: then places change (Ivo from 3 to 4, Dora from 4 to 5, Frieda from 5 to 6 "
        "and Bernd from 6 to 3).",
        "· Chris's −3 should be 3: then scores change, but no rank does.",
        "· Heike's −3 should be 3: then Emil and Heike change places 1 and 2.",
        "· Emil's 3 should be 9: then scores change, but no rank does.",
    )
    page = html.unescape((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    for line in told:
        assert f"{line}\n" in done.stdout
        assert line in page
    (found,) = json.loads((tmp_path / "out" / "findings.json").read_text(encoding="utf-8"))["findings"]
    says = found["impact"].pop("says")
    assert [one["key"] for one in says] == ["impact.then"] * 4
    swap = {"key": "impact.swap", "params": {"names": ["Emil", "Heike"], "first": 1, "second": 2}}
    assert says[2]["params"]["what"] == swap
    assert found["impact"] == {
        "changes": "ranks",
        "message": " ".join(told),
        "fixes": [
            {
                "changes": "ranks",
                "ranks": [
                    {"player": "Ivo", "from": 3, "to": 4},
                    {"player": "Dora", "from": 4, "to": 5},
                    {"player": "Frieda", "from": 5, "to": 6},
                    {"player": "Bernd", "from": 6, "to": 3},
                ],
            },
            {"changes": "scores"},
            {
                "changes": "ranks",
                "ranks": [{"player": "Emil", "from": 1, "to": 2}, {"player": "Heike", "from": 2, "to": 1}],
            },
            {"changes": "scores"},
        ],
    }
    validated = run("validate", "samples/events/krug", "--format", "json")
    assert json.loads(validated.stdout)["findings"][0]["impact"] == {**found["impact"], "says": says}

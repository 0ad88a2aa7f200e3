"""The JSON that other programs read, and the CSV."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from golden.small_event import (
    CHECKED,
    EMPTY,
    HOSTILE_NAMES,
    NAME,
    STANDINGS,
    SUM,
    DemoMessages,
    standings_of,
)
from scorecheck import __version__
from scorecheck.model.outcome import Checked, CheckedFile, Crash, Note, RoundScore, Standing
from scorecheck.model.record import replace
from scorecheck.reports.json_report import checked_json, json_text
from scorecheck.reports.ranking_json import standings_json
from scorecheck.reports.standings_files import standings_csv
from scorecheck.resources import data_folder

EN = DemoMessages("en")


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((data_folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_report() -> None:
    report = checked_json(CHECKED, EN)
    validator("report").validate(report)
    assert list(report) == ["version", "tool", "lang", "files", "findings", "summary", "skipped"]
    assert report["version"] == 1
    assert report["tool"] == {"name": "scorecheck", "version": __version__}
    assert [(file["path"], file["status"]) for file in report["files"]] == [
        ("runde1.xlsx", "errors"),
        ("runde2/leer.csv", "unreadable"),
        ("runde2/tisch.csv", "ok"),
    ]
    assert report["files"][0]["sheets"] == [
        {
            "name": "Tisch 1",
            "game": "doppelkopf",
            "preset": "tcg",
            "layout": "points",
            "players": ["Anna", "Bernd", "Chris", "Dora"],
            "rows": 3,
            "status": "errors",
            "notation": "plus-minus",
            "range": "A3:F7",
            "ignored": [{"row": 9, "why": "note"}],
        }
    ]
    assert len(report["findings"][1].pop("fingerprint")) == 32
    assert report["findings"][1] == {
        "rule": "demo/sum",
        "variant": "default",
        "severity": "error",
        "path": "runde1.xlsx",
        "sheet": "Tisch 1",
        "cell": "C5",
        "row": 5,
        "column": 3,
        "related": ["B5", "D5"],
        "message": "Game 2 adds up to +4, not 0.",
        "value": "2",
        "params": {"game": "2", "sum": 4},
        "fixes": [
            {
                "edits": [{"cell": "C5", "from": "2", "to": "-2"}],
                "kind": "sign",
                "confidence": 0.97,
                "message": "Bernd's 2 should be −2: the minus sign was lost; then game 2 adds up.",
                "says": [
                    {
                        "key": "says.fix",
                        "params": {
                            "edits": {
                                "list": [
                                    {
                                        "key": "edit.change",
                                        "params": {"who": "Bernd", "before": "2", "after": "−2"},
                                    }
                                ]
                            },
                            "kind": {"key": "kind.sign-lost", "params": {}},
                            "then": {"key": "then.game", "params": {"game": "2"}},
                        },
                    }
                ],
            }
        ],
        "impact": {
            "changes": "ranks",
            "message": "If so, Brigitte and Anna change places 1 and 2.",
            "says": [
                {
                    "key": "impact.so",
                    "params": {
                        "what": {
                            "key": "impact.swap",
                            "params": {"names": ["Brigitte", "Anna"], "first": 1, "second": 2},
                        }
                    },
                }
            ],
            "fixes": [
                {
                    "changes": "ranks",
                    "ranks": [
                        {"player": "Brigitte", "from": 1, "to": 2},
                        {"player": "Anna", "from": 2, "to": 1},
                    ],
                }
            ],
        },
    }
    assert report["findings"][0]["params"]["others"] == ["Bernd", "Chris", "Dora"]
    assert report["findings"][2]["cell"] is report["findings"][2]["sheet"] is None
    assert report["summary"] == {"files": 3, "errors": 2, "warnings": 1, "infos": 1}
    assert report["skipped"] == [{"path": "runde1.xlsx", "sheet": "Tisch 1", "rule": "demo/sum", "rows": [6]}]


def test_fractions_stay_exact_in_params() -> None:
    finding = replace(SUM, params={"game": "2", "sum": Fraction(-5, 2)})
    report = checked_json(Checked((CheckedFile("a.csv", "errors", (), (finding,)),)), EN)
    assert report["findings"][0]["params"]["sum"] == {"exact": "-5/2"}
    validator("report").validate(report)
    assert report["findings"][0]["message"] == "Game 2 adds up to −2.50, not 0."


def test_params_are_whole_where_the_message_is_cut() -> None:
    finding = replace(
        NAME, value="8" * 401, params={**NAME.params, "player": "8" * 401, "others": ("x" * 99,)}
    )
    report = checked_json(Checked((CheckedFile("a.csv", "errors", (), (finding,)),)), EN)
    assert report["findings"][0]["params"]["player"] == report["findings"][0]["value"] == "8" * 401
    assert report["findings"][0]["message"] == f"{'8' * 59}… and {'x' * 59}… played 1 game."


def test_crashes() -> None:
    checked = Checked(
        (),
        crashes=(
            Crash("demo/sum", "a.csv", 5, "KeyError: 1"),
            Crash(None, "b", None, "", "repair", "Tisch 1"),
        ),
    )
    report = checked_json(checked, EN)
    validator("report").validate(report)
    assert report["crashes"] == [
        {"step": "check", "rule": "demo/sum", "path": "a.csv", "sheet": None, "row": 5},
        {"step": "repair", "rule": None, "path": "b", "sheet": "Tisch 1", "row": None},
    ]


def test_nothing_checked_is_a_report_too() -> None:
    report = checked_json(Checked(()), EN)
    validator("report").validate(report)
    assert report["files"] == report["findings"] == []
    assert not {"skipped", "notes", "crashes"} & report.keys()


def test_notes() -> None:
    checked = Checked((), notes=(Note("empty-folder", {"path": "runde3"}),))
    report = checked_json(checked, EN)
    validator("report").validate(report)
    assert report["notes"][0]["key"] == "empty-folder"
    assert report["notes"][0]["params"] == {"path": "runde3"}
    assert "runde3" in report["notes"][0]["message"]


def test_standings() -> None:
    report = standings_json(STANDINGS, EN)
    validator("standings").validate(report)
    assert list(report) == [
        "version",
        "tool",
        "event",
        "method",
        "provisional",
        "standings",
        "missing",
        "scale",
    ]
    assert report["event"] == "TCG Doppelkopfturnier"
    assert report["method"] == "normalized"
    assert report["provisional"] is True
    assert report["missing"] == [{"path": "runde2/leer.csv", "message": "The file is empty."}]
    assert report["standings"][0] == {
        "rank": 1,
        "player": "Brigitte",
        "score": "15",
        "exact": "15/1",
        "games": 40,
        "rounds": [
            {"name": "Runde 1", "points": 8, "games": 20, "score": "40"},
            {"name": "Runde 2", "points": -5, "games": 20, "score": "-25"},
        ],
    }
    assert (report["standings"][1]["score"], report["standings"][1]["exact"]) == ("-1.67", "-5/3")


def test_points_that_are_not_whole_are_text() -> None:
    half = RoundScore("R", Fraction(5, 2), 1, Fraction(5, 2))
    standings = replace(STANDINGS, lines=(Standing(1, "Anna", Fraction(5, 2), 1, (half,)),))
    report = standings_json(standings, EN)
    validator("standings").validate(report)
    assert report["standings"][0]["rounds"][0]["points"] == "5/2"


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"tool": {"name": "other", "version": "1"}},
        {"files": [{"path": "a", "status": "fine", "sheets": []}]},
        {"summary": {"files": 1}},
        {"skipped": []},
        {"crashes": [{"rule": "demo/sum"}]},
    ],
)
def test_schema_refuses(change: dict[str, Any]) -> None:
    assert not validator("report").is_valid({**checked_json(CHECKED, EN), **change})


def test_schemas_allow_new_keys() -> None:
    report = checked_json(CHECKED, EN)
    report["later"] = report["files"][0]["sheets"][0]["later"] = report["findings"][0]["later"] = 1
    validator("report").validate(report)
    validator("standings").validate({**standings_json(STANDINGS, EN), "later": 1})


@pytest.mark.parametrize("name", [*HOSTILE_NAMES, "\udce4 \x7f \u2066"])
def test_json_text_is_harmless_and_loses_no_character(name: str) -> None:
    finding = replace(EMPTY, path=name)
    report = checked_json(Checked((CheckedFile(name, "unreadable", (), (finding,)),)), EN)
    text = json_text(report)
    assert text.replace("\n", "").isprintable()
    # Half a surrogate pair is none.
    assert json.loads(text)["files"][0]["path"] == name.replace("\udce4", "\ufffd")
    assert json.loads(text)["findings"][0]["message"] == report["findings"][0]["message"]
    text.encode()


def test_csv() -> None:
    provisional = (
        "rank,player,score,exact,games,"
        "Runde 1 points,Runde 1 games,Runde 1 score,Runde 2 points,Runde 2 games,Runde 2 score,"
        "provisional,missing\n"
        "1,Brigitte,15,15/1,40,8,20,40,-5,20,-25,yes,runde2/leer.csv: The file is empty.\n"
        "2,Anna,-1.67,-5/3,60,-1,60,-1.67,,,,yes,runde2/leer.csv: The file is empty.\n"
        "2,Øystein Åsheim,-1.67,-5/3,60,,,,-1,60,-1.67,yes,runde2/leer.csv: The file is empty.\n"
    )
    assert standings_csv(STANDINGS, EN) == provisional
    faulty = provisional.replace(",missing", "").replace(",runde2/leer.csv: The file is empty.", "")
    assert standings_csv(replace(STANDINGS, missing=()), EN) == faulty
    final = faulty.replace(",provisional", "").replace(",yes", "")
    assert standings_csv(replace(STANDINGS, provisional=False, missing=()), EN) == final


def test_csv_runs_no_formula() -> None:
    names = (*HOSTILE_NAMES, "+1", "-1", "@x", "\t=1", "\r=1", "two\nlines")
    rows = list(csv.reader(io.StringIO(standings_csv(standings_of(names, ("=1+1", "Runde 2")), EN))))
    assert rows[0][5:8] == ["'=1+1 points", "'=1+1 games", "'=1+1 score"]
    assert [row[1] for row in rows[1:]] == [
        "<script>alert(1)</script>",
        '\'=HYPERLINK("x")',
        '#panic("x")',
        "{{ 7*7 }}",
        "{sum:+}",
        "evil",
        "[31mred[0m2J",
        "W" * 200,
        "'+1",
        "'-1",
        "'@x",
        "' =1",
        "' =1",
        "two lines",
    ]
    assert rows[2][2:5] == ["-0.33", "-1/3", "20"]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_indented_as_the_library_does(ascii_only: bool) -> None:
    said = {"a": [], "b": {}, "c": [1, 2.5, None, True, {"x": ("ü\n\"'",)}], "d": 10**20, "": [[], [{}]]}
    text = json.dumps(said, ensure_ascii=ascii_only, indent=2)
    assert json_text(said, ascii_only=ascii_only) == f"{text}\n"

"""An ok says what it rests on; where nothing could be checked there is none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

from support import ROOT, run

GAMES = "Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,-1,1,-1,1\n3,1,1,-1,-1\n4,2,-2,2,-2\n"
SCORES = "Player,Points\nAnna,34\nBo,33\nCem,12\n"
PLACES = "Rank,Player,Points\n1,Anna,34\n2,Bo,33\n3,Cem,12\n"


def sheet_of(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_an_ok_says_what_it_rests_on(tmp_path: Path) -> None:
    path = sheet_of(tmp_path / "a.csv", f"{GAMES}Total,4,2,-2,-4\n")
    said = run("validate", path, "--lang", "en").stdout
    assert "4 games: each adds up to 0; each pays as a game does; the totals agree" in said
    (sheet,) = json.loads(run("validate", path, "--format", "json", "--lang", "en").stdout)["files"][0][
        "sheets"
    ]
    assert sheet["status"] == "ok"
    assert sheet["rests_on"] == ["4 games, each adds up to 0", "each pays as a game does", "the totals agree"]
    assert sheet["noticed"] == {"number": 1.0, "sign": 1.0, "swap": 1.0}
    assert "noticed_with" not in sheet


def test_it_rests_on_no_rule_that_nobody_asked_for(tmp_path: Path) -> None:
    path = sheet_of(tmp_path / "a.csv", GAMES)
    done = run("validate", path, "--format", "json", "--lang", "en", "--ignore", "doppelkopf/zero-sum")
    report = json.loads(done.stdout)
    jsonschema.validate(report, json.loads((ROOT / "schemas" / "report.schema.json").read_text()))
    (sheet,) = report["files"][0]["sheets"]
    assert sheet["noticed"]["swap"] == 0.0
    assert sheet["noticed_with"]["total-row"]["swap"] == 1.0
    assert sheet["rests_on"] == ["4 games, each pays as a game does"]


def test_a_sheet_with_errors_rests_on_nothing(tmp_path: Path) -> None:
    path = sheet_of(tmp_path / "a.csv", GAMES.replace("2,-1,1,-1,1", "2,-1,1,-1,-1"))
    (sheet,) = json.loads(run("validate", path, "--format", "json").stdout)["files"][0]["sheets"]
    assert sheet["status"] == "errors"
    assert "rests_on" not in sheet


@pytest.mark.parametrize(("option", "status"), [((), 2), (("--allow-empty",), 0), (("--strict",), 1)])
def test_where_nothing_can_be_checked_there_is_no_ok(
    tmp_path: Path, option: tuple[str, ...], status: int
) -> None:
    path = sheet_of(tmp_path / "a.csv", SCORES)
    done = run("validate", path, "--format", "json", *option)
    (file,) = json.loads(done.stdout)["files"]
    assert (file["status"], file["sheets"][0]["status"]) == ("read", "read")
    assert "rests_on" not in file["sheets"][0]
    assert done.returncode == status


def test_beside_checked_files_it_fails_nothing(tmp_path: Path) -> None:
    sheet_of(tmp_path / "a.csv", SCORES)
    sheet_of(tmp_path / "b.csv", PLACES)
    assert run("validate", tmp_path).returncode == 0
    assert run("validate", tmp_path, "--strict").returncode == 1


def test_a_list_that_is_held_against_sheets_is_checked(tmp_path: Path) -> None:
    sheet_of(tmp_path / "table.csv", GAMES)
    sheet_of(tmp_path / "list.csv", "Player,Points\nAnna,100\nBernd,50\nChris,-50\nDora,-100\n")
    sheet_of(tmp_path / "event.toml", '[event]\nname = "Friday"\ngame = "doppelkopf"\npreset = "tcg"\n')
    done = run("validate", "--event", tmp_path / "event.toml", tmp_path, "--format", "json", "--lang", "en")
    files = {Path(file["path"]).name: file for file in json.loads(done.stdout)["files"]}
    assert files["list.csv"]["status"] == "ok", done.stdout
    assert "the sheets give the same" in files["list.csv"]["sheets"][0]["rests_on"]


_MORE = "Game,Anna,Bernd,Chris,Dora\n1,-3,3,3,-3\n2,1,-1,1,-1\n3,-4,-4,4,4\n4,3,-1,-1,-1\n"


@pytest.mark.parametrize(
    ("scores", "status", "said"),
    [
        ((1, -1, 5, -5), "ok", "the sheets give the same"),
        ((1, -2, 5, -5), "errors", "Bernd has −2 on the list; the sheets give −1"),
        # Nothing says that this list is of these two sheets.
        ((12, -3, -1, -8), "ok", "the scores add up to 0"),
    ],
)
def test_a_list_beside_the_sheets_of_a_folder_is_held_to_them(
    tmp_path: Path, scores: tuple[int, ...], status: str, said: str
) -> None:
    sheet_of(tmp_path / "1-01.csv", GAMES)
    sheet_of(tmp_path / "2-01.csv", _MORE)
    sheet_of(tmp_path / "Ladder.csv", "Player,Points\nAnna,{}\nBernd,{}\nChris,{}\nDora,{}\n".format(*scores))
    done = run("validate", tmp_path, "--format", "json", "--lang", "en")
    files = {Path(file["path"]).name: file["status"] for file in json.loads(done.stdout)["files"]}
    assert files == {"1-01.csv": "ok", "2-01.csv": "ok", "Ladder.csv": status}
    assert said in done.stdout


def test_scores_that_add_up_but_for_rounding_are_said_to(tmp_path: Path) -> None:
    path = sheet_of(tmp_path / "a.csv", "Player,Points\nAnna,127\nBo,93\nCem,12\nDirk,-101\nEva,-132\n")
    said = run("validate", path, "--lang", "en").stdout
    assert "but for rounding, the scores add up to 0" in said


def test_a_name_that_comes_twice_makes_no_standings(tmp_path: Path) -> None:
    path = sheet_of(tmp_path / "a.csv", "Evening,Name,Points\n1,Anna,9\n1,Bo,7\n2,Anna,4\n2,Bo,8\n")
    report = json.loads(run("validate", path, "--format", "json").stdout)
    assert [sheet for sheet in report["files"][0]["sheets"] if sheet["layout"] == "standings"] == []


def test_it_says_on_how_many_rows_the_facts_give_the_points(tmp_path: Path) -> None:
    head = "Game,Kind,Re,Card points Re,Card points Kontra,Revoke,Anna,Bernd,Chris,Dora\n"
    told, broken_off = "normal,Anna + Bernd,151,89,,2,2,-2,-2\n", "normal,Anna + Bernd,,,Dora,1,1,-1,-1\n"
    some = sheet_of(tmp_path / "some.csv", f"{head}1,{told}2,{told}3,{broken_off}")
    none = sheet_of(tmp_path / "none.csv", f"{head}1,{broken_off}2,{broken_off}")
    said = run("validate", some, "--lang", "en").stdout
    assert "each adds up to 0; its facts give its points (in 2 of 3)" in said
    # The remark on the revoke says what was not checked there.
    assert "Its value was not worked out" in said
    assert "could not be checked" not in said
    unread = sheet_of(tmp_path / "unread.csv", f"{head}1,{told}2,normal,Anna + Bernd,,,,2,2,-2,-2\n")
    assert "doppelkopf/points could not be checked in row 3" in run("validate", unread, "--lang", "en").stdout
    said = run("validate", none).stdout
    assert "each adds up to 0" in said
    assert "its facts give its points" not in said


def test_scores_that_were_worked_out_rest_on_no_rounds(tmp_path: Path) -> None:
    rounds = "Player,PR1,SPR1,PR2,SPR2{}\nHolger,40,20,30,20{}\nBrigitte,8,20,-5,20{}\nAnke,-48,20,-25,20{}\n"
    worked_out = sheet_of(tmp_path / "without.csv", rounds.format("", "", "", ""))
    written = sheet_of(tmp_path / "with.csv", rounds.format(",Score", ",350", ",15", ",-365"))
    assert "the scores add up to 0; the rounds give the scores" in run("validate", written).stdout
    assert "the rounds give the scores" not in run("validate", worked_out).stdout


WRONG = GAMES.replace("1,2,2,-2,-2", "1,3,-2,2,-2")
"""The first game adds up to 1."""


def test_it_rests_on_no_row_that_a_rule_left_out_would_find(tmp_path: Path) -> None:
    path = sheet_of(tmp_path / "a.csv", WRONG)
    for option in (("--ignore", "doppelkopf/zero-sum"), ("--select", "doppelkopf/pattern")):
        said = run("validate", path, "--lang", "en", *option).stdout
        assert (
            "ok. Doppelkopf, points of each game, 4 players, 4 games: each pays as a game does (in 3 of 4)"
            in said
        )


def test_it_rests_on_no_row_with_an_accepted_finding(tmp_path: Path) -> None:
    sheet_of(tmp_path / "a.csv", WRONG)
    waiver = '[[waivers]]\nrule = "doppelkopf/zero-sum"\nsheet = "a.csv"\nreason = "so be it"\nby = "A"\n'
    sheet_of(tmp_path / "event.toml", f'[event]\nname = "E"\n{waiver}')
    said = run("validate", tmp_path, "--lang", "en").stdout
    assert "each adds up to 0 (in 3 of 4); each pays as a game does (in 3 of 4)" in said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Nothing is wrong but 1 known finding."),
        ("de", "Nichts ist falsch außer 1 bekannten Befund."),
        ("nb", "Ingenting er galt bortsett fra 1 kjent funn."),
    ],
)
def test_it_rests_on_no_row_that_a_baseline_knows(tmp_path: Path, lang: str, said: str) -> None:
    sheet_of(tmp_path / "a.csv", WRONG)
    sheet_of(tmp_path / "b.csv", GAMES)
    run("validate", ".", "--write-baseline", "known.json", cwd=tmp_path)
    done = run("validate", ".", "--baseline", "known.json", "--lang", lang, cwd=tmp_path)
    assert done.returncode == 0
    assert said in done.stderr
    assert "(i" not in done.stdout.splitlines()[1]
    assert "3" in done.stdout.splitlines()[0].partition("4 ")[2].partition("(")[2]


def test_totals_that_are_accepted_as_they_are_do_not_agree(tmp_path: Path) -> None:
    sheet_of(tmp_path / "a.csv", f"{GAMES}Total,5,2,-2,-4\n")
    waiver = '[[waivers]]\nrule = "sheet/total-mismatch"\nsheet = "a.csv"\nreason = "so be it"\nby = "A"\n'
    sheet_of(tmp_path / "event.toml", f'[event]\nname = "E"\n{waiver}')
    said = run("validate", tmp_path, "--lang", "en").stdout
    assert "4 games: each adds up to 0; each pays as a game does\n" in said


@pytest.mark.parametrize(
    ("option", "status", "said"),
    [
        (("--ignore", "doppelkopf/*"), 2, "a.csv: read, nothing checked. Doppelkopf,"),
        (("--ignore", "doppelkopf/*", "--strict"), 1, "a.csv: read, nothing checked. Doppelkopf,"),
        (("--ignore", "doppelkopf/*", "--allow-empty"), 0, "a.csv: read, nothing checked. Doppelkopf,"),
        (("--ignore", "doppelkopf/*", "--ignore", "sheet/*"), 2, "a.csv: read, nothing checked. Doppelkopf,"),
        (("--select", "sheet/not-a-number"), 2, "a.csv: read, nothing checked. Doppelkopf,"),
        (("--select", "sheet/total-mismatch"), 2, "a.csv: read, nothing checked. Doppelkopf,"),
    ],
)
def test_what_was_not_checked_is_not_ok(
    tmp_path: Path, option: tuple[str, ...], status: int, said: str
) -> None:
    sheet_of(tmp_path / "a.csv", WRONG)
    done = run("validate", "a.csv", "--lang", "en", *option, cwd=tmp_path)
    assert done.returncode == status
    assert said in done.stdout
    (file,) = json.loads(run("validate", "a.csv", "--format", "json", *option, cwd=tmp_path).stdout)["files"]
    assert (file["status"], file["sheets"][0]["status"]) == ("read", "read")


def test_beside_what_was_not_checked_the_verdict_is_not_that_all_is_right(tmp_path: Path) -> None:
    sheet_of(tmp_path / "a.csv", WRONG)
    shutil.copy(ROOT / "samples" / "yatzy" / "yatzy.csv", tmp_path / "b.csv")
    done = run("validate", ".", "--select", "yatzy/*", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == "On 1 of 2 sheets nothing was checked that could show a mistake.\n"


def test_a_file_without_a_sheet_is_not_ok(tmp_path: Path) -> None:
    sheet_of(tmp_path / "a.csv", "x,y\n")
    done = run("validate", "a.csv", "--ignore", "sheet/no-table", "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["files"][0]["status"] != "ok"

"""The frames of the API: what is in them, under which types, and that they add up to what is ranked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import scorecheck
from scorecheck.many_files.job import plan
from scorecheck.model.statistics import PlayerPart
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.whole_event.check_job import check
from support import ROOT
from unit.test_api import FAULTY, TABLE

TCG = ROOT / "samples" / "events" / "tcg"
FIVE = """\
Spiel,Anna,Bernd,Chris,Dora,Emil,Bemerkung
1,2,2,-2,-2,,
2,,1,-1,-1,1,
3,3,-1,,-1,-1,
,,-2,,,,Strafe
4,viel,-1,1,,-1,
"""


def test_the_games_as_a_frame() -> None:
    frame = scorecheck.validate(TCG).games_frame()
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        **dict.fromkeys(("event", "round", "table", "path", "sheet", "kind"), "category"),
        "game": "string",
        "player": "category",
        "points": "Int64",
        "role": "category",
        "evening": "category",
        "provisional": "category",
    }
    # Two rounds of two tables, each of four players and twenty games.
    assert len(frame) == 2 * 2 * 4 * 20
    assert list(frame["round"].cat.categories) == ["Runde 1", "Runde 2"]
    assert frame["round"].cat.ordered
    first = frame.iloc[0]
    assert first["event"] == "TCG Doppelkopfturnier"
    assert (first["table"], first["sheet"], first["kind"], first["game"]) == (
        "Tisch 1",
        "Tisch 1",
        "doppelkopf",
        "1",
    )
    # As docs/api.md has it: 8 points in the first round, -5 in the second.
    brigitte = frame[frame["player"] == "Brigitte"]
    assert brigitte.groupby("round", observed=True)["points"].sum().tolist() == [8, -5]


def test_each_row_says_who_played_what_part() -> None:
    frame = scorecheck.validate(FIVE.encode(), preset="ddv").games_frame()
    told = [
        tuple(None if pd.isna(one) else one for one in row)
        for row in frame[["game", "player", "points", "role"]].astype("object").values.tolist()
    ]
    assert [one for one in told if one[0] == "3"] == [
        ("3", "Anna", 3, "solo"),
        ("3", "Bernd", -1, "opponent"),
        ("3", "Dora", -1, "opponent"),
        ("3", "Emil", -1, "opponent"),
    ]
    assert [one for one in told if one[3] == "penalty"] == [(None, "Bernd", -2, "penalty")]
    # What cannot be read is nobody's 0.
    assert ("4", "Anna", None, None) in told
    assert ("1", "Emil", 0, None) not in told


@pytest.mark.usefixtures("no_repairs")
def test_a_card_is_one_game() -> None:
    frame = scorecheck.validate(ROOT / "samples" / "yatzy").games_frame()
    assert set(frame["kind"]) == {"yatzy"}
    assert frame.duplicated(["path", "sheet", "game", "player"]).sum() == 0


def test_sheets_that_have_changed_are_not_read_as_if_they_had_not(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(FAULTY, encoding="utf-8")
    report = scorecheck.validate(path)
    assert len(report.games_frame()) == 40
    path.write_text(FAULTY + "11,1,1,-1,-1\n", encoding="utf-8")
    with pytest.raises(scorecheck.SheetChanged, match=r"sheet\.csv"):
        report.games_frame()
    path.unlink()
    with pytest.raises(scorecheck.SheetChanged):
        report.games_frame()


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param("samples", marks=pytest.mark.slow),
        "tests/corpus/formats",
        "tests/corpus/players",
        "tests/corpus/files",
    ],
)
@pytest.mark.slow
def test_the_games_of_a_sheet_add_up_to_what_it_gives_for_a_ranking(folder: str) -> None:
    job = plan([str(ROOT / folder)], ROOT, Settings(), None)
    checked = check(job, Settings(), Keep(results=True, games=True))
    results = [sheet.result for file in checked.files for sheet in file.sheets if sheet.result is not None]
    assert len(results) > 4
    for result in results:
        opening = dict(zip((one.player for one in result.players), result.opening, strict=False))
        names = {name.casefold() for name in (one.player for one in result.players)}
        same = len(names) == len(result.players)
        for one in result.players:
            mine = [part for part in result.parts if _is_of(part, one.player, same=same)]
            # At the end of a Skat list what was won and lost is added to the points of the games.
            points = one.figures.get("own-points", one.points)
            assert sum(part.points or 0 for part in mine) == points - opening.get(one.player, 0), result.path


def _is_of(part: PlayerPart, name: str, *, same: bool) -> bool:
    # In cells, other than in headings, a name is the same in capitals.
    return part.player == name or (same and part.player.casefold() == name.casefold())


def test_the_ranking_as_a_frame() -> None:
    frame = scorecheck.standings(TCG).to_frame()
    brigitte = frame[frame["player"] == "Brigitte"].iloc[0]
    # As docs/api.md has it: 40 and -25 are 15.
    assert (brigitte["rank"], brigitte["score"], brigitte["score_float"]) == (5, "15", 15.0)
    assert (brigitte["Runde 1 score"], brigitte["Runde 2 score"]) == ("40", "-25")
    assert [str(frame[name].dtype) for name in ("rank", "score", "score_float", "Runde 1 points")] == [
        "Int64",
        "string",
        "Float64",
        "Int64",
    ]


def test_scores_that_are_no_whole_numbers_keep_their_fraction(tmp_path: Path) -> None:
    # Two games at a table: 3 points by 2 games and a scale of 1 are 3/2.
    (tmp_path / "event.toml").write_text(
        '[event]\nname = "Abend"\n\n[ranking]\nmethod = "normalized"\nscale = 1\n', encoding="utf-8"
    )
    (tmp_path / "sheet.csv").write_text(
        "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,1,-1,1,-1\n", encoding="utf-8"
    )
    ranking = scorecheck.standings(tmp_path, game="doppelkopf")
    frame = ranking.to_frame()
    assert dict(zip(frame["player"], frame["score"], strict=True)) == {
        "Anna": "3/2",
        "Bernd": "1/2",
        "Chris": "-1/2",
        "Dora": "-3/2",
    }
    assert frame["score_float"].tolist() == [1.5, 0.5, -0.5, -1.5]
    rounds = ranking.rounds_frame()
    assert (rounds["score"].iloc[0], rounds["score_float"].iloc[0]) == ("3/2", 1.5)


def test_the_statistics_as_a_frame() -> None:
    ranking = scorecheck.standings(FAULTY.encode())
    frame = ranking.statistics_frame().set_index("player")
    # Anna: 2 1 2 1 3 -1 6 -2 1 -4, so seven games won and three lost; game 7 was a solo of hers.
    anna = frame.loc["Anna"]
    assert (anna["games"], anna["wins"], anna["losses"]) == (10, 7, 3)
    assert (anna["plus"], anna["minus"]) == (16, 7)
    assert (anna["solo_won"], anna["solo_lost"], anna["solo_points"]) == (1, 0, 6)
    assert (anna["best"], anna["best_game"], anna["worst"], anna["worst_game"]) == (6, "7", -4, "10")
    assert (anna["longest_winning_streak"], anna["longest_losing_streak"]) == (5, 1)
    assert str(frame["plus"].dtype) == "Int64"


def test_pandas_is_imported_only_for_a_frame() -> None:
    code = (
        "import sys, scorecheck\n"
        "report = scorecheck.validate(sys.argv[1])\n"
        "report.messages(), report.to_dict()\n"
        "sys.exit('pandas' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(TABLE)], check=False).returncode == 0


def test_the_findings_as_a_frame() -> None:
    frame = scorecheck.validate(
        [FAULTY.encode(), ROOT / "samples" / "chouette" / "mcc-extra.xlsx"]
    ).findings_frame("de")
    assert frame["cell"].tolist() == ["E2", "A4", "E6"]
    assert frame["row"].tolist() == [2, 4, 6]
    assert [str(frame[name].dtype) for name in ("row", "rule", "severity", "confidence")] == [
        "Int64",
        "category",
        "category",
        "Float64",
    ]
    last = frame.iloc[2]
    assert (last["path"], last["edits"]) == ("sheet", "E6: -1 → -3")
    assert last["message"] == "Spiel 5 ergibt zusammen +2 statt 0."
    empty = scorecheck.validate(TABLE).findings_frame()
    assert list(empty.columns) == list(frame.columns)
    assert len(empty) == 0


def test_the_rounds_as_a_frame() -> None:
    frame = scorecheck.standings(ROOT / "samples" / "events" / "tcg").rounds_frame()
    brigitte = frame[frame["player"] == "Brigitte"]
    # As docs/api.md has it: 40 and -25.
    assert brigitte["score"].tolist() == ["40", "-25"]
    assert brigitte["score_float"].tolist() == [40.0, -25.0]
    assert brigitte["round"].tolist() == ["Runde 1", "Runde 2"]
    assert str(frame["points"].dtype) == "Int64"
    assert str(frame["score"].dtype) == "string"

"""The API: its documentation is true, and importing scorecheck costs nothing."""

from __future__ import annotations

import asyncio
import doctest
import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import scorecheck
from scorecheck.tournament.problem import BrokenEvent
from support import ROOT

TABLE = ROOT / "samples" / "events" / "tcg" / "runde1" / "tisch1.xlsx"
FAULTY = """\
Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,1,1,-1,-1
3,2,-2,2,-2
4,1,-1,1,-1
5,3,3,-3,-1
6,-1,1,1,-1
7,6,-2,-2,-2
8,-2,2,-2,2
9,1,1,-1,-1
10,-4,4,-4,4
"""


def test_the_documentation_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 10
    assert done.failed == 0


def test_what_goes_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.csv") as missing:
        scorecheck.validate(tmp_path / "none.csv")
    assert isinstance(missing.value, scorecheck.Error)
    (tmp_path / "event.toml").write_text("[event]\n", encoding="utf-8")
    with pytest.raises(BrokenEvent, match=r"event\.toml:1: .*name") as broken:
        scorecheck.standings(tmp_path)
    assert isinstance(broken.value, scorecheck.BrokenEvent)
    assert isinstance(broken.value, scorecheck.Error)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        scorecheck.nothing  # noqa: B018 - to ask for it is the test


def test_sheets_of_several_games_and_events_make_no_ranking() -> None:
    samples = ROOT / "samples"
    table = samples / "events" / "tcg" / "runde1" / "tisch1.xlsx"
    with pytest.raises(ValueError, match="several games"):
        scorecheck.standings([samples / "chouette" / "mcc-extra.csv", table])
    with pytest.raises(ValueError, match="several events"):
        scorecheck.standings([samples / "events" / "tcg", samples / "events" / "tcg-faulty"])


def test_importing_scorecheck_imports_neither_its_parts_nor_pandas() -> None:
    code = "import sys, scorecheck; sys.exit(bool({'scorecheck.api', 'pandas'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("named", "near"),
    [
        ({"game": "dopelkopf"}, "did you mean 'doppelkopf'"),
        ({"preset": "ddvv"}, "did you mean 'ddv'"),
        ({"layout": "point"}, "did you mean 'points'"),
        ({"notation": "plusonly"}, "did you mean 'plus-only'"),
        ({"select": ["doppelkopf/zero-sun"]}, "did you mean 'doppelkopf/zero-sum'"),
        ({"options": {"solo_points": "winner"}}, "did you mean 'solo_point'"),
        ({"options": {"solo_point": "nobody"}}, "did you mean 'solo_point = soloist'"),
        ({"lang": "fr"}, "there are en, de, nb"),
    ],
)
def test_a_typo_is_refused(named: dict[str, Any], near: str) -> None:
    for function in (scorecheck.validate, scorecheck.standings):
        with pytest.raises(scorecheck.UnknownName) as refused:
            function(TABLE, **named)
        assert near in str(refused.value)
    with pytest.raises(scorecheck.UnknownName):
        scorecheck.validate(FAULTY.encode()).messages("fr")  # type: ignore[arg-type]


def test_an_empty_folder_is_not_ok(tmp_path: Path) -> None:
    assert not scorecheck.validate(tmp_path).ok
    assert scorecheck.validate(TABLE).ok


def test_the_settings_of_the_club_hold_unless_somebody_says_not(tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "scorecheck.toml").write_text('ignore = ["doppelkopf/zero-sum"]\n', encoding="utf-8")
    assert scorecheck.validate(tmp_path).findings == ()
    assert len(scorecheck.validate(tmp_path, settings=None).findings) == 1
    other = tmp_path / "other.toml"
    other.write_text("", encoding="utf-8")
    assert len(scorecheck.validate(tmp_path / "sheet.csv", settings=other).findings) == 1
    (tmp_path / "scorecheck.toml").write_text("ignor = []\n", encoding="utf-8")
    with pytest.raises(scorecheck.BrokenSettings, match="ignor"):
        scorecheck.validate(tmp_path)


def test_bytes_and_open_files_are_sheets(tmp_path: Path) -> None:
    path = tmp_path / "private" / "evening.csv"
    path.parent.mkdir()
    path.write_text(FAULTY, encoding="utf-8")
    with path.open("rb") as file:
        report = scorecheck.validate([file, FAULTY.encode(), io.BytesIO(FAULTY.encode())])
    assert [finding.path for finding in report.findings] == ["2-sheet", "evening.csv", "sheet"]
    assert "private" not in repr(report.to_dict())
    assert str(tmp_path) not in repr(report.checked)
    with path.open("rb") as file:
        ranking = scorecheck.standings(file)
    assert [line.player for line in ranking.lines] == ["Anna", "Bernd", "Dora", "Chris"]
    assert str(tmp_path) not in repr(ranking.to_dict())


def test_two_sheets_of_a_table_in_memory_are_compared() -> None:
    there = FAULTY.replace("\n2,", "\n2,1", 1)
    report = scorecheck.validate([FAULTY.encode(), there.encode()])
    assert report.checked.crashes == ()
    assert [one.differences > 0 for one in report.checked.together] == [True]


def test_a_finding_tells_itself() -> None:
    report = scorecheck.validate(FAULTY.encode(), lang="de")
    (finding,) = report.findings
    assert finding.message() == "Spiel 5 ergibt zusammen +2 statt 0."
    assert finding.message("en") == "Game 5 adds up to +2, not 0."
    assert report.messages() == (f"{finding.place}: Spiel 5 ergibt zusammen +2 statt 0.",)
    assert repr(finding) == f"<Finding error doppelkopf/zero-sum at {finding.place}>"
    assert repr(report) == "<Report 1 files, 1 errors, 0 warnings>"
    assert len(finding.fingerprint) == 32
    (best,) = finding.fixes
    assert best.message().startswith("Bei Dora sollte −3 statt −1 stehen")
    (edit,) = best.edits
    assert (
        repr(best) == f"<Fix {edit.cell.a1} {edit.before!r} → {edit.after!r}, {int(100 * best.confidence)} %>"
    )
    sure = scorecheck.validate(FAULTY.encode(), min_confidence=1)
    assert sure.findings[0].fixes == ()


@pytest.mark.slow
def test_eight_threads_and_an_event_loop_may_ask_at_once() -> None:
    paths = sorted((ROOT / "samples").glob("*/*.csv"))[:6]

    def told(path: Path) -> tuple[str, ...]:
        return scorecheck.validate(path).messages("nb")

    once = [told(path) for path in paths]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(told, paths * 4)) == once * 4

    async def at_once() -> list[tuple[str, ...]]:
        return await asyncio.gather(*(asyncio.to_thread(told, path) for path in paths))

    assert asyncio.run(at_once()) == once


def test_what_there_is_is_listed() -> None:
    assert set(scorecheck.__all__) <= set(dir(scorecheck))
    assert all(getattr(scorecheck, name) is not None for name in scorecheck.__all__)


def test_shares_of_slips_are_told_where_they_are_wanted() -> None:
    (sheet,) = scorecheck.validate(TABLE, noticed=True).to_dict()["files"][0]["sheets"]
    assert sheet["noticed"]["number"] == 1
    (sheet,) = scorecheck.validate(TABLE).to_dict()["files"][0]["sheets"]
    assert "noticed" not in sheet

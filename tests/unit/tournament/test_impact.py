"""Does it matter: what is compared, when it is asked, how much of it, and what is left unsaid."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

import support
from scorecheck.layouts.entries import settled
from scorecheck.layouts.readings import Reading
from scorecheck.many_files.job import plan
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Impact, Moved
from scorecheck.model.outcome import Checked, Standing, Standings, TeamStanding
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Workbook
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.one_file.sheet_result import repaired_results
from scorecheck.one_file.workbook_reading import outcomes_of
from scorecheck.readers.read import workbooks_in
from scorecheck.whole_event import impact
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.impact import impact as compared
from support import ROOT, run_program

EVENT = """
[event]
name = "Turnier"
game = "doppelkopf"
preset = "tcg"
[ranking]
method = "sum"
"""
ROUNDS = '[[rounds]]\nname = "Runde 1"\nsheets = ["*.csv"]\n'
FAULTY = """Spiel,Anna,Bernd,Chris,Dora
1,1,1,-1,-1
2,2,-2,2,-2
3,3,3,-3,-3
4,-1,1,-1,1
5,2,-2,-2,-2
"""
"""7, 1, -5, -7: if Dora has won game 5 she has -3, and passes Chris. Anna may have won it alone."""
FAULTY_TOO = """Spiel,Anna,Bernd,Chris,Dora
1,-1,1,-1,1
2,3,3,-3,-3
3,2,-2,2,-2
4,1,1,-1,-1
5,2,-2,-2,-2
"""
"""The same games in another order: another table, and no copy."""
CLEAN = FAULTY_TOO.replace("5,2,-2,-2,-2", "5,2,2,-2,-2")


def standings(*lines: tuple[int, str, int], teams: tuple[tuple[int, str, int], ...] = ()) -> Standings:
    """Of rank, player and score; who has no rank is not ranked."""
    found = [Standing(rank, player, Fraction(score), 1, ()) for rank, player, score in lines]
    return Standings(
        "",
        None,
        "sum",
        1,
        tuple(one for one in found if one.rank),
        (),
        provisional=False,
        unranked=tuple(one for one in found if not one.rank),
        teams=tuple(TeamStanding(rank, team, Fraction(score), ()) for rank, team, score in teams),
    )


class TestCompared:
    def test_the_same(self) -> None:
        one = standings((1, "Anna", 3), (2, "Bernd", 1))
        assert compared(one, one) == Impact("nothing")

    def test_only_scores(self) -> None:
        before, after = standings((1, "Anna", 3), (0, "Emil", 1)), standings((1, "Anna", 3), (0, "Emil", 2))
        assert compared(before, after) == Impact("scores")

    def test_only_the_score_of_a_team(self) -> None:
        before, after = standings(teams=((1, "Rot", 3),)), standings(teams=((1, "Rot", 4),))
        assert compared(before, after) == Impact("scores")

    def test_who_gets_or_loses_a_rank_comes_in_the_order_of_the_ranks(self) -> None:
        before = standings((1, "Anna", 3), (2, "Bernd", 1), (0, "Emil", 2))
        after = standings((1, "Anna", 3), (2, "Emil", 2), (0, "Bernd", 1))
        assert compared(before, after) == Impact("ranks", (Moved("Bernd", 2, None), Moved("Emil", None, 2)))

    def test_the_season_may_change_where_the_event_does_not(self) -> None:
        event = standings((1, "Anna", 3), (2, "Bernd", 1))
        season = (standings((1, "Anna", 3), (2, "Bernd", 2)), standings((1, "Bernd", 4), (2, "Anna", 3)))
        found = compared(event, event, season)
        assert found == Impact("ranks", season=(Moved("Anna", 1, 2), Moved("Bernd", 2, 1)))


def write(folder: Path, event: str | None, **sheets: str) -> Path:
    folder.mkdir(exist_ok=True)
    if event is not None:
        (folder / "event.toml").write_text(event, encoding="utf-8")
    for name, text in sheets.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def checked(folder: Path, *paths: str, ranking: bool = False, event: Path | None = None) -> Checked:
    job = plan(paths or ["."], folder, Settings(), event)
    assert not job.broken, job.broken
    found = check(job, Settings(), Keep(results=ranking, impact=True))
    assert found.crashes == ()
    return found


def changes(found: Checked) -> list[list[str]]:
    """What the repairs of each finding change, of those that have any."""
    return [
        [f"{one.changes} {one.why}".strip() for one in finding.impact]
        for finding in found.findings
        if finding.fixes
    ]


SWAP = [["scores", "scores", "ranks", "scores"]]


class TestAsked:
    def test_in_an_event_without_being_ranked(self, tmp_path: Path) -> None:
        write(tmp_path, EVENT + ROUNDS, tisch1=FAULTY)
        assert changes(checked(tmp_path)) == SWAP

    def test_nothing_without_an_event(self, tmp_path: Path) -> None:
        write(tmp_path, None, tisch1=FAULTY)
        found = checked(tmp_path)
        assert changes(found) == [[]]
        assert all(not sheet.repaired for file in found.files for sheet in file.sheets)

    def test_without_an_event_where_standings_are_asked_for(self, tmp_path: Path) -> None:
        write(tmp_path, None, tisch1=FAULTY)
        assert changes(checked(tmp_path, ranking=True)) == SWAP

    def test_nothing_of_a_part_of_an_event(self, tmp_path: Path) -> None:
        # Among the sheets that are there Chris and Dora may change places, and yet not in the event.
        for rounds in (ROUNDS, ""):
            write(tmp_path, EVENT + rounds, tisch1=FAULTY, tisch2=CLEAN)
            file = tmp_path / "event.toml"
            assert changes(checked(tmp_path, "tisch1.csv", event=file)) == [[]]
            both = changes(checked(tmp_path, "tisch1.csv", "tisch2.csv", event=file))
            assert both == changes(checked(tmp_path, "event.toml")) == SWAP

    def test_nothing_of_a_sheet_outside_the_rounds(self, tmp_path: Path) -> None:
        rounds = '[[rounds]]\nname = "Runde 1"\nsheets = ["tisch1.csv"]\n'
        write(tmp_path, EVENT + rounds, tisch1=CLEAN, probe=FAULTY)
        assert changes(checked(tmp_path)) == [[]]
        assert changes(checked(tmp_path, ranking=True)) == [[]]

    def test_nothing_where_it_cannot_be_ranked(self, tmp_path: Path) -> None:
        yatzy = (ROOT / "samples" / "events" / "yatzy-night").rglob("*.csv")
        event = EVENT.replace('game = "doppelkopf"\npreset = "tcg"\n', "")
        write(tmp_path, event, tisch1=FAULTY, karten=next(yatzy).read_text(encoding="utf-8"))
        assert not any(finding.impact for finding in checked(tmp_path).findings)

    def test_several_events_each_by_itself(self, tmp_path: Path) -> None:
        write(tmp_path / "a", EVENT + ROUNDS, tisch1=FAULTY)
        write(tmp_path / "b", EVENT + ROUNDS, tisch1=CLEAN, tisch2=FAULTY_TOO)
        # In b it is 7, 5, -5, -7 with 7, 1, -5, -7: 14, 6, -10, -14. With 4 points more Dora shares rank 3.
        assert changes(checked(tmp_path)) == [*SWAP, *SWAP]
        dora = checked(tmp_path / "b").findings[-1].impact[2]
        assert dora == Impact("ranks", (Moved("Dora", 4, 3),))

    @pytest.mark.slow
    def test_the_same_in_several_processes(self, tmp_path: Path) -> None:
        write(tmp_path, EVENT + ROUNDS, tisch1=FAULTY, tisch2=CLEAN)
        alone, spread = (
            run_program("validate", ".", "--format", "json", "--jobs", jobs, cwd=tmp_path)
            for jobs in ("1", "2")
        )
        assert alone.returncode == spread.returncode == 1
        assert json.loads(alone.stdout) == json.loads(spread.stdout)
        assert "impact" in alone.stdout


class TestSeason:
    def test_ranks_of_the_season_beside_those_of_the_event(self, tmp_path: Path) -> None:
        write(tmp_path / "a", EVENT + ROUNDS, tisch1=FAULTY)
        # 3, -3, 3, -3 on the other evening. With 7, 1, -5, -7 that makes 10, -2, -2, -10: Bernd and Chris
        # share rank 2 of the season until one of them has 4 points more, which changes no rank on the
        # evening. With these Dora is before Chris there, and still fourth of the season.
        games = ("1,-1,1,-1",) * 3 + ("2,2,-2,-2", "-2,-2,2,2", "4,-4,-4,4", "-4,4,4,-4")
        other = "".join(f"{game},{points}\n" for game, points in enumerate(games, 1))
        other = f"Spiel,Anna,Bernd,Chris,Dora\n{other}"
        write(tmp_path / "b", EVENT + ROUNDS, tisch1=other)
        season = '[season]\nname = "S"\n' + "".join(
            f'[[events]]\nname = "{one}"\npath = "{one}"\n' for one in "ab"
        )
        (tmp_path / "season.toml").write_text(season, encoding="utf-8")
        (finding,) = checked(tmp_path).findings
        assert finding.impact == (
            Impact("ranks", season=(Moved("Chris", 2, 3),)),
            Impact("ranks", season=(Moved("Bernd", 2, 3),)),
            Impact("ranks", (Moved("Chris", 3, 4), Moved("Dora", 4, 3))),
            Impact("scores"),
        )
        assert checked(tmp_path, ranking=True).findings[0].impact == finding.impact
        # Each repair has the sheet of its evening ranked again, and the two of the season.
        job = plan(["."], tmp_path, Settings(), None)
        found = check(job, Settings(), Keep(impact=True))
        for most, known in ((2, 0), (3, 1), (8, 2), (9, 3), (12, 4)):
            (said,) = changes(impact.with_impact(job, found, ranking=False, most=most))
            expected = ["ranks", "ranks", "ranks", "scores"][:known]
            assert said == expected + ["unknown not-looked-at"] * (4 - known)


class TestBudget:
    """Two kinds of effort: the rows of a sheet that are gone through, and the results that are ranked."""

    def test_what_is_over_it_is_not_known(self, tmp_path: Path) -> None:
        write(tmp_path, EVENT + ROUNDS, tisch1=FAULTY, tisch2=CLEAN)
        job = plan(["."], tmp_path, Settings(), None)
        found = check(job, Settings(), Keep(impact=True))
        # A ranking is of two results.
        again = impact.with_impact(job, found, ranking=False, most=5)
        assert changes(again) == [["scores", "scores", *["unknown not-looked-at"] * 2]]
        assert changes(impact.with_impact(job, found, ranking=False, most=1)) == [
            ["unknown not-looked-at"] * 4
        ]

    def test_errors_come_first(self, tmp_path: Path) -> None:
        waiver = '[[waivers]]\nrule = "doppelkopf/zero-sum"\nsheet = "tisch1.csv"\nreason = "x"\nby = "A."\n'
        write(tmp_path, EVENT + ROUNDS + waiver, tisch1=FAULTY, tisch2=FAULTY_TOO)
        job = plan(["."], tmp_path, Settings(), None)
        found = check(job, Settings(), Keep(impact=True))
        assert changes(impact.with_impact(job, found, ranking=False, most=8)) == [
            ["unknown not-looked-at"] * 4,
            *SWAP,
        ]

    def test_the_rows_of_a_sheet_are_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        (workbook,) = workbooks_in(FAULTY.encode(), "sheet.csv", "sheet.csv")
        assert isinstance(workbook, Workbook)
        ((_, (reading,)),) = outcomes_of(workbook, Wanted("doppelkopf"), Fence("sheet.csv"))
        assert isinstance(reading, Reading)
        sheet = settled(reading, {})
        (finding,) = support.checked(FAULTY, game="doppelkopf").findings
        first, second, third, fourth = (fix.edits for fix in finding.fixes)
        for most, known in (
            (4, set()),
            (14, {first, second}),
            (19, {first, second, third}),
            (20, {first, second, third, fourth}),
        ):
            monkeypatch.setattr("scorecheck.one_file.sheet_result.MOST_ROWS", most)
            assert set(repaired_results(reading, sheet, [finding])) == known

    def test_no_more_is_ranked_than_it_allows(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        head, *rows = FAULTY.splitlines()
        # The same games in another order at each: tables, and no copies.
        orders = list(permutations(rows))[:8]
        tables = {f"tisch{at}": "\n".join([head, *order]) for at, order in enumerate(orders, 1)}
        write(tmp_path, EVENT + ROUNDS, **tables)
        job = plan(["."], tmp_path, Settings(), None)
        found = check(job, Settings(), Keep(impact=True))
        ranked: list[int] = []
        rank = impact.bare_standings
        monkeypatch.setattr(
            impact,
            "bare_standings",
            lambda checked, rounds, event: (
                ranked.append(sum(len(one.results) for one in rounds)) or rank(checked, rounds, event)
            ),
        )
        impact.with_impact(job, found, ranking=False, most=40)
        # Once as they stand, and five times again.
        assert ranked == [8] * 6

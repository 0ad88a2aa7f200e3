"""The law of impacts: what a repair is said to change is what changes when the sheet is really repaired."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from test_laws import NAMES, Rows, csv_of, game, totals_of

from laws import examples
from scorecheck.many_files.job import plan
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.readers.csv_reader import dialect
from scorecheck.reports.edited_files import TextFile, edited_csv
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import rank_job
from support import mend_nothing

if TYPE_CHECKING:
    from fractions import Fraction

    from scorecheck.model.finding import Fix, Impact, Moved
    from scorecheck.model.outcome import Checked, Standings

PLAYERS = [*NAMES, "Frieda", "Gerd", "Heike"]
METHODS = ["normalized", "sum", "mean", "mean-round", "place", "plus-only"]
TIES = [[], ["wins"], ["direct", "last-round"], ["best-round", "fewest-minus"]]


@st.composite
def events(draw: st.DrawFn, running: bool) -> dict[str, str]:
    """The files of an event of two rounds with two tables each, some of whose sheets have slips."""
    files: dict[str, str] = {}
    for at in range(2):
        seats = draw(st.permutations(PLAYERS))
        for table in range(2):
            rows: Rows = draw(st.lists(game(), min_size=5, max_size=8))
            written = totals_of(rows) if running else [list(row) for row in rows]
            for _ in range(draw(st.integers(0, 2))):
                row = draw(st.integers(0, len(rows) - 1))
                written[row][draw(st.integers(0, 3))] += draw(st.integers(-12, 12).filter(bool))
            names = seats[4 * table : 4 * table + 4]
            files[f"runde{at + 1}/tisch{table + 1}.csv"] = csv_of(names, written)
    lines = [
        '[event]\nname = "x"\ngame = "doppelkopf"\npreset = "tcg"',
        f'[ranking]\nmethod = "{draw(st.sampled_from(METHODS))}"',
        f"ties = {draw(st.sampled_from(TIES))}",
        f"drop_worst = {draw(st.integers(0, 1))}",
        f"min_games = {draw(st.sampled_from([0, 12]))}",
        *(f'[[rounds]]\nname = "Runde {at}"\nsheets = ["runde{at}/*.csv"]' for at in (1, 2)),
        f"[teams]\nEins = {PLAYERS[:4]}\nZwei = {PLAYERS[4:]}",
    ]
    return {"event.toml": "\n".join(lines).replace("'", '"') + "\n", **files}


def judged(folder: Path, running: bool, *, impact: bool) -> tuple[Checked, Standings]:
    # A repaired sheet is read as it was: that is told, since so short a sheet may be anything.
    settings = Settings(Wanted(layout="totals" if running else "points"))
    job = plan(["."], folder, settings, None)
    assert not job.broken, job.broken
    checked = check(job, settings, Keep(impact=impact))
    assert checked.crashes == ()
    ranked = rank_job(job, checked, "")
    assert ranked is not None
    return checked, ranked.standings


def ranks(standings: Standings) -> dict[str, int]:
    return {line.player: line.rank for line in standings.lines}


def team_ranks(standings: Standings) -> dict[str, int]:
    return {team.team: team.rank for team in standings.teams}


def scores(standings: Standings) -> dict[str, Fraction]:
    lines = (*standings.lines, *standings.unranked)
    teams = {f"team {team.team}": team.score for team in standings.teams}
    return {line.player: line.score for line in lines} | teams


def moved(said: tuple[Moved, ...], before: dict[str, int]) -> dict[str, int]:
    """The ranks after a repair, as an impact tells them."""
    after = dict(before)
    for one in said:
        assert before.get(one.name) == one.before
        after.pop(one.name, None)
        if one.after is not None:
            after[one.name] = one.after
    return after


def repaired(folder: Path, running: bool, path: str, fix: Fix) -> Standings:
    """The standings with the sheet written as ``fix`` writes it."""
    file = folder / path
    data = file.read_bytes()
    file.write_bytes(edited_csv(TextFile(data, *dialect(data)), list(fix.edits)))
    with pytest.MonkeyPatch.context() as patch:
        # The ranks of a repaired event ask for no further repairs.
        mend_nothing(patch)
        _, after = judged(folder, running, impact=False)
    file.write_bytes(data)
    return after


def assert_so(said: Impact, before: Standings, after: Standings) -> None:
    assert moved(said.ranks, ranks(before)) == ranks(after)
    assert moved(said.teams, team_ranks(before)) == team_ranks(after)
    if said.changes == "ranks":
        assert said.ranks or said.teams
    else:
        assert said.changes == ("nothing" if scores(before) == scores(after) else "scores")


@given(st.data(), st.booleans())
@examples(30)
@pytest.mark.slow
def test_an_impact_is_what_ranking_the_repaired_event_gives(data: st.DataObject, running: bool) -> None:
    files = data.draw(events(running))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        checked, before = judged(folder, running, impact=True)
        for finding in checked.findings:
            for fix, said in zip(finding.fixes, finding.impact, strict=True):
                event(f"{said.changes} {said.why}")
                if said.changes == "unknown":
                    assert not fix.edits
                    continue
                assert_so(said, before, repaired(folder, running, finding.path, fix))

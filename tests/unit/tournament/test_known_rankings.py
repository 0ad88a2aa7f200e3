"""Every ranking of ``tests/rankings``, from its sheets to its standings."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorecheck.many_files.job import Job, plan
from scorecheck.model.outcome import Checked, Standing, Standings
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.tournament.ranking_methods import METHODS
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import rank_job
from support import ROOT, write_event

pytestmark = pytest.mark.usefixtures("no_repairs")

FOLDER = ROOT / "tests" / "rankings"
CASES = sorted(FOLDER.glob("*.toml"))


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def ranked(case: dict[str, Any], folder: Path) -> tuple[Job, Checked, Standings]:
    write_event(case, folder)
    settings = Settings()
    job = plan(["."], folder, settings, None)
    assert not job.broken, job.broken
    checked = check(job, settings, Keep(results=True))
    assert checked.crashes == ()
    outcome = rank_job(job, checked, "x")
    assert outcome is not None
    return job, checked, outcome.standings


def value(number: object) -> str:
    return "-" if number is None else str(number)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_known_ranking(path: Path, tmp_path: Path) -> None:
    case = load(path)
    _, checked, standings = ranked(case, tmp_path)
    assert [f"{line.rank} {line.player} {line.score}" for line in standings.lines] == case["standings"]
    unranked = [f"{line.player} {line.status} {line.score}" for line in standings.unranked]
    assert unranked == case.get("unranked", [])
    assert [f"{team.rank} {team.team} {team.score}" for team in standings.teams] == case.get("teams", [])
    lines: dict[str, Standing] = {line.player: line for line in standings.lines}
    for player, values in case.get("ties", {}).items():
        assert [value(number) for number in lines[player].ties] == values
    assert not [finding for finding in checked.findings if finding.severity.word == "error"]
    assert not standings.provisional
    # What must add up to 0 does: nothing in these sheets is wrong.
    assert not [line for line in standings.audit if line.expected and line.sum]


def test_every_method_and_tie_break_has_a_known_answer() -> None:
    events = [tomllib.loads(load(path)["event"]).get("ranking", {}) for path in CASES]
    assert {event.get("method", "normalized") for event in events} == set(METHODS)
    asked = {tie for event in events for tie in event.get("ties", [])}
    schema = json.loads((ROOT / "schemas" / "event.schema.json").read_text(encoding="utf-8"))
    assert asked == set(schema["properties"]["ranking"]["properties"]["ties"]["items"]["enum"])

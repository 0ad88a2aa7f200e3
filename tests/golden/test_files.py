"""Samples and corpus as they were looked at: how files are read, what is found in them, who stands where.

What *must* come of the corpus stands in its ``expected.toml``. ``recorded`` says how these are written anew.
"""

from __future__ import annotations

import pytest

from recorded import held, said_of
from scorecheck.many_files.job import plan
from scorecheck.model.record import replace
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import rank_job
from support import ROOT, but_slow

GOLDEN = ROOT / "tests" / "golden"
FOLDERS = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("samples", "tests/corpus")
    for path in (ROOT / top).iterdir()
    if path.is_dir() and any(path.rglob("*.csv"))
)
LONG = {
    *(folder for folder in FOLDERS if folder.startswith("tests/corpus/")),
    *(f"samples/{name}" for name in ("acey-deucey", "own-games", "programs", "skat", "standings", "yatzy")),
}
"""Each of these takes seconds. A new game is none of them, so that what is said of it is written at once."""
EVENTS = sorted(path.name for path in (ROOT / "samples" / "events").iterdir() if path.is_dir())


# What must come of the corpus is held by test_corpus.py.
@pytest.mark.parametrize(
    "folder",
    but_slow(FOLDERS, *(folder for folder in FOLDERS if folder not in LONG)),
)
def test_what_is_said_of_files(folder: str) -> None:
    """Each by itself: many are of one table, right and with a slip."""
    job = plan([str(ROOT / folder)], ROOT, Settings(), None)
    alone = [replace(job, sources=(source,)) for source in job.sources]
    checked = [check(one, Settings(), Keep(results=True)) for one in alone]
    assert not any(one.crashes for one in checked)
    files = [file for one in checked for file in one.files]
    assert files
    lines = (line for file in files for line in (f"== {file.path}", *said_of(file)))
    held(GOLDEN / "files" / f"{folder.replace('/', '-')}.txt", lines)


@pytest.mark.parametrize("name", EVENTS)
def test_what_an_event_gives(name: str) -> None:
    job = plan([str(ROOT / "samples" / "events" / name)], ROOT, Settings(), None)
    ranked = rank_job(job, check(job, Settings(), Keep(results=True)), "x")
    assert ranked is not None
    standings = ranked.standings
    lines = [f"{standings.event}: {standings.method}{', provisional' * standings.provisional}"]
    for line in standings.lines:
        rounds = ", ".join(f"{one.name} {one.points} in {one.games}" for one in line.rounds)
        lines.append(f"{line.rank} {line.player} {line.score} in {line.games}: {rounds}")
    lines += [f"{line.player} {line.status} {line.score}" for line in standings.unranked]
    lines += [f"{team.rank} {team.team} {team.score}" for team in standings.teams]
    held(GOLDEN / "standings" / f"{name}.txt", lines)


def test_nothing_is_held_of_what_is_gone() -> None:
    names = {path.stem for path in (GOLDEN / "files").iterdir()}
    assert names == {folder.replace("/", "-") for folder in FOLDERS}
    assert {path.stem for path in (GOLDEN / "standings").iterdir()} == set(EVENTS)

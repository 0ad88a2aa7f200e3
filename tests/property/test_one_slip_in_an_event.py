"""Laws of events with one slip, in the event file or in a sheet.

What must come of an event stands in ``tests/rankings`` and in the tests of the tournament. Here stands what
holds of any: nothing breaks, all that is wrong can be said in every language and points to a file of the
event, and ranks follow the scores. Each event has slips that are tried in every run.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from laws import share
from scorecheck.many_files.job import plan
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.reports.repairs import fix_text
from scorecheck.tournament.methods import CannotRank
from scorecheck.whole_event.check_job import check
from scorecheck.whole_event.ranking import games_to_rank, rank_job
from support import but_slow
from unit.test_job import CASES
from unit.tournament.test_event_file import FULL
from unit.tournament.test_known_rankings import CASES as RANKINGS

Files = Mapping[str, str]

SPEAK = [Messages(language) for language in LANGUAGES]
WORDS = ('"x"', "0", "-1", "1.5", "true", "[]", '["x"]', "2014-11-15")
"""What stands in the place of another value."""


def bases() -> dict[str, Files]:
    """Every event that a test makes, and how its files look."""
    found: dict[str, Files] = {"everything": {"event.toml": FULL}}
    for path in RANKINGS:
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        found[path.stem] = {"event.toml": case["event"], **case["sheets"]}
    found |= {case.why: case.files for case in CASES if case.arguments in ((), (".",)) and case.found}
    return found


BASES = bases()


def slips(files: Files) -> Iterator[tuple[str, Files]]:
    """Every slip of a kind that can be made in one line of a file."""
    for name, text in files.items():
        lines = text.strip("\n").splitlines()
        for at, line in enumerate(lines):
            for wrong in sorted({*wrongly(line, is_event=name.endswith(".toml"))} - {line}):
                changed = [*lines[:at], *([wrong] if wrong else []), *lines[at + 1 :]]
                said = f"{name} {at + 1} {line!r} → {wrong!r}"
                yield said, {**files, name: "\n".join(changed) + "\n"}


def wrongly(line: str, *, is_event: bool) -> Iterator[str]:
    """How a line may be written wrongly; empty where it is left out."""
    yield ""
    if is_event:
        key, found, value = line.partition(" = ")
        if found:
            yield f"{key} = {WORDS[len(line) % len(WORDS)]}"
            yield f"{key}s{found}{value}"
            yield line.replace("a", "e")
            yield line.replace('"]', '", "Runde 1"]')
        return
    cells = line.split(",")
    yield ",".join([*cells[:1], *cells[:0:-1]])
    yield ",".join([*cells[:1], *(_turned(cell) for cell in cells[1:])])
    for column, cell in enumerate(cells):
        if re.fullmatch(r"-?\d+", cell):
            yield ",".join([*cells[:column], _turned(cell), *cells[column + 1 :]])
        else:
            yield ",".join([*cells[:column], f"{cell[:-1]}", *cells[column + 1 :]])


def _turned(cell: str) -> str:
    return str(-int(cell)) if re.fullmatch(r"-?\d+", cell) else cell


EACH = 3
FEW = share(BASES, 2, str)
"""The events of the fast suite."""


@pytest.mark.parametrize("name", but_slow(BASES, *FEW))
def test_what_comes_of_a_slip(name: str, tmp_path: Path) -> None:
    for at, (said, files) in enumerate(share(slips(BASES[name]), EACH, lambda slip: f"{name}: {slip[0]}")):
        try:
            looked_at(files, tmp_path / str(at))
        except Exception as error:
            # Whatever it is goes on, and says which slip it was.
            error.add_note(said)
            raise


def looked_at(files: Files, folder: Path) -> None:
    """Holds an event to the laws."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    job = plan(["."], folder, Settings(), None)
    for broken in job.broken:
        lines = files[broken.path.relative_to(folder).as_posix()].count("\n") + 1
        assert broken.problems
        for problem in broken.problems:
            assert problem.line is None or 1 <= problem.line <= lines
            assert all(messages.event_text(problem.reason, problem.params) for messages in SPEAK)
    if job.broken:
        return
    checked = check(job, Settings(), Keep(results=True))
    assert checked.crashes == ()
    for finding in checked.findings:
        assert finding.path in files
        for messages in SPEAK:
            assert messages.text(finding)
            assert all(fix_text(fix, messages) for fix in finding.fixes)
    if len(games_to_rank(job, checked)) > 1:
        return
    try:
        ranked = rank_job(job, checked, "x")
    except CannotRank as reason:
        assert reason.player
        return
    if ranked is None:
        return
    standings = ranked.standings
    faulty = any(result.faulty for one in ranked.rounds for result in one.results)
    assert standings.provisional or not faulty
    above = sorted(standings.lines, key=lambda line: line.rank)
    assert list(standings.lines) == above
    assert [line.rank for line in above] == [
        next(at for at, other in enumerate(above, 1) if other.rank == line.rank) for line in above
    ]
    counted = [line.player for line in (*standings.lines, *standings.unranked)]
    assert len(counted) == len(set(counted))

"""Events with one slip each, in the event file or in a sheet: what is said of them, and who stands where.

Nobody worked these out: what must come of an event stands in ``tests/rankings`` and in the tests of the
tournament. Each line names the slip, what is wrong with the event or with its sheets, and the ranks with a
digest of the rest.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from recorded import digest, finding_in_full, held, plain, recorded, standings_in_full
from scorecheck.checking import check
from scorecheck.job import plan
from scorecheck.pipeline import Keep, Settings
from scorecheck.ranking import games_to_rank, rank_job
from scorecheck.tournament.methods import CannotRank
from unit.test_job import CASES
from unit.tournament.test_event_file import FULL
from unit.tournament.test_known_rankings import CASES as RANKINGS

Files = Mapping[str, str]

SLIPS = 5
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


def told(files: Files, folder: Path) -> str:
    """What comes of an event, in one line."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    job = plan(["."], folder, Settings(), None)
    if job.broken:
        problems = [problem for broken in job.broken for problem in broken.problems]
        said = [
            f"{one.line} {one.key} {one.reason} {plain({k: v for k, v in one.params.items() if k != 'path'})}"
            for one in problems
        ]
        return "broken: " + "; ".join(said)
    checked = check(job, None, Settings(), Keep(results=True))
    assert checked.crashes == ()
    found = [f"{one.rule} {one.path} {one.cell.a1 if one.cell else '-'}" for one in checked.findings]
    # Repairs are held elsewhere: events are not to change with how likely one is.
    more = [digest([{**finding_in_full(one), "fixes": None} for one in checked.findings])]
    if len(games_to_rank(job, checked)) > 1:
        return f"{'; '.join(found)} | several games #{digest(more)}"
    try:
        ranked = rank_job(job, checked, "x")
    except CannotRank as reason:
        return f"{'; '.join(found)} | {reason!r} #{digest(more)}"
    if ranked is None:
        return f"{'; '.join(found)} | nothing to rank #{digest(more)}"
    ranks = ", ".join(f"{line.rank} {line.player} {line.score}" for line in ranked.standings.lines)
    more += [digest(list(standings_in_full(ranked.standings))), digest(ranked.notes), digest(ranked.names)]
    return f"{'; '.join(found)} | {ranks} #{digest(more)}"


@pytest.mark.parametrize("name", BASES)
def test_what_comes_of_a_slip(name: str, tmp_path: Path) -> None:
    made = sorted(slips(BASES[name]), key=lambda slip: slip[0])
    count = 60 if name == "everything" else SLIPS
    chosen = random.Random(name).sample(made, min(count, len(made)))
    held(
        "event-slips",
        name,
        [f"{said}: {told(files, tmp_path / str(at))}" for at, (said, files) in enumerate(chosen)],
    )


def test_every_event_is_there() -> None:
    assert set(recorded("event-slips")) == set(BASES)

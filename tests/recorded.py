"""What the program says of a sheet, as a person would check it: reading, findings, sentences, repairs.

What *must* be found stands in the cases, worked out by hand. Beside each case lies the text that a person
sees of it, so that a change of a sentence, a repair or a reading shows as a line of a diff. How sure a repair
is stands nowhere here: that is measured (``benchmarks/slips``). After a wanted change:

    SCORECHECK_GOLDEN=write python -m pytest tests/unit tests/golden

and read each line of the diff. What the program printed is no known answer.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from scorecheck.checks.own import game_named
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import CheckedFile, CheckedSheet
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import fix_text
from support import game_of_preset

MESSAGES = Messages("en")


def held(path: Path, lines: Iterable[str]) -> None:
    """Fails where the lines are not those of the file."""
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get("SCORECHECK_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == (path.read_text(encoding="utf-8") if path.exists() else "")


def said_of(file: CheckedFile) -> Iterator[str]:
    """A file in words: how each of its sheets was read, and all that is found in it."""
    for sheet in file.sheets:
        yield from reading(sheet)
    for finding in file.findings:
        yield from sentences(finding)


def reading(checked: CheckedSheet) -> Iterator[str]:
    """How a sheet was read, and what its players have from it."""
    sheet = checked.sheet
    marks = [
        *([sheet.notation] if sheet.notation != "plus-minus" else []),
        *(["turned"] if sheet.table.turned else []),
        *(["with a row of totals"] if sheet.total_row is not None else []),
    ]
    read = ", ".join([f"{sheet.game or 'no game'} {sheet.preset or ''}".strip(), sheet.layout, *marks])
    name = f"{sheet.shown_name}: " if sheet.shown_name else ""
    entries = "1 entry" if checked.entries == 1 else f"{checked.entries} entries"
    yield f"{name}{read}, {entries}"
    roles = [(role, len(list(same))) for role, same in groupby(column.role for column in sheet.columns)]
    yield "  columns: " + ", ".join(role if count == 1 else f"{role} × {count}" for role, count in roles)
    if checked.result is None:
        yield f"  players: {', '.join(sheet.players)}"
    else:
        have = (f"{one.player} {one.points} in {one.games}" for one in checked.result.players)
        yield f"  points: {', '.join(have)}"


def sentences(finding: Finding) -> Iterator[str]:
    """What is said of a finding: its cell, severity and rule, its sentence, and its repairs."""
    place = "!".join(filter(None, (finding.sheet, finding.cell.a1 if finding.cell else "")))
    yield f"{place or 'the whole file'}: {finding.severity.word} {finding.rule}"
    yield f"  {MESSAGES.text(_of_any_games(finding))}"
    for fix in finding.fixes:
        edits = ", ".join(f"{edit.cell.a1} {edit.before} → {edit.after}" for edit in fix.edits)
        yield f"  repair: {edits or 'no cell'} | {fix_text(fix, MESSAGES)}"


def _of_any_games(finding: Finding) -> Finding:
    """The finding with the games that a foreign table was held against as one: a new game adds its own, and
    changes no recorded text."""
    games = finding.params.get("games", ())
    if finding.rule != "sheet/foreign" or finding.variant.startswith("told") or len(games) < 2:
        return finding
    return replace(finding, params={**finding.params, "games": ("doppelkopf",)})


def checked_by_path(path: Path, shown: str, **wanted: Any) -> CheckedFile:
    """A file as it is checked, with what it gives to a ranking."""
    if "preset" in wanted and "game" not in wanted:
        wanted["game"] = game_of_preset(wanted["preset"])
    if "game" in wanted:
        # One that ships as a file is read first, as the commands do.
        wanted["game"] = game_named(wanted["game"], path.parent)
    result = check_files([Source(path, shown, Settings(Wanted(**wanted)))], Keep(results=True, rows=True))
    assert result.crashes == ()
    (file,) = result.files
    return file

"""What the program says of a case in full, held against what it said when that was looked at.

What *must* be said stands in the cases, worked out by hand: rule, cell, weight, ranks. All the rest (what a
message names, the order of repairs, how a table was read, what a sheet gives a ranking) stands in
``tests/golden/recorded``, so that any change of it shows as a line of a diff. After a wanted change:

    SCORECHECK_GOLDEN=write python -m pytest tests/unit tests/golden

and look at each line of the diff. What is recorded is no known answer: nobody has worked it out.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import currently_in_test_context

from scorecheck.inspection import inspect_files
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import CheckedFile, CheckedSheet, Result, Standings
from scorecheck.pipeline import Keep, Settings, Source, check_files
from scorecheck.recognition import Wanted
from scorecheck.reports.inspect_report import inspect_json
from scorecheck.reports.messages import Messages
from scorecheck.tournament.problem import BrokenEvent
from support import ROOT, game_of_preset

FOLDER = ROOT / "tests" / "golden" / "recorded"
MESSAGES = Messages("en")


def held(group: str, name: str, told: Iterable[Any]) -> None:
    """Fails where things differ from those that are recorded under this name."""
    now = [plain(one) for one in told]
    if os.environ.get("SCORECHECK_GOLDEN") == "write":
        _record(group, recorded(group) | {name: now})
    assert now == recorded(group).get(name)


def _record(group: str, kept: Mapping[str, list[Any]]) -> None:
    """Writes a group, each thing on a line of its own."""
    said = [
        f"{json.dumps(name, ensure_ascii=False)}: ["
        + ",".join(f"\n {json.dumps(one, ensure_ascii=False)}" for one in things)
        + "\n]"
        for name, things in sorted(kept.items())
    ]
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{group}.json").write_text("{\n" + ",\n".join(said) + "\n}\n", encoding="utf-8")
    recorded.cache_clear()


@cache
def recorded(group: str) -> dict[str, Any]:
    """All that is recorded in a group, by name."""
    path = FOLDER / f"{group}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def plain(value: Any) -> Any:
    """A value of the model as JSON; what is as it is unless somebody says otherwise is left out."""
    if isinstance(value, CellRef):
        return value.a1
    if isinstance(value, Enum):
        return value.name.lower()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, Fraction | date):
        return str(value)
    if isinstance(value, Mapping):
        return {_key(key): plain(one) for key, one in value.items()}
    if is_dataclass(value):
        return _told((field.name, getattr(value, field.name)) for field in fields(value))
    if hasattr(value, "_asdict"):
        return _told(value._asdict().items())
    if isinstance(value, frozenset | set):
        return sorted(map(plain, value), key=str)
    if isinstance(value, Iterable):
        return [plain(one) for one in value]
    raise TypeError(f"{type(value)} has no plain form")


def _told(values: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    told = ((name, plain(one)) for name, one in values)
    return {name: one for name, one in told if one is not False and one not in (None, "", [], {})}


def _key(key: Any) -> str:
    return (
        " / ".join(map(_key, key))
        if isinstance(key, tuple) and not isinstance(key, CellRef)
        else str(plain(key))
    )


def digest(value: Any) -> str:
    """Long things that nobody reads line by line: only whether they are the same."""
    return hashlib.sha256(json.dumps(plain(value), sort_keys=True).encode()).hexdigest()[:16]


def finding_in_full(finding: Finding) -> dict[str, Any]:
    """A finding with everything that it says, but for the rows that are shown with it."""
    told = plain(
        finding.__class__(**{f.name: getattr(finding, f.name) for f in fields(finding)} | {"excerpt": None})
    )
    told["severity"] = finding.severity.word
    for fix, of in zip(finding.fixes, told.get("fixes", ()), strict=True):
        of["edits"] = [f"{edit.cell.a1}: {edit.before} -> {edit.after}" for edit in fix.edits]
    return told


def file_in_full(file: CheckedFile) -> Iterator[dict[str, Any]]:
    """All that checking a file gave, one thing after the other."""
    yield {"status": file.status}
    yield from map(finding_in_full, file.findings)
    yield from map(sheet_in_full, file.sheets)


def outcome_of(file: CheckedFile) -> str:
    """The findings of a file in short, with a digest of all that they say and of what its sheets give, and
    one of their repairs.
    """
    said = [f"{f.rule} {f.cell.a1 if f.cell else '-'} {f.variant}".rstrip() for f in file.findings]
    parts = list(file_in_full(file))
    fixes = [part.pop("fixes") for part in parts if "fixes" in part]
    return f"{'; '.join(said) or 'nothing'} #{digest(parts)}" + (f" ~{digest(fixes)}" if fixes else "")


def held_in_test(file: CheckedFile) -> None:
    """Fails where a sheet gives something else than was recorded of it under the name of the test."""
    held_by_name("sheets", [outcome_of(file)])


def held_by_name(group: str, told: Iterable[Any]) -> None:
    """Fails where things differ from those that are recorded under the name of the running test.

    What is new is held from the next recording on; what chance makes is not recorded.
    """
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if not test.startswith("tests/unit/") or currently_in_test_context():
        return
    _COUNTS[test] += 1
    name = f"{test} {_COUNTS[test]}"
    if name in recorded(group) or os.environ.get("SCORECHECK_GOLDEN") == "write":
        held(group, name, told)


def problems_in_full(broken: BrokenEvent) -> list[dict[str, Any]]:
    """What is wrong with an event file, with everything that is said of it but the place of the file."""
    return [
        {**plain(one), "params": plain({key: value for key, value in one.params.items() if key != "path"})}
        for one in broken.problems
    ]


_COUNTS: Counter[str] = Counter()


def sheet_in_full(checked: CheckedSheet) -> dict[str, Any]:
    """What a checked sheet gives besides its findings."""
    told: dict[str, Any] = {
        "sheet": checked.sheet.shown_name,
        "entries": checked.entries,
        "skipped": plain(checked.skipped),
        "course": digest(checked.course) if checked.course else None,
        "searched": checked.searched,
        "listed": plain(checked.listed),
        "result": None if checked.result is None else _result(checked.result),
    }
    return {key: value for key, value in told.items() if value not in (None, [], True)}


def _result(result: Result) -> dict[str, Any]:
    told = plain(result)
    told["players"] = [
        f"{one.player} {one.points} in {one.games}"
        + "".join(f", {key} {value}" for key, value in one.figures.items())
        for one in result.players
    ]
    if result.tally is not None:
        told["tally"] = digest(result.tally)
    del told["path"]
    return told


def standings_in_full(standings: Standings) -> Iterator[dict[str, Any]]:
    """A ranking with its sums and statistics."""
    told = plain(standings)
    parts = {name: told.pop(name, []) for name in ("lines", "unranked", "teams", "penalties", "audit")}
    figures = told.pop("statistics", {})
    yield told
    for name, lines in parts.items():
        for line in lines:
            yield {"part": name, **line}
    for line in figures.pop("players", []):
        yield {"part": "statistics", **line}
    yield {**figures, "pairs": digest(figures.pop("pairs", []))}


def reading_in_full(path: Path, shown: str, settings: Settings) -> Iterator[dict[str, Any]]:
    """How a file is read, table by table; its rows only as a digest."""
    for file, _ in inspect_files([Source(path, shown, settings)]):
        for one in inspect_json([file], MESSAGES)["files"]:
            for sheet in one["sheets"]:
                for table in sheet.pop("tables"):
                    yield {
                        key: _SHORT.get(key, plain)(value)
                        for key, value in table.items()
                        if value not in (None, [], "", False, {}) and key not in _SAID_BEFORE
                    }
                if any(sheet[key] for key in ("hidden", "hidden_rows", "hidden_columns")):
                    yield sheet


def _columns(columns: list[dict[str, Any]]) -> str:
    return "; ".join(f"{one['at']} {one['role']} {one['heading']}" for one in columns)


def _evidence(weighed: list[dict[str, Any]]) -> str:
    return "; ".join(
        " ".join(str(value) for key, value in one.items() if key != "players") for one in weighed
    )


_SAID_BEFORE = ("finding", "says")
_SHORT = {"entries": digest, "sheet": digest, "columns": _columns, "evidence": _evidence}


def checked_in_full(path: Path, shown: str, **wanted: Any) -> tuple[CheckedFile, list[dict[str, Any]]]:
    """A file as it is checked, and all that is said of it and of how it was read."""
    if "preset" in wanted and "game" not in wanted:
        wanted["game"] = game_of_preset(wanted["preset"])
    settings = Settings(Wanted(**wanted))
    result = check_files([Source(path, shown, settings)], Keep(results=True, rows=True))
    assert result.crashes == ()
    (file,) = result.files
    return file, [*file_in_full(file), *reading_in_full(path, shown, settings)]

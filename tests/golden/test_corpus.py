"""Every file of ``tests/corpus``: exactly the reading and the findings that its folder expects."""

from __future__ import annotations

import json
import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorecheck.games import registry
from scorecheck.layouts.entries import entries
from scorecheck.model.outcome import CheckedFile, CheckedSheet
from scorecheck.model.sheet import Sheet
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from scorecheck.reports.messages import Messages
from support import ROOT, run

CORPUS = ROOT / "tests" / "corpus"
OF_THE_CORPUS = {"expected.toml", "event.toml", "README.md"}
FILES = sorted(
    path.relative_to(CORPUS).as_posix()
    for folder in ("place", "cells", "notation", "hidden", "files", "players", "formats")
    for path in (CORPUS / folder).rglob("*")
    if path.is_file() and path.name not in OF_THE_CORPUS
)
LOCK = "files/lock/~$runde1.xlsx"
READ_AS = {"game": "doppelkopf", "layout": "points", "notation": "plus-minus", "turned": False}
MESSAGES = Messages("en")


class Case(NamedTuple):
    """A file, and how it must be read."""

    file: str
    expected: Mapping[str, Any]


def cases() -> list[Case]:
    found: list[Case] = []
    for path in sorted(CORPUS.glob("*/expected.toml")):
        folder = path.parent.name
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            if "file" in case:
                found.append(Case(f"{folder}/{case['file']}", case))
            else:
                patterns = [f"{folder}/{pattern}" for pattern in case["files"]]
                named = [file for file in FILES if any(fnmatch(file, pattern) for pattern in patterns)]
                found += [Case(file, case) for file in named]
    return found


CASES = cases()


@pytest.mark.parametrize(
    ("file", "case"), CASES, ids=[f"{c.file} {c.expected.get('options', '')}".strip() for c in CASES]
)
def test_file(file: str, case: Mapping[str, Any]) -> None:
    got = checked(file, case.get("options", {}))
    # Through every format the sheet has another name, or none.
    named = "file" in case
    sheets = [{**READ_AS, "name": None, **sheet} for sheet in case["sheets"]]
    ends = [sheet.pop("ends", None) for sheet in sheets]
    findings = [(*told[:3], told[3] or None if len(told) > 3 else None) for told in case["findings"]]
    read = [reading(sheet, named=named) for file in got for sheet in file.sheets]
    listed = [finding for file in got for finding in file.findings]
    told = [
        (f.rule, f.cell.a1 if f.cell else "", f.severity.word, f.sheet if named else None) for f in listed
    ]
    stands = [
        None if end is None else last_totals(sheet.sheet)
        for end, sheet in zip(ends, (sheet for file in got for sheet in file.sheets))  # noqa: B905
    ]
    unsaid = [
        (line[4], MESSAGES.text(f))
        for line, f in zip(case["findings"], listed)  # noqa: B905
        if len(line) > 4 and line[4] not in MESSAGES.text(f)
    ]
    if "known" not in case:
        assert (read, told) == (sheets, findings)
        assert stands == ends
        assert unsaid == []
    elif (read, told, stands, unsaid) == (sheets, findings, ends, []):
        pytest.fail("it is read rightly now: take away what makes it known")
    else:
        pytest.xfail(case["known"])


def checked(file: str, options: Mapping[str, Any]) -> Sequence[CheckedFile]:
    """The file, or those in an archive."""
    path = CORPUS / file
    result = check_bytes(path.read_bytes(), path.name, path.name, Settings(Wanted(**options)))
    assert result.crashes == ()
    return result.files


def reading(checked: CheckedSheet, *, named: bool) -> dict[str, Any]:
    sheet = checked.sheet
    return {
        "name": sheet.name if named else None,
        "game": sheet.game or "",
        "layout": sheet.layout,
        "notation": sheet.notation,
        "players": list(sheet.players),
        "entries": checked.entries,
        "turned": sheet.table.turned,
    }


def last_totals(sheet: Sheet) -> list[Any]:
    """Where everybody stands after the last entry."""
    assert sheet.game is not None
    layout = next(
        layout
        for layout in registry.load(sheet.game).layouts
        if (layout.name, layout.notation) == (sheet.layout, sheet.notation)
    )
    return list(deque(entries(sheet, layout), maxlen=1).pop().totals)


def test_only_the_lock_file_itself_is_skipped() -> None:
    report = json.loads(run("validate", CORPUS / "files" / "lock", "--format", "json").stdout)
    assert [file["path"] for file in report["files"]] == ["tests/corpus/files/lock/runde1.xlsx"]
    assert [note["key"] for note in report["notes"]] == ["unsaved-changes"]


def test_players_are_who_the_event_says_and_the_likely_one_is_offered() -> None:
    ran = run("validate", CORPUS / "players" / "event", "--format", "json")
    (finding,) = json.loads(ran.stdout)["findings"]
    told = [finding[key] for key in ("rule", "severity", "path", "cell")]
    assert told == [
        "tournament/unknown-player",
        "error",
        "tests/corpus/players/event/runde2.csv",
        "E1",
    ]
    assert finding["message"].startswith("“Dorra” is almost “Dora”")


def test_the_readme_names_every_file_and_every_file_is_expected() -> None:
    readme = (CORPUS / "README.md").read_text(encoding="utf-8")
    rows = [line for line in readme.splitlines() if line.startswith("| ")]
    patterns = [word for row in rows for word in row.split(" | ")[1].split("`") if "/" in word]
    assert [file for file in FILES if not any(fnmatch(file, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(file, pattern) for file in FILES)] == []
    assert sorted({case.file for case in CASES} | {LOCK}) == FILES


def test_the_formats_are_all_there() -> None:
    for game in ("doppelkopf", "chouette"):
        names = [Path(file).name for file in FILES if file.startswith(f"formats/{game}")]
        assert {name.rpartition(".")[2] for name in names} == {
            "csv",
            "tsv",
            "xlsx",
            "xlsm",
            "xls",
            "xlsb",
            "ods",
        }
        assert sum(name.endswith(".xlsx") for name in names) >= 3


def test_the_corpus_is_small() -> None:
    assert sum((CORPUS / file).stat().st_size for file in FILES) < 2_000_000

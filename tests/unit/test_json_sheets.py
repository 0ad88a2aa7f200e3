"""Sheets as JSON: what ``inspect`` gives is what can be handed in, by the schemas made from the layouts."""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorecheck.games import registry
from scorecheck.model.inspected import ReadTable
from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.inspection import inspect_bytes
from scorecheck.one_file.settings import Settings
from scorecheck.reports.normalised import sheet_json
from support import ROOT, but_slow, checked, game_of_preset

sys.path.insert(0, str(ROOT / "tests" / "tools"))
from make_schemas import schemas

pytestmark = pytest.mark.usefixtures("no_slips_tried")
LONG_NUMBER = '{"game": "doppelkopf", "layout": "points", "rows": [{"points": {"A": -' + "9" * 310 + "}}]}"
SAMPLES = [
    path
    for path in sorted((ROOT / "samples").rglob("*"))
    if path.suffix in {".csv", ".xlsx"} and not {"standings", "own-games", "schafkopf"} & {*path.parts}
]
CASES = [path for game in registry.GAMES for path in sorted((ROOT / "tests" / "cases" / game).glob("*.toml"))]


SCHEMAS = schemas()


@cache
def validator(game: str, layout: str) -> Draft202012Validator:
    """What a sheet of a layout is held to."""
    return Draft202012Validator(SCHEMAS[f"{game}.schema.json"]["$defs"][layout])


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_those_of_the_layouts(name: str) -> None:
    assert json.loads((ROOT / "schemas" / name).read_text(encoding="utf-8")) == SCHEMAS[name]
    Draft202012Validator.check_schema(SCHEMAS[name])


def tables(data: bytes, name: str, **wanted: str) -> list[ReadTable]:
    if "preset" in wanted and "game" not in wanted:
        wanted["game"] = game_of_preset(wanted["preset"])
    return [
        table
        for file in inspect_bytes(data, name, Settings(Wanted(**wanted)))
        for sheet in file.sheets
        for table in sheet.tables
        if isinstance(table, ReadTable) and table.sheet.game
    ]


NOT_IN_PLAIN_FORM = {"skat/list-end", "chouette/cube-mismatch", "tournament/rank-order"}
"""A total row is no row of the plain form, nor is what stands below it, or in a column that has no role."""


def told(file: CheckedFile) -> Counter[tuple[str, str, str]]:
    """The findings without their places, which differ between a sheet and its JSON."""
    return Counter(
        (f.rule, f.variant, str(f.params.get("game", "")))
        for f in file.findings
        if f.rule.partition("/")[0] != "sheet" and f.rule not in NOT_IN_PLAIN_FORM
    )


def handed_in(document: dict[str, Any]) -> CheckedFile:
    return checked(json.dumps(document), "one.sheet.json")


@pytest.mark.parametrize(
    "path", but_slow(SAMPLES, *SAMPLES[::6]), ids=lambda path: path.relative_to(ROOT).as_posix()
)
@pytest.mark.usefixtures("no_repairs")
def test_every_sample_has_a_plain_form(path: Path) -> None:
    read = tables(path.read_bytes(), path.name)
    assert read
    for table in read:
        document = sheet_json(table)
        validator(table.sheet.game, table.sheet.layout).validate(document)
    if len(read) == 1:
        assert told(handed_in(sheet_json(read[0]))) == told(checked(path.read_bytes(), path.name))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
@pytest.mark.slow
@pytest.mark.usefixtures("no_repairs")
def test_the_same_is_found_in_the_plain_form(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    if "sheet" not in case or any(f["rule"].startswith("sheet/") for f in case.get("findings", [])):
        return
    name, options = case.get("name", "sheet.csv"), case.get("options", {})
    read = tables(case["sheet"].encode(), name, **options)
    for table in read:
        document = sheet_json(table)
        validator(table.sheet.game, table.sheet.layout).validate(document)
    # Tables that are held against each other say less one by one.
    if len(read) == 1:
        assert told(handed_in(sheet_json(read[0]))) == told(checked(case["sheet"], name, **options))


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ('{"game": "doppelkopf", "layout"', "json-broken"),
        ('{"game": "halma", "layout": "points", "rows": []}', "json-other"),
        ('{"game": "../event", "layout": "points", "rows": []}', "json-other"),
        ('{"name": "x"}', "json-other"),
        ('{"game": "doppelkopf", "layout": "x", "rows": []}', "json-layout"),
        ('{"game": "doppelkopf", "layout": "points", "rows": [{"nr": 1}]}', "json-unknown"),
        ('{"game": "doppelkopf", "layout": "points", "rows": [1]}', "json-wrong"),
        ('{"a": ' + "[" * 100_000, "json-other"),
        ('{"game": "doppelkopf", "rows": [], "n": ' + "9" * 5000 + "}", "json-layout"),
        (LONG_NUMBER, "json-number"),
    ],
)
def test_what_does_not_fit_is_said(document: str, reason: str) -> None:
    (finding,) = checked(document, "one.json").findings
    assert (finding.rule, finding.variant) == ("sheet/unreadable", reason)


def test_a_document_beyond_what_can_be_held_against_its_schema_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = {"number": 1, "points": {"Anna": 1, "Bernd": 1, "Chris": -1, "Dora": -1}}
    text = json.dumps({"game": "doppelkopf", "layout": "points", "rows": [row] * 20_000})
    monkeypatch.setattr("scorecheck.readers.limits.JSON_BYTES", 1 << 20)
    (finding,) = checked(text, "a.json").findings
    assert (finding.rule, finding.variant) == ("sheet/unreadable", "too-large")
    assert finding.params["limit"] == 1


def test_a_finding_names_row_and_column_as_on_a_sheet() -> None:
    document = {
        "game": "doppelkopf",
        "layout": "points",
        "rows": [
            {"number": 1, "points": {"Anna": 2, "Bernd": 2, "Chris": -2, "Dora": -2}},
            {"number": 2, "points": {"Anna": 1, "Bernd": 1, "Chris": -1, "Dora": 1}},
            {"number": 3, "points": {"Anna": 1, "Bernd": -1, "Chris": -1, "Dora": 1}},
            {"number": 4, "points": {"Anna": 3, "Bernd": -3, "Chris": -3, "Dora": 3}},
            {"number": 5, "points": {"Anna": -2, "Bernd": -2, "Chris": 2, "Dora": 2}},
        ],
    }
    (finding,) = handed_in(document).findings
    assert finding.rule == "doppelkopf/zero-sum"
    assert finding.cell is not None
    assert finding.cell.row == 3

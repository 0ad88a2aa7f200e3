"""The examples of the rules do what they say: each is found where it claims, and its mended form is clean."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import NoReturn

import pytest

from scorecheck.catalogue import rules
from scorecheck.many_files.job import plan
from scorecheck.model.finding import Finding
from scorecheck.model.wanted import Wanted
from scorecheck.one_file import workbook_reading
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.examples import Example, drawn, examples
from scorecheck.whole_event.check_job import check
from support import game_of_preset

EXAMPLES = {
    name: example
    for area in sorted({name.partition("/")[0] for name in rules()})
    for name, example in examples(area).items()
}


OURS = "sheet/not-checked"
"""What only a fault of ours brings about."""


def test_every_rule_has_an_example() -> None:
    assert set(EXAMPLES) == set(rules())


def write(folder: Path, files: dict[str, str], hidden_rows: tuple[int, ...]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".xlsx") and "," in text:
            path.write_bytes(workbook(text, hidden_rows))
        else:
            path.write_text(text.lstrip("\n"), encoding="utf-8")


def workbook(text: str, hidden_rows: tuple[int, ...]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in csv.reader(text.strip("\n").splitlines()):
        sheet.append([int(cell) if cell.lstrip("-").isdecimal() else cell or None for cell in row])
    for row in hidden_rows:
        sheet.row_dimensions[row].hidden = True
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def findings(
    folder: Path, example: Example, files: dict[str, str], hidden_rows: tuple[int, ...]
) -> list[Finding]:
    write(folder, files, hidden_rows)
    options = dict(example.options)
    if "preset" in options and "game" not in options:
        options["game"] = game_of_preset(options["preset"])
    settings = Settings(Wanted(**options))
    job = plan(["."], folder, settings, None)
    result = check(job, settings, Keep(results=True))
    assert result.crashes == ()
    return result.findings


def fail(*_: object) -> NoReturn:
    raise RuntimeError


def test_what_we_fail_on_has_just_this_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_reading, "recognise_sheet", fail)
    write(tmp_path, dict(EXAMPLES[OURS].fails), ())
    settings = Settings()
    result = check(plan(["."], tmp_path, settings, None), settings, Keep())
    assert [(one.rule, one.params) for one in result.findings] == [(OURS, {"step": "recognition"})]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != OURS])
def test_the_broken_one_has_just_this_finding(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    (found,) = findings(tmp_path, example, dict(example.fails), example.hidden_rows)
    assert found.rule == name
    assert (found.cell.a1 if found.cell else None) == example.cell
    assert example.file in ("", found.path)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_mended_one_has_none(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    assert findings(tmp_path, example, dict(example.passes), ()) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_can_be_shown(name: str) -> None:
    for files in (EXAMPLES[name].fails, EXAMPLES[name].passes):
        assert max(map(len, drawn(files).splitlines())) <= 110


def test_a_sheet_is_drawn_with_letters_and_numbers() -> None:
    assert drawn({"sheet.csv": "\nGame,Anna,Bernd\n1,2,-12\n".lstrip()}) == (
        "      A     B      C\n1  Game  Anna  Bernd\n2     1     2    -12"
    )

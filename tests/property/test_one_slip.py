"""Laws of what is said of a slip: sheets of cases and samples with one thing wrong, wherever one can be made.

What must be found stands in the cases. Here stands what holds of any finding: it can be said in every
language, it points into the sheet, its repairs say what stands there now, and it is always the same.

Of the sheets with one heading a quarter has a slip that is tried in every run. All slips of a new case, or
others of all sheets: ``python -m tests.tools.all_slips``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from zlib import crc32

import openpyxl
import pytest

from golden.test_cases import CASES, FOLDER, load, name_of
from laws import share
from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_workbook
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.readers.csv_reader import dialect
from scorecheck.readers.read import Refused, workbooks_in
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.reports.repairs import fix_text
from support import ROOT, but_slow, game_of_preset
from unit.games.chouette.test_log_rules import CLEAN, WRONG, log

Rows = list[list[str]]

SAMPLES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "samples").rglob("*")
    if path.suffix in {".csv", ".xlsx"} and path.parents[1].name == "samples"
)
LOGS = {**CLEAN, **WRONG}
ACTIONS = (
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "extra",
    "accept",
    "refuse",
    "roll",
    "leave",
    "skip",
)
SPEAK = [Messages(language) for language in LANGUAGES]


def bases() -> list[str]:
    """Every sheet that a slip is made in."""
    cases = [name_of(path) for path in CASES if _is_delimited(load(path).get("sheet", ""))]
    return [*SAMPLES, *cases, *(f"log: {name}" for name in LOGS)]


def stand_for_all() -> list[str]:
    """Of the sheets of a folder with one heading a quarter, and at least one."""
    alike: dict[tuple[str, str], list[str]] = {}
    for name in bases():
        heading = text_of(name)[0].lstrip("\n").partition("\n")[0]
        alike.setdefault((name.partition("/")[0], heading), []).append(name)
    return [name for names in alike.values() for name in share(names, -(-len(names) // 4), str)]


_PAIR = 2


def _is_delimited(sheet: str) -> bool:
    """Whether a case has a sheet, and cells that ``csv`` finds; blanks set those of a pasted table apart,
    lines those of a drawn one, words those of messages. Rows that stand in one cell each would be parted when
    written anew."""
    if dialect(sheet.encode())[2] is not None:
        return False
    lines = [line.strip() for line in sheet.splitlines() if line.strip()]
    drawn = [line for line in lines if "  " in line or "|" in line or len(line.split()) > _SINGLE]
    apart = [line for line in drawn if not set(",;\t") & set(line)]
    whole = [line for line in lines if line[0] == line[-1] == '"' and line.count('"') == _PAIR]
    return bool(lines) and 2 * len(apart) <= len(lines) and 2 * len(whole) <= len(lines)


_SINGLE = 3
"""Lines with more words than a name and its number have cells between single blanks."""


class Slip(NamedTuple):
    """What was done to a sheet."""

    said: str
    rows: Rows


@cache
def text_of(name: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A sample or a case as CSV, and how it is asked for."""
    if name.startswith("log: "):
        options = {"game": "chouette", "preset": "couette", "layout": "log"}
        return log(LOGS[name.removeprefix("log: ")][0]), tuple(options.items())
    if name.endswith(".xlsx"):
        book = openpyxl.load_workbook(ROOT / name, data_only=True)
        values = max((list(sheet.values) for sheet in book.worksheets), key=len)
        return written([["" if value is None else str(value) for value in row] for row in values]), ()
    if name.endswith(".csv"):
        return (ROOT / name).read_text(encoding="utf-8"), ()
    case = load(FOLDER / f"{name}.toml")
    options = dict(case.get("options", {}))
    if "preset" in options and "game" not in options:
        options["game"] = game_of_preset(options["preset"])
    return case["sheet"], tuple(options.items())


def rows_of(text: str) -> Rows:
    return list(csv.reader(io.StringIO(text.strip("\n")), delimiter=";" if ";" in text else ","))


def written(rows: Rows) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def slips_in(rows: Rows, at: int) -> Iterator[Slip]:
    """Every slip that can be made in one cell of a row, or with the row."""
    row = rows[at]
    if at:
        yield Slip(f"row {at + 1} left out", rows[:at] + rows[at + 1 :])
        yield Slip(f"row {at + 1} twice", rows[: at + 1] + rows[at:])
        yield Slip(f"row {at + 1} one up", [*rows[: at - 1], row, rows[at - 1], *rows[at + 1 :]])
    for column, cell in enumerate(row):
        below = rows[at + 1][column] if at + 1 < len(rows) and column < len(rows[at + 1]) else ""
        beside = row[column + 1] if column + 1 < len(row) else ""
        for wrong in sorted({*wrongly(cell), below, beside} - {cell}):
            changed = [*row[:column], wrong, *row[column + 1 :]]
            said = f"{chr(65 + column)}{at + 1} {cell!r} → {wrong!r}"
            yield Slip(said, [*rows[:at], changed, *rows[at + 1 :]])


def wrongly(cell: str) -> Iterator[str]:
    """How a cell may be written wrongly."""
    yield from ("", "x")
    if cell in ACTIONS:
        yield from ACTIONS
    try:
        number = int(cell)
    except ValueError:
        yield from (cell[1:], cell[::-1], cell + "1", cell.replace("-", "/"), cell.replace("5", "3"))
    else:
        yield from (str(-number), str(number + 1), str(2 * number), f"{number}0", f"{number}.5")


def checked(rows: Rows, options: dict[str, str]) -> CheckedFile | None:
    """The sheet as it is checked; ``None`` where it cannot be read."""
    (workbook,) = workbooks_in(written(rows).encode(), "sheet.csv", "sheet.csv")
    if isinstance(workbook, Refused):
        return None
    file, crashes = check_workbook(workbook, Settings(Wanted(**options)), Keep(results=True, rows=True))
    assert not crashes
    return file


def is_cell_of(rows: Rows, row: int, column: int) -> bool:
    return 1 <= row <= len(rows) and 1 <= column <= max(map(len, rows))


FEW = 6
"""As many sheets are tried in the fast suite."""
PARTS = range(8)
"""All others, in parts, for those who have more processors than one."""


def slips_of(name: str, most: int, seed: int = 0) -> list[Slip]:
    """A share of the slips that can be made in a sheet."""
    rows = rows_of(text_of(name)[0])
    slips = (slip for at in range(len(rows)) for slip in slips_in(rows, at))
    return share(slips, most, lambda slip: f"{name}: {slip.said}", seed)


def part_of(part: int | None) -> list[str]:
    """The sheets of a part, or the few of the fast suite."""
    few = share(bases(), FEW, str)
    if part is None:
        return few
    parted = (name for name in stand_for_all() if crc32(name.encode()) % len(PARTS) == part)
    return [name for name in parted if name not in few]


@pytest.mark.parametrize("part", but_slow([None, *PARTS], None))
def test_what_is_said_of_a_slip(part: int | None) -> None:
    for name in part_of(part):
        for slip in slips_of(name, 1):
            try:
                holds(name, slip)
            except Exception as error:
                # Whatever it is goes on, and says which slip it was.
                error.add_note(f"{name}: {slip.said}\n{written(slip.rows)}")
                raise


def holds(name: str, slip: Slip) -> None:
    """Holds what is said of a slip to the laws."""
    _, options = text_of(name)
    file = checked(slip.rows, dict(options))
    if file is None:
        return
    for finding in file.findings:
        cells = [*([finding.cell] if finding.cell else []), *finding.related]
        assert all(is_cell_of(slip.rows, cell.row, cell.column) for cell in cells), finding
        # Each is rounded to four digits by itself.
        assert sum(fix.confidence for fix in finding.fixes) <= 1 + len(finding.fixes) * 0.00005 + 1e-9
        assert [fix.confidence for fix in finding.fixes] == sorted(
            (fix.confidence for fix in finding.fixes), reverse=True
        )
        for messages in SPEAK:
            assert messages.text(finding)
            assert all(fix_text(fix, messages) for fix in finding.fixes)
        for fix in finding.fixes:
            # Of a row that goes, or changes places, all cells are named.
            assert not fix.edits or any(edit.before != edit.after for edit in fix.edits), fix
            for edit in fix.edits:
                assert is_cell_of(slip.rows, edit.cell.row, edit.cell.column), fix
                row = slip.rows[edit.cell.row - 1]
                stands = row[edit.cell.column - 1] if edit.cell.column <= len(row) else ""
                assert edit.before == stands.strip(), fix
    wrong = [finding for finding in file.findings if finding.severity.word != "info"]
    assert (file.status == "ok") == (not wrong)
    if crc32(slip.said.encode()) % 8 == 0:
        again = checked(slip.rows, dict(options))
        assert again is not None
        assert again.findings == file.findings

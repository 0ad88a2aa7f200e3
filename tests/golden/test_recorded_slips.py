"""Good sheets with one slip each, wherever one can be made: what is said of it is as it was.

Nobody worked these out: what must be found stands in the cases. Each line names the slip, the findings, and a
digest of all that they say and of what the sheet gives. A line that changes is to be looked at with the
program before and after.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from typing import NamedTuple

import openpyxl
import pytest

from recorded import held, outcome_of, recorded
from scorecheck.pipeline import Keep, Settings, check_workbook
from scorecheck.readers.read import Refused, workbooks_in
from scorecheck.recognition import Wanted
from support import ROOT, game_of_preset
from unit.games.chouette.test_log_rules import CLEAN, WRONG, log
from unit.test_cases import CASES, FOLDER, load, name_of

Rows = list[list[str]]

BASES = {
    "samples/doppelkopf/detail.csv": 20,
    "samples/chouette/mcc-log.xlsx": 60,
    "samples/chouette/mcc-extra.csv": 12,
    "samples/acey-deucey/club-night.csv": 16,
    "samples/yatzy/maxi-yatzy.csv": 4,
    "acey-deucey/games-clean": 20,
    "acey-deucey/games-german": 6,
    "acey-deucey/result-clean": 20,
    "acey-deucey/totals-more-players": 8,
    "acey-deucey/transcript-clean": 24,
    "chouette/log-couette-game": 60,
    "chouette/log-mcc-example": 16,
    "chouette/unequal-cubes": 4,
    "doppelkopf/bock-clean": 10,
    "doppelkopf/compulsory-solo-holds": 8,
    "doppelkopf/control-column-clean": 6,
    "doppelkopf/dealer-rotation-redeal": 8,
    "doppelkopf/ddv-detail-clean": 24,
    "doppelkopf/detail-many-kinds": 24,
    "doppelkopf/five-clean": 12,
    "doppelkopf/minus-only": 6,
    "doppelkopf/parity-holds": 6,
    "doppelkopf/plus-only": 6,
    "doppelkopf/second-columns": 6,
    "doppelkopf/total-row-clean": 6,
    "doppelkopf/totals-carried-in": 4,
    "tournament/rank-order-clean": 10,
    "yatzy/card-clean": 6,
    "yatzy/dice-of-maxi-yatzy": 14,
    "yatzy/dice-of-yatzy": 20,
    "yatzy/dice-source": 20,
    "yatzy/doppel-clean": 6,
    "yatzy/international-shown": 5,
    "yatzy/mismatch-none": 6,
    "yatzy/several-cards-of-a-player": 4,
    "yatzy/sums-of-both-halves": 5,
}
"""Each sheet, and how many slips are made in it."""
KINDS = {
    "acey-deucey": 3,
    "chouette/log": 4,
    "doppelkopf/call": 4,
    "doppelkopf/ddv": 3,
    "tournament": 3,
    "yatzy/dice": 3,
}
"""Cases that are quick to check, good or not, by how their names begin."""
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


def bases() -> dict[str, int]:
    """Every sheet, with the number of its slips."""
    found = dict(BASES)
    for path in CASES:
        for kind, count in KINDS.items():
            if name_of(path).startswith(kind) and "sheet" in load(path):
                found.setdefault(name_of(path), count)
    return found | {f"log: {name}": 8 for name in LOGS}


class Slip(NamedTuple):
    """What was done to a sheet."""

    said: str
    rows: Rows


def sheet_of(name: str) -> tuple[Rows, dict[str, str]]:
    """The cells of a sample or of a case, and how it is asked for."""
    if name.startswith("log: "):
        text = log(LOGS[name.removeprefix("log: ")][0])
        return list(csv.reader(io.StringIO(text))), {"game": "chouette", "preset": "couette", "layout": "log"}
    if name.endswith(".xlsx"):
        book = openpyxl.load_workbook(ROOT / name, data_only=True)
        values = max((list(sheet.values) for sheet in book.worksheets), key=len)
        return [["" if value is None else str(value) for value in row] for row in values], {}
    if name.endswith(".csv"):
        text, options = (ROOT / name).read_text(encoding="utf-8"), {}
    else:
        case = load(FOLDER / f"{name}.toml")
        text, options = case["sheet"], case.get("options", {})
    if "preset" in options:
        options["game"] = game_of_preset(options["preset"])
    return list(csv.reader(io.StringIO(text.strip("\n")), delimiter=";" if ";" in text else ",")), options


def slips(rows: Rows) -> Iterator[Slip]:
    """Every slip that can be made in one cell, or with one row."""
    for at, row in enumerate(rows):
        if at:
            yield Slip(f"row {at + 1} left out", rows[:at] + rows[at + 1 :])
            yield Slip(f"row {at + 1} twice", rows[: at + 1] + rows[at:])
            yield Slip(f"row {at + 1} one up", [*rows[: at - 1], row, rows[at - 1], *rows[at + 1 :]])
        for column, cell in enumerate(row):
            below = rows[at + 1][column] if at + 1 < len(rows) and column < len(rows[at + 1]) else ""
            beside = row[column + 1] if column + 1 < len(row) else ""
            for wrong in {*wrongly(cell), below, beside} - {cell}:
                changed = [*row[:column], wrong, *row[column + 1 :]]
                yield Slip(
                    f"{chr(65 + column)}{at + 1} {cell!r} → {wrong!r}", [*rows[:at], changed, *rows[at + 1 :]]
                )


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


def told(rows: Rows, options: dict[str, str]) -> str:
    """What is found in a sheet, in one line."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    (workbook,) = workbooks_in(out.getvalue().encode(), "sheet.csv", "sheet.csv")
    if isinstance(workbook, Refused):
        return f"refused: {workbook.reason}"
    file, crashes = check_workbook(workbook, Settings(Wanted(**options)), Keep(results=True, rows=True))
    assert not crashes
    return outcome_of(file)


@pytest.mark.parametrize(("name", "count"), bases().items())
def test_what_is_said_of_a_slip(name: str, count: int) -> None:
    rows, options = sheet_of(name)
    chosen = random.Random(name).sample(sorted(slips(rows)), count)
    held("slips", name, [f"{slip.said}: {told(slip.rows, options)}" for slip in chosen])


def test_every_sheet_is_there() -> None:
    assert set(recorded("slips")) == set(bases())

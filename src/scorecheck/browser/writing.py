"""A sheet that is typed in at the table: each row is checked while it is written.

The page sends all cells each time; no state is kept here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecheck.browser.making import blank_said
from scorecheck.checks.ruleset import Layout
from scorecheck.games import registry
from scorecheck.model.cells import number_in
from scorecheck.model.finding import Finding, Fix
from scorecheck.model.outcome import Checked
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.reports.blank import Blank, BlankWords
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import fix_text, sureness
from scorecheck.reports.safe import csv_text, no_formula, plain, sheet_number, shown_number
from scorecheck.reports.sheet_view import finding_text

_NAME = "sheet.csv"
_UNFINISHED = frozenset({"unfinished", "no-table"})
"""Rules of any area about missing content, which may still be written."""
_FIRST = 2
"""The row of the first entry, below the headings."""


def grid(said: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    """What the page draws: the heading of the rows, the players, and the rows of a card."""
    blank, players = blank_said(said)
    words = BlankWords(blank, messages)
    return {
        "corner": _corner(blank, words),
        "players": [plain(name) for name in players],
        "rows": [words(key) for key, what in blank.card if what == "entry"],
    }


def looked_at(said: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    """The state of the rows: findings with repairs, the value that follows in the open row, who sits out in
    it, and the running totals.
    """
    blank, players = blank_said(said)
    layout = next(one for one in registry.load(blank.game).layouts if one.name == blank.layout)
    rows = _filled(said["cells"], len(players), blank)
    open_row = _open_row(rows, blank, layout)
    # A player's name may look like another heading.
    headings = {name: "player" for name in players if blank.kind != "card"}
    wanted = Wanted(blank.game, blank.preset or None, blank.layout, headings)
    data = csv_text(_table(blank, players, rows, messages)).encode()
    checked = Checked(())
    if any(map(any, rows)):
        checked = check_bytes(data, _NAME, _NAME, Settings(wanted), Keep(results=True, rows=True))
    findings = [_finding(one, messages) for one in checked.findings if not _is_unfinished(one, open_row)]
    out = None if blank.running else _sits_out(rows, open_row, layout, len(players))
    sheets = checked.sheets
    return {
        "findings": findings,
        "open": open_row,
        "follows": None if open_row is None else _follows(rows[open_row], out, blank),
        "out": out,
        "stands": [
            [shown_number(str(stands.get(name, 0))) for name in players]
            for one in sheets
            if one.result is not None
            for names in [[player.player for player in one.result.players]]
            for row in one.course
            for stands in [dict(zip(names, row, strict=False))]
        ],
    }


def _is_unfinished(finding: Finding, open_row: int | None) -> bool:
    """Whether a finding only says that the sheet, or its open row, is not finished."""
    in_open_row = finding.cell is not None and finding.cell.row - _FIRST == open_row
    return in_open_row or finding.rule.rpartition("/")[2] in _UNFINISHED


def workbook(said: Mapping[str, Any], messages: Messages) -> bytes:
    """The sheet as a workbook, with numbers and no formulas, so that it can be read again."""
    from openpyxl import Workbook

    from scorecheck.reports.blank_xlsx import kind_of
    from scorecheck.reports.workbooks import saved

    blank, players = blank_said(said)
    book = Workbook()
    sheet = book.worksheets[0]
    table = _table(blank, players, _filled(said["cells"], len(players), blank), messages)
    for line in table:
        sheet.append([_cell(text) for text in line])
    book.properties.keywords = kind_of(blank)
    return saved(book)


def _corner(blank: Blank, words: BlankWords) -> str:
    return words("category" if blank.kind == "card" else blank.counted or "number")


def _filled(rows: Sequence[Sequence[str]], seats: int, blank: Blank) -> list[list[str]]:
    """The stripped cells; of sheets with a row per game only up to the last filled row."""
    texts = [[text.strip() for text in [*row, *[""] * seats][:seats]] for row in rows]
    if blank.kind == "card":
        entries = sum(what == "entry" for _, what in blank.card)
        return [*texts, *[[""] * seats] * entries][:entries]
    while texts and not any(texts[-1]):
        texts.pop()
    return texts


def _table(
    blank: Blank, players: Sequence[str], rows: Sequence[Sequence[str]], messages: Messages
) -> list[list[str]]:
    words = BlankWords(blank, messages)
    labels = [words(key) for key, what in blank.card if what == "entry"]
    if blank.kind != "card":
        labels = [str(at) for at in range(1, len(rows) + 1)]
    both = zip(labels, rows, strict=False)
    return [[_corner(blank, words), *players], *([label, *row] for label, row in both)]


def _cell(text: str) -> str | int | float:
    """The value of a cell in a workbook: a number if possible."""
    number = number_in(text)
    return no_formula(plain(text)) if number is None else sheet_number(number)


def _open_row(rows: Sequence[Sequence[str]], blank: Blank, layout: Layout) -> int | None:
    """The open row: the last one, if a player at the table has an empty cell in it."""
    if blank.kind == "card" or blank.carried or not rows:
        return None
    last = len(rows) - 1
    seats = len(rows[last])
    wanted = seats if blank.running else min(layout.at_table or seats, seats)
    return last if sum(map(bool, rows[last])) < wanted else None


def _sits_out(
    rows: Sequence[Sequence[str]], open_row: int | None, layout: Layout, seats: int
) -> dict[str, int] | None:
    """Who sits out in the open or the next row, if the players take turns."""
    if layout.at_table is None or seats != layout.at_table + 1:
        return None
    done = rows if open_row is None else rows[:open_row]
    out = [[at for at, text in enumerate(row) if not text] for row in done]
    if not out or any(len(one) != 1 for one in out):
        return None
    first = out[0][0]
    if any(one != (first + number) % seats for number, (one,) in enumerate(out)):
        return None
    return {"row": len(done), "column": (first + len(done)) % seats}


def _follows(row: Sequence[str], out: Mapping[str, int] | None, blank: Blank) -> dict[str, Any] | None:
    """The last player's points in a row, if it must add up to 0."""
    left = [at for at, text in enumerate(row) if not text and (out is None or at != out["column"])]
    cells = [number_in(text) for text in row if text]
    numbers = [cell for cell in cells if cell is not None]
    if not blank.zero or len(left) != 1 or len(numbers) < len(cells) or not sum(numbers):
        return None
    text = str(-sum(numbers))
    return {"column": left[0], "text": text, "shown": shown_number(text)}


def _finding(finding: Finding, messages: Messages) -> dict[str, Any]:
    one = finding_text(finding, messages)
    return {
        "rule": finding.rule,
        "severity": one.severity,
        "row": None if finding.cell is None else finding.cell.row - _FIRST,
        "column": None if finding.cell is None else finding.cell.column - 2,
        "text": one.sentence,
        "fixes": [_fix(fix, messages) for fix in finding.fixes],
    }


def _fix(fix: Fix, messages: Messages) -> dict[str, Any]:
    edits = [
        {"row": edit.cell.row - _FIRST, "column": edit.cell.column - 2, "text": edit.after or ""}
        for edit in fix.all_edits
    ]
    return {"text": fix_text(fix, messages), "sure": sureness(fix, messages), "edits": edits}

"""Blank scoresheets as workbooks: they add up by themselves, and turn red where a row does not.

They do not bear scorecheck's mark: filled in, they are scoresheets like any other.
"""

# openpyxl says of many of its types nothing at all.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties

from scorecheck.reports.blank import Words
from scorecheck.reports.safe import plain, shortened
from scorecheck.reports.saved import saved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from scorecheck.reports.blank import Blank
    from scorecheck.reports.messages import Messages

_HEAD, _FIRST = 3, 4
"""The rows of the headings and of the first entry."""
_LARGEST = 99_999
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")

_RED = PatternFill(bgColor="F8C9C4")
_BAND = PatternFill("solid", fgColor="F3F1EB")
_THIN = Side(style="thin", color="B8B5AC")
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)


def blank_xlsx(
    blank: Blank, players: Sequence[str], messages: Messages, *, title: str = "", table: str = ""
) -> bytes:
    """A workbook with one blank sheet, called by its ``table``; ``title`` stands above it."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = _sheet_name(table or messages.label(f"game.{blank.game}"))
    words = Words(blank, messages)
    _text(sheet, 1, 1, title or messages.label(f"game.{blank.game}"), Font(bold=True, size=14))
    make = {"games": _games, "card": _card, "records": _records}[blank.kind]
    last_row, last_column = make(sheet, blank, [plain(name) for name in players], words)
    _page(sheet, last_row, last_column)
    return saved(book)


def _games(sheet: Worksheet, blank: Blank, players: Sequence[str], words: Words) -> tuple[int, int]:
    last = _FIRST + blank.rows - 1
    first_player, last_player = 2, 1 + len(players)
    left, right = get_column_letter(first_player), get_column_letter(last_player)
    _head(sheet, 1, words("number"))
    for at, name in enumerate(players):
        _head(sheet, first_player + at, name, wide=True)
    column = last_player
    if blank.control:
        column += 1
        _head(sheet, column, words("control"))
    control = column
    column += 1
    _head(sheet, column, words("remark"), wide=True)
    remark = column
    for row in range(_FIRST, last + 1):
        _box(sheet, row, 1).value = row - _FIRST + 1
        for at in range(first_player, last_player + 1):
            _box(sheet, row, at)
        if blank.control:
            _box(sheet, row, control, soft=True).value = _control(blank, row, left, right)
        _box(sheet, row, remark)
    if blank.standing:
        for at, name in enumerate(players):
            column += 1
            _head(sheet, column, words.standing(name), wide=True)
            letter = get_column_letter(first_player + at)
            for row in range(_FIRST, last + 1):
                points = f"${left}{row}:${right}{row}"
                formula = f'=IF(COUNT({points})=0,"",SUM({letter}${_FIRST}:{letter}{row}))'
                _box(sheet, row, column, soft=True).value = formula
    rows = f"{left}{_FIRST}:{right}{last}"
    _whole_numbers(sheet, rows, blank, words)
    if blank.zero:
        red = FormulaRule(formula=[_does_not_add_up(blank, len(players), left, right)], fill=_RED)
        sheet.conditional_formatting.add(f"A{_FIRST}:{get_column_letter(control)}{last}", red)
    if blank.total:
        last += 1
        _text(sheet, last, 1, words("total"), Font(bold=True)).border = _BOX
        for at in range(first_player, last_player + 1):
            letter = get_column_letter(at)
            cell = _box(sheet, last, at)
            cell.value = f"=SUM({letter}{_FIRST}:{letter}{last - 1})"
            cell.font = Font(bold=True)
    return last, column


def _standing_of(letter: str, row: int) -> str:
    """The last number in a column down to a row: an empty cell leaves a total as it was."""
    return f"IFERROR(LOOKUP(1E+300,{letter}${_FIRST}:{letter}{row}),0)"


def _control(blank: Blank, row: int, left: str, right: str) -> str:
    cells = f"{left}{row}:{right}{row}"
    if blank.control == "sum":
        return f'=IF(COUNT({cells})=0,"",SUM({cells}))'
    totals = [_standing_of(letter, row) for letter in _letters(left, right)]
    plus = "+".join(f"MAX({total},0)" for total in totals)
    minus = "+".join(f"MAX(-{total},0)" for total in totals)
    return f'=IF(COUNT({cells})=0,"",({plus})&"/"&({minus}))'


def _does_not_add_up(blank: Blank, players: int, left: str, right: str) -> str:
    """When a row is red: it is begun, and it is not what the rules of the game let it be."""
    cells = f"${left}{_FIRST}:${right}{_FIRST}"
    if blank.carried:
        total = "+".join(_standing_of(f"${letter}", _FIRST) for letter in _letters(left, right))
        return f"AND(COUNT({cells})>0,{total}<>0)"
    least = players if blank.running else min(blank.zero, players)
    return f"AND(COUNT({cells})>0,OR(SUM({cells})<>0,COUNT({cells})<{least}))"


def _letters(left: str, right: str) -> list[str]:
    from openpyxl.utils import column_index_from_string

    return [
        get_column_letter(at)
        for at in range(column_index_from_string(left), column_index_from_string(right) + 1)
    ]


def _card(sheet: Worksheet, blank: Blank, players: Sequence[str], words: Words) -> tuple[int, int]:
    _head(sheet, 1, words("category"), wide=True)
    for at, name in enumerate(players):
        _head(sheet, 2 + at, name, wide=True)
    row = _HEAD
    starts = {"upper": _FIRST, "lower": 0}
    places: dict[str, int] = {}
    for key, what in blank.card:
        row += 1
        places[key] = row
        label = _text(sheet, row, 1, words(key), Font(bold=what != "entry"))
        label.border = _BOX
        for at in range(len(players)):
            cell = _box(sheet, row, 2 + at, soft=what != "entry")
            letter = get_column_letter(2 + at)
            if what == "upper-sum":
                cell.value = f"=SUM({letter}{starts['upper']}:{letter}{row - 1})"
            elif what == "bonus":
                upper = f"{letter}{places['sum']}"
                cell.value = f"=IF({upper}>={blank.least_bonus},{blank.bonus},0)"
            elif what == "total":
                parts = [f"{letter}{places['sum']}", f"{letter}{places['bonus']}"]
                cell.value = f"={'+'.join(parts)}+SUM({letter}{places['bonus'] + 1}:{letter}{row - 1})"
    entries = [places[key] for key, what in blank.card if what == "entry"]
    right = get_column_letter(1 + len(players))
    for start, stop in _runs(entries):
        _whole_numbers(sheet, f"B{start}:{right}{stop}", blank, words)
    return row, 1 + len(players)


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


def _records(sheet: Worksheet, blank: Blank, players: Sequence[str], words: Words) -> tuple[int, int]:
    last = _FIRST + blank.rows - 1
    for at, key in enumerate(blank.columns):
        _head(sheet, 1 + at, words(key), wide=True)
        letter = get_column_letter(1 + at)
        cells = f"{letter}{_FIRST}:{letter}{last}"
        for row in range(_FIRST, last + 1):
            _box(sheet, row, 1 + at).value = row - _FIRST + 1 if key == blank.counted else None
        if key in blank.numbers:
            _whole_numbers(sheet, cells, blank, words)
        elif key in blank.choices:
            listed = players if blank.choices[key] == ("players",) else blank.choices[key]
            _list(sheet, cells, listed)
    return last, len(blank.columns)


def _list(sheet: Worksheet, cells: str, words: Sequence[str]) -> None:
    said = ",".join(words)
    # A list in a rule of a cell has 255 characters at most, and commas part its words.
    if len(said) > 255 or any("," in word or '"' in word for word in words):
        return
    rule = DataValidation(type="list", formula1=f'"{said}"', allow_blank=True)
    sheet.add_data_validation(rule)
    rule.add(cells)


def _whole_numbers(sheet: Worksheet, cells: str, blank: Blank, words: Words) -> None:
    if blank.carried:
        first = cells.partition(":")[0]
        rule = DataValidation(
            type="custom",
            formula1=f'OR(ISNUMBER({first}),{first}="/")',
            allow_blank=True,
            showErrorMessage=True,
        )
    else:
        rule = DataValidation(
            type="whole",
            operator="between",
            formula1=str(-_LARGEST),
            formula2=str(_LARGEST),
            allow_blank=True,
            showErrorMessage=True,
        )
    rule.error = words("whole")
    rule.errorTitle = "scorecheck"
    sheet.add_data_validation(rule)
    rule.add(cells)


def _text(sheet: Worksheet, row: int, column: int, text: str, font: Font) -> Any:
    """A cell with a text that no program takes for a formula."""
    cell: Any = sheet.cell(row, column)
    cell.value = plain(text)
    cell.data_type = "s"
    cell.font = font
    return cell


def _head(sheet: Worksheet, column: int, text: str, *, wide: bool = False) -> None:
    cell = _text(sheet, _HEAD, column, text, Font(bold=True))
    cell.fill = _BAND
    cell.border = _BOX
    cell.alignment = Alignment(horizontal="center", vertical="bottom", wrap_text=True)
    width = min(max(len(text) + 3, 12 if wide else 9), 24)
    sheet.column_dimensions[get_column_letter(column)].width = width


def _box(sheet: Worksheet, row: int, column: int, *, soft: bool = False) -> Any:
    cell: Any = sheet.cell(row, column)
    cell.border = _BOX
    if soft:
        cell.font = Font(color="6B746F")
    return cell


def _sheet_name(text: str) -> str:
    return shortened(_NOT_IN_NAMES.sub(" ", plain(text)).strip("' ") or "1", 31)


def _page(sheet: Worksheet, last_row: int, last_column: int) -> None:
    sheet.freeze_panes = f"B{_FIRST}"
    sheet.print_area = f"A1:{get_column_letter(last_column)}{last_row}"
    sheet.print_title_rows = f"{_HEAD}:{_HEAD}"
    sheet.page_setup.paperSize = 9
    sheet.page_setup.orientation = "landscape" if last_column > 8 else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True

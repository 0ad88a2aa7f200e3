"""Blank scoresheets as workbooks, with sums as formulas and red rows where the sum is wrong.

They do not bear scorecheck's mark, because filled in they are scoresheets like any other.
"""

# openpyxl says of many of its types nothing at all.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties

from scorecheck.model.cells import shortened
from scorecheck.reports.blank import Blank, BlankWords
from scorecheck.reports.blank_rules import (
    PointsBlock,
    box_rules,
    chosen_from,
    does_not_add_up,
    listed,
    record_faults,
    red,
    standing_of,
    totals,
    whole_numbers,
)
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.workbooks import saved

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


_HEAD, _FIRST = 3, 4
"""The rows of the headings and of the first entry."""
_LINE, _MOST_LINES = 15, 4
"""The height of a line of a heading in points, and the most lines shown."""
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")

_BAND = PatternFill("solid", fgColor="F3F1EB")
_THIN = Side(style="thin", color="B8B5AC")
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)


def blank_xlsx(
    blank: Blank, players: Sequence[str], messages: Messages, *, title: str = "", table: str = ""
) -> bytes:
    """A workbook with one blank sheet, named after its ``table``, with a ``title``."""
    book = Workbook()
    sheet = book.worksheets[0]
    words = BlankWords(blank, messages)
    sheet.title = shortened(_NOT_IN_NAMES.sub(" ", plain(table or words.title)).strip("' ") or "1", 31)
    _text(sheet, 1, 1, title or words.title, Font(bold=True, size=14))
    make = {"games": _games, "card": _card, "records": _records}[blank.kind]
    last_row, last_column = make(sheet, blank, [plain(name) for name in players], words)
    _page(sheet, last_row, last_column)
    if blank.told:
        book.properties.keywords = kind_of(blank)
    return saved(book)


def kind_of(blank: Blank) -> str:
    """The keywords of a workbook that give game and layout."""
    preset = f" preset={blank.preset}" if blank.preset else ""
    return f"scoresheet game={blank.game} layout={blank.layout}{preset}"


def _games(sheet: Worksheet, blank: Blank, players: Sequence[str], words: BlankWords) -> tuple[int, int]:
    _head(sheet, 1, words(blank.counted or "number"))
    for number, cell in enumerate(_boxes(sheet, range(_FIRST, _FIRST + blank.rows), 1), start=1):
        cell.value = number
    span, last, column = _points(sheet, blank, players, words, 2)
    if blank.standing:
        for letter, name in zip(span.letters, players, strict=True):
            column += 1
            _head(sheet, column, words.standing(name), wide=True)
            for cell in _boxes(sheet, range(span.first, span.last + 1), column, soft=True):
                points = f"${span.left}{cell.row}:${span.right}{cell.row}"
                cell.value = f'=IF(COUNT({points})=0,"",SUM({letter}${span.first}:{letter}{cell.row}))'
    return last, column


def _points(
    sheet: Worksheet, blank: Blank, players: Sequence[str], words: BlankWords, column: int
) -> tuple[PointsBlock, int, int]:
    """The columns of the players from a column on, with control and remark and the total below.

    Returns:
        The block of points, the last row, and the last column.
    """
    right = column + len(players) - 1
    span = PointsBlock(get_column_letter(column), get_column_letter(right), _FIRST, _FIRST + blank.rows - 1)
    rows = range(span.first, span.last + 1)
    for at, name in enumerate(players, start=column):
        _head(sheet, at, name, wide=True)
        _boxes(sheet, rows, at)
    if blank.control:
        right += 1
        _head(sheet, right, words("control"))
        for cell in _boxes(sheet, rows, right, soft=True):
            cell.value = _control(blank, span, cell.row)
    if blank.zero or blank.sums:
        red(sheet, f"A{span.first}:{get_column_letter(right)}{span.last}", does_not_add_up(blank, span))
    if blank.carried:
        totals(sheet, span.cells, words("whole"))
    else:
        bounds = () if blank.running else blank.bounds
        whole_numbers(sheet, span.cells, words("whole"), *([(bounds[0], bounds[-1])] if bounds else ()))
    for heading in words.behind_points:
        right += 1
        _head(sheet, right, heading, wide=True)
        _boxes(sheet, rows, right)
    last = span.last
    if blank.total:
        last += 1
        _text(sheet, last, 1, words("total"), Font(bold=True)).border = _BOX
        for letter, at in zip(span.letters, range(column, right), strict=False):
            cell = _box(sheet, last, at)
            cell.value = f"=SUM({letter}{span.first}:{letter}{span.last})"
            cell.font = Font(bold=True)
    return span, last, right


def _control(blank: Blank, points: PointsBlock, row: int) -> str:
    cells = f"{points.left}{row}:{points.right}{row}"
    if blank.control == "sum":
        return f'=IF(COUNT({cells})=0,"",SUM({cells}))'
    standing = [standing_of(letter, points.first, row) for letter in points.letters]
    plus = "+".join(f"MAX({total},0)" for total in standing)
    minus = "+".join(f"MAX(-{total},0)" for total in standing)
    return f'=IF(COUNT({cells})=0,"",({plus})&"/"&({minus}))'


def _card(sheet: Worksheet, blank: Blank, players: Sequence[str], words: BlankWords) -> tuple[int, int]:
    _head(sheet, 1, words("category"), wide=True)
    columns = _card_heads(sheet, blank, players, words)
    row = _HEAD
    places: dict[str, int] = {}
    right = get_column_letter(columns.stop - 1)
    # Several games of a player are followed by their sum.
    each = blank.games + 1 if blank.games > 1 else 0
    for key, what in blank.card:
        row += 1
        places[key] = row
        label = _text(sheet, row, 1, words(key), Font(bold=what != "entry"))
        label.border = _BOX
        for at in columns:
            is_sum = each > 0 and (at - 1) % each == 0
            cell = _box(sheet, row, at, soft=what != "entry" or is_sum)
            letter = get_column_letter(at)
            if is_sum:
                games = f"{get_column_letter(at - blank.games)}{row}:{get_column_letter(at - 1)}{row}"
                cell.value = f'=IF(COUNT({games})=0,"",SUM({games}))'
            elif what != "entry":
                cell.value = _sum_on_card(what, letter, row, places, blank)
        if key in blank.values and what == "entry":
            for first in range(2, columns.stop, each) if each else (2,):
                last = get_column_letter(first + blank.games - 1) if each else right
                cells = f"{get_column_letter(first)}{row}:{last}{row}"
                box_rules(sheet, cells, blank.values[key], words("box"))
    return row, columns.stop - 1


def _sum_on_card(what: str, letter: str, row: int, places: Mapping[str, int], blank: Blank) -> str | None:
    """The formula of a cell in a row of sums; ``places`` are the row numbers by key."""
    if what == "upper-sum":
        return f"=SUM({letter}{_FIRST}:{letter}{row - 1})"
    if what == "bonus":
        worth = "0"
        for least, points in blank.bonuses:
            worth = f"IF({letter}{places['sum']}>={least},{points},{worth})"
        return f"={worth}"
    if what == "upper-total":
        return f"={letter}{places['sum']}+{letter}{places['bonus']}"
    if what == "lower-sum":
        return f"=SUM({letter}{places['upper-total'] + 1}:{letter}{row - 1})"
    if what != "total":
        return None
    if "lower-sum" in places:
        return f"={letter}{places['upper-total']}+{letter}{places['lower-sum']}"
    above = [places[one] for one in ("sum", "bonus") if one in places]
    below = max(above, default=_FIRST - 1) + 1
    rest = [f"SUM({letter}{below}:{letter}{row - 1})"] if below < row else []
    return "=" + "+".join([*(f"{letter}{at}" for at in above), *rest])


def _card_heads(sheet: Worksheet, blank: Blank, players: Sequence[str], words: BlankWords) -> range:
    """Writes the headings of a card: the players, or their games below the players; returns the columns."""
    if blank.games == 1:
        for at, name in enumerate(players):
            _head(sheet, 2 + at, name, wide=True)
        return range(2, 2 + len(players))
    column = 2
    for name in players:
        above = _text(sheet, _HEAD - 1, column, name, Font(bold=True))
        above.alignment = Alignment(horizontal="center")
        sheet.merge_cells(
            start_row=_HEAD - 1, start_column=column, end_row=_HEAD - 1, end_column=column + blank.games
        )
        for number in range(1, blank.games + 1):
            _head(sheet, column, words.game(number))
            column += 1
        _head(sheet, column, words("total"))
        column += 1
    return range(2, column)


def _records(sheet: Worksheet, blank: Blank, players: Sequence[str], words: BlankWords) -> tuple[int, int]:
    last = _FIRST + blank.rows - 1
    letters = {key: get_column_letter(at) for at, key in enumerate(blank.columns, start=1)}
    for at, key in enumerate(blank.columns, start=1):
        _head(sheet, at, words(key), width=8 * blank.widths.get(key, 1))
        for number, cell in enumerate(_boxes(sheet, range(_FIRST, last + 1), at), start=1):
            if key == blank.counted:
                cell.value = number
            elif key in blank.texts:
                cell.number_format = "@"
    bottom, right = last, len(blank.columns)
    names = ""
    if blank.points:
        span, bottom, right = _points(sheet, blank, players, words, right + 1)
        names = f"${span.left}${_HEAD}:${span.right}${_HEAD}"
    for key, letter in letters.items():
        cells, loose = f"{letter}{_FIRST}:{letter}{last}", key in blank.loose
        if key in blank.numbers:
            whole_numbers(sheet, cells, words("whole"), blank.numbers[key], loose=loose)
        elif names and blank.choices.get(key) == ("players",):
            chosen_from(sheet, cells, names, words("listed"), loose=loose)
        else:
            listed(sheet, cells, words.offered(key, players), words("listed"), loose=loose)
    if blank.together:
        one, other = (letters[key] for key in blank.together[:2])
        for row in range(_FIRST, last + 1):
            formula = f'=IF(ISNUMBER({one}{row}),{blank.together_make}-{one}{row},"")'
            sheet[f"{other}{row}"].value = formula
    for formula in record_faults(blank, letters, _FIRST):
        red(sheet, f"A{_FIRST}:{get_column_letter(right)}{last}", formula)
    return bottom, right


def _text(sheet: Worksheet, row: int, column: int, text: str, font: Font) -> Any:
    """Writes a text, never a formula."""
    cell: Any = sheet.cell(row, column)
    cell.value = plain(text)
    cell.data_type = "s"
    cell.font = font
    return cell


def _head(sheet: Worksheet, column: int, text: str, *, wide: bool = False, width: int | None = None) -> None:
    """Writes a heading and sets the width of its column: ``width``, or enough for the heading on one line."""
    cell = _text(sheet, _HEAD, column, text, Font(bold=True))
    cell.fill = _BAND
    cell.border = _BOX
    cell.alignment = Alignment(horizontal="center", vertical="bottom", wrap_text=True)
    longest = max(map(len, text.split()), default=0) + 2
    least = min(len(text) + 3, 24) if width is None else longest
    width = max(least, width or (12 if wide else 9))
    sheet.column_dimensions[get_column_letter(column)].width = width
    row = sheet.row_dimensions[_HEAD]
    lines = min(-(-(len(text) + 2) // int(width)), _MOST_LINES)
    row.height = max(row.height or 0, _LINE * lines)


def _boxes(sheet: Worksheet, rows: range, column: int, *, soft: bool = False) -> list[Any]:
    """The cells of a column in some rows, with borders."""
    first = _box(sheet, rows[0], column, soft=soft)
    others: list[Any] = [sheet.cell(row, column) for row in rows[1:]]
    for cell in others:
        # Setting a style makes openpyxl search for an equal one, which takes most of the time.
        cell._style = copy(first._style)
    return [first, *others]


def _box(sheet: Worksheet, row: int, column: int, *, soft: bool = False) -> Any:
    cell: Any = sheet.cell(row, column)
    cell.border = _BOX
    if soft:
        cell.font = Font(color="6B746F")
    return cell


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

"""Blank scoresheets as workbooks, with sums as formulas and red rows where the sum is wrong.

They do not bear scorecheck's mark, because filled in they are scoresheets like any other.
"""

# openpyxl says of many of its types nothing at all.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Literal

from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties

from scorecheck.model.cells import shortened
from scorecheck.model.record import NamedTuple
from scorecheck.reports.blank import Blank, BlankWords
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.workbooks import saved

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


_RED = PatternFill(bgColor="F8C9C4")
_LONGEST_RULE = 255
"""The longest formula of a data validation. There possible values are one text with commas, not an array."""
_LARGEST = 99_999
_STRUCK = ("x", "-", "/")
"""Marks of a struck box of a card."""


class PointsBlock(NamedTuple):
    """The block of players' columns, by letters, and the rows of entries."""

    left: str
    right: str
    first: int
    last: int

    @property
    def cells(self) -> str:
        """All their cells."""
        return f"{self.left}{self.first}:{self.right}{self.last}"

    @property
    def letters(self) -> list[str]:
        """The letter of each column."""
        columns = range(column_index_from_string(self.left), column_index_from_string(self.right) + 1)
        return [get_column_letter(at) for at in columns]


def red(sheet: Worksheet, cells: str, formula: str) -> None:
    """Makes cells red where a formula, written for the first of them, is true."""
    sheet.conditional_formatting.add(cells, FormulaRule(formula=[formula], fill=_RED))


def standing_of(letter: str, first: int, row: int) -> str:
    """The formula for the last number of a column up to a row, as empty cells mean no change."""
    return f"IFERROR(LOOKUP(1E+300,{letter}${first}:{letter}{row}),0)"


def does_not_add_up(blank: Blank, points: PointsBlock) -> str:
    """The formula that is true for a row of points that has a wrong sum, or is begun and incomplete."""
    cells = f"${points.left}{points.first}:${points.right}{points.first}"
    if blank.carried:
        total = "+".join(standing_of(f"${letter}", points.first, points.first) for letter in points.letters)
        return f"AND(COUNT({cells})>0,{total}<>0)"
    players = len(points.letters)
    least = players if blank.running else min(blank.zero or blank.playing or players, players)
    given, wrong = f"SUM({cells})", f"SUM({cells})<>0"
    if blank.sums:
        if blank.running:
            # The row above the first one holds the names, whose sum is 0.
            given += f"-SUM(${points.left}{points.first - 1}:${points.right}{points.first - 1})"
        wrong = f"NOT(OR({','.join(_is_in(given, *one) for one in blank.sums[:_MOST_SUMS])}))"
    return f"AND(COUNT({cells})>0,OR({wrong},COUNT({cells})<{least}))"


_MOST_SUMS = 30


def _is_in(number: str, least: int | None, most: int | None, step: int) -> str:
    """The formula for a number being in a range with a step."""
    if least == most is not None:
        return f"{number}={most}"
    said = [f"MOD({number},{step})=0"]
    said += [] if least is None else [f"{number}>={least}"]
    said += [] if most is None else [f"{number}<={most}"]
    return f"AND({','.join(said)})"


def record_faults(blank: Blank, letters: Mapping[str, str], row: int) -> list[str]:
    """The formulas that are true for a wrong row of records."""
    place = {key: f"${letter}{row}" for key, letter in letters.items()}
    faults: list[str] = []
    for key, count in blank.dice.items():
        cell, dice, others = place[key], _without(place[key], "123456"), _without(place[key], "0789")
        faults.append(f'AND({cell}<>"",OR(LEN({cell})-LEN({dice})<>{count},LEN({others})<>LEN({cell})))')
    for key, (least, most) in blank.numbers.items():
        cell = place[key]
        faults.append(f"AND(ISNUMBER({cell}),OR({cell}<{least},{cell}>{most}))")
    if blank.differ:
        one, other = (place[key] for key in blank.differ)
        faults.append(f'AND({one}<>"",{one}={other})')
    if blank.together:
        one, other, *free = (place[key] for key in blank.together)
        excused = "".join(f',{cell}=""' for cell in free)
        less = f"AND({one}+{other}<{blank.together_make}{excused})"
        faults.append(f"AND(COUNT({one},{other})=2,OR({one}+{other}>{blank.together_make},{less}))")
    return faults


def _without(text: str, signs: str) -> str:
    for sign in signs:
        text = f'SUBSTITUTE({text},"{sign}","")'
    return text


def box_rules(sheet: Worksheet, cells: str, values: Iterable[int], error: str) -> None:
    """Boxes of a card accept only possible values and marks of struck boxes; others turn red."""
    first = cells.partition(":")[0]
    known = ",".join((*map(str, sorted(values)), *_STRUCK))
    formula = f'ISNUMBER(FIND(","&LOWER({first})&",",",{known},"))'
    red(sheet, cells, f'AND({first}<>"",NOT({formula}))')
    if len(formula) <= _LONGEST_RULE:
        _add(sheet, cells, DataValidation(type="custom", formula1=formula), error)
    else:
        whole_numbers(sheet, cells, error)


def listed(sheet: Worksheet, cells: str, words: Sequence[str], error: str, *, loose: bool) -> None:
    """Cells offer a list, if it fits in a rule; with ``loose`` other values are accepted silently."""
    said = ",".join(words)
    if not words or len(said) > _LONGEST_RULE - 2 or any("," in word or '"' in word for word in words):
        return
    chosen_from(sheet, cells, f'"{said}"', error, loose=loose)


def chosen_from(sheet: Worksheet, cells: str, source: str, error: str, *, loose: bool = False) -> None:
    """Cells offer a list or a range of cells; with ``loose`` other values are accepted silently."""
    rule = DataValidation(type="list", formula1=source)
    _add(sheet, cells, rule, error, style=None if loose else "warning")


def totals(sheet: Worksheet, cells: str, error: str) -> None:
    """Cells accept numbers, or a stroke for no change."""
    first = cells.partition(":")[0]
    _add(sheet, cells, DataValidation(type="custom", formula1=f'OR(ISNUMBER({first}),{first}="/")'), error)


def whole_numbers(
    sheet: Worksheet,
    cells: str,
    error: str,
    bounds: tuple[int, int] = (-_LARGEST, _LARGEST),
    *,
    loose: bool = False,
) -> None:
    """Cells accept whole numbers; with ``loose`` other values after a warning."""
    least, most = map(str, bounds)
    rule = DataValidation(type="whole", operator="between", formula1=least, formula2=most)
    _add(sheet, cells, rule, error, style="warning" if loose else "stop")


def _add(
    sheet: Worksheet,
    cells: str,
    rule: DataValidation,
    error: str,
    *,
    style: Literal["stop", "warning"] | None = "stop",
) -> None:
    rule.allow_blank = True
    rule.showErrorMessage = style is not None
    if style is not None:
        rule.errorStyle = style
        rule.error = error
        rule.errorTitle = "scorecheck"
    sheet.add_data_validation(rule)
    rule.add(cells)


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

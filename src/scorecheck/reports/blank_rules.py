"""Data validation and conditional formatting of blank workbooks.

A formula in such a rule has at most 255 characters and no array constants, so the possible values of a cell
are encoded as one text with commas.
"""

# openpyxl says of many of its types nothing at all.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from scorecheck.reports.blank import Blank

_RED = PatternFill(bgColor="F8C9C4")
_LONGEST_RULE = 255
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

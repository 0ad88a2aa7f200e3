"""Updates the stored results of formulas in a workbook after edits.

Not every program recalculates formulas when it opens a workbook. Here the result of a linear formula changes
by the change of its summands; any other formula that depends on a changed cell loses its result, so that it
is recalculated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import unescape
from itertools import zip_longest
from typing import TypeAlias

from scorecheck.model.cells import CellRef, column_number
from scorecheck.model.finding import Edit
from scorecheck.model.record import NamedTuple

_CELL = re.compile(r"<c\b(?P<attributes>[^<>]*)>")
PLACE = re.compile(r'\br="([A-Z]{1,3})(\d{1,7})"')
_STYLES = re.compile(r"<(?:\w+:)?cellXfs\b[^<>]*>(?P<all>.*?)(?=</(?:\w+:)?cellXfs>)", re.DOTALL)
_STYLE = re.compile(r"<(?P<p>\w+:)?xf\b[^<>]*(?:/>|(?<!/)>.*?</(?P=p)?xf>)", re.DOTALL)
FORMULA = re.compile(r"<f\b[^<>]*(?:/>|>[^<]*</f>)")


class Piece(NamedTuple):
    """A row or cell element with its position in the XML."""

    start: int
    stop: int
    attributes: str
    content: str


def cells_in(content: str) -> Iterator[Piece]:
    """The cells of a row."""
    begun = list(_CELL.finditer(content))
    for cell, following in zip_longest(begun, begun[1:]):
        yield piece_of(content, cell, "</c>", following.start() if following else len(content))


def piece_of(text: str, tag: re.Match[str], close: str, limit: int) -> Piece:
    """The element that begins with a start tag and ends before ``limit``."""
    attributes = tag["attributes"]
    if attributes.endswith("/"):
        return Piece(tag.start(), tag.end(), attributes[:-1], "")
    end = text.find(close, tag.end(), limit)
    if end < 0:
        # Without a closing tag it ends where the next element begins.
        return Piece(tag.start(), limit, attributes, text[tag.end() : limit])
    return Piece(tag.start(), end + len(close), attributes, text[tag.end() : end])


class NumberStyles:
    """The styles of a workbook, with more that look like one of them but show plain numbers."""

    def __init__(self, text: str) -> None:
        """Takes the XML that lists the styles."""
        self.text = text
        self._made: dict[int, int] = {}

    def like(self, style: int) -> int | None:
        """The style that looks like one, but shows plain numbers; ``None`` where there is no such style."""
        if style not in self._made:
            listed = _STYLES.search(self.text)
            all_of_them = [one[0] for one in _STYLE.finditer(listed["all"])] if listed else []
            if listed is None or style >= len(all_of_them):
                return None
            plain = re.sub(r'\bnumFmtId="\d+"', 'numFmtId="0"', all_of_them[style], count=1)
            start = re.sub(r'\bcount="\d+"', f'count="{len(all_of_them) + 1}"', listed[0], count=1)
            self.text = f"{self.text[: listed.start()]}{start}{plain}{self.text[listed.end() :]}"
            self._made[style] = len(all_of_them)
        return self._made[style]


_RESULT = re.compile(r"<v>([^<]*)</v>")
_SHARED = re.compile(r'\bsi="(\d+)"')
_ARRAY = re.compile(r'\bt="array"[^<>]*\bref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"')
_TEXT = re.compile(r'"(?:[^"]|"")*"')
_PLACE = r"(\$?)([A-Z]{1,3})(\$?)(\d{1,7})"
_COLUMNS = r"(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})"
_LAST_ROW = 1_048_576
_TOKEN = re.compile(
    rf"(?P<area>(?:(?P<sheet>'(?:[^']|'')+'|[^\W\d][\w.]*)!)?"
    rf"(?:{_PLACE}(?::{_PLACE})?|{_COLUMNS}))(?![\w.(!:])"
    r"|(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<function>[A-Za-z_][\w.]*)\(|(?P<sign>[-+*/(),])|(?P<blank>\s+)"
    r"|(?P<truth>TRUE|FALSE)|(?P<other>[<>=&^%;{}]+)|(?P<unknown>.)",
    re.DOTALL,
)
_OF_SHEET = re.compile(r"\$?('(?:[^']|'')+'|[^\W\d]\w*)\.(?=\$?[A-Z]{1,3}\$?\d)")
"""Another sheet as LibreOffice names it: ``$Score.B2``."""
_MOVES = frozenset({"INDIRECT", "OFFSET"})
"""Functions whose cells are not in the text of the formula."""
_Cell = tuple[str, int, int]


class Area(NamedTuple):
    """A range of cells on one sheet."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def holds(self, cell: _Cell) -> bool:
        """Whether a cell is in it."""
        sheet, row, column = cell
        return sheet == self.sheet and self.top <= row <= self.bottom and self.left <= column <= self.right

    @property
    def a1(self) -> str:
        """The range as text: ``C4:C18``."""
        first, last = CellRef(self.top, self.left).a1, CellRef(self.bottom, self.right).a1
        return first if first == last else f"{first}:{last}"


class Formula(NamedTuple):
    """A formula with its tokens and the cells of its results."""

    tokens: tuple[str | Fraction | Area, ...]
    """Operators, function names, numbers and ranges; ``?`` for anything else."""
    results: tuple[_Cell, ...]
    said: str

    @property
    def areas(self) -> tuple[Area, ...]:
        """The ranges that it reads, as far as its text names them."""
        return tuple(one for one in self.tokens if isinstance(one, Area))

    @property
    def summed(self) -> tuple[Area, ...]:
        """The ranges of its own sheet that it adds up: ``=SUM(B2:B9;C4)``; none where it is no plain sum."""
        others = {one for one in self.tokens if not isinstance(one, Area)}
        of_one = {area.sheet for area in self.areas} == {self.results[0][0]}
        return self.areas if others <= _OF_SUMS and of_one else ()

    @property
    def is_clear(self) -> bool:
        """Whether its text names all cells that it depends on."""
        return not any(isinstance(one, str) and (one == "?" or one in _MOVES) for one in self.tokens)


def recalculated(sheets: Mapping[str, str], edits: Mapping[str, Sequence[Edit]]) -> dict[str, list[Edit]]:
    """The changed results of formulas after some edits, by sheet; an empty result is to be removed.

    ``sheets`` maps names to the XML of the sheets. The results of edited cells are given by the edits.
    """
    every = [one for name, text in sheets.items() for one in formulas(name, text)]
    changed = {(sheet, e.cell.row, e.cell.column): _change(e) for sheet, ours in edits.items() for e in ours}
    touched = [one for one in _touched(every, set(changed)) if one.results[0] not in changed]
    followed_by = _LinearFormulas(touched, changed)
    found: dict[str, list[Edit]] = {}
    for formula in touched:
        by = followed_by.change(formula.results[0])
        for sheet, row, column in formula.results:
            after = "" if by is None or len(formula.results) > 1 else _shown(Fraction(formula.said) + by)
            if after != formula.said:
                found.setdefault(sheet, []).append(Edit(CellRef(row, column), formula.said, after))
    return found


def formula_in(cell: CellRef, text: str, sheet: str) -> Formula:
    """The formula in a cell of a sheet, as a spreadsheet displays it."""
    said = _OF_SHEET.sub(r"\1!", text.removeprefix("=").replace(";", ","))
    tokens = _tokens(said, sheet, 0, 0)
    return Formula(tuple(tokens), ((sheet, cell.row, cell.column),), "")


_OF_SUMS = frozenset({"SUM", "(", ")", ",", "+"})


def _change(edit: Edit) -> Fraction | None:
    """The change of a number, with nothing and a mark such as - as 0; ``None`` where it is no number."""
    each = (said if said[1:] or said.isdigit() else "0" for said in map(str.strip, edit[1:]))
    before, after = map(_number, each)
    return None if before is None or after is None else after - before


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text.strip().replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None


def _shown(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else repr(float(number))


def _touched(every: Sequence[Formula], changed: set[_Cell]) -> list[Formula]:
    """The formulas that depend on changed cells, directly or indirectly."""
    found = [one for one in every if not one.is_clear]
    left = [one for one in every if one.is_clear]
    new = {*changed, *(cell for one in found for cell in one.results)}
    while new:
        hang = [any(area.holds(cell) for area in one.areas for cell in new) for one in left]
        now = [one for one, hangs in zip(left, hang, strict=True) if hangs]
        left = [one for one, hangs in zip(left, hang, strict=True) if not hangs]
        new = {cell for one in now for cell in one.results}
        found += now
    return found


class _LinearFormulas:
    """The changes of linear formulas: sums, differences, and multiples by constants."""

    def __init__(self, touched: Sequence[Formula], changed: Mapping[_Cell, Fraction | None]) -> None:
        self._formulas = {one.results[0]: one for one in touched}
        self._known: dict[_Cell, Fraction | None] = dict(changed)
        self._cells = {*changed, *(cell for one in touched for cell in one.results)}

    def change(self, cell: _Cell) -> Fraction | None:
        """The change of a cell; ``None`` where it is unknown."""
        if cell not in self._known:
            # A circular reference is unknown, too.
            self._known[cell] = None
            formula = self._formulas.get(cell)
            if formula is not None and len(formula.results) == 1 and _number(formula.said) is not None:
                self._known[cell] = _linear(formula.tokens, self)
        return self._known[cell]

    def change_in(self, area: Area) -> Fraction | None:
        changes = [self.change(cell) for cell in self._cells if area.holds(cell)]
        return sum((one for one in changes if one is not None), Fraction(0)) if None not in changes else None


_TermChange: TypeAlias = "tuple[Fraction, Fraction | None]"
"""The change of a term, and its value where it is constant."""


def _linear(tokens: Iterable[str | Fraction | Area], sums: _LinearFormulas) -> Fraction | None:
    """The change of a formula; ``None`` where it is not linear, or the change of a summand is unknown."""
    terms: list[_TermChange] = []
    said: list[str] = []
    for one in tokens:
        if isinstance(one, str):
            said.append("SUM(" if one == "SUM" else one)
            continue
        change = Fraction(0) if isinstance(one, Fraction) else sums.change_in(one)
        if change is None:
            return None
        said.append(f" _{len(terms)} ")
        terms.append((change, one if isinstance(one, Fraction) else None))
    try:
        return _change_of(ast.parse("".join(said).strip(), mode="eval").body, terms)[0]
    except (SyntaxError, _NotLinearError, RecursionError, MemoryError):
        return None


def _change_of(node: ast.expr, terms: Sequence[_TermChange]) -> _TermChange:
    match node:
        case ast.Name(id=name) if name.startswith("_"):
            return terms[int(name[1:])]
        case ast.Call(func=ast.Name(id="SUM"), args=args):
            return sum((_change_of(one, terms)[0] for one in args), Fraction(0)), None
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as op, operand=operand):
            return _times(_change_of(operand, terms), Fraction(-1 if isinstance(op, ast.USub) else 1))
        case ast.BinOp(left=left, op=op, right=right):
            one, other = _change_of(left, terms), _change_of(right, terms)
        case _:
            raise _NotLinearError
    match op:
        case ast.Add() | ast.Sub():
            by, also = other if isinstance(op, ast.Add) else _times(other, Fraction(-1))
            return one[0] + by, None if one[1] is None or also is None else one[1] + also
        case ast.Mult() if other[1] is not None:
            return _times(one, other[1])
        case ast.Mult() if one[1] is not None:
            return _times(other, one[1])
        case ast.Div() if other[1]:
            return _times(one, 1 / other[1])
        case _:
            raise _NotLinearError


def _times(term: _TermChange, factor: Fraction) -> _TermChange:
    return term[0] * factor, None if term[1] is None else term[1] * factor


class _NotLinearError(Exception):
    """The formula is not linear, or a summand is unknown."""


def formulas(sheet: str, text: str) -> Iterator[Formula]:
    """The formulas of a sheet, given as XML, with shared formulas resolved."""
    shared: dict[str, tuple[str, int, int]] = {}
    for cell in cells_in(text):
        place, formula = PLACE.search(cell.attributes), FORMULA.search(cell.content)
        if place is None or formula is None:
            continue
        row, column = int(place[2]), column_number(place[1])
        result = _RESULT.search(cell.content)
        said = unescape(formula[0][formula[0].index(">") + 1 :].removesuffix("</f>"))
        begun = (said, row, column)
        if key := _SHARED.search(formula[0]):
            begun = shared.setdefault(key[1], begun)
        tokens = tuple(_tokens(begun[0], sheet, row - begun[1], column - begun[2]))
        results = ((sheet, row, column),)
        if array := _ARRAY.search(formula[0]):
            results = (*results, *_others(sheet, array[1], array[2], row, column))
        yield Formula(tokens, results, unescape(result[1]) if result else "")


def _others(sheet: str, first: str, last: str, row: int, column: int) -> Iterator[_Cell]:
    """The further cells of an array formula."""
    area = next(one for one in _tokens(f"{first}:{last}", sheet, 0, 0) if isinstance(one, Area))
    for down in range(area.top, area.bottom + 1):
        for along in range(area.left, area.right + 1):
            if (down, along) != (row, column):
                yield sheet, down, along


def _tokens(formula: str, sheet: str, down: int, along: int) -> Iterator[str | Fraction | Area]:
    """The tokens of a formula that is shifted ``down`` and ``along``; ``?`` for unknown ones."""
    for found in _TOKEN.finditer(_TEXT.sub("&", formula)):
        if found["area"]:
            yield _area(found, sheet, down, along)
        elif found["number"]:
            yield Fraction(found["number"])
        elif found["function"]:
            yield found["function"].upper()
            if found["function"].upper() != "SUM":
                yield "("
        elif found["unknown"]:
            yield "?"
        elif not found["blank"]:
            yield found[0]


def _area(found: re.Match[str], sheet: str, down: int, along: int) -> Area:
    groups = found.groups()
    named = found["sheet"]
    name = sheet if named is None else named.removeprefix("'").removesuffix("'").replace("''", "'")
    ends: list[tuple[int, int]] = []
    for fixed, letters, still, number in (groups[2:6], groups[6:10]):
        if letters is not None:
            ends.append(
                (int(number) + (0 if still else down), column_number(letters) + (0 if fixed else along))
            )
    for (fixed, letters), row in ((groups[10:12], 1), (groups[12:14], _LAST_ROW)):
        if letters is not None:
            ends.append((row, column_number(letters) + (0 if fixed else along)))
    (top, left), (bottom, right) = ends[0], ends[-1]
    return Area(name, min(top, bottom), min(left, right), max(top, bottom), max(left, right))

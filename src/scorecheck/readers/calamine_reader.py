"""The engine: turns the cells of a guarded workbook into rows of values."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import islice
from typing import Any

from scorecheck.model.cells import CellError, CellRef, Value
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.texts import Texts

Rows = list[Sequence[Value]]


NOT_FINITE = CellError("#NUM!")
"""Displayed for numbers that are not finite."""
_EXACT = 2**53
_FLOATS = {float}
_PLAIN = frozenset((str, int, float, bool, CellError))

DATE_FORMATS = {
    "14": "mm-dd-yy",
    "15": "d-mmm-yy",
    "16": "d-mmm",
    "17": "mmm-yy",
    "18": "h:mm AM/PM",
    "19": "h:mm:ss AM/PM",
    "20": "h:mm",
    "21": "h:mm:ss",
    "22": "m/d/yy h:mm",
    "45": "mm:ss",
    "46": "[h]:mm:ss",
    "47": "mmss.0",
}
"""The date formats that every Excel workbook knows by number (ECMA-376, 18.8.30)."""


class Engine:
    """An open workbook. Whole numbers become ``int``, equal texts one object.

    Every failure inside the engine is reported as ``damaged``.
    """

    def __init__(self, data: bytes | bytearray) -> None:
        """Opens a workbook that the guard of its format has accepted."""
        from python_calamine import CalamineWorkbook

        self._texts = Texts()
        self.dated = False
        """A cell that was read holds a date or a time."""
        with _failures():
            self._workbook = CalamineWorkbook.from_filelike(BytesIO(data))

    @property
    def names(self) -> list[str]:
        """The names of the sheets, in their order."""
        return self._workbook.sheet_names

    def rows(self, name: str) -> Rows:
        """The values of a sheet from A1 on, as tuples; whole numbers are ``int``."""
        with _failures():
            sheet = self._workbook.get_sheet_by_name(name)
            start = sheet.start
            if start is None:
                return []
            first_row, first_column = start
            left = ("",) * first_column
            # Rows before the first with content come as empty ones.
            content = islice(sheet.iter_rows(), first_row, None)
            return [*[()] * first_row, *(left + self._row(row) for row in content)]

    def _row(self, row: Sequence[Any]) -> tuple[Value, ...]:
        whole = {*map(type, row)} == _FLOATS and all(map(float.is_integer, row))
        if whole and min(row) >= -_EXACT and max(row) <= _EXACT:
            return tuple(map(int, row))
        return tuple(map(self._value, row))

    def _value(self, value: Any) -> Value:
        kind = value.__class__
        if kind is str:
            return self._texts.keep(value)
        if kind is float:
            if value.is_integer() and -_EXACT <= value <= _EXACT:
                return int(value)
            return value if value - value == 0 else NOT_FINITE
        if kind is not bool and kind is not int:
            self.dated = True
        return value


@contextmanager
def _failures() -> Generator[None]:
    try:
        yield
    except (CannotRead, MemoryError):
        raise
    except Exception as error:
        from python_calamine import PasswordError

        raise CannotRead("encrypted" if isinstance(error, PasswordError) else "damaged") from error
    except BaseException as error:
        # A panic of the engine is no Exception, so ``except Exception`` would miss it.
        if type(error).__name__ != "PanicException":
            raise
        raise CannotRead("damaged") from error


def put(rows: Rows, values: Mapping[int, Iterable[tuple[int, Value]]]) -> None:
    """Replaces the values of cells: for each row its columns and values, counted from 1."""
    for row, cells in values.items():
        while len(rows) < row:
            rows.append(())
        line = list(rows[row - 1])
        for column, value in cells:
            line.extend([""] * (column - len(line)))
            line[column - 1] = value
        rows[row - 1] = tuple(line)


def dated_cells(rows: Rows) -> set[CellRef]:
    """The cells with a date or a time, up to a limit."""
    found: set[CellRef] = set()
    for row, values in enumerate(rows, start=1):
        for column, value in enumerate(values, start=1):
            if value.__class__ in _PLAIN:
                continue
            found.add(CellRef(row, column))
            if len(found) >= limits.MARKED_CELLS:
                return found
    return found

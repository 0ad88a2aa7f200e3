"""The table of all games as CSV, as a workbook or as Parquet, for further analysis."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from scorecheck import __version__
from scorecheck.model.cells import Number
from scorecheck.model.error import Refusal
from scorecheck.model.statistics import PlayerInGame
from scorecheck.reports.safe import csv_text, no_formula, plain, sheet_number

HEADER = PlayerInGame._fields
MOST_ROWS = 1024 * 1024 - 1
"""The most rows of a worksheet below its headings."""
PARQUET_MARK = b"scorecheck.games"


class NoArrow(Refusal):
    """pyarrow, which writes Parquet, is not installed."""


class TooManyRows(Refusal):
    """There are more games than rows in a worksheet."""


def games_csv(rows: Iterable[PlayerInGame]) -> bytes:
    """The games as CSV, with empty cells for missing values and no formulas."""
    return csv_text(chain([HEADER], ([_cell(value) for value in row] for row in rows))).encode()


def _cell(value: Number | str | None) -> str:
    if value is None:
        return ""
    return no_formula(plain(value)) if isinstance(value, str) else str(sheet_number(value))


def games_xlsx(rows: Sequence[PlayerInGame]) -> bytes:
    """The games as a workbook of one sheet; its mark is the author's name.

    Raises:
        TooManyRows: a worksheet has not enough rows.
    """
    from openpyxl import Workbook
    from openpyxl.styles import Font

    from scorecheck.reports.workbooks import mark_as_ours, saved, say

    if len(rows) > MOST_ROWS:
        raise TooManyRows("too-many-rows", rows=len(rows))
    book: Any = Workbook()
    sheet: Any = book.active
    sheet.title = "games"
    for at, heading in enumerate(HEADER, 1):
        sheet.cell(1, at).value = heading
        sheet.cell(1, at).font = Font(bold=True)
    for number, row in enumerate(rows, 2):
        for at, value in enumerate(row, 1):
            if isinstance(value, str):
                say(sheet.cell(number, at), plain(value))
            elif value is not None:
                sheet.cell(number, at).value = sheet_number(value)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    mark_as_ours(book)
    return saved(book)


def games_parquet(rows: Sequence[PlayerInGame]) -> bytes:
    """The games as Parquet: points are 64-bit integers, or doubles where some are not whole; other columns
    are dictionary-encoded strings, apart from the numbers of the games.

    Raises:
        NoArrow: pyarrow is not installed.
    """
    pyarrow, parquet = arrow()
    columns: dict[str, Any] = {}
    for at, name in enumerate(HEADER):
        values: list[Any] = [row[at] for row in rows]
        if name == "points":
            whole = all(value is None or value.denominator == 1 for value in values)
            kind = pyarrow.int64() if whole else pyarrow.float64()
            columns[name] = pyarrow.array(
                [None if value is None else sheet_number(value) for value in values], kind
            )
        else:
            texts: Any = [None if value is None else plain(value) for value in values]
            texts = pyarrow.array(texts, pyarrow.string())
            columns[name] = texts if name == "game" else texts.dictionary_encode()
    table = pyarrow.table(columns).replace_schema_metadata({PARQUET_MARK: __version__})
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


def arrow() -> tuple[Any, Any]:
    """The modules ``pyarrow`` and ``pyarrow.parquet``.

    Raises:
        NoArrow: it is not installed.
    """
    try:
        import pyarrow  # pyright: ignore[reportMissingTypeStubs]
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]
    except ModuleNotFoundError as cause:
        raise NoArrow("parquet-extra") from cause
    return pyarrow, parquet


def is_our_parquet(data: bytes) -> bool:
    """Whether the metadata at the end of a Parquet file bear our mark."""
    if len(data) < 12 or not data.endswith(b"PAR1"):
        return False
    (size,) = struct.unpack("<I", data[-8:-4])
    return PARQUET_MARK in data[max(0, len(data) - 8 - size) : -8]


WRITERS: Mapping[str, Callable[[Sequence[PlayerInGame]], bytes]] = {
    "csv": games_csv,
    "parquet": games_parquet,
    "xlsx": games_xlsx,
}

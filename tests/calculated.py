"""Workbooks with a result beside each formula, as spreadsheet programs leave them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping

import openpyxl


def with_results(book: openpyxl.Workbook, results: Mapping[str, int], dragged_over: str = "") -> bytes:
    """The workbook with the result of each formula.

    ``dragged_over``: the cells in which one formula stands, moved in all but the first: so Excel writes what
    was dragged there.
    """
    made, changed = io.BytesIO(), io.BytesIO()
    book.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(changed, "w") as new:
        for info in old.infolist():
            text = old.read(info.filename).decode()
            for at, (formula, result) in enumerate(results.items()):
                told = f"<f>{formula}</f>"
                if dragged_over:
                    first = f'<f t="shared" ref="{dragged_over}" si="0">{formula}</f>'
                    told = '<f t="shared" si="0"/>' if at else first
                empty = rf"<f>{re.escape(formula)}</f><v\s*(?:/>|></v>)"
                text = re.sub(empty, f"{told}<v>{result}</v>", text)
            new.writestr(info, text)
    return changed.getvalue()

"""A law of long workbooks: what is read is the same whether a sheet is taken whole or in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from laws import examples
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import Pieces
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.xlsx_guard import scan_sheet
from unit.readers.builders import read, xlsx

if TYPE_CHECKING:
    from scorecheck.model.workbook import Workbook

STYLES = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs></styleSheet>'
STRINGS = "<sst><si><t>Anna</t></si><si><t>schön</t></si></sst>"
BODIES = st.sampled_from(
    [
        "><v>1</v></c>",
        "><v>-12</v></c>",
        "><v>2.5</v></c>",
        ' t="n"><v>3</v></c>',
        ' s="0" t="n"><v>1E3</v></c>',
        ' s="1"><v>41705</v></c>',
        "/>",
        ' s="1"/>',
        "></c>",
        ' t="s"><v>1</v></c>',
        ' t="inlineStr"><is><t>Bernd</t></is></c>',
        ' t="e"><v>#N/A</v></c>',
        ' t="e"><v>#SPILL!</v></c>',
        "><f>A1+1</f><v>7</v></c>",
        "><f>A1+1</f></c>",
        ' t="b"><v>1</v></c>',
    ]
)
NUMBERS = st.sampled_from(["><v>1</v></c>", "><v>-3</v></c>", ' s="0"><v>12</v></c>', ' s="0"/>'])
ROWS = st.sampled_from(
    ["", ' spans="1:6"', ' ht="15" customHeight="1"', ' hidden="1"', ' hidden="0"', " s='1'"]
)


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """Rows of numbers most of the time, in a few columns, and between them whatever there may be."""
    columns = draw(st.sampled_from(["ABCDE", "CDE", "AZ", "BAC"]))
    odd = draw(st.sampled_from(["", "", "AA", "ZZ"]))
    texts: list[str] = []
    row = draw(st.integers(1, 3))
    for _ in range(draw(st.integers(3, 40))):
        plain = draw(st.integers(0, 4)) > 0
        cells = "".join(f'<c r="{at}{row}"{draw(NUMBERS if plain else BODIES)}' for at in columns)
        if odd and draw(st.integers(0, 9)) == 0:
            cells += f'<c r="{odd}{row}"{draw(BODIES)}'
        texts.append(f'<row r="{row}"{"" if plain else draw(ROWS)}>{cells}</row>')
        row += draw(st.sampled_from([1, 1, 1, 2, 9]))
    if draw(st.integers(0, 9)) == 0:
        texts = draw(st.permutations(texts))
    between = draw(st.sampled_from(["", "", "\n  "]))
    return f"<sheetData>{between.join(texts)}</sheetData>"


def taken(data: bytes, piece: int) -> Workbook | tuple[str, object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PIECE_BYTES", piece)
        try:
            return read(data)
        except CannotRead as error:
            return error.reason, error.params


@given(sheets(), st.sampled_from([60, 300, 2000]))
@example('<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>', 60)
@example('<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row></sheetData>', 60)
@examples(120)
@pytest.mark.slow
def test_whole_or_in_pieces(body: str, piece: int) -> None:
    data = xlsx(body, styles=STYLES, strings=STRINGS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PIECE_BYTES", piece)
        xml = body.encode()
        facts = scan_sheet(xml)
        event("cut" if facts.cuts else "not cut")
        patch.setattr(limits, "PIECE_BYTES", 10**9)
        assert facts._replace(cuts=()) == scan_sheet(xml)
    assert taken(data, piece) == taken(data, 10**9)


def test_sheets_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the law would say nothing."""
    rows = "".join(
        f'<row r="{r}"><c r="A{r}"><v>{r}</v></c><c r="B{r}"><v>-1</v></c></row>' for r in range(1, 90)
    )
    data = xlsx(f"<sheetData>{rows}</sheetData>")
    seen: list[bool] = []
    plainly = Pieces.rows

    def rows_of(pieces: Pieces) -> object:
        found = plainly(pieces)
        seen.append(found is not None)
        return found

    monkeypatch.setattr(Pieces, "rows", rows_of)
    monkeypatch.setattr(limits, "PIECE_BYTES", 500)
    (grid,) = read(data).grids
    assert list(grid.rows) == [(r, -1) for r in range(1, 90)]
    assert seen == [True]

"""What formulas give after a repair: sums go on, other results are taken out."""

from __future__ import annotations

import pytest

from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit
from scorecheck.reports.recalculation import formula_in, recalculated

EDIT = Edit(CellRef(2, 2), "2", "-1")
"""B2 says 3 less."""


def _cell(place: str, formula: str, result: str, kind: str = "") -> str:
    return f'<c r="{place}"><f{kind}>{formula}</f><v>{result}</v></c>'


def _after(*cells: str, other: str = "", edits: tuple[Edit, ...] = (EDIT,)) -> dict[str, str]:
    """The new results by their cells; those of the other sheet with its name."""
    sheets = {"Abend": "".join(cells), "Über 'Uns'": other}
    found = recalculated(sheets, {"Abend": edits})
    return {
        ("" if sheet == "Abend" else "other ") + edit.cell.a1: edit.after
        for sheet, results in found.items()
        for edit in results
    }


@pytest.mark.parametrize(
    ("formula", "after"),
    [
        ("SUM(B2:B9)", "7"),
        ("SUM($B$2:$B$9,C1)", "7"),
        ("SUM(B:B)", "7"),
        ("B2+C2", "7"),
        ("C2-B2", "13"),
        ("-(B2+1)*2", "16"),
        ("B2/4", "9.25"),
        ("B2*0.05", "9.85"),
        ("SUM(B2:B3)-SUM(B2:B5)", None),
        ("SUM(C1:C9)", None),
        ("BB2+B22", None),
        ('"B2"&amp;C1', None),
        ("Abend!B2", "7"),
        ("'Über ''Uns'''!B2", None),
        ("IF(B2&lt;0,-B2*0.05,0)", ""),
        ("MAX(B1:B5)", ""),
        ("B2*B2", ""),
        ("1/B2", ""),
        ("SUM(B2:B9", ""),
        ("Punkte*2", ""),
        ("OFFSET(C1,1,-1)", ""),
        ("SUM(Tab[Anna])", ""),
    ],
)
def test_a_formula(formula: str, after: str | None) -> None:
    found = _after(_cell("D9", formula, "10"))
    assert found == ({} if after is None else {"D9": after})


def test_one_formula_goes_on_from_another_on_any_sheet() -> None:
    found = _after(
        _cell("B10", "SUM(B2:B9)", "8"),
        _cell("B11", "IF(B10&gt;0,B10,0)", "8"),
        _cell("B12", "B11+1", "9"),
        _cell("B13", "'Über ''Uns'''!A1", "8"),
        other=_cell("A1", "Abend!B10", "8") + _cell("A2", "RANK(A1,A$1:A$4)", "2"),
    )
    assert found == {"B10": "5", "B11": "", "B12": "", "B13": "5", "other A1": "5", "other A2": ""}


def test_of_an_edited_formula_the_result_is_known() -> None:
    total = Edit(CellRef(10, 2), "8", "5")
    found = _after(_cell("B10", "SUM(B2:B9)", "8"), _cell("B11", "B10", "8"), edits=(EDIT, total))
    assert found == {"B11": "5"}


def test_shared_formulas_are_moved() -> None:
    child = '<c r="{0}"><f t="shared" si="0"/><v>4</v></c>'
    shared = _cell("E1", "SUM(B1:D1)+$A1", "4", ' t="shared" ref="E1:E3" si="0"')
    assert _after(shared, child.format("E2"), child.format("E3")) == {"E2": "1"}


def test_all_cells_of_an_array_lose_their_results() -> None:
    array = _cell("G1", "SORT(B1:B3)", "2", ' t="array" ref="G1:G2"')
    assert _after(array, '<c r="G2"><v>1</v></c>', _cell("H1", "G2", "1")) == {"G1": "", "G2": "", "H1": ""}


def test_what_hangs_on_itself_loses_its_result() -> None:
    assert _after(_cell("C1", "B2+C2", "1"), _cell("C2", "C1", "1")) == {"C1": "", "C2": ""}


def test_a_cell_that_said_nothing_counted_0_and_a_word_is_no_number() -> None:
    total = _cell("B10", "SUM(B2:B9)", "8")
    assert _after(total, edits=(Edit(CellRef(2, 2), "", "3"),)) == {"B10": "11"}
    assert _after(total, edits=(Edit(CellRef(2, 2), "drei", "3"),)) == {"B10": ""}


def test_a_mark_counts_as_nothing_in_a_sum() -> None:
    """Points that stood in the row below: Ingo has the 3 of B3, where he sat out, in B2."""
    edits = (Edit(CellRef(2, 2), "-", "3"), Edit(CellRef(3, 2), "3", "–"))
    assert _after(_cell("B9", "SUM(B2:B8)", "10"), _cell("E2", "SUM(A2:D2)", "-3"), edits=edits) == {
        "E2": "0"
    }


@pytest.mark.parametrize(
    ("text", "areas"),
    [
        ("=$Score.B2", [("Score", "B2")]),
        ("=$'Über ''Uns'''.B2:B9", [("Über 'Uns'", "B2:B9")]),
        ("=Score.$B$2+C4", [("Score", "B2"), ("Print", "C4")]),
        ("=RANK.EQ(B2;B$1:B$9)", [("Print", "B2"), ("Print", "B1:B9")]),
        ("=12.5+5", []),
    ],
)
def test_which_cells_a_formula_reads_as_libreoffice_displays_it(
    text: str, areas: list[tuple[str, str]]
) -> None:
    found = formula_in(CellRef(2, 3), text, "Print").areas
    assert [(area.sheet, area.a1) for area in found] == areas
